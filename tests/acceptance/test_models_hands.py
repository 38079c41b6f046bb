"""What a model can do to a page, from the tools it is sent over HTTP to the page's response and the trace."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.acceptance.modelled import AGENT, Modelled
from tests.provider import Asked, Call, Fixed, Provider, Reply

PAGE = Path(__file__).with_name("gesture_page.html").read_text()
BRIEF = "A planner for a week with a table, a sheet to draw on, a map, and a form to subscribe."
Turn = Callable[[Asked], Reply]


def newest(asked: Asked) -> str:
    return [said.text for said in asked.messages if "OBSERVATION after" in said.text][-1]


def ref(asked: Asked, name: str) -> str:
    """The control's reference, as a model reads it in the newest line about this control."""
    found = re.findall(rf'\[(e\d+)\] \S+ "{name}"', "\n".join(said.text for said in asked.messages))
    assert found, newest(asked)
    return found[-1]


def turn(tool: str, name: str = "", **arguments: object) -> Turn:
    """A call on the control `name`, or on none."""

    def answer(asked: Asked) -> Reply:
        named = {"ref": ref(asked, name)} if name else {}
        return Reply(calls=(Call(tool, {"thought": f"I try {tool}.", **named, **arguments}),))

    return answer


def explore(
    modelled: Modelled, provider: Provider, *turns: Turn, judge: bool = False
) -> tuple[list[dict], list[Asked]]:
    """The steps of an exploration by these turns, and what the model was sent before each and at the end."""
    return explore_cases(modelled, provider, {"week-planner": turns}, judge=judge)["week-planner"]


def explore_cases(
    modelled: Modelled, provider: Provider, cases: dict[str, tuple[Turn, ...]], *, judge: bool = False
) -> dict[str, tuple[list[dict], list[Asked]]]:
    """As `explore`, of several explorations of the page in one run."""
    modelled.settings("max_steps = 30\nmax_seconds = 90")
    for case, turns in cases.items():
        modelled.brief(case, f"{BRIEF} Its name is {case}.", page=PAGE)
        planned = [Fixed(planned_turn) for planned_turn in (*turns, turn("finish", summary="All tried."))]
        provider.first(*planned, asker="explore", matches=lambda asked, case=case: case in asked.text)
    run = modelled.use if judge else lambda *arguments: modelled.project.run(AGENT, *arguments)
    run("-p", "no:xdist").assert_outcomes(passed=len(cases))
    explored = {}
    for case in cases:
        steps = modelled.trace(case)["steps"]
        assert [step["problem"] for step in steps if step["outcome"] != "done" and not step["change"]["dialogs"]] == []
        explored[case] = steps, [asked for asked in provider.asked_by("explore") if case in asked.text]
    return explored


def appeared(steps: list[dict]) -> list[list[str]]:
    return [step["change"]["appeared_text"] for step in steps[1:-1]]


def properties(asked: Asked, tool: str) -> dict:
    (definition,) = (tool_definition for tool_definition in asked.tool_definitions if tool_definition["name"] == tool)
    return definition["parameters"]["properties"]


GESTURES = (  # the pictures that a model sees have 1,024 px for the window's 1,280
    turn("scroll", x=160, y=96, direction="right", amount=480),
    turn("click", "Pick", modifiers="shift"),
    turn("drag", x=384, y=80, path=[{"x": 560, "y": 80}, {"x": 560, "y": 192}], to_x=384, to_y=192),
    turn("drag", "Card", drop_outside="left"),
    turn("drag", "Tile", to_x=480, to_y=480),
    turn("pinch", x=160, y=224, factor=2),
    turn("hover", "Help"),
    turn("click", "Import"),
)
LEFT_EMPTY = turn("click", "Pick"), turn("type", "Mail", text="", input="invalid")


@pytest.mark.long
def test_gestures_hover_upload_and_a_field_left_empty_on_purpose(modelled: Modelled, provider: Provider):
    submit = turn("click", "Subscribe", input="invalid")
    cases = {"gesture-week": GESTURES, "empty-week": (*LEFT_EMPTY, submit)}
    explored = explore_cases(modelled, provider, cases)
    check_gestures(modelled, *explored["gesture-week"])
    check_left_empty(modelled, "empty-week", *explored["empty-week"])


