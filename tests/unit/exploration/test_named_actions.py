"""Actions that a brief names: which are found in its words, and how the crawler tries them first."""

import pytest

from pytest_cookie.browser.page.observation import ElementState
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.named_actions import find_named_actions
from pytest_cookie.exploration.crawler.named_tries import NamedTries
from tests.unit.exploration.pages import Desk, case, control, turn

_NAMED = (
    ("When the visitor hovers a card for a second, its picture changes.", [("hover", 1000, "")]),
    ("Karten zeigen beim Überfahren nach 1,5 Sekunden ein zweites Bild.", [("hover", 1500, "")]),
    ("鼠标悬停在卡片上一秒后换图。长按按钮两秒删除", [("hover", 1000, ""), ("hold", 2000, "")]),
    ("Le survol d'une ligne pendant deux secondes l'agrandit.", [("hover", 2000, "")]),
    ("カードにホバーすると画像が変わる。", [("hover", 0, "")]),
    ("Hold down the Space key for two seconds to charge.", [("hold", 2000, "Space")]),
    ("Press and hold a tile for 800 ms to delete it.", [("hold", 800, "")]),
    ("Press and hold a tile for 1,500 ms.", [("hold", 1500, "")]),
    ("Press and hold a tile for 1.5 s.", [("hold", 1500, "")]),
    ("Press Ctrl+K to open the palette.", [("press", 0, "Control+k")]),
    ("Arrow keys move the selection.", [("press", 0, "ArrowRight"), ("press", 0, "ArrowDown")]),
    ("The carousel moves on\nevery 5 seconds. Each mark pulses every 3 s.", [("wait", 5000, "")]),
    ("Double-click a note to edit it.", [("double_click", 0, "")]),
    ("右键删除，键盘左右键移动。", [("right_click", 0, "")]),
    ("Drag cards between columns.", [("drag", 0, "")]),
    ("When the window is resized the chart redraws.", [("resize", 0, "")]),
    ("On scroll the header shrinks.", [("scroll", 0, "")]),
    ("No hover effects. It doesn't need drag and drop.", []),
    ("The three rows hold books by dragons. A touch of gold, every season. Key features: fast.", []),
    ("A picture with an arrow on it, press it as often as you like, each overlapping ones.", []),
    ("The transition lasts 200 ms, every letter is sharp.", []),
)


def test_the_words_of_a_brief_name_actions(subtests):
    for brief, expected in _NAMED:
        with subtests.test(brief):
            assert [(one.name, one.lasts_ms, one.key) for one in find_named_actions(brief)] == expected


def test_the_thing_right_after_the_action_is_what_is_tried(subtests):
    for brief, make in (
        ("Hover over a table row to see it all.", "tr"),
        ("Hover a card and its picture changes.", ""),
        ("Long-press a photo.", "img"),
        ("Double-click one of the buttons.", "button"),
        ("버튼에 마우스 올리면 색이 바뀐다.", "button"),
    ):
        with subtests.test(brief):
            (named,) = find_named_actions(brief)
            assert (named.makes or ("",))[0] == make


def cards(*, top: int = 100, wide: int = 200) -> dict[str, ElementState]:
    """Three cards, each with a mark that is too small to be a part."""
    grid = {"grid": ElementState(text="", state="", box=(0, 0, 1280, 700), make="section")}
    for nth in range(3):
        box = (20 + 220 * nth, top, wide, 150)
        grid[f"card{nth}"] = ElementState(text=f"Rake {nth}", state="", box=box, make="article", parent="grid")
        mark = (box[0], top, 8, 8)
        grid[f"mark{nth}"] = ElementState(text="", state="", box=mark, make="i", parent=f"card{nth}")
    return grid


class Walk:
    """The steps that the tactic proposes, one after the other; each takes `takes_ms`."""

    def __init__(self, brief: str, *controls: Control, takes_ms: int = 200, elements=None, **labels) -> None:
        self.tactic, self.case = NamedTries(), case(brief=brief, **labels)
        self.controls, self.elements, self.takes_ms = controls, elements or cards(), takes_ms
        self.steps: list[Step] = [Step(index=0, thought="", action={"kind": "look"}, page_ms=5_000)]

    def go(self, turns: int = 9, **facts) -> list[str]:
        found = []
        for _ in range(turns):
            view = Desk().view(*self.controls, last=self.steps[-1], elements=self.elements, **facts)
            self.tactic.look(view)
            decision = self.tactic.propose(turn(view, 20, of=self.case))
            if decision is None:
                break
            assert decision.asked
            waits_ms = int(decision.action.value) if decision.action.kind == "wait" else 0
            now_ms = self.steps[-1].page_ms + self.takes_ms + waits_ms
            self.steps.append(Step(index=len(self.steps), thought="", action=decision.action, page_ms=now_ms))
            found.append(f"{decision.action.kind} {decision.action.target or decision.action.value}".strip())
        return found


def test_each_named_action_is_tried_on_one_instance(subtests):
    link, away = control("a", "link", "Rake", box={"x": 20, "y": 100, "width": 200, "height": 150}), cards(top=900)
    for brief, walk, expected in (
        ("half and end", Walk("Hover a card for a second."), ["hover Rake 0", "wait 300", "wait 450"]),
        ("the hover takes half", Walk("Hover a card for a second.", takes_ms=600), ["hover Rake 0", "wait 550"]),
        ("no time", Walk("Hover a card."), ["hover Rake 0"]),
        ("a control", Walk("Hover a card.", link), ["hover Rake"]),
        ("below the window", Walk("Hover a card.", elements=away), []),
        ("keys", Walk("Press M to mute. Hold Space for two seconds."), ["press m", "hold Space:2150"]),
        ("a wait", Walk("It moves on every 4 seconds."), ["wait 2000", "wait 1950"]),
        ("a game", Walk("Hover a card.", domain="games"), []),
        ("nothing named", Walk("A shop."), []),
    ):
        with subtests.test(brief):
            assert walk.go() == expected


@pytest.mark.parametrize("facts", [{"has_modal": True}])
def test_behind_a_dialog_nothing_is_tried(facts):
    assert Walk("Hover a card.").go(**facts) == []


def test_another_step_in_between_ends_the_wait():
    walk = Walk("Hover a card for a second.")
    assert walk.go(1) == ["hover Rake 0"]
    walk.steps.append(Step(index=9, thought="", action={"kind": "press", "value": "Tab"}, page_ms=5_300))
    assert walk.go() == []


def test_a_resized_window_gets_its_size_back_whatever_comes_between():
    walk = Walk("The chart redraws when the window is resized.")
    assert walk.go(1) == ["resize 900x700"]
    walk.steps.append(Step(index=9, thought="", action={"kind": "press", "value": "Tab"}, page_ms=5_300))
    assert walk.go(window_width=900.0, window_height=700.0) == ["resize 1280x720"]


def test_nobody_resizes_a_phone():
    walk = Walk("The chart redraws when the window is resized.")
    assert walk.go(window_width=375.0, window_height=812.0) == []
