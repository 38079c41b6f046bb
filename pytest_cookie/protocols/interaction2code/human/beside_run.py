"""Published means that belong to a run: the file `published.json` of its folder, and the run's own means."""

from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.protocols.interaction2code.human.published import OwnMeans, PublishedMeans
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.records.files import read_model, write_model
from pytest_cookie.records.run import RunFolder

FILE = "published.json"
PROTOCOL = "interaction2code"


class PublishedFile(FrozenModel):
    """Published means to show beside a run's."""

    source: str = Field(max_length=200)
    """Name of the CSV file that they were read from."""
    rows: tuple[PublishedMeans, ...] = Field(max_length=400)
    """The means of every model and prompt."""


def store_published(run: RunFolder, source: Path, rows: Sequence[PublishedMeans]) -> None:
    """Keep published means in the run folder, from where its report takes them. Raises `RecordingError`."""
    write_model(run.path / FILE, PublishedFile(source=source.name[:200], rows=tuple(rows)))


def find_published(run: RunFolder) -> PublishedFile | None:
    """The means that are kept in the run folder, None if there are none. Raises `RecordingError`."""
    path = run.path / FILE
    return read_model(path, PublishedFile) if path.is_file() else None


def compute_own_means(run: RunFolder, records: Sequence[Record]) -> tuple[OwnMeans, ...]:
    """Means of a run's scores over interactions, by model; failed items count with zeros. Raises `RecordingError`."""
    sums: dict[str, dict[str, list[tuple[float, int]]]] = {}
    for record in records:
        if record.protocol != PROTOCOL or record.outcome == "unscored":
            continue
        interactions = run.item(record.folder).read_case().fields.get("interactions")
        weight = len(interactions) if isinstance(interactions, list) else 1
        for name, value in record.scores.items():
            if value is not None:
                sums.setdefault(record.model, {}).setdefault(name, []).append((value, weight))
    prompt, name = prompt_of(run), run.path.resolve().name
    return tuple(
        OwnMeans(model, prompt, name, {score: _mean(values) for score, values in scores.items()})
        for model, scores in sums.items()
    )


def prompt_of(run: RunFolder) -> str:
    """Prompt and modality, from the options of the run; empty if they are unreadable."""
    try:
        options = Options.model_validate_json(str(run.manifest.options.get("protocol", "{}")))
    except (RecordingError, ValidationError):
        return ""
    return f"{options.prompt}, {options.modality}"


def _mean(values: Sequence[tuple[float, int]]) -> float:
    return sum(value * weight for value, weight in values) / sum(weight for _, weight in values)