def check_gestures(modelled: Modelled, steps: list[dict], asked: list[Asked]) -> None:
    assert appeared(steps) == [
        ["Scrolled to 480"],
        ["Picked with Shift true"],
        ["Drawn to 19,169 in many"],
        ["Card thrown away"],
        ["Tile returned: none"],
        ["Zoom 208"],
        ["Press F1 for help"],
        ["Imported sales.csv"],
    ]
    kinds = [step["action"]["kind"] for step in steps]
    assert kinds == ["look", "scroll", "click", "drag", "drag", "drag", "pinch", "hover", "upload", "finish"]
    assert steps[1]["change"]["scrolled_x_px"] == 480
    assert "scrolled right by 480 px" in newest(asked[1])
    assert steps[2]["action"]["modifiers"] == ["Shift"]
    assert steps[3]["action"]["path"] == [{"x": 700, "y": 100}, {"x": 700, "y": 240}]
    assert steps[4]["action"]["drop_outside"] == "left"
    titles = [finding["title"] for finding in modelled.records()["gesture-week"]["findings"]]
    assert not [title for title in titles if "late" in title], "the time that drawing takes is not the page's"

    drag = properties(asked[0], "drag")
    assert (drag["path"]["type"], "x,y" in drag["path"]["description"]) == ("string", True)
    assert drag["drop_outside"]["enum"][:4] == ["left", "right", "top", "bottom"]
    assert {"left", "right", "leftmost", "rightmost"} <= set(properties(asked[0], "scroll")["direction"]["enum"])
    assert all("modifiers" in properties(asked[0], tool) for tool in ("click", "drag"))
    assert ("factor" in properties(asked[0], "pinch"), "hover" in asked[0].tools) == (True, True)


@pytest.mark.long
def test_dialogs_are_answered_as_the_model_says_and_it_is_told(modelled: Modelled, provider: Provider):
    steps, asked = explore(
        modelled,
        provider,
        turn("click", "Remove all"),
        turn("click", "Remove all", dialogs=[{"accept": False}]),
        turn("click", "Rename", dialogs=[{"text": "Holidays"}]),
        turn("click", "Close the week", dialogs=[{"accept": True}, {"accept": False}, {"text": "Ann"}]),
        turn("click", "Edit"),
        turn("press", keys="F5", dialogs=[{"accept": False}]),
        turn("click", "Pick", dialogs=[{"accept": False}]),
        judge=True,
    )
    assert appeared(steps)[:5] == [
        ["All plans are gone"],
        ["Nothing was removed"],
        ["Renamed to Holidays"],
        ["true/false/Ann"],
        ["Unsaved changes"],
    ]
    assert [dialog["accepted"] for step in steps for dialog in step["change"]["dialogs"]] == [
        True, False, True, True, False, True, False,
    ]  # fmt: skip
    assert steps[2]["action"]["dialogs"] == [{"accept": False, "text": None}]
    assert steps[3]["change"]["dialogs"][0]["answer"] == "Holidays"
    told = [newest(request) for request in asked]
    assert '"confirm (accepted): Remove all plans?"' in told[1]
    assert '"confirm (dismissed): Remove all plans?"' in told[2]
    assert '"prompt (answered “Holidays”): New name?"' in told[3]
    assert '"confirm (dismissed): Send it?"' in told[4]
    assert "the page was not left: its beforeunload dialog was dismissed" in told[6]
    assert '"beforeunload (dismissed)"' in told[6]
    assert "1 of the planned answers found no dialog" in told[7]

    assert "dialogs" not in properties(asked[0], "click")
    assert properties(asked[0], "answer_dialogs")["answers"]["type"] == "array"
    assert "`answer_dialogs`" in asked[0].messages[0].text
    (detection,) = (request for request in provider.asked_by("judge") if request.reply_name == "problem_detection")
    assert "confirm (dismissed): Remove all plans?" in detection.text
    assert "planned answers to dialogs: dismiss" in detection.text


@pytest.mark.slow
def test_a_required_field_left_empty_by_the_enter_key_counts_as_wrong_input(modelled: Modelled, provider: Provider):
    submit = turn("press", "Mail", keys="Enter", input="invalid")
    check_left_empty(modelled, "week-planner", *explore(modelled, provider, *LEFT_EMPTY, submit))


def check_left_empty(modelled: Modelled, case: str, steps: list[dict], asked: list[Asked]) -> None:
    """A required field left empty on purpose counts as wrong input."""
    assert [step["action"]["intent"] for step in steps] == ["", "", "invalid", "invalid", ""]
    assert steps[2]["action"]["kind"] == "clear"
    assert appeared(steps)[2] == ["Please give your mail address"]
    assert "invalid" in properties(asked[0], "click")["input"]["enum"]
    assert "invalid" in properties(asked[0], "press")["input"]["enum"]
    assert "1 of 1 wrong input refused with a message" in json.dumps(modelled.verdict(case))
