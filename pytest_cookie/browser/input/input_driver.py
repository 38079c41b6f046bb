"""`InputDriver`: carries out one action with trusted pointer and keyboard input, as a person would."""

import re
from collections.abc import Awaitable, Callable
from typing import assert_never

from playwright.async_api import Error, Page

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.input.drag_path import Point
from pytest_cookie.browser.input.fields import Fields, first_line
from pytest_cookie.browser.input.game_player import GamePlayer
from pytest_cookie.browser.input.gesture_observer import GestureObserver, NoGestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.keyboard import Keyboard, parse_chord, parse_held_chord
from pytest_cookie.browser.input.mouse import Mouse
from pytest_cookie.browser.input.pointer import Pointer, WatchedPointer
from pytest_cookie.browser.input.pointer_targeting import PointerTargeting
from pytest_cookie.browser.input.press_arrival import PressArrival
from pytest_cookie.browser.input.target import (
    CoveredError,
    MovedAwayError,
    UnreachableError,
    has_element,
    resolve_element,
    viewport_size,
)
from pytest_cookie.browser.input.touch import Touch
from pytest_cookie.browser.input.wheel import parse_scale, parse_scroll_distance
from pytest_cookie.browser.page.navigator import Navigator
from pytest_cookie.browser.page.observation import ActionOutcome
from pytest_cookie.core.action import (
    Action,
    Back,
    Clear,
    Click,
    DoubleClick,
    Drag,
    Finish,
    Forward,
    Hold,
    Hover,
    Look,
    Pinch,
    Play,
    Press,
    Reload,
    Resize,
    RightClick,
    Scroll,
    Select,
    Type,
    Upload,
    Wait,
)  # fmt: skip

MAX_WAIT_MS = 60_000
_MAX_PRESS_MS = 4_000
_NAVIGATION_SECONDS = 6.0
_OUTSIDE_PX = 30.0
"""How far beyond the edge of the window a drag ends that leaves it."""


