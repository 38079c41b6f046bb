"""An item's page says by criterion where its points went, where that adds up."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.verdict import Finding, RubricItem, Verdict
from pytest_cookie.protocols.artifactsbench.protocol import SCORES as ARTIFACTSBENCH_SCORES
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.environment import sentences
from pytest_cookie.reporting.site.item.findings import FindingView, LinkTargets
from pytest_cookie.reporting.site.item.lost_points import (
    LIMIT,
    LostPoints,
    criteria_line,
    lost_items,
    lost_points,
    points_by_criterion,
)
from tests.scores import scores


def item(name: str, dimension: str, score: float | None) -> RubricItem:
    status = "inapplicable" if score is None else "scored"
    measured = {"id": name, "name": f"Criterion {name}", "dimension": dimension, "status": status, "score": score}
    return RubricItem.model_validate({**measured, "reason": f"measured {name}"})


ITEMS = (
    item("1", "functionality", 0.8),
    item("2", "functionality", 0.4),
    item("3", "functionality", None),
    item("4", "aesthetics", 0.9),
    item("5", "aesthetics", 0.995),
)


def verdict(functionality: float, aesthetics: float, items: tuple[RubricItem, ...] = ITEMS) -> Verdict:
    given = scores(functionality, aesthetics)
    return Verdict(judge="measured", judge_version="1", runnable=True, scores=given, items=items)


def brief(lost: tuple[LostPoints, ...]) -> list[tuple[str, float]]:
    return [(one.criterion, round(one.points, 2)) for one in lost]


def test_the_points_add_up_to_what_the_total_lost(subtests: pytest.Subtests) -> None:
    rows = (
        ("half a criterion's share of its score", verdict(60, 94.75), [("2", 15), ("1", 5), ("4", 2.5), ("5", 0.13)]),
        ("a limit is told as one", verdict(30, 94.75), [("2", 15), (LIMIT, 15), ("1", 5), ("4", 2.5), ("5", 0.13)]),
        ("a small one, too", verdict(59.5, 94.75), [("2", 15), ("1", 5), ("4", 2.5), (LIMIT, 0.25), ("5", 0.13)]),
        ("weighted otherwise: nothing is claimed", verdict(70, 94.75), []),
        ("a score without criteria: nothing is claimed", verdict(60, 94.75, ITEMS[:3]), []),
        ("a model's verdict has no criteria", verdict(60, 94.75, ()), []),
    )
    for name, judged, wanted in rows:
        with subtests.test(name):
            assert brief(lost_points(judged, COOKIE_SCORES, ())) == wanted
    assert lost_points(None, COOKIE_SCORES, ()) == ()


CHECKLIST = (item("0", "vision", 0.5), item("1", "code", 1), item("2", "code", 0.75), item("3", "vision", None))


def of_checklist(overall: float, items: tuple[RubricItem, ...] = CHECKLIST) -> Verdict:
    given = {"overall": overall, "vision": 50.0, "code": 87.5, "dom_score": 98.5}
    return Verdict(judge="m", judge_version="1", runnable=True, scores=given, items=items)


def test_items_of_a_checklist_take_their_points_off_the_score_that_ranks(subtests: pytest.Subtests) -> None:
    rows = (
        ("the score is their mean", of_checklist(75), [("0", 100 / 6), ("2", 100 / 12)]),
        (
            "rounded to two digits",
            of_checklist(66.67, CHECKLIST[1:2] * 2 + (item("2", "vision", 0),)),
            [("2", 100 / 3)],
        ),
        ("the mean of several replies, or unequal weights: nothing is claimed", of_checklist(70), []),
        ("no items", of_checklist(75, ()), []),
    )
    for name, judged, wanted in rows:
        with subtests.test(name):
            lost = lost_points(judged, ARTIFACTSBENCH_SCORES, ())
            assert [(one.criterion, one.points) for one in lost] == [(n, pytest.approx(points)) for n, points in wanted]
    assert lost_points(of_checklist(75), ARTIFACTSBENCH_SCORES, ())[0].label == "vision items"
    assert points_by_criterion(of_checklist(75), ARTIFACTSBENCH_SCORES)["1"] == pytest.approx((0, 100 / 3))
    kept = lost_items(of_checklist(75), ARTIFACTSBENCH_SCORES)
    assert json.loads(kept) == [["Criterion 0", 16.67], ["Criterion 2", 8.33]]
    assert lost_items(of_checklist(70), ARTIFACTSBENCH_SCORES) == ""
    assert criteria_line(of_checklist(75), ARTIFACTSBENCH_SCORES) == ""  # item 0 is something else in each case


def test_a_criterion_names_its_findings_by_their_number_on_the_page(tmp_path: Path) -> None:
    targets = LinkTargets(ItemFiles(tmp_path), {}, has_film=False, scores=COOKIE_SCORES)

    def view(title: str, criterion: str) -> FindingView:
        finding = {"dimension": "functionality", "severity": "major", "title": title, "why": "", "item": criterion}
        return targets.finding(Finding.model_validate(finding))

    shown = (view("one", "2"), view("other", "1"), view("two", "2"), view("three", "2"))
    second, first, *_ = lost_points(verdict(60, 94.75), COOKIE_SCORES, shown)
    assert [(number, one.finding.title) for number, one in second.findings] == [(1, "one"), (3, "two")]
    assert [(number, one.finding.title) for number, one in first.findings] == [(2, "other")]
    assert first.reason == "measured 1"
    points = points_by_criterion(verdict(60, 94.75), COOKIE_SCORES)
    assert points[second.criterion] == pytest.approx((second.points, second.of))
    assert sum(of for _, of in points.values()) == pytest.approx(100)


def test_a_reason_is_shown_as_sentences(subtests: pytest.Subtests) -> None:
    for reason, parts in (
        ("6 inputs worked; 1 fault: 58% off", ("6 inputs worked.", "1 fault: 58% off.")),
        ("9 texts (0%, in pixels 0%; weighs 60 %), 1 hue", ("9 texts (0%, in pixels 0%; weighs 60 %), 1 hue.",)),
        ("it says “a; b”; end…", ("It says “a; b”.", "End…")),
        ("; ;", ()),
        ("unmatched ); next", ("Unmatched ).", "Next.")),
        ("页面正常。没有按钮！", ("页面正常。没有按钮！",)),
        ("", ()),
    ):
        with subtests.test(reason):
            assert sentences(reason) == parts
