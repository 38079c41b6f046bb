"""`published_table`: published means beside those of a run, for the run's report."""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.protocols.interaction2code.human.beside_run import compute_own_means, find_published
from pytest_cookie.protocols.interaction2code.human.published import PUBLISHED_METRICS
from pytest_cookie.records.run import RunFolder


@dataclass(frozen=True)
class MeansRow:
    """The means of one model with one prompt. Unmeasured means are None."""

    model: str
    prompt: str
    is_own: bool
    means: tuple[float | None, ...]


@dataclass(frozen=True)
class PublishedTable:
    """A run's rows, then the published ones. Without rows, `problem` is the reason."""

    source: str
    columns: tuple[str, ...]
    rows: tuple[MeansRow, ...]
    problem: str = ""


def published_table(run: RunFolder, records: Sequence[Record], scores: ScoreSet) -> PublishedTable | None:
    """The table, None for a run without published means (`pytest-cookie rebuilds --published FILE --run RUN`)."""
    try:
        published = find_published(run)
        if published is None:
            return None
        own = compute_own_means(run, records)
    except RecordingError as error:
        return PublishedTable("", (), (), str(error))
    specs = [scores.get(name) for name in PUBLISHED_METRICS.values()]
    columns = tuple(spec.title if spec else name for spec, name in zip(specs, PUBLISHED_METRICS, strict=True))
    mine = tuple(
        MeansRow(
            row.model, row.prompt, is_own=True, means=tuple(row.means.get(name) for name in PUBLISHED_METRICS.values())
        )
        for row in own
    )
    theirs = tuple(
        MeansRow(row.model, row.prompt, is_own=False, means=tuple(row.means.get(name) for name in PUBLISHED_METRICS))
        for row in published.rows
    )
    return PublishedTable(published.source, columns, (*mine, *theirs))
