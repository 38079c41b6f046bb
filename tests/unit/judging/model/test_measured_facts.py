"""Facts for a model judge are true or absent: no scores, no credit from another step, no silence of what sounds."""

import re
from pathlib import Path

import pytest

from pytest_cookie.checks.registry import make_measured_judge
from pytest_cookie.core.action import Drag, Hover, Type, Wait
from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.page import Element
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Change, Coverage, Trace
from pytest_cookie.judging.model.measured_facts import format_facts
from pytest_cookie.judging.model.prompt_sections import format_step
from tests.provider.quotes import quotes, unquoted
from tests.unit.judging.evidence_builders import (
    ANSWER,
    case,
    control,
    inventory,
    layout,
    perception,
    step,
    styling,
    subject,
    views,
)  # fmt: skip
from tests.unit.judging.model.over_http import HttpJudge
from tests.unit.judging.model.scripted import Item

PADS = ("Kick", "Snare", "Hat")


def facts_of(http_judge: HttpJudge, form: str = "problem_detection") -> str:
    (block,) = [quote for quote in quotes(http_judge.asked[form].text) if quote.label == "measured facts"]
    return block.text


def drum_machine(folder: Path, *, onsets_ms: tuple[int, ...], sounding: tuple[str, ...] = ()) -> Item:
    """Three pads without a visible effect, and a button that answers. A sound begins at `onsets_ms`;
    the page sounded in answer to the pads in `sounding`."""
    controls = tuple(control(f"b{index}", name) for index, name in enumerate((*PADS, "Tempo")))
    steps = (
        step(0, "look", page_ms=100),
        *(step(1 + index, ref=f"b{index}", target=name, page_ms=600 + 500 * index) for index, name in enumerate(PADS)),
        step(4, ref="b3", target="Tempo", change=ANSWER, page_ms=2_600),
        step(5, ref="b3", target="Tempo", change=ANSWER, page_ms=2_900),
    )
    steps = tuple(
        s.model_copy(update={"change": s.change.model_copy(update={"sounded": s.action.target in sounding})})
        for s in steps
    )
    item = Item(folder, perception=perception(inventory=inventory(controls=controls)), trace=Trace(
        policy="crawler", steps=steps, coverage=Coverage(controls_found=67, controls_exercised=4),
        summary="5 actions used 4 of 67 controls.",
    ))  # fmt: skip
    sound = SoundDescription(
        duration_ms=3_000, silent=False, summary="Two beats.", peak_dbfs=-6.0, rms_dbfs=-20.0,
        loudness_lufs=-20.0, clipped_share=0.0, silent_share=0.9, onsets_ms=onsets_ms,
    )  # fmt: skip
    (item.folder / "crawler" / "sound.json").write_text(sound.model_dump_json())
    session = item.evidence.sessions[1].model_copy(update={"sound_file": "sound.json"})
    item.evidence = item.evidence.model_copy(update={"sessions": (SessionEvidence(name="static"), session)})
    return item