class InputDriver:
    """Pointer and keyboard of one page. Page time passes only through `dispatcher`; `seed` decides how much.

    `touch` replaces the mouse by a finger; the page's context must have touch, too. `watcher` is notified of every
    gesture.
    """

    def __init__(
        self,
        page: Page,
        dispatcher: InputDispatcher,
        navigator: Navigator,
        *,
        seed: int = 0,
        touch: bool = False,
        watcher: GestureObserver | None = None,
    ) -> None:
        self._page = page
        self._is_touch = touch
        self._dispatcher = dispatcher
        self._navigator = navigator
        observer, timing = watcher or NoGestureObserver(), InputTiming(seed)
        self._arrival = PressArrival(dispatcher.cdp)
        hand: Pointer = (Touch if touch else Mouse)(page, self._dispatcher, timing, observer)
        self._pointer: Pointer = WatchedPointer(hand, self._arrival)
        self._keyboard = Keyboard(page, self._dispatcher, timing, observer)
        self._player = GamePlayer(page, self._dispatcher, observer)
        self._targeting = PointerTargeting(page, self._pointer, self._dispatcher)
        self._held = b""
        self._fields = Fields(page, self._dispatcher, pointer=self._pointer, keyboard=self._keyboard)

    async def act(self, action: Action) -> ActionOutcome:
        """Carry out `action`. If the page makes it impossible, that is an outcome, not an error."""
        self._arrival.reset()
        self._held = b""
        try:
            await self._carry_out(action)
        except (UnreachableError, PageScriptError) as error:
            cover = error.cover if isinstance(error, CoveredError) else ""
            moved_away = isinstance(error, MovedAwayError)
            return ActionOutcome(done=False, problem=str(error), cover=cover, moved_away=moved_away)
        except Error as error:
            return ActionOutcome(done=False, problem=first_line(error.message))
        return self._describe_arrival()

    def _describe_arrival(self) -> ActionOutcome:
        went_to = self._arrival.went_to
        problem = f"the press did not reach its target: {went_to} received it" if went_to else ""
        return ActionOutcome(done=True, problem=problem, press_went_to=went_to, held=self._held)

    async def _carry_out(self, action: Action) -> None:
        match action:
            case Look() | Finish():
                return
            case Press():
                await self._press(action)
            case Hold():
                await self._hold(action)
            case Play():
                await self._player.play(action)
            case Type() | Clear() | Select():
                await self._edit_field(action)
            case Wait() | Resize() | Back() | Forward() | Reload():
                await self._change_window(action)
            case _:
                await self._point(action)

    async def _edit_field(self, action: Type | Clear | Select) -> None:
        match action:
            case Type():
                await self._fields.type(action)
            case Clear():
                await self._fields.clear(action)
            case Select():
                await self._fields.select(action)
            case _:
                assert_never(action)

    async def _change_window(self, action: Wait | Resize | Back | Forward | Reload) -> None:
        match action:
            case Wait():
                await self._wait(action)
            case Resize():
                await self._resize(action)
            case Back():
                await self._go(self._navigator.go_back, "back")
            case Forward():
                await self._go(self._navigator.go_forward, "forward")
            case Reload():
                await self._reload()
            case _:
                assert_never(action)

    async def _point(self, action: Click | DoubleClick | RightClick | Hover | Drag | Scroll | Pinch | Upload) -> None:
        match action:
            case Click():
                await self._click(action)
            case DoubleClick():
                await self._double_click(action)
            case RightClick():
                await self._right_click(action)
            case Hover():
                await self._targeting.reach(action)
            case Drag():
                await self._drag(action)
            case Scroll():
                await self._scroll(action)
            case Pinch():
                await self._pinch(action)
            case Upload():  # the click opens the picker, and `FilePicker` chooses the file
                await self._click(action.model_copy(update={"value": ""}))
            case _:
                assert_never(action)

    # --- pointing ---

    async def _click(self, action: Click | Upload) -> None:
        hold_ms = _milliseconds(action, default=0)
        target = await self._targeting.reach(action)
        async with self._keyboard.hold_modifiers(action.modifiers):
            await self._pointer.press(target, hold_ms=min(_MAX_PRESS_MS, hold_ms))

    async def _double_click(self, action: DoubleClick) -> None:
        target = await self._targeting.reach(action)
        async with self._keyboard.hold_modifiers(action.modifiers):
            await self._pointer.press_twice(target)

    async def _right_click(self, action: RightClick) -> None:
        target = await self._targeting.reach(action)
        async with self._keyboard.hold_modifiers(action.modifiers):
            await self._pointer.press_secondary(target)

    async def _drag(self, action: Drag) -> None:
        if action.value not in ("", "fling"):
            raise UnreachableError(f"the value of a drag is fling or empty, not {action.value!r}")
        window = viewport_size(self._page)
        points = _check_path(action, window)
        target = await self._targeting.reach(action)
        end = _find_drop_point(action, points[-1] if points else (target.x, target.y), window)
        async with self._keyboard.hold_modifiers(action.modifiers):
            await self._pointer.drag(target, end, via=points, in_motion=action.value == "fling")

    async def _scroll(self, action: Scroll) -> None:
        distance = parse_scroll_distance(action.value, sideways=action.sideways)
        has_target = has_element(action) or action.x is not None
        target = await self._targeting.reach(action) if has_target else None
        async with self._keyboard.hold_modifiers(action.modifiers):
            await self._pointer.scroll(target, distance, sideways=action.sideways)

    async def _pinch(self, action: Pinch) -> None:
        scale = parse_scale(action.value)
        target = await self._targeting.reach(action)
        async with self._keyboard.hold_modifiers(() if self._is_touch else ("Control",)):
            await self._pointer.pinch(target, scale)

    # --- keys ---

    async def _press(self, action: Press) -> None:
        keys = parse_chord(action.value)
        await self._focus(action)
        await self._keyboard.press(keys)

    async def _hold(self, action: Hold) -> None:
        keys, hold_ms = parse_held_chord(action.value)
        await self._focus(action)
        self._held = await self._keyboard.hold(keys, hold_ms)

    async def _focus(self, action: Press | Hold) -> None:
        """Focus the element; a point is clicked instead."""
        if has_element(action):
            element = await resolve_element(self._page, action)
            await self._dispatcher.deliver(element.focus())
        elif action.x is not None:
            await self._pointer.press(await self._targeting.find(action))

    # --- window and time ---

    async def _wait(self, action: Wait) -> None:
        await self._dispatcher.wait(min(MAX_WAIT_MS, _milliseconds(action, default=500)))

    async def _resize(self, action: Resize) -> None:
        size = re.fullmatch(r"(\d{2,4})x(\d{2,4})", action.value)
        if not size:
            raise UnreachableError(f"resize takes WIDTHxHEIGHT, such as 375x812, not {action.value!r}")
        await self._dispatcher.deliver(self._page.set_viewport_size({"width": int(size[1]), "height": int(size[2])}))

    async def _go(self, step: Callable[[float], Awaitable[None]], way: str) -> None:
        before = self._page.url
        await step(_NAVIGATION_SECONDS)
        if self._page.url == before:
            raise UnreachableError(f"there is no page to go {way} to")

    async def _reload(self) -> None:
        await self._navigator.reload(_NAVIGATION_SECONDS)


def _check_path(action: Drag, window: Point) -> list[Point]:
    """The points that the drag passes. Raises `UnreachableError` without an end, and for points out of the window."""
    if not action.drop_outside and (action.to_x is None or action.to_y is None):
        raise UnreachableError("a drag needs to_x and to_y, or drop_outside")
    points = [(point.x, point.y) for point in action.path]
    for x, y in points:
        if not (0 <= x < window[0] and 0 <= y < window[1]):
            raise UnreachableError(f"the path leaves the window at ({x:g}, {y:g})")
    return points


def _find_drop_point(action: Drag, before: Point, window: Point) -> Point:
    """Where the button is released: beyond the nearest point of an edge as seen from `before`, or at `to_x`, `to_y`."""
    if not action.drop_outside:
        return action.to_x or 0.0, action.to_y or 0.0
    x, y = before
    beyond = {
        "left": (-_OUTSIDE_PX, y), "right": (window[0] + _OUTSIDE_PX, y),
        "top": (x, -_OUTSIDE_PX), "bottom": (x, window[1] + _OUTSIDE_PX),
    }  # fmt: skip
    return beyond[action.drop_outside]


def _milliseconds(action: Action, *, default: int) -> int:
    if not re.fullmatch(r"\d{0,6}", action.value):
        raise UnreachableError(f"{action.kind} takes milliseconds, not {action.value!r}")
    return int(action.value or default)
