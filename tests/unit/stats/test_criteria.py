"""A score that rests on fewer criteria than the protocol demands never gains by what could not be measured."""

import json

import pytest

from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import CriteriaCount, RubricItem, Verdict, count_criteria
from pytest_cookie.gate import Baseline
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.protocols.run.pipeline import apply_verdict
from pytest_cookie.protocols.vibecode.scores import SCORES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_lines import outcome_in_words
from pytest_cookie.reporting.leaderboard import leaderboards as boards_of
from pytest_cookie.reporting.site import write_site
from pytest_cookie.stats.comparison import Contender
from pytest_cookie.stats.criteria import ranking_criteria, total_criteria, with_missing_failed
from tests.cookie_scores import compare, decide, item_lines, leaderboards, parse_policy, report_lines
from tests.scores import scores
from tests.synthetic_run import POLISHED, write_synthetic_run
from tests.unit.stats.record_builder import failed, record


def criteria(functionality: tuple[int, int], aesthetics: tuple[int, int] = (7, 7)):
    found = {"functionality": functionality, "aesthetics": aesthetics}
    return {name: CriteriaCount(measured=some, demanded=all_) for name, (some, all_) in found.items()}


WHOLE, TAB_ONLY = criteria((10, 10)), criteria((7, 10))
"""A crawler's evidence, and that of an agent that only presses Tab: criteria 3, 3a and 13 are missing."""


def run(model: str, *totals: float, count=WHOLE, **changes):
    return [record(f"case-{n}", model, total, criteria=count, **changes) for n, total in enumerate(totals)]


def ranks(*groups):
    (board,) = leaderboards([one for group in groups for one in group])
    return [row.aggregate.model for row in board.rows]


def test_every_item_that_is_not_inapplicable_is_demanded() -> None:
    rows = [("1", "scored", 1.0), ("3", "unmeasured", None), ("16", "inapplicable", None)]
    items = [
        RubricItem(id=name, name=name, dimension="functionality", status=status, score=score, reason="")
        for name, status, score in rows
    ]
    assert count_criteria(items) == {"functionality": CriteriaCount(measured=1, demanded=2)}
    assert count_criteria([]) == {}


def test_parts_of_another_score_do_not_move_a_rank() -> None:
    """Substeps of an application without a label are left out of the accuracy, which ranks."""
    some = {"substeps": CriteriaCount(measured=9, demanded=10)}
    better = [record(f"case-{n}", "better", scores={"accuracy": 80.0 + n}, criteria=some) for n in range(3)]
    whole = [record(f"case-{n}", "whole", scores={"accuracy": 10.0 + n}) for n in range(3)]
    assert total_criteria(better) == CriteriaCount(measured=27, demanded=30)
    assert ranking_criteria(better, SCORES) is None
    (board,) = boards_of([*whole, *better], SCORES)
    assert [row.aggregate.model for row in board.rows] == ["better", "whole"]


def test_missing_criteria_count_as_failed(subtests) -> None:
    rows = {
        "three of ten": (TAB_ONLY, {"functionality": 70.0, "aesthetics": 100.0, "total": 85.0}),
        "nothing measured of one score": (
            criteria((0, 10)),
            {"functionality": 0.0, "aesthetics": 100.0, "total": 50.0},
        ),
        "none": (WHOLE, {"functionality": 100.0, "aesthetics": 100.0, "total": 100.0}),
        "unknown": ({}, {"functionality": 100.0, "aesthetics": 100.0, "total": 100.0}),
    }
    for name, (count, expected) in rows.items():
        with subtests.test(name):
            found = with_missing_failed(record("a", total=100, criteria=count), COOKIE_SCORES)
            assert found.scores == pytest.approx(expected)


def test_a_rate_fails_and_a_loss_is_at_its_worst(subtests) -> None:
    count = {"own": CriteriaCount(measured=1, demanded=2)}
    specs = {
        "rate": (ScoreSpec(id="own", label="own", ranks=True, aggregation="rate"), 100.0, 0.0),
        "lower is better": (ScoreSpec(id="own", label="own", ranks=True, direction="lower"), 10.0, 55.0),
    }
    for name, (spec, value, expected) in specs.items():
        with subtests.test(name):
            one = record("a").model_copy(update={"scores": {"own": value}, "criteria": count})
            assert with_missing_failed(one, ScoreSet((spec,))).scores == {"own": expected}


def test_what_could_not_be_measured_never_ranks_above_what_was(subtests) -> None:
    weak = run("measured", 60, 62, 61)
    rows = {
        "three criteria in every item": run("other", 100, 100, 100, count=TAB_ONLY),
        "one criterion in every item": run("other", 100, 100, 100, count=criteria((9, 10))),
        "a criterion of the other score": run("other", 100, 100, 100, count=criteria((10, 10), (6, 7))),
    }
    for name, other in rows.items():
        with subtests.test(name):
            assert ranks(other, weak) == ["measured", "other"]
            assert ranks(weak, other) == ["measured", "other"]
    with subtests.test("a single query"):
        assert ranks(run("other", 100, count=TAB_ONLY), run("measured", 2)) == ["measured", "other"]
    with subtests.test("a model whose every item failed was measured"):
        assert ranks(run("other", 100, count=TAB_ONLY), [failed("case-0", "measured")]) == ["measured", "other"]
    with subtests.test("unjudged models stay last"):
        assert ranks([record("case-0", "unjudged", None)], run("other", 100, count=TAB_ONLY)) == ["other", "unjudged"]


