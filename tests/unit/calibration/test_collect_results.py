"""Which pairs count, from items on disk."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from pytest_cookie.calibration.collect_results import Archive, collect_pair_results, detects
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.plan import Pair
from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.labels import ClockKind
from pytest_cookie.core.page import PageError
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.stats.calibration import PairResult
from tests.scores import scores
from tests.synthetic_run import POLISHED, make_record, write_synthetic_run
from tests.unit.calibration.pages import RICH, page_of
from tests.unit.judging.evidence_builders import case as make_case

OPERATOR = next(operator for operator in MUTATION_OPERATORS if operator.id == "error-at-load")


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "evidence", make_measured_judge(), seed=0, repeats=1)


def result_of(
    archive: Archive, tmp_path: Path, *, twin_clock: ClockKind, error: str = "x is not defined"
) -> PairResult:
    """The pair of a good page, seen by the stepped clock, and a twin with an error, seen by `twin_clock`."""
    like = ItemFolder(write_synthetic_run(tmp_path / "run") / make_record("moth-and-lanterns", POLISHED).folder)
    case, good = make_case(), like.read_evidence().model_copy(update={"clock": "stepped"})
    errors = (PageError(message=error),) if error else good.perception.page_errors
    perceived = good.perception.model_copy(update={"page_errors": errors})
    note = "" if twin_clock == "stepped" else "the stepped clock could not carry the page"
    twin = good.model_copy(update={"perception": perceived, "clock": twin_clock, "clock_note": note})
    _store(archive, case, "", good, 95.0)
    _store(archive, case, OPERATOR.id, twin, 80.0)
    mutant = OPERATOR.change(page_of(RICH), Random(0))
    assert mutant is not None
    (result,) = collect_pair_results([Pair(case, OPERATOR, mutant)], archive)
    return result


def _store(archive: Archive, case: Case, operator: str, evidence: Evidence, score: float, repeat: int = 1) -> None:
    item, judge = archive.item(case, operator, repeat), archive.judge
    item.write_evidence(evidence)
    verdict = Verdict(judge=judge.id, judge_version=judge.version, runnable=True, scores=scores(score, score))
    item.write_verdict(verdict)


def test_a_pair_whose_evidence_differs_counts(archive: Archive, tmp_path: Path):
    result = result_of(archive, tmp_path, twin_clock="stepped")
    assert (result.left_out, result.why) == (None, "differs in faults at load")
    assert result.sizes
    assert (
        result.sizes[0].elements == archive.item(make_case(), "", 1).read_evidence().perception.inventory.element_count
    )


def test_a_pair_whose_evidence_is_alike_is_left_out(archive: Archive, tmp_path: Path):
    assert result_of(archive, tmp_path, twin_clock="stepped", error="").left_out == "not observable"


def test_a_pair_that_different_clocks_saw_is_left_out_with_the_reason(archive: Archive, tmp_path: Path):
    result = result_of(archive, tmp_path, twin_clock="cooperative")
    assert (result.left_out, result.why) == ("other clock", "the stepped clock could not carry the page")
    assert not result.good


def test_a_defect_that_one_repeat_shows_is_observable(archive: Archive, tmp_path: Path):
    assert result_of(archive, tmp_path, twin_clock="stepped", error="").left_out == "not observable"
    case, twice = make_case(), replace(archive, repeats=2)
    good = archive.item(case, "", 1).read_evidence()
    errors = (PageError(message="x is not defined"),)
    seen = good.model_copy(update={"perception": good.perception.model_copy(update={"page_errors": errors})})
    _store(twice, case, "", good, 95.0, repeat=2)
    _store(twice, case, OPERATOR.id, seen, 80.0, repeat=2)
    mutant = OPERATOR.change(page_of(RICH), Random(0))
    assert mutant is not None
    (result,) = collect_pair_results([Pair(case, OPERATOR, mutant)], twice)
    assert (result.left_out, result.why) == (None, "differs in faults at load")


def verdict_with(*findings: Finding) -> Verdict:
    return Verdict(judge="j", judge_version="1", runnable=True, scores=scores(50.0, 50.0), findings=findings)


def test_a_defect_is_detected_by_a_kind_that_the_baseline_does_not_have():
    mutant = OPERATOR.change(page_of(RICH), Random(0))
    assert mutant is not None
    pair = Pair(make_case(), OPERATOR, mutant)
    known = Finding(dimension="functionality", severity="major", title="Uncaught error: a", why="w", item="5")
    builtin = known.model_copy(update={"kind": "uncaught-error"})
    reworded = builtin.model_copy(update={"title": "A script throws an error: b"})
    other = builtin.model_copy(update={"kind": "console-error"})
    assert detects(verdict_with(reworded), verdict_with(), pair)
    assert not detects(verdict_with(reworded), verdict_with(builtin), pair)
    assert detects(verdict_with(builtin.model_copy(update={"severity": "critical"})), verdict_with(builtin), pair)
    assert detects(verdict_with(builtin.model_copy(update={"selector": "#other"})), verdict_with(builtin), pair)
    assert detects(verdict_with(other), verdict_with(builtin), pair)
    # a model's findings have no kind: words and titles
    assert detects(verdict_with(known.model_copy(update={"title": "TypeError: b"})), verdict_with(known), pair)
    assert not detects(verdict_with(known), verdict_with(known), pair)
