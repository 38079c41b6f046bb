"""No fault is deducted twice; confirmed deductions get step and film; findings show the picture with the fault."""

from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.core.action import Resize
from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Trace
from pytest_cookie.judging.model.judge_context import find_width
from pytest_cookie.judging.model.replies import Breakdown
from pytest_cookie.judging.model.settings import JudgeSettings
from tests.provider.quotes import quotes, unquoted
from tests.unit.judging.evidence_builders import perception, step
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import JUMPING, PROMPTS, Item, problem
from tests.unit.judging.model.test_what_is_sent import with_sound

NARROW = "The last column is clipped at 375 px"
STATIC = {
    "functionality": {
        "base": 7.5,
        "bonuses": [{"points": 0.3, "reason": "undo"}],
        "deductions": [{"points": 0.5, "reason": NARROW}, {"points": 0.3, "reason": "The pause key is not named"}],
    },
    "aesthetics": {"base": 6.0, "bonuses": [], "deductions": [{"points": 0.4, "reason": "Grey on grey"}]},
    "reasoning": "Nearly complete.",
}


def detected(*problems: dict) -> dict:
    return {"problems": list(problems), "summary": "Running works; the jump fails; the flag was not reached."}


def adjusted(*functionality: dict, aesthetics: tuple[dict, ...] = ()) -> dict:
    return {
        "functionality": {"adjustments": [{"reason": "r", **change} for change in functionality]},
        "aesthetics": {"adjustments": [{"reason": "r", **one} for one in aesthetics]},
        "reasoning": "The first gap cannot be crossed.",
    }


@pytest.mark.parametrize(("cost", "score"), [(-0.5, 7.0), (-0.2, 7.0), (-1.2, 6.3)])
def test_what_the_provisional_score_lost_for_a_fault_is_not_deducted_again(
    http_judge: HttpJudge, tmp_path: Path, cost: float, score: float
):
    confirmed = problem(title="The last column is cut", deduction="D1", video_seconds=1.25)
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        problem_detection=detected(confirmed),
        score_adjustment=adjusted({"problem": 1, "points": cost}),
    )
    assert verdict.stages[0].scores["functionality"] == 7.0  # 7.5 + 0.3 − 0.8
    assert verdict.stages[-1].scores["functionality"] == score
    sent = http_judge.asked["score_adjustment"].text
    assert "D1 functionality: -0.50 The last column is clipped at 375 px" in sent
    assert "1. major, functionality, step 3, 1.25 s, already deducted: 0.50 as D1: The last column is cut." in sent
    assert "the program subtracts the points already deducted" in sent
    columns = [finding for finding in verdict.findings if "column" in finding.title]
    assert [(column.step, column.video_ms) for column in columns] == [(JUMPING, 1_250)], "one finding, with its moment"
    assert f"({min(cost, -0.5):+.2f} of 8, 0.50 of it in the provisional score" in columns[0].why


def test_a_confirmed_deduction_keeps_its_dimension(http_judge: HttpJudge, tmp_path: Path):
    elsewhere = problem(title="Grey text", dimension="functionality", deduction=3)
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        problem_detection=detected(elsewhere),
        score_adjustment=adjusted({"problem": 1, "points": -1.0}, aesthetics=({"problem": 1, "points": -0.6},)),
    )
    assert verdict.stages[-1].scores["functionality"] == 7.0
    assert verdict.stages[-1].scores["aesthetics"] == 5.4  # 6 − 0.4 − 0.2
    assert any("problem 1 belongs to aesthetics" in note for note in verdict.notes)


def test_a_deduction_is_given_back_by_its_number_and_no_more_than_it_took(http_judge: HttpJudge, tmp_path: Path):
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        score_adjustment=adjusted(
            {"problem": None, "deduction": 2, "points": 2.0}, {"problem": None, "deduction": 3, "points": 0.4}
        ),
    )
    assert verdict.stages[-1].scores["functionality"] == 7.3
    assert verdict.stages[-1].scores["aesthetics"] == 5.6
    assert [finding.title for finding in verdict.findings] == [NARROW, "Grey on grey"]
    assert any("only 0.30 of +2.00 is given back" in note for note in verdict.notes)
    assert any("there is no deduction D3 of functionality" in note for note in verdict.notes)


def test_what_was_given_back_is_not_covered_for_a_problem(http_judge: HttpJudge, tmp_path: Path):
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        problem_detection=detected(problem(deduction=1)),
        score_adjustment=adjusted({"problem": 1, "points": -1.0}, {"deduction": 1, "points": 0.5}),
    )
    assert verdict.stages[-1].scores["functionality"] == 6.5  # 7 + 0.5 − 1


def test_a_deduction_that_does_not_exist_or_is_named_twice_is_noted(http_judge: HttpJudge, tmp_path: Path):
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        problem_detection=detected(problem(deduction=1), problem(deduction=1), problem(deduction=9)),
    )
    assert len(http_judge.provider.asked) == 4, "asked again once"
    told = " ".join(verdict.notes)
    assert "problem 2 names deduction D1" in told
    assert "problem 3 names deduction D9" in told


