"""Where points are lost: criteria, kinds of findings and slices, worked out by hand."""

import pytest

from pytest_cookie.core.slices import COMMON, ItemPart, SliceSpec
from pytest_cookie.core.verdict import Finding, RefereeScores, RubricItem, Verdict
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.site.addresses import page_of
from pytest_cookie.reporting.site.index.grid_data import own_slices
from pytest_cookie.reporting.site.index.where_lost import MOST_MODELS, CriterionSum, group_of, where_lost
from pytest_cookie.reporting.site.item.lost_points import criteria_line
from tests.cookie_scores import COOKIE_SCORES, leaderboards
from tests.synthetic_run import FLAWED, POLISHED, make_record
from tests.unit.reporting.page import Page

TOPICS = (("moth-and-lanterns", "a"), ("hostile-strings", "a"), ("umsatz-uebersicht", "b"))


def _finding(kind: str, severity: str = "major") -> Finding:
    return Finding(dimension="functionality", severity=severity, title=f"About {kind}", why="", kind=kind)


def _lost(records, specs=COMMON, criteria=None, lost=None):
    return where_lost(records, leaderboards(records), COOKIE_SCORES, specs, criteria or {}, lost)


def test_kinds_count_items_and_findings_of_models_are_told_apart():
    twice = (_finding("dead-control"), _finding("dead-control"), _finding(""))
    records = [
        make_record(findings=twice),
        make_record("hostile-strings", findings=(_finding("blank-page", "critical"),)),
        make_record(model=FLAWED, findings=(_finding("dead-control"),)),
        make_record("hostile-strings", FLAWED, outcome="unscored", functionality=None, aesthetics=None, total=None),
    ]
    (lost,) = _lost(records)
    assert lost.unnamed == 1
    dead, blank = lost.kinds
    assert (dead.name, dead.items, dead.example) == ("Dead control", 2, "About dead-control")
    assert [(cell.items, cell.judged) for cell in dead.cells] == [(1, 2), (1, 1)]
    assert dead.cells[0].href == "#finding=dead-control&model=sample%2Fpolished"
    assert [cell.items for cell in blank.cells] == [1, 0]


def test_each_referee_loses_points_on_its_own():
    def record(case, model, first, second, **changes):
        totals = {"m/one": first, "m/two": second}
        given = [RefereeScores(judge=name, scores={"total": total}) for name, total in totals.items()]
        return make_record(case, model, judge="m/one,m/two", referees=given, total=first, **changes)

    records = [
        record("moth-and-lanterns", POLISHED, 80.0, 10.0, findings=(_finding("dead-control"),)),
        record("hostile-strings", POLISHED, 60.0, 30.0),
        record("umsatz-uebersicht", POLISHED, 90.0, 50.0),
        record("单位换算", POLISHED, 95.0, None),
    ]
    sums = {(group_of(records[0]), POLISHED): {"1": CriterionSum("Start", "functionality", 2.0, 10.0, 2)}}
    first, second = _lost(records, criteria=sums, lost={records[1].folder: (("Is it new?", 10.0),)})
    assert {row.lost for row in first.slices} == {(), (("Is it new?", 10.0, page_of(records[1].folder)),)}
    assert {row.lost for row in second.slices} == {()}
    assert [row.name for row in first.criteria] == ["1 Start"]
    assert not second.criteria
    assert [(kind.name, kind.cells[0].judged) for one in (first, second) for kind in one.kinds] == [
        ("Dead control", 4),
        ("Dead control", 3),
    ]
    assert [one.slices[0].interval.mean for one in (first, second)] == [70.0, 20.0]


def test_the_worst_slices_come_first_with_the_findings_that_cost_most():
    minor = tuple(_finding("low-contrast", "minor") for _ in range(3))
    records = [
        make_record(total=40.0, findings=(*minor, _finding("blank-page", "critical"))),
        make_record("hostile-strings", total=60.0),
        make_record("umsatz-uebersicht", total=90.0),
    ]
    (lost,) = _lost(records)
    english = lost.slices[0]
    assert (english.value, english.label, english.items, english.interval.mean) == ("en", "language", 2, 50.0)
    assert [(name, count) for name, count, _ in english.kinds] == [("Blank page", 1), ("Low contrast", 3)]
    assert english.kinds[0][2] == "#language=en&model=sample%2Fpolished&finding=blank-page"


