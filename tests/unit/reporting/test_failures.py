"""Who is at fault for failed and unscored items: made-up records of every source."""

import pytest

from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.core.record import INTERRUPTED, MODEL_REFUSED, OUT_OF_BUDGET, Cause
from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.failures import failure_lines, failure_rows, failure_shares, source_of
from tests.unit.stats.record_builder import failed, record

BUILD = Build(tool="vite", failure=BuildFailure(kind="syntax", message="m"))
BLANK = Finding(dimension="total", severity="critical", kind="blank-page", title="t", why="w")
MINOR = Finding(dimension="total", severity="minor", kind="pale", title="t", why="w")


def unscored(stage: str, kind: str, case: str = "a", model: str = "m", **facts: object):
    return record(
        case, model, None, cause=Cause.model_validate({"stage": stage, "kind": kind, "message": "x", **facts})
    )


def test_each_item_has_one_source(subtests):
    table = [
        (record("a"), None),
        (failed("a", findings=(MINOR, BLANK)), ("model", "blank-page")),
        (failed("a"), ("model", "other")),
        (failed("a", build=BUILD, findings=(BLANK,)), ("build", "syntax")),
        (unscored("deploy", "BuildError"), ("machine", "BuildError")),
        (unscored("explore", "BrowserGoneError"), ("machine", "BrowserGoneError")),
        (unscored("judge", "RecordingError"), ("machine", "RecordingError")),
        (unscored("generate", "GenerationError", by_provider=True), ("provider", "GenerationError")),
        (unscored("judge", "JudgingError", by_provider=True), ("provider", "JudgingError")),
        (unscored("worker", MODEL_REFUSED), ("provider", MODEL_REFUSED)),
        (unscored("judge", "JudgingError"), ("judge", "JudgingError")),
        (unscored("worker", INTERRUPTED), ("run", INTERRUPTED)),
        (unscored("judge", OUT_OF_BUDGET), ("run", OUT_OF_BUDGET)),
        (unscored("judge", "KeyError", bug_times=1), ("bug", "KeyError")),
        (unscored("judge", "KeyError", package="package p 1"), ("bug", "KeyError")),
    ]
    for item, expected in table:
        with subtests.test(str(expected)):
            assert source_of(item) == expected


def test_shares_are_of_the_failed_and_unscored_items_of_a_model():
    records = [
        record("a"), *(failed(case, build=BUILD) for case in "bcd"), unscored("judge", "JudgingError", "e"),
        failed("a", "n", findings=(BLANK,)),
    ]  # fmt: skip
    shares = failure_shares(records)
    assert [(one.model, one.source, one.kind, one.items, one.share) for one in shares] == [
        ("m", "build", "syntax", 3, 0.75), ("m", "judge", "JudgingError", 1, 0.25), ("n", "model", "blank-page", 1, 1),
    ]  # fmt: skip
    assert failure_rows(shares, ["n", "m"]) == (
        ("model", "blank-page", "1 (100 %)", ""),
        ("build", "syntax", "", "3 (75 %)"),
        ("judge", "JudgingError", "", "1 (25 %)"),
    )
    assert " ".join(failure_lines(records, 200)) == (
        "failed and unscored items by source: model 20 % (blank-page 1); build 60 % (syntax 3); "
        "judge 20 % (JudgingError 1)"
    )
    assert failure_lines([record("a")], 80) == []
    assert sum(one.share for one in shares if one.model == "m") == pytest.approx(1)
