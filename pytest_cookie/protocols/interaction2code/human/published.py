"""`read_published_means`: published means of metrics from CSV, and a table of them beside the means of a run."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError

PUBLISHED_METRICS: dict[str, str] = {
    "full_clip": "full_clip", "full_ssim": "full_ssim", "full_text": "full_ocr", "part_clip": "part_clip",
    "part_ssim": "part_ssim", "part_text": "part_ocr", "part_position": "part_position",
    "implement_rate": "implement_rate",
}  # fmt: skip
"""Columns of the CSV, and the scores of ours that they compare with: the published texts are those of an OCR."""


@dataclass(frozen=True)
class PublishedMeans:
    """The means of one model with one prompt."""

    model: str
    prompt: str
    means: Mapping[str, float]


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
    return PublishedMeans((row["model"] or "").strip(), (row["prompt"] or "").strip(), means)


def comparison_rows(
    published: Sequence[PublishedMeans], own: Mapping[str, Mapping[str, float | None]]
) -> list[tuple[str, ...]]:
    """A table with a head: the published rows, then `own` means by model. "–" for unmeasured ones."""
    head = ("model", "prompt", "source", *PUBLISHED_METRICS)
    rows = [
        (one.model, one.prompt, "published", *(_number(one.means.get(name)) for name in PUBLISHED_METRICS))
        for one in published
    ]
    measured = [
        (model, "", "this run", *(_number(means.get(score)) for score in PUBLISHED_METRICS.values()))
        for model, means in own.items()
    ]
    return [head, *rows, *measured]


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.4f}"
