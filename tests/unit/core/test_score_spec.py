"""Specifications of scores, and those that are refused: manifests may come from elsewhere."""

import json

import pytest
from pydantic import ValidationError

from pytest_cookie.core.record import Manifest
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import StageOpinion
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from tests.synthetic_run import make_manifest, make_record

SHARE = {"id": "share", "label": "share", "ranks": True}
BAD_SETS = {
    "none": [],
    "two_rank": [SHARE, SHARE | {"id": "other"}],
    "none_ranks": [SHARE | {"ranks": False}],
    "twice": [SHARE, SHARE | {"ranks": False}],
    "too_many": [SHARE, *({"id": f"s{n}", "label": "s"} for n in range(30))],
    "upper_case": [SHARE | {"id": "Share"}],
    "prototype": [SHARE | {"id": "__proto__"}],
    "taken": [SHARE | {"id": "cost_usd"}],
    "empty_range": [SHARE | {"low": 5, "high": 5}],
    "endless": [SHARE | {"high": 1e300}],
    "no_number": [SHARE | {"high": float("nan")}],
    "control_codes": [SHARE | {"label": "a\x1b[31m"}],
    "long": [SHARE | {"label": "a" * 200}],
    "long_unit": [SHARE | {"unit": "a" * 50}],
    "digits": [SHARE | {"digits": 90}],
    "mean_of_nothing": [SHARE | {"mean_of": ["other"]}],
    "mean_of_itself": [SHARE | {"mean_of": ["share"]}],
    "means_of_each_other": [
        SHARE | {"mean_of": ["b"]},
        {"id": "b", "label": "b", "mean_of": ["c", "d"]},
        {"id": "c", "label": "c"},
        {"id": "d", "label": "d", "mean_of": ["share"]},
    ],
}


def test_a_set_that_cannot_be_is_refused(subtests: pytest.Subtests) -> None:
    for name, specs in BAD_SETS.items():
        with subtests.test(name=name):
            with pytest.raises(ValidationError):
                ScoreSet.model_validate(specs)
            manifest = json.loads(make_manifest().model_dump_json()) | {"scores": specs}
            with pytest.raises(ValidationError):
                Manifest.model_validate(manifest)


def test_lower_may_be_better() -> None:
    seconds = ScoreSpec(id="load", label="load time", unit="s", low=0, high=20, direction="lower", digits=2)
    assert (seconds.worst, seconds.sign, seconds.heading, seconds.title_heading) == (
        20, -1, "load time (s)", "Load time (s)",
    )  # fmt: skip
    assert (seconds.share(5), seconds.percent(5)) == (0.25, 75)
    assert score_of(make_record(outcome="failed"), seconds) == 20
    assert seconds.complaint(21) == "load is 21, outside 0 to 20"


def test_a_rate_has_two_values() -> None:
    spec = ScoreSpec(id="passed", label="pass rate", high=100, aggregation="rate")
    assert [bool(spec.complaint(value)) for value in (0, 100, 50)] == [False, False, True]


def test_a_mean_of_others_is_completed_only_if_all_are_known() -> None:
    assert COOKIE_SCORES.complete({"functionality": 40, "aesthetics": 60})["total"] == 50
    assert COOKIE_SCORES.complete({"functionality": 40})["total"] is None
    assert COOKIE_SCORES.complete({"functionality": 40, "aesthetics": 60, "total": 51})["total"] == 51


def test_a_stage_has_no_score_beyond_its_scale() -> None:
    with pytest.raises(ValidationError, match="outside 0 to 8"):
        StageOpinion(stage="static", judge="m", scores={"functionality": 9})
