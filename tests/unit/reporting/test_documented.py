"""docs/records.md is the contract of two files: it names every field of them."""

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from pytest_cookie.core.artifact import Artifact, ArtifactFile
from pytest_cookie.core.build import Build, BuildFailure, TypeCheck
from pytest_cookie.core.machine import MachineTime
from pytest_cookie.core.record import SCHEMA_VERSION, Cause, Record
from pytest_cookie.core.verdict import Finding, Points, StageOpinion, Verdict
from pytest_cookie.reporting.leaderboard import Leaderboard, Row
from pytest_cookie.reporting.summary import SUMMARY_SCHEMA_VERSION, Counts, RunExcerpt, Slice, Summary
from pytest_cookie.reporting.variance import Variance
from pytest_cookie.stats import Aggregate, Interval, Scores
from pytest_cookie.stats.variance import Component, VarianceSplit

_TEXT = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
_LINES, _SUMMARY = _TEXT.split("## `summary.json`")


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        (_LINES, kind)
        for kind in (
            Record,
            Cause,
            Build,
            BuildFailure,
            TypeCheck,
            Finding,
            Artifact,
            ArtifactFile,
            Verdict,
            StageOpinion,
            Points,
        )
    ]
    + [
        (_SUMMARY, kind)
        for kind in (
            Summary,
            RunExcerpt,
            Counts,
            Leaderboard,
            Row,
            Slice,
            Aggregate,
            Scores,
            Interval,
            Variance,
            VarianceSplit,
            Component,
        )
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_every_field_is_explained(part: str, kind: type[BaseModel]) -> None:
    assert set(kind.model_fields) <= set(re.findall(r"`(\w+)`", part))


def test_the_versions_are_those_of_the_code() -> None:
    machine = MachineTime.model_fields["schema_version"].default
    assert re.findall(r"schema version (\d+)", _TEXT) == [
        str(SCHEMA_VERSION),
        str(SUMMARY_SCHEMA_VERSION),
        str(machine),
    ]
