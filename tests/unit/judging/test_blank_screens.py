"""A page that is there when it loads and gone when it is used."""

from pathlib import Path

from PIL import Image, ImageDraw

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.trace import Change
from tests.unit.judging.evidence_builders import ANSWER, artifact, case, evidence, step, trace


def pictures(folder: Path, *blank: bool) -> Path:
    """A picture a step, blank or with a block in it."""
    (folder / "crawler" / "steps").mkdir(parents=True)
    for index, empty in enumerate(blank):
        picture = Image.new("RGB", (320, 180), "white")
        if not empty:
            ImageDraw.Draw(picture).rectangle((10, 10, 90, 60), fill="navy")
        picture.save(folder / "crawler" / "steps" / f"{index:03d}.png")
    return folder


def test_a_page_that_is_gone_before_it_is_used_scores_nothing(tmp_path: Path):
    unreachable = step(1, ref="b1", outcome="unreachable", problem="the element is gone")
    seen = evidence(trace=trace(step(0, "look"), unreachable, step(2, "reload", change=ANSWER)))
    verdict = make_measured_judge().judge(case(), artifact(), seen, pictures(tmp_path, True, True, False))
    assert (verdict.runnable, verdict.scores["total"]) == (False, 0)
    assert verdict.findings[0].title == "The page goes blank by itself"


def test_a_page_that_is_gone_after_a_press_fails_where_it_is_used(tmp_path: Path):
    steps = [step(0, "look"), *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4))]
    gone = [step(i, ref=f"b{i}", change=Change(seen=i == 4)) for i in (4, 5, 6)]
    whole = make_measured_judge().judge(case(), artifact(), evidence(trace=trace(*steps, *gone)), tmp_path)
    folder = pictures(tmp_path, False, False, False, False, True, True, True)
    verdict = make_measured_judge().judge(case(), artifact(), evidence(trace=trace(*steps, *gone)), folder)
    assert verdict.runnable
    assert "The page goes blank during use" in [finding.title for finding in verdict.findings]
    assert verdict.scores["total"] < whole.scores["total"]


def test_an_empty_canvas_now_and_then_is_no_fault(tmp_path: Path):
    steps = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
    verdict = make_measured_judge().judge(
        case(), artifact(), evidence(trace=trace(*steps)), pictures(tmp_path, False, True, True, False)
    )
    assert verdict.findings == ()