def test_a_wrong_deduction_number_is_asked_for_again(http_judge: HttpJudge, tmp_path: Path):
    wrong, right = detected(problem(deduction=9), problem(deduction=9)), detected(problem(deduction=1))
    verdict = http_judge.judge(
        Item(tmp_path),
        static_scoring=STATIC,
        problem_detection=iter([wrong, right]),
        score_adjustment=adjusted({"problem": 1, "points": -0.5}),
    )
    assert verdict.stages[-1].scores["functionality"] == 7.0, "deducted once"
    assert not [note for note in verdict.notes if "deduction" in note]
    first, again = [asked for asked in http_judge.provider.asked if asked.reply_name == "problem_detection"]
    assert again.messages[: len(first.messages)] == first.messages
    assert again.messages[-1].text.splitlines()[1] == (
        "problem 1 names deduction D9, which does not exist; problem 2 names deduction D9, which does not exist. "
        "There are D1, D2, D3. Each belongs to the one problem with the same cause; others have null."
    )
    assert verdict.stages[1].spend.calls == 2


def test_bonuses_do_not_make_up_for_faults():
    said = {"base": 7.6, "bonuses": [{"points": 0.8, "reason": "a"}, {"points": 0.5, "reason": "b"}]}
    whole = Breakdown.model_validate({**said, "deductions": [{"points": 0.5, "reason": "c"}]})
    assert [round(part.points, 2) for part in whole.counted_bonuses] == [0.4, 0.0]
    assert whole.score == 7.5


def test_the_last_stage_gets_the_summary_and_the_sound(http_judge: HttpJudge, tmp_path: Path):
    item = with_sound(Item(tmp_path))
    verdict = http_judge.judge(item, settings=JudgeSettings(takes_audio=True), problem_detection=detected(problem()))
    sent = http_judge.asked["score_adjustment"]
    (summary,) = [block.text for block in quotes(sent.text) if block.label == "summary"]
    assert summary == "Running works; the jump fails; the flag was not reached."
    assert "A tone of 440 Hz." in sent.text
    assert sent.media[-1].kind == "audio"
    heard = verdict.stages[-1].saw[-1]
    assert heard.startswith("evidence/crawler/film.mp4: The sound of the exploration")


def test_the_last_stage_reads_of_the_sound_if_its_model_cannot_hear(http_judge: HttpJudge, tmp_path: Path):
    item = Item(tmp_path, film=False)
    sound = SoundDescription(
        duration_ms=3_000, silent=False, summary="Two beats.", peak_dbfs=-6.0, rms_dbfs=-20.0,
        loudness_lufs=-20.0, clipped_share=0.0, silent_share=0.9, onsets_ms=(250, 750),
    )  # fmt: skip
    (item.folder / "crawler" / "sound.json").write_text(sound.model_dump_json())
    session = item.evidence.sessions[1].model_copy(update={"sound_file": "sound.json"})
    item.evidence = item.evidence.model_copy(update={"sessions": (SessionEvidence(name="static"), session)})
    http_judge.judge(item)
    assert "Two beats." in http_judge.asked["score_adjustment"].text
    assert "Onsets: 2, at (s): 0.25, 0.75" in http_judge.asked["score_adjustment"].text
    assert all(medium.kind == "image" for medium in http_judge.asked["score_adjustment"].media)


def test_the_last_stage_sees_the_page_and_the_moments_that_differ_most(http_judge: HttpJudge, tmp_path: Path):
    item = Item(tmp_path)
    for index, colour in enumerate(("black", "black", "crimson", "gold")):
        Image.new("RGB", (320, 180), colour).save(item.folder / "crawler" / "steps" / f"{index:03}.png")
    verdict = http_judge.judge(item)
    sent = http_judge.asked["score_adjustment"]
    captions = [line for line in unquoted(sent.text).splitlines() if line.startswith(("The whole page", "In use, "))]
    assert len(captions) == len(sent.media)
    assert captions[0].startswith("The whole page at 1280 px")
    assert any("step 2 (" in line for line in captions[1:])
    assert any(f"step {JUMPING} (" in line for line in captions[1:])
    assert not any("step 0 (" in line for line in captions), "the start is seen in the page as it loaded"
    assert [seen.partition(": ")[2] for seen in verdict.stages[-1].saw] == captions


def judged_overall(functionality: dict[str, object], aesthetics: dict[str, object] | None = None) -> dict[str, object]:
    return {
        "functionality": {"adjustments": [], **functionality},
        "aesthetics": {"adjustments": [], **(aesthetics or {})},
        "reasoning": "",
    }


