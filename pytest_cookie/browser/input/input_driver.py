"""`InputDriver`: carries out one action with trusted pointer and keyboard input, as a person would."""

import re
from collections.abc import Awaitable, Callable

from playwright.async_api import Error, Page

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.input.fields import Fields, first_line
from pytest_cookie.browser.input.gesture_observer import GestureObserver, NoGestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import InputTiming
from pytest_cookie.browser.input.keyboard import Keyboard, parse_chord, parse_held_chord
from pytest_cookie.browser.input.mouse import Mouse
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.pointer_targeting import PointerTargeting
from pytest_cookie.browser.input.target import (
    CoveredError,
    MovedAwayError,
    UnreachableError,
    has_element,
    resolve_element,
)
from pytest_cookie.browser.input.touch import Touch
from pytest_cookie.browser.input.wheel import parse_scroll_distance
from pytest_cookie.browser.page.navigator import Navigator
from pytest_cookie.browser.page.observation import ActionOutcome
from pytest_cookie.core.action import Action, ActionKind, Drag

MAX_WAIT_MS = 60_000
_MAX_PRESS_MS = 4_000
_NAVIGATION_SECONDS = 6.0


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
        self._dispatcher = dispatcher
        self._navigator = navigator
        observer, timing = watcher or NoGestureObserver(), InputTiming(seed)
        self._pointer: Pointer = (Touch if touch else Mouse)(page, self._dispatcher, timing, observer)
        self._keyboard = Keyboard(page, self._dispatcher, timing, observer)
        self._targeting = PointerTargeting(page, self._pointer, self._dispatcher)
        fields = Fields(page, self._dispatcher, pointer=self._pointer, keyboard=self._keyboard)
        self._handlers: dict[ActionKind, Callable[[Action], Awaitable[None]]] = {
            "look": self._look, "finish": self._look, "click": self._click, "double_click": self._double_click,
            "right_click": self._right_click, "hover": self._hover, "type": fields.type, "clear": fields.clear,
            "select": fields.select, "press": self._press, "hold": self._hold, "drag": self._drag,
            "scroll": self._scroll, "wait": self._wait, "resize": self._resize, "back": self._back,
            "reload": self._reload, "upload": self._upload,
        }  # fmt: skip

    async def act(self, action: Action) -> ActionOutcome:
        """Carry out `action`. If the page makes it impossible, that is an outcome, not an error."""
        try:
            await self._handlers[action.kind](action)
        except (UnreachableError, PageScriptError) as error:
            cover = error.cover if isinstance(error, CoveredError) else ""
            moved_away = isinstance(error, MovedAwayError)
            return ActionOutcome(done=False, problem=str(error), cover=cover, moved_away=moved_away)
        except Error as error:
            return ActionOutcome(done=False, problem=first_line(error.message))
        return ActionOutcome(done=True)

    async def _look(self, _: Action) -> None:
        return

    # --- pointing ---

    async def _click(self, action: Action) -> None:
        hold_ms = _milliseconds(action, default=0)
        await self._pointer.press(await self._targeting.reach(action), hold_ms=min(_MAX_PRESS_MS, hold_ms))

    async def _upload(self, action: Action) -> None:
        """Click the element that opens the picker; `FilePicker` chooses the file."""
        await self._click(action.model_copy(update={"value": ""}))

    async def _double_click(self, action: Action) -> None:
        await self._pointer.press_twice(await self._targeting.reach(action))

    async def _right_click(self, action: Action) -> None:
        await self._pointer.press_secondary(await self._targeting.reach(action))

    async def _hover(self, action: Action) -> None:
        await self._targeting.reach(action)

    async def _drag(self, action: Action) -> None:
        if not isinstance(action, Drag) or action.to_x is None or action.to_y is None:
            raise UnreachableError("a drag needs to_x and to_y")
        if action.value not in ("", "fling"):
            raise UnreachableError(f"the value of a drag is fling or empty, not {action.value!r}")
        target = await self._targeting.reach(action)
        await self._pointer.drag(target, (action.to_x, action.to_y), in_motion=action.value == "fling")

    async def _scroll(self, action: Action) -> None:
        distance = parse_scroll_distance(action.value)
        has_target = has_element(action) or action.x is not None
        await self._pointer.scroll(await self._targeting.reach(action) if has_target else None, distance)

    # --- keys ---

    async def _press(self, action: Action) -> None:
        keys = parse_chord(action.value)
        await self._focus(action)
        await self._keyboard.press(keys)

    async def _hold(self, action: Action) -> None:
        keys, hold_ms = parse_held_chord(action.value)
        await self._focus(action)
        await self._keyboard.hold(keys, hold_ms)

    async def _focus(self, action: Action) -> None:
        """Focus the element; a point is clicked instead."""
        if has_element(action):
            element = await resolve_element(self._page, action)
            await self._dispatcher.deliver(element.focus())
        elif action.x is not None:
            await self._pointer.press(await self._targeting.find(action))

    # --- window and time ---

    async def _wait(self, action: Action) -> None:
        await self._dispatcher.wait(min(MAX_WAIT_MS, _milliseconds(action, default=500)))

    async def _resize(self, action: Action) -> None:
        size = re.fullmatch(r"(\d{2,4})x(\d{2,4})", action.value)
        if not size:
            raise UnreachableError(f"resize takes WIDTHxHEIGHT, such as 375x812, not {action.value!r}")
        await self._dispatcher.deliver(self._page.set_viewport_size({"width": int(size[1]), "height": int(size[2])}))

    async def _back(self, _: Action) -> None:
        before = self._page.url
        await self._navigator.go_back(_NAVIGATION_SECONDS)
        if self._page.url == before:
            raise UnreachableError("there is no page to go back to")

    async def _reload(self, _: Action) -> None:
        await self._navigator.reload(_NAVIGATION_SECONDS)


def _milliseconds(action: Action, *, default: int) -> int:
    if not re.fullmatch(r"\d{0,6}", action.value):
        raise UnreachableError(f"{action.kind} takes milliseconds, not {action.value!r}")
    return int(action.value or default)