def test_slices_without_findings_have_the_items_of_checklists_that_lost_most():
    topic = SliceSpec(id="topic", label="topic", about="a: one thing, b: another")
    records = [make_record(case, slices={"topic": value}) for case, value in TOPICS]
    (lost,) = _lost(records, (topic,), lost={one.folder: ((one.case, place),) for place, one in enumerate(records, 4)})
    assert lost.costliest == "items"
    assert lost.values == ("a: one thing, b: another",)
    (a,) = [row for row in lost.slices if row.value == "a"]
    assert a.lost == (
        ("hostile-strings", 5, page_of(records[1].folder)),
        ("moth-and-lanterns", 4, page_of(records[0].folder)),
    )
    assert _lost(records, (topic,))[0].costliest == ""
    with_findings = [one.model_copy(update={"findings": (_finding("x"),)}) for one in records]
    assert _lost(with_findings, (topic,))[0].costliest == "findings"


def test_the_labels_of_a_protocol_filter_too_also_those_of_parts():
    topic = SliceSpec(id="topic", label="topic", part="tasks")
    parts = [ItemPart(slices={"topic": ("forms",)}, scores={"total": 10.0}), ItemPart(slices={"topic": ("a&b",)})]
    records = [make_record(case, parts=parts) for case in ("moth-and-lanterns", "hostile-strings")]
    specs = (*COMMON, topic)
    assert set(own_slices(records, specs).values()) == {("topic:a&b", "topic:forms")}
    (lost,) = _lost(records, specs)
    worst = lost.slices[0]
    assert (worst.value, worst.items, worst.counted) == ("forms", 2, "tasks")
    assert worst.href == "#slice=topic%3Aforms&model=sample%2Fpolished"


def test_columns_that_are_left_out_are_counted():
    records = [make_record(model=f"m{number:02}", findings=(_finding("x"),)) for number in range(MOST_MODELS + 3)]
    (lost,) = _lost(records)
    assert (len(lost.models), lost.left_out, len(lost.kinds[0].cells)) == (MOST_MODELS, 3, MOST_MODELS)


def test_criteria_by_model_most_points_first():
    records = [make_record(), make_record(model=FLAWED, total=50.0)]
    group = ("cookie", "html", "measured", "crawler")
    sums = {
        (group, POLISHED): {
            "1": CriterionSum("Renders", "functionality", score=1.0, points=0.0, items=1),
            "3": CriterionSum("Logic", "functionality", score=1.5, points=6.0, items=2),
        },
        (group, FLAWED): {"3": CriterionSum("Logic", "functionality", score=0.25, points=9.0, items=1)},
    }
    (lost,) = _lost(records, criteria=sums)
    assert [(row.name, row.points, row.scores) for row in lost.criteria] == [
        ("3 Logic", 5.0, (75.0, 25.0)), ("1 Renders", 0.0, (100.0, None)),
    ]  # fmt: skip


def test_what_is_kept_of_a_verdict_are_ids_scores_and_points():
    items = tuple(
        RubricItem(id=one, name="N", dimension=part, status="scored", score=score, reason="")
        for one, part, score in (("1", "functionality", 1), ("3", "functionality", 0.5), ("8 x", "aesthetics", 1))
    )
    scores = {"functionality": 75.0, "aesthetics": 100.0, "total": 87.5}
    verdict = Verdict(judge="measured", judge_version="1", runnable=True, scores=scores, items=items)
    assert criteria_line(verdict, COOKIE_SCORES) == "1:1:0 3:0.5:12.5"  # half of the total, half of its two criteria
    assert criteria_line(verdict.model_copy(update={"items": ()}), COOKIE_SCORES) == ""
    assert criteria_line(None, COOKIE_SCORES) == ""


@pytest.mark.parametrize("times", [1, 2])
def test_the_index_has_the_criteria_of_all_pages_also_of_those_that_are_kept(run: RunFolder, times: int):
    items = tuple(
        RubricItem(id=one, name=name, dimension=part, status="scored", score=score, reason="")
        for one, name, part, score in (("1", "Renders", "functionality", 0.9), ("8", "Order", "aesthetics", 0.8))
    )
    for record in run.records():
        if record.outcome == "scored":
            scores = {"functionality": 90.0, "aesthetics": 80.0, "total": 85.0}
            verdict = Verdict(judge="measured", judge_version="1", runnable=True, scores=scores, items=items)
            path = run.path / record.folder / "verdicts/measured.json"
            path.write_text(verdict.model_dump_json(), encoding="utf-8")
    for _ in range(times):
        write_site(run)
    text = " ".join(Page(run.path / "index.html").text.split())
    assert "8 Order aesthetics 12.1 80.0 70.0" in text  # six items lose 10, and the failed one its own 25
    assert "1 Renders functionality 4.3 90.0 93.3" in text
