"""What a score means, and what no specification may say: manifests of other people hold them too."""

import json

import pytest
from pydantic import ValidationError

from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.schema_v1 import SCORES_V1
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import StageOpinion, Verdict
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


@pytest.mark.parametrize("specs", BAD_SETS.values(), ids=BAD_SETS)
def test_a_set_that_cannot_be_is_refused(specs: list[dict[str, object]]) -> None:
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


def test_files_of_version_1_are_read() -> None:
    assert SCORES_V1 == COOKIE_SCORES
    record = json.loads(make_record().model_dump_json())
    scores = {"functionality": 81.5, "aesthetics": 60.0, "total": 70.75}
    del record["scores"]
    found = Record.model_validate_json(json.dumps(record | scores | {"schema_version": 1}))
    assert (found.scores, found.schema_version) == (scores, 2)
    nothing = Record.model_validate(record | dict.fromkeys(scores) | {"schema_version": 1, "outcome": "unscored"})
    assert nothing.scores == dict.fromkeys(scores)
    manifest = json.loads(make_manifest().model_dump_json())
    del manifest["scores"], manifest["protocol_version"]
    old = Manifest.model_validate_json(json.dumps(manifest | {"schema_version": 1}))
    assert (old.scores, old.schema_version, old.protocol_version) == (COOKIE_SCORES, 2, "1")


def test_verdicts_of_version_1_are_read() -> None:
    stage = {"stage": "static", "judge": "m", "functionality": 6.5, "aesthetics": 7.0}
    detection = {"stage": "detection", "judge": "m", "functionality": None, "aesthetics": None}
    text = {"judge": "m", "judge_version": "1", "runnable": True, "stages": [stage, detection]}
    found = Verdict.model_validate_json(json.dumps(text | {"functionality": 81.25, "aesthetics": 87.5}))
    assert found.scores == {"functionality": 81.25, "aesthetics": 87.5, "total": 84.38}
    assert [one.scores for one in found.stages] == [{"functionality": 6.5, "aesthetics": 7.0}, {}]
    half = Verdict.model_validate(text | {"functionality": 81.25, "aesthetics": None})
    assert half.scores["total"] is None
    assert Verdict.model_validate_json(found.model_dump_json()) == found
    with pytest.raises(ValidationError, match="outside 0 to 8"):
        StageOpinion.model_validate(stage | {"functionality": 9})
