"""`Hand`: carries out one action with trusted mouse and keyboard input, the way a person would."""

import re
from collections.abc import Awaitable, Callable

from playwright.async_api import Error, Page

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.keyboard import Keyboard, chord, held_chord
from pytest_cookie.browser.mouse import Mouse, wheel_distance
from pytest_cookie.browser.observation import ActionOutcome
from pytest_cookie.browser.target import Target, UnreachableError, element_of, find_target, has_element
from pytest_cookie.core.trace import Action, ActionKind

_MAX_WAIT_MS = 5_000
_NAVIGATION_MS = 6_000
_FILLED = frozenset({"date", "time", "month", "week", "datetime-local", "color"})
"""Inputs whose parts are the browser's own: their value is set whole."""
_UNTYPABLE = frozenset({"checkbox", "radio", "button", "submit", "reset", "image"})


class Hand:
    """Mouse and keyboard of one page; page time passes through `clock` only."""

    def __init__(self, page: Page, clock: PageClock) -> None:
        self._page = page
        self._clock = clock
        self._mouse = Mouse(page, clock)
        self._keyboard = Keyboard(page, clock)
        self._deeds: dict[ActionKind, Callable[[Action], Awaitable[None]]] = {
            "look": self._look, "finish": self._look, "click": self._click, "double_click": self._double_click,
            "hover": self._hover, "type": self._type, "clear": self._clear, "select": self._select,
            "press": self._press, "hold": self._hold, "drag": self._drag, "scroll": self._scroll,
            "wait": self._wait, "resize": self._resize, "back": self._back, "reload": self._reload,
        }  # fmt: skip

    async def act(self, action: Action) -> ActionOutcome:
        """Carry out `action`. What the page makes impossible is an outcome, not an error."""
        try:
            await self._deeds[action.kind](action)
        except UnreachableError as error:
            return ActionOutcome(done=False, problem=str(error))
        except Error as error:
            return ActionOutcome(done=False, problem=_first_line(error.message))
        return ActionOutcome(done=True)

    async def _look(self, _: Action) -> None:
        return

    # --- pointing ---

    async def _click(self, action: Action) -> None:
        target = await find_target(self._page, action)
        if target.type == "file":
            raise UnreachableError("a file input opens the system's file picker; files are not chosen here")
        await self._mouse.press(target)

    async def _double_click(self, action: Action) -> None:
        await self._mouse.press_twice(await find_target(self._page, action))

    async def _hover(self, action: Action) -> None:
        target = await find_target(self._page, action)
        await self._mouse.move(target.x, target.y)

    async def _drag(self, action: Action) -> None:
        if action.to_x is None or action.to_y is None:
            raise UnreachableError("a drag needs to_x and to_y")
        await self._mouse.drag(await find_target(self._page, action), action.to_x, action.to_y)

    async def _scroll(self, action: Action) -> None:
        distance = wheel_distance(action.value)
        if has_element(action) or action.x is not None:
            target = await find_target(self._page, action)
            await self._mouse.move(target.x, target.y)
        await self._mouse.wheel(distance)

    # --- typing and choosing ---

    async def _type(self, action: Action) -> None:
        """Replaces what the field holds; with neither element nor place the keys go to what has the focus."""
        if not has_element(action) and action.x is None:
            await self._keyboard.type(action.value)
            return
        target = await find_target(self._page, action)
        if target.type == "file":
            raise UnreachableError("files are not chosen here; a file input cannot be filled by typing")
        if target.type in _UNTYPABLE or target.tag == "select":
            raise UnreachableError(f"nothing can be typed into a {target.type or target.tag}")
        if target.type == "range":
            await self._keyboard.set_range(await element_of(self._page, action), target, action.value)
        elif target.type in _FILLED:
            await self._fill(action)
        else:
            await self._type_into(target, action.value)

    async def _type_into(self, target: Target, text: str) -> None:
        await self._mouse.press(target)
        if target.editable:
            await self._keyboard.empty()
        await self._keyboard.type(text)

    async def _fill(self, action: Action) -> None:
        element = await element_of(self._page, action)
        try:
            await element.fill(action.value)
        except Error as error:
            problem = f"the field does not take {action.value!r}: {_first_line(error.message)}"
            raise UnreachableError(problem) from error
        if (kept := await element.input_value()).lower() != action.value.lower():
            raise UnreachableError(f"the field does not take {action.value!r}: it holds {kept!r}")

    async def _clear(self, action: Action) -> None:
        target = await find_target(self._page, action)
        if not target.editable or target.type in _UNTYPABLE | {"range", "file", "color"}:
            raise UnreachableError("only a text field can be cleared")
        if target.type in _FILLED:
            await self._fill(action.model_copy(update={"value": ""}))
            return
        await self._mouse.press(target)
        await self._keyboard.empty()

    async def _select(self, action: Action) -> None:
        target = await find_target(self._page, action)
        if target.options is None:
            raise UnreachableError("not a <select>; press it and then the option")
        chosen = [i for i, option in enumerate(target.options) if action.value in option.values()]
        if not chosen:
            labels = ", ".join(option["label"] for option in target.options[:12])
            raise UnreachableError(f"no option {action.value!r}; there are: {labels}")
        await self._mouse.move(target.x, target.y)
        element = await element_of(self._page, action)
        await element.focus()
        await element.select_option(index=chosen[0], timeout=_NAVIGATION_MS)

    # --- keys ---

    async def _press(self, action: Action) -> None:
        keys = chord(action.value)
        await self._focus(action)
        await self._keyboard.press(keys)

    async def _hold(self, action: Action) -> None:
        keys, hold_ms = held_chord(action.value)
        await self._focus(action)
        await self._keyboard.hold(keys, hold_ms)

    async def _focus(self, action: Action) -> None:
        """Keys go to the focused element; a place, having none, is pressed first."""
        if has_element(action):
            await (await element_of(self._page, action)).focus()
        elif action.x is not None:
            await self._mouse.press(await find_target(self._page, action))

    # --- window and time ---

    async def _wait(self, action: Action) -> None:
        if not re.fullmatch(r"\d{0,6}", action.value):
            raise UnreachableError(f"wait takes milliseconds, not {action.value!r}")
        await self._clock.let_pass(min(_MAX_WAIT_MS, int(action.value or 500)))

    async def _resize(self, action: Action) -> None:
        size = re.fullmatch(r"(\d{2,4})x(\d{2,4})", action.value)
        if not size:
            raise UnreachableError(f"resize takes WIDTHxHEIGHT, such as 375x812, not {action.value!r}")
        await self._page.set_viewport_size({"width": int(size[1]), "height": int(size[2])})

    async def _back(self, _: Action) -> None:
        before = self._page.url
        await self._page.go_back(timeout=_NAVIGATION_MS)
        if self._page.url == before:
            raise UnreachableError("there is no page to go back to")

    async def _reload(self, _: Action) -> None:
        await self._page.reload(timeout=_NAVIGATION_MS)


def _first_line(message: str) -> str:
    return message.strip().splitlines()[0][:300] if message.strip() else "the browser refused"