def test_few_missing_criteria_cost_what_they_may_have_hidden(subtests) -> None:
    strays = [*run("strays", *[90.0] * 29), record("case-29", "strays", 90, criteria=TAB_ONLY)]
    with subtests.test("a clear lead stays"):
        assert ranks(run("measured", *[60.0, 62.0] * 15), strays) == ["strays", "measured"]
    with subtests.test("a lead within the missing part goes"):
        assert ranks(run("measured", *[89.9] * 30), strays) == ["measured", "strays"]
    with subtests.test("records from before the count are taken as they are"):
        assert ranks(run("old", 70, 71, count={}), run("measured", 60, 62)) == ["old", "measured"]


def test_the_terminal_marks_them(subtests) -> None:
    records = [*run("tab", 100, 100, count=TAB_ONLY), *run("measured", 60, 62)]
    text = "\n".join(report_lines(records, 100))
    assert "28/34*" in text
    assert "34/34 " in text
    assert "as if such criteria had failed" in text
    assert "none; 3 unmeasured*" in "\n".join(item_lines(records, 100))
    with subtests.test("nothing is said where nothing is missing"):
        assert "criteria" not in "\n".join(report_lines(run("measured", 60, 62), 100))


def test_a_comparison_is_not_won_by_missing_criteria(subtests) -> None:
    measured = Contender("a", run("m", *[80.0, 81.0] * 5))
    unmeasured = Contender("b", run("m", *[90.0, 91.0] * 5, count=TAB_ONLY))
    for name, sides, word in (("as B", (measured, unmeasured), "better"), ("as A", (unmeasured, measured), "worse")):
        with subtests.test(name):
            text = outcome_in_words(compare(*sides))
            assert text.startswith(f"B looks {word}, but that is not certain: m has 30 of 170 criteria unmeasured")
    with subtests.test("a loss is a loss"):
        assert outcome_in_words(compare(unmeasured, Contender("b", run("m", *[99.0, 98.0] * 5)))).startswith(
            "B is better"
        )
    with subtests.test("a lead that missing criteria cannot explain"):
        low = Contender("a", run("m", *[30.0, 31.0] * 5))
        assert outcome_in_words(compare(low, unmeasured)).startswith("B is better")


def test_a_gate_does_not_pass_by_missing_criteria(subtests) -> None:
    policy = parse_policy('decide_by = "mean"\n[minimum]\ntotal = 85\n[margin]\ntotal = 3\n', "policy")
    baseline = Baseline("old", run("m", 88, 88, 88))
    rows = {
        "measured": (run("m", 90, 90, 90), ["pass", "pass"]),
        "unmeasured": (run("m", 90, 90, 90, count=TAB_ONLY), ["cannot tell", "cannot tell"]),
        "so good that it passes anyway": (run("m", 100, 100, 100, count=criteria((9, 10))), ["pass", "pass"]),
        "a fail stays one": (run("m", 50, 50, 50, count=TAB_ONLY), ["fail", "fail"]),
    }
    for name, (records, expected) in rows.items():
        with subtests.test(name):
            rules = [rule for rule in decide(records, baseline, policy).rules if rule.rule == "total"]
            assert [rule.answer for rule in rules] == expected
            if expected[0] == "cannot tell":
                assert rules[0].reason.startswith("9 of 51 criteria could not be measured")


def test_the_site_marks_them(tmp_path) -> None:
    run = RunFolder.open(write_synthetic_run(tmp_path / "run"))
    marked = [one.model_copy(update={"criteria": TAB_ONLY}) if one.model == POLISHED else one for one in run.records()]
    (run.path / "records.jsonl").write_text("".join(one.model_dump_json() + "\n" for one in marked), encoding="utf-8")
    write_site(run)
    index = (run.path / "index.html").read_text(encoding="utf-8")
    assert "12 of 68 criteria unmeasured" in index
    assert "as if such criteria had failed" in index
    pages = [(run.path / one.folder / "index.html").read_text(encoding="utf-8") for one in marked]
    assert ["3 of 10 criteria unmeasured" in page for page in pages] == [one.model == POLISHED for one in marked]


def test_records_without_the_count_are_read(subtests) -> None:
    old = json.loads(record("a").model_dump_json())
    del old["criteria"]
    assert Record.model_validate(old).criteria == {}
    for name, wrong in (("more than all", {"measured": 3, "demanded": 2}), ("none", {"measured": 0, "demanded": 0})):
        with subtests.test(name), pytest.raises(ValueError, match="criteria"):
            Record.model_validate(old | {"criteria": {"total": wrong}})


def test_a_record_takes_the_count_from_its_verdict() -> None:
    item = RubricItem(id="3", name="n", dimension="functionality", status="unmeasured", reason="")
    verdict = Verdict(judge="j", judge_version="1", runnable=True, scores=scores(90, 80), items=(item,))
    found = apply_verdict(record("a"), verdict).criteria
    assert found == {"functionality": CriteriaCount(measured=0, demanded=1)}