def test_a_control_that_sounds_is_not_said_to_do_nothing(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(drum_machine(tmp_path / "sounding", onsets_ms=(250, 750), sounding=("Kick", "Snare")))
    facts = facts_of(http_judge)
    assert "a sound began in steps: 1, 2" in facts
    assert "“Hat” does nothing" in facts
    assert "“Kick” does nothing" not in facts
    assert "Snare" not in facts
    http_judge.judge(drum_machine(tmp_path / "silent", onsets_ms=()))
    assert "does nothing" in facts_of(http_judge)
    assert "a sound began" not in facts_of(http_judge)


def test_a_page_that_sounds_by_itself_gives_its_dead_controls_no_credit(http_judge: HttpJudge, tmp_path: Path):
    beat = tuple(range(0, 3_000, 250))
    http_judge.judge(drum_machine(tmp_path / "metronome", onsets_ms=beat, sounding=("Kick",)))
    facts = facts_of(http_judge)
    assert "“Kick” does nothing" not in facts
    assert "“Snare” does nothing" in facts


def test_facts_contain_no_scores_of_the_measured_judge(http_judge: HttpJudge, tmp_path: Path):
    narrow = layout(overflow_px=36, document_height=2_340, truncated=(Element(selector="#t", text="Total weight"),))
    item = Item(tmp_path, perception=perception(views=views(mobile=narrow)))
    http_judge.judge(item)
    verdict = make_measured_judge().judge(
        case("action", brief="Super Mario"), item.artifact, item.evidence, item.folder
    )
    scored = [row for row in verdict.items if row.status == "scored"]
    assert scored
    for form in ("problem_detection", "score_adjustment"):
        facts = facts_of(http_judge, form)
        assert "they contain no scores" in unquoted(http_judge.asked[form].text)
        assert "375 px wide: the page is 2340 px high and has" in facts
        assert "it scrolls sideways by 36 px" in facts
        assert "text cut off by its box: “Total weight”" in facts
        assert not [row.name for row in scored if row.reason[:60] in facts or f"{row.name}:" in facts]
        assert not re.search(r"\d ?%|weighted|required|\d+ inputs? worked", facts), facts


def test_the_number_of_controls_is_not_told_since_rendering_again_raises_it(http_judge: HttpJudge, tmp_path: Path):
    http_judge.judge(drum_machine(tmp_path, onsets_ms=()))
    for form in ("problem_detection", "score_adjustment"):
        assert "of 67" not in http_judge.asked[form].text
        assert "The exploration stopped because" in http_judge.asked[form].text


@pytest.mark.parametrize("answered", [False, True])
def test_wrong_input_gets_no_credit_from_a_later_click(http_judge: HttpJudge, tmp_path: Path, answered: bool):
    refusal = Change(seen=True, pixels=0.01, appeared_text=("Enter a number",))
    wrong = Type(ref="b0", target="Amount", role="textbox", value="abc", intent="invalid")
    helped = Change(seen=True, pixels=0.2, appeared_text=("How to start",))
    steps = (
        step(0, "look", page_ms=50),
        step(1, page_ms=500, change=refusal if answered else Change()).model_copy(update={"action": wrong}),
        step(2, ref="b1", target="Help", change=helped, page_ms=900),
        step(3, ref="b1", target="Help", change=ANSWER, page_ms=1_300),
    )  # fmt: skip
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=steps)))
    facts = facts_of(http_judge)
    (line,) = [line for line in facts.splitlines() if "wrong on purpose" in line]
    assert line.startswith("step 1: wrong on purpose: type “abc” “Amount”; in the same step: ")
    assert line.endswith("appeared: Enter a number" if answered else "no response")
    assert "refused with a message" not in facts


def test_what_followed_an_action_that_the_brief_names_is_told(http_judge: HttpJudge, tmp_path: Path):
    named = "Hover a card for a second"
    turned = Change(seen=True, pixels=0.05, appeared_text=("Rake from the side",))
    actions = (Hover(target="Rake", x=10, y=10), Wait(value="300"), Wait(value="450"))
    steps = tuple(
        step(nth, page_ms=500 * nth, change=turned if nth == 3 else Change()).model_copy(
            update={"action": action, "asked": named}
        )
        for nth, action in enumerate(actions, start=1)
    )
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=(step(0, "look", page_ms=50), *steps))))
    (line,) = [line for line in facts_of(http_judge).splitlines() if "so it was tried" in line]
    assert f"the brief names “{named}”" in line
    assert "step 1 (hover): no visible change; step 2 (wait): no visible change; step 3 (wait): changed 5.0%" in line
    assert "appeared: Rake from the side" in line