def test_the_overall_judgment_gives_the_score_and_the_parts_add_up_to_it(
    http_judge: HttpJudge, tmp_path: Path, subtests
):
    """Stage 1 gives 7.5 for functionality."""
    minus = {"adjustments": [{"problem": 1, "points": -1.0, "reason": "it cannot be won"}]}
    cases = {
        "none, as in replies of before": ({**minus}, 6.5, 0.0),
        "equal": ({**minus, "overall": 6.5}, 6.5, 0.0),
        "worse": ({**minus, "overall": 2.0, "why_overall": "nobody gets past the start"}, 2.0, -4.5),
        "better": ({"overall": 8.4, "why_overall": "all works"}, 8.0, 0.5),
        "a little worse": ({"overall": 7.3}, 7.3, -0.2),
    }
    for number, (name, (said, score, row)) in enumerate(cases.items()):
        with subtests.test(name):
            verdict = http_judge.judge(
                Item(tmp_path / str(number)),
                problem_detection=detected(problem()),
                score_adjustment=judged_overall(said),
            )
            final = verdict.stages[-1]
            assert final.scores["functionality"] == score
            points = [one for one in final.points if one.dimension == "functionality"]
            assert sum(one.points for one in points) == pytest.approx(score)
            overall = [one for one in points if one.reason.startswith("overall: ")]
            assert [one.points for one in overall] == ([row] if row else [])
            titles = [finding.title for finding in verdict.findings]
            assert ("nobody gets past the start" in titles) == (row == -4.5)


def test_an_overall_judgment_far_from_its_parts_is_asked_for_a_reason_once(http_judge: HttpJudge, tmp_path: Path):
    unexplained = judged_overall({"overall": 3.0})
    verdict = http_judge.judge(Item(tmp_path), score_adjustment=iter([unexplained, unexplained]))
    asked = [one for one in http_judge.provider.asked if one.reply_name == "score_adjustment"]
    assert len(asked) == 2
    assert "functionality: the start and the adjustments give 7.5, and overall is 3.0" in asked[1].text
    assert verdict.stages[-1].scores["functionality"] == 3.0


def test_a_finding_shows_the_picture_of_the_width_that_it_names(http_judge: HttpJudge, tmp_path: Path):
    told = detected(
        problem(title="The menu covers the title", why="On a phone it does.", step=None, video_seconds=None),
        problem(title="The menu covers the title", why="At 375px it does.", step=1, video_seconds=None),
        problem(title="At 375 px the menu stays open", step=5, video_seconds=None),
        problem(title="The score is not counted", step=1, video_seconds=None),
    )
    item = resized(Item(tmp_path))
    verdict = http_judge.judge(item, static_scoring=STATIC, problem_detection=told)
    problems = [(one.evidence, one.video_ms) for one in verdict.stages[1].problems]
    assert problems == [
        ("static/mobile.png", None),
        ("static/mobile.png", 390),
        ("crawler/steps/005.png", 3_000),
        ("crawler/steps/001.png", 390),
    ]
    pictures = {finding.title: finding.evidence for finding in verdict.findings if finding.step is None}
    assert pictures[NARROW] == "static/mobile.png"
    assert pictures["Grey on grey"] == "static/desktop.png"


def resized(item: Item) -> Item:
    """The session goes on at phone width: step 4 resizes the window, step 5 clicks."""
    for index in (4, 5):
        Image.new("RGB", (375, 812), "navy").save(item.folder / "crawler" / "steps" / f"{index:03}.png")
    narrow = step(4, "look", page_ms=3_100).model_copy(update={"action": Resize(value="375x812")})
    steps = (*item.evidence.trace.steps, narrow, step(5, ref="b0", page_ms=3_200))
    item.evidence = item.evidence.model_copy(update={"trace": Trace(policy="crawler", steps=steps)})
    return item


def test_the_scale_is_anchored_and_the_start_has_one_meaning(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(Item(tmp_path))
    static, detection, adjustment = (
        unquoted(http_judge.asked[form].messages[0].text)
        for form in ("static_scoring", "problem_detection", "score_adjustment")
    )
    for level in (0, 2, 4, 6, 8):
        for text in (static, adjustment):
            (row,) = [line for line in text.splitlines() if line.startswith(f"| {level} |")]
            assert row.count("|") == 5
    assert "They count there only: they are not deductions" in static
    assert "That score already contains the deductions" in adjustment
    assert "`deduction`" in detection
    assert {prompt.version for prompt in PROMPTS.used(None)} == {"6", "7"}


@pytest.mark.parametrize(
    ("described", "width"),
    [
        ("The table is clipped at 375 px", 375),
        ("Fine at 1280px, but clipped at 375px", 375),
        ("On phones the menu covers the title", 375),
        ("The mobile layout overlaps", 375),
        ("Two columns remain on a tablet", 768),
        ("The phone number is not checked", None),
        ("The error on the phone number field never shows", None),
        ("The gap is 400 px wide", None),
        ("", None),
    ],
)
def test_a_description_names_a_width_or_none(described: str, width: int | None):
    assert find_width(described, perception()) == width
