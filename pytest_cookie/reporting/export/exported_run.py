"""`ExportedRun`: a run as exporters get it; `ExportedModel`: the part of one model. Their ids never change.

An id is made from the run's name and start, so a second export, such as after another judging, updates the first one.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from pytest_cookie.core.labels import slug
from pytest_cookie.core.verdict import SEVERITIES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles, files_of
from pytest_cookie.stats import Aggregate, aggregate

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_cookie.core.record import Manifest, Record
    from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.slices import COMMON, SliceSpec

_UNKNOWN_START = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class ExportedModel:
    """The results of one model, in one mode."""

    run: ExportedRun
    records: tuple[Record, ...]

    @property
    def name(self) -> str:
        """The model, such as `openai/gpt-5`."""
        return self.records[0].model

    @property
    def id(self) -> str:
        """32 hexadecimal digits, the same in every export of the run."""
        return digest(self.run.id, self.name, self.records[0].mode)

    @property
    def file_name(self) -> str:
        """A name for its files, unlike that of any other model."""
        return f"{slug(self.name)}-{self.id[:6]}"

    @cached_property
    def aggregate(self) -> Aggregate:
        """Means with intervals, and counts."""
        return aggregate(self.records, self.run.scores)

    def metrics(self) -> dict[str, float]:
        """Its numbers by name: for each score the mean (its id) and the interval's ends (`_low`, `_high`), counts of
        items and findings, the cost in US dollars, and the machine time in seconds. Unknown ones are missing."""
        found = self.aggregate
        numbers: dict[str, float | None] = {}
        for spec in self.run.scores:
            interval = found.judged[spec.id]
            numbers |= {spec.id: interval.mean, f"{spec.id}_low": interval.low, f"{spec.id}_high": interval.high}
        numbers |= {"items": found.n, "scored": found.scored, "failed": found.failed, "unscored": found.unscored}
        numbers |= {"runnable_rate": found.runnable_rate.mean, "cost_usd": found.cost_usd}
        severities = [finding.severity for record in self.records for finding in record.findings]
        numbers |= {f"findings_{severity}": severities.count(severity) for severity in SEVERITIES}
        numbers["seconds"] = sum(seconds_of(record) for record in self.records)
        return {name: float(value) for name, value in numbers.items() if value is not None and math.isfinite(value)}


@dataclass(frozen=True)
class ExportedRun:
    """What an exporter writes. `path` is the run folder; a record's files are in `path / record.folder`.

    `options` are those of `--option NAME=VALUE`. `manifest` is None if it cannot be read.
    """

    name: str
    path: Path
    records: tuple[Record, ...]
    scores: ScoreSet
    manifest: Manifest | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """32 hexadecimal digits, the same in every export of the run."""
        return digest(self.name, self.manifest.started if self.manifest else "")

    @property
    def slices(self) -> tuple[SliceSpec, ...]:
        """The labels by which the results are broken down."""
        return self.manifest.slices if self.manifest else COMMON

    @property
    def started(self) -> datetime:
        """When the run started, in UTC; 1970 if the manifest does not say."""
        try:
            found = datetime.fromisoformat(self.manifest.started) if self.manifest else _UNKNOWN_START
            return found.astimezone(UTC)
        except (ValueError, OverflowError):
            return _UNKNOWN_START

    @property
    def version(self) -> str:
        """Version of pytest-cookie that made the run."""
        return self.manifest.version if self.manifest else ""

    def models(self) -> tuple[ExportedModel, ...]:
        """One part per model and mode, in the order of the records."""
        parts: dict[tuple[str, str], list[Record]] = {}
        for record in self.records:
            parts.setdefault((record.model, record.mode), []).append(record)
        return tuple(ExportedModel(self, tuple(records)) for records in parts.values())

    def files(self, record: Record) -> ItemFiles | None:
        """The files of an item; None if its record names an impossible folder."""
        return files_of(record, RunFolder(self.path))

    def thumbnail(self, record: Record) -> Path | None:
        """The small picture of the item's first screen."""
        files = self.files(record)
        return files.find(record.thumbnail) if files and record.thumbnail else None

    def item_id(self, record: Record) -> str:
        """32 hexadecimal digits of an item, the same in every export of the run."""
        return digest(self.id, record.case, record.model, record.mode, str(record.repeat))

    def context(self, record: Record) -> dict[str, str]:
        """How the item was evaluated, and its labels: for metadata and tags."""
        names = ("protocol", "case", "model", "mode", "agent", "judge", "outcome")
        labels = ("page_type", "domain", "leaf", "difficulty", "language", "folder")
        return {name: str(getattr(record, name)) for name in (*names, *labels)} | {"repeat": str(record.repeat)}


def digest(*parts: str) -> str:
    """32 hexadecimal digits that only these texts have."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def seconds_of(record: Record) -> float:
    """Machine time of all phases."""
    return sum(record.phase_seconds.values())


def known_scores(record: Record) -> dict[str, float]:
    """The scores that were judged, by id."""
    return {name: value for name, value in record.scores.items() if value is not None}


def describe_findings(record: Record) -> str:
    """A line per finding: `major: The Save button does nothing. Why it is a defect.`"""
    return "\n".join(f"{finding.severity}: {finding.title}. {finding.why}" for finding in record.findings)
