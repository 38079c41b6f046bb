"""`NamedTries`: tries first what the brief names, on one instance of each repeated part."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace

from pytest_cookie.core.action import Action, Click, DoubleClick, Hold, Hover, Press, Resize, RightClick, Scroll, Wait
from pytest_cookie.core.case import Case
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.agent_protocol import Decision, View
from pytest_cookie.exploration.crawler.drags import Drags
from pytest_cookie.exploration.crawler.games import GAME_DOMAIN
from pytest_cookie.exploration.crawler.named_actions import NamedAction, find_named_actions
from pytest_cookie.exploration.crawler.plan import act_on, is_off_site
from pytest_cookie.exploration.crawler.shortcuts import find_item
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.effects.row_groups import PageTree
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.tactic import Tactic, Turn

_PARTS_TO_HOVER = 2  # the cards and one other repeated part
_LEAST_ITEMS = 2
_LEAST_PX = 16  # of both sides; smaller items are marks within a text
_MOST_SHARE = 0.5  # of the window; larger items are sections of the page
_ALIKE = 0.25
"""Items of a part may differ in a side by this share: cards of a row are as high as their texts."""
_HOLD_MS = 1_000  # without a time of its own: longer than most long presses
_SPARE_MS = 150  # what happens after a second is visible a little later
_LEAST_LEFT_MS = 100  # a shorter wait shows the picture before it
_STRIDE_PX = 350  # half a window
_WINDOW = "900x700"
"""Between a desktop and a phone, which other looks show."""
_LEAST_WIDTH = 900
"""A narrower window is a phone's, which nobody resizes."""


class NamedTries(Tactic):
    """Tries the actions that the brief names, before anything else.

    A named time is waited for in two halves, so there are pictures before, at its half and at its end. Games have
    plans of their own for keys and the pointer.
    """

    worth = 70

    def __init__(self) -> None:
        self._named: deque[NamedAction] | None = None
        self._steps: deque[Decision] = deque()
        self._last: Action | None = None
        self._began_ms = 0
        self._drags = Drags()

    def look(self, view: View) -> None:
        """Note what the last drag did."""
        self._drags.look(view)

    def propose(self, turn: Turn) -> Decision | None:
        """The next step of the action under way, or the first of the next one."""
        view = turn.view
        if self._named is None:
            self._named = deque(_to_try(turn.case))
        if not (self._named or self._steps) or turn.room < 1 or view.page_facts.has_modal:
            return None
        if self._steps and view.last and view.last.action != self._last:
            # another step came between, so the pointer is elsewhere; a resized window still gets its size back
            self._steps = deque(step for step in self._steps if isinstance(step.action, Resize))
        while not self._steps and self._named:
            named = self._named.popleft()
            steps = self._plan(named, view)
            thought = f"The brief names this: “{named.words}”."
            self._began_ms = view.last.page_ms if view.last else 0
            self._steps.extend(
                replace(step, asked=named.words, thought=f"{thought} {step.thought}".strip()) for step in steps
            )
        decision = self._next_step(view)
        self._last = decision.action if decision else None
        return decision

    def _next_step(self, view: View) -> Decision | None:
        """The next planned step; of a wait, what is left of its time since the action began."""
        passed_ms = view.last.page_ms - self._began_ms if view.last else 0
        while self._steps:
            step = self._steps.popleft()
            if not isinstance(step.action, Wait):
                self._began_ms += passed_ms
                return step
            if (left_ms := int(step.action.value) - passed_ms) >= _LEAST_LEFT_MS:
                return replace(step, action=Wait(value=str(left_ms)))
        return None

    def _plan(self, named: NamedAction, view: View) -> list[Decision]:
        match named.name:
            case "hover":
                parts = find_parts(view, named.makes)[:_PARTS_TO_HOVER]
                return [step for part in parts for step in _wait_out(_act(part, Hover(), view), named)]
            case "double_click" | "right_click":
                action: Action = DoubleClick() if named.name == "double_click" else RightClick()
                return [Decision(_act(part, action, view), "") for part in find_parts(view, named.makes)[:1]]
            case "hold":
                return _hold(named, view)
            case "press":
                return [Decision(_press(named.key, view), f"What does {named.key} do?")]
            case "wait":
                return _halves(named.lasts_ms)
            case "drag":
                return [drag] if (drag := self._drags.next(view)) else []
            case "resize":
                width, height = view.page_facts.window_width, view.page_facts.window_height
                sizes = (_WINDOW, f"{width:.0f}x{height:.0f}") if width > _LEAST_WIDTH else ()
                return [Decision(Resize(value=size), "Does the page follow?") for size in sizes]
            case _:  # a scroll
                facts = view.page_facts
                distances = (str(_STRIDE_PX), str(_STRIDE_PX), "top")
                can_scroll = facts.document_height > facts.window_height + _STRIDE_PX
                return [Decision(Scroll(value=one), "What follows the scroll?") for one in distances if can_scroll]


