"""`read_published_means`: published means of metrics from CSV, and a table of them beside the means of a run."""

import csv
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, ValidationError

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.frozen_model import FrozenModel

PUBLISHED_METRICS: dict[str, str] = {
    "full_clip": "full_clip", "full_ssim": "full_ssim", "full_text": "full_ocr", "part_clip": "part_clip",
    "part_ssim": "part_ssim", "part_text": "part_ocr", "part_position": "part_position",
    "implement_rate": "implement_rate",
}  # fmt: skip
"""Columns of the CSV, and the scores of ours that they compare with: the published texts are those of an OCR."""


class PublishedMeans(FrozenModel):
    """The means of one model with one prompt."""

    model: str = Field(max_length=200)
    """The model."""
    prompt: str = Field(max_length=200)
    """The prompt."""
    means: dict[str, Annotated[float, Field(ge=-1, le=1)]] = Field(max_length=len(PUBLISHED_METRICS))
    """Means by column of the CSV file, −1 to 1."""


class OwnMeans(NamedTuple):
    """The means of one model in a run of ours. `prompt` names prompt and modality, such as `direct, visual`."""

    model: str
    prompt: str
    run: str
    means: Mapping[str, float | None]


def read_published_means(path: Path) -> tuple[PublishedMeans, ...]:
    """The rows of a CSV file with the columns `model`, `prompt` and metrics. Raises `UsageError` with the line."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as stream:
            reader = csv.DictReader(stream)
            columns = [name for name in PUBLISHED_METRICS if name in (reader.fieldnames or ())]
            if not columns or not {"model", "prompt"} <= set(reader.fieldnames or ()):
                raise UsageError(f"{path}: needs the columns model, prompt, and one of {', '.join(PUBLISHED_METRICS)}")
            return tuple(_read(row, columns, f"{path}:{reader.line_num}") for row in reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UsageError(f"{path} cannot be read: {error}") from error


def _read(row: Mapping[str, str | None], columns: Sequence[str], where: str) -> PublishedMeans:
    means: dict[str, float] = {}
    for name in columns:
        if text := (row[name] or "").strip():
            try:
                means[name] = float(text)
            except ValueError:
                raise UsageError(f"{where}: {name} is {text!r}, which is no number") from None
            if not math.isfinite(means[name]):
                raise UsageError(f"{where}: {name} is {text!r}, which is no number")
    try:
        return PublishedMeans(model=(row["model"] or "").strip(), prompt=(row["prompt"] or "").strip(), means=means)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise UsageError(f"{where}: {'.'.join(map(str, wrong['loc']))}: {wrong['msg']}") from error


def comparison_rows(published: Sequence[PublishedMeans], own: Sequence[OwnMeans]) -> list[tuple[str, ...]]:
    """A table with a head: the published rows, then `own` means by model and prompt. "–" for unmeasured ones."""
    head = ("model", "prompt", "source", *PUBLISHED_METRICS)
    rows = [
        (row.model, row.prompt, "published", *(_number(row.means.get(name)) for name in PUBLISHED_METRICS))
        for row in published
    ]
    measured = [
        (row.model, row.prompt, row.run, *(_number(row.means.get(score)) for score in PUBLISHED_METRICS.values()))
        for row in sorted(own, key=lambda row: row[:3])
    ]
    return [head, *rows, *measured]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