def test_the_trace_tells_where_a_drag_ended_and_no_change_of_zero(http_judge: HttpJudge, tmp_path: Path):
    dragged = Drag(ref="b0", target="Card", x=120, y=300, to_x=640.4, to_y=88)
    steps = (
        step(0, "look", page_ms=50),
        step(1, change=Change(seen=True, appeared_text=("Done",)), page_ms=500).model_copy(update={"action": dragged}),
        step(2, ref="b1", change=Change(seen=True, pixels=0.00021), page_ms=900),
        step(3, ref="b1", change=ANSWER, page_ms=1_300),
    )
    http_judge.judge(Item(tmp_path, trace=Trace(policy="crawler", steps=steps)))
    for form in ("problem_detection", "score_adjustment"):
        text = http_judge.asked[form].text
        assert "drag “Card” at (120, 300) to (640, 88) · appeared: Done" in text
        assert "changed a small spot of the window" in text
        assert "0.0%" not in text


def test_a_list_is_whole_or_says_how_many_more_there_are(http_judge: HttpJudge, tmp_path: Path):
    texts = tuple(f"row {number}" for number in range(30))
    assert "row 19 | row 20" in format_step(step(1, change=Change(seen=True, appeared_text=texts[:22])))
    assert "and maybe more" in format_step(step(1, change=Change(seen=True, appeared_text=texts[:24])))
    assert format_step(step(1, change=Change(seen=True, appeared_text=texts))).count("and 6 more") == 1
    assert "[… 20 more characters]" in format_step(step(1, target="x" * 140))
    elements = tuple(Element(selector=f"#e{number}", text=f"field {number}") for number in range(10))
    unnamed = AxeViolation(rule="label", impact="serious", help="Fields have labels", count=34, elements=elements)
    cut = layout(truncated=elements)
    http_judge.judge(Item(tmp_path, perception=perception(axe=(unnamed,), views=views(mobile=cut))))
    facts = facts_of(http_judge)
    assert "axe-core, serious: label, elements: 34, first “field 0”" in facts.splitlines()
    assert "“field 9” and maybe more, which were not recorded" in facts


def test_a_font_is_called_the_first_that_the_styles_name(http_judge: HttpJudge, tmp_path: Path):
    fonts = styling(font_families={"Avenir Next": 867, "Georgia": 39})
    http_judge.judge(Item(tmp_path, perception=perception(styling=fonts)))
    told = "first font that the styles name, installed or not (characters): Avenir Next (867), Georgia (39)"
    for form in ("problem_detection", "score_adjustment"):
        assert told in facts_of(http_judge, form).splitlines()


@pytest.mark.parametrize(("moving", "told"), [(0, "none"), (12, "some"), (40, "most"), (48, "all")])
def test_facts_contain_no_second_count_of_controls(http_judge: HttpJudge, tmp_path: Path, moving: int, told: str):
    styles = styling(controls=48, transitioned_controls=moving)
    http_judge.judge(Item(tmp_path, perception=perception(styling=styles)))
    assert f"controls with a transition or animation: {told};" in facts_of(http_judge)
    assert "48" not in facts_of(http_judge)


def test_the_line_of_axe_repeats_nothing_of_a_suspected_fault(http_judge: HttpJudge, tmp_path: Path):
    message = "Element has insufficient color contrast of 3.93 (foreground color: #2b7a9e, background color: #e0ecdf)"
    weak = tuple(Element(selector=f"#e{number}", text=f"{number}.5 L", detail=message) for number in range(10))
    rule = AxeViolation(rule="color-contrast", impact="serious", help="Contrast", count=14, elements=weak)
    http_judge.judge(Item(tmp_path, perception=perception(axe=(rule,))))
    at_rest, _, suspected = facts_of(http_judge).partition("Suspected faults:")
    assert "axe-core, serious: color-contrast, elements: 14, first “0.5 L”" in at_rest.splitlines()
    assert "insufficient" not in at_rest
    assert "Text has low contrast" in suspected


def test_only_a_page_that_scrolls_sideways_is_said_to():
    wide = layout(overflow_px=60)
    told = format_facts(subject(views=views(mobile=wide))).text
    assert "it scrolls sideways by 60 px" in told
    assert told.count("scrolls sideways") - told.count("The page scrolls sideways") == 1
    assert "by 0 px" not in told