def _to_try(case: Case) -> tuple[NamedAction, ...]:
    return () if case.domain == GAME_DOMAIN else find_named_actions(case.brief)


def _wait_out(action: Action, named: NamedAction) -> Iterator[Decision]:
    yield Decision(action, "One of several alike.")
    if named.lasts_ms:
        yield from _halves(named.lasts_ms)


def _halves(lasts_ms: int) -> list[Decision]:
    """Waits until the half and the end of a time; their values count from the action before."""
    return [
        Decision(Wait(value=str(lasts_ms // 2)), "Half of the named time."),
        Decision(Wait(value=str(lasts_ms + _SPARE_MS)), "The named time is over."),
    ]


def _press(key: str, view: View) -> Action:
    """On a page that listens for no keys, an arrow needs the focus on an item."""
    needs_focus = key.startswith("Arrow") and not view.page_facts.hears_keys
    item = find_item(view.observation.inventory.controls) if needs_focus else None
    return act_on(item, "press", key) if item else Press(value=key)


def _hold(named: NamedAction, view: View) -> list[Decision]:
    lasts_ms = named.lasts_ms + _SPARE_MS if named.lasts_ms else _HOLD_MS
    if named.key:
        return [Decision(Hold(value=f"{named.key}:{lasts_ms}"), "What happens while it is held?")]
    return [
        Decision(_act(part, Click(value=str(lasts_ms)), view), "What happens while it is held?")
        for part in find_parts(view, named.makes)[:1]
    ]


Part = Control | tuple[float, float, str]
"""An instance of a repeated part: a control, or its middle in the window and its text."""


def find_parts(view: View, makes: tuple[str, ...] = ()) -> list[Part]:
    """One instance of each repeated part of the page, of those `makes` first, then the largest; those in the window,
    and controls anywhere."""
    tree = PageTree(view.observation, BackgroundChanges())
    found: dict[tuple[str, int, int], tuple[bool, float, Part]] = {}
    controls = {tree.path_of(control): control for control in view.observation.inventory.controls}
    for parent in tree.parents:
        items = tree.items(parent)
        boxes = {path: tree.boxes[path] for path in items}
        alike = [path for path in items if _is_alike(boxes[path], boxes[items[0]])]
        if len(alike) < _LEAST_ITEMS:
            continue
        usable = [(path, part) for path in alike if (part := _reach(path, tree, controls.get(path), view)) is not None]
        if not usable:
            continue
        path, part = usable[0]
        width, height = boxes[path][2:]
        element = tree.element(path)
        make = element.make if element else ""
        key = (make, width // 20, height // 20)
        found.setdefault(key, (make in makes, width * height, part))
    ranked = sorted(found.values(), key=lambda one: (not one[0], -one[1]))
    asked = [part for is_asked, _, part in ranked if is_asked]
    return asked or [part for _, _, part in ranked]


def _is_alike(box: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return all(abs(box[side] - other[side]) <= _ALIKE * max(box[side], other[side], 1) for side in (2, 3))


def _reach(path: str, tree: PageTree, control: Control | None, view: View) -> Part | None:
    """How an item is acted on; None if it cannot be, or if it is no part of its own."""
    facts, (left, top, width, height) = view.page_facts, tree.boxes[path]
    if min(width, height) < _LEAST_PX or width * height > _MOST_SHARE * facts.window_width * facts.window_height:
        return None
    if control is not None:
        away = is_off_site(control, facts.of(control)) or means(control.name, "destroy")
        return None if control.disabled or control.covered or away else control
    x, y = left + width / 2 - facts.scroll_x, top + height / 2 - facts.scroll_y
    is_in_window = 0 < x < facts.window_width and 0 < y < facts.window_height
    texts = tree.texts_in(path)
    element = tree.element(path)
    name = texts[0] if texts else element.make if element else ""
    return (x, y, name) if is_in_window else None


def _act(part: Part, action: Action, view: View) -> Action:
    if isinstance(part, Control):
        return act_on(part, action.kind, action.value)
    x, y, name = part
    return action.model_copy(update={"x": round(x), "y": round(y), "target": name})
