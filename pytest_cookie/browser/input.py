"""`Hand`: carries out one action with trusted mouse and keyboard input, the way a person would."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from playwright.async_api import ElementHandle, Error, Page

from pytest_cookie.browser import scripts
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.observation import ActionOutcome
from pytest_cookie.core.trace import Action, ActionKind

_MOVES, _MOVE_MS = 8, 12
_DRAG_MOVES = 12
_PRESS_MS = 60
_KEY_MS = 25
_REPEAT_AFTER_MS, _REPEAT_MS = 400, 50
_MAX_HOLD_MS = 4_000
_MAX_WAIT_MS = 5_000
_MAX_TYPED = 200
_MAX_RANGE_KEYS = 120
_WHEEL_PX, _MAX_WHEEL_TURNS = 120, 40
_NAVIGATION_MS = 6_000
_FILLED = frozenset({"date", "time", "month", "week", "datetime-local", "color"})
_UNTYPABLE = frozenset({"checkbox", "radio", "button", "submit", "reset", "image"})


class UnreachableError(Exception):
    """The action cannot be carried out; the message says why."""


@dataclass(frozen=True)
class Target:
    """A place to press, in CSS px of the viewport, and what is known of the element there ("" and None for bare places)."""

    x: float
    y: float
    cover: str = ""
    selector: str = ""
    tag: str = ""
    type: str = ""
    editable: bool = False
    range: dict[str, float] | None = None
    options: list[dict[str, str]] | None = None


class Hand:
    """Moves the mouse and presses keys of one page; page time passes through `clock` only."""

    def __init__(self, page: Page, clock: PageClock) -> None:
        self._page = page
        self._clock = clock
        self._at = (0.0, 0.0)
        self._deeds: dict[ActionKind, Callable[[Action], Awaitable[None]]] = {
            "look": self._nothing, "finish": self._nothing, "click": self._click, "double_click": self._double_click,
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

    async def _nothing(self, _: Action) -> None:
        return

    # --- mouse ---

    async def _click(self, action: Action) -> None:
        target = await self._target(action)
        if target.type == "file":
            raise UnreachableError("a file input opens the system's file picker; files are not chosen here")
        await self._press_mouse(target)

    async def _double_click(self, action: Action) -> None:
        target = await self._target(action)
        await self._press_mouse(target)
        await self._clock.let_pass(_PRESS_MS)
        await self._press_mouse(target, count=2)

    async def _hover(self, action: Action) -> None:
        target = await self._target(action)
        await self._move(target.x, target.y)

    async def _drag(self, action: Action) -> None:
        if action.to_x is None or action.to_y is None:
            raise UnreachableError("a drag needs to_x and to_y")
        target = await self._target(action)
        await self._move(target.x, target.y)
        await self._page.mouse.down()
        try:
            await self._clock.let_pass(_PRESS_MS)
            await self._move(action.to_x, action.to_y, moves=_DRAG_MOVES, move_ms=20)
            await self._clock.let_pass(_PRESS_MS)
        finally:
            await self._page.mouse.up()

    async def _scroll(self, action: Action) -> None:
        if action.selector or action.ref or action.x is not None:
            target = await self._target(action, scroll=not (action.selector or action.ref))
            await self._move(target.x, target.y)
        distance = _scroll_distance(action.value)
        turns = min(_MAX_WHEEL_TURNS, max(1, round(abs(distance) / _WHEEL_PX)))
        for _ in range(turns):
            await self._page.mouse.wheel(0, distance / turns)
            await self._clock.let_pass(16)

    async def _move(self, x: float, y: float, *, moves: int = _MOVES, move_ms: float = _MOVE_MS) -> None:
        from_x, from_y = self._at
        for move in range(1, moves + 1):
            t = move / moves
            eased = t * t * (3 - 2 * t)
            await self._page.mouse.move(from_x + (x - from_x) * eased, from_y + (y - from_y) * eased)
            await self._clock.let_pass(move_ms)
        self._at = (x, y)

    async def _press_mouse(self, target: Target, *, count: int = 1) -> None:
        await self._move(target.x, target.y, moves=_MOVES if count == 1 else 1)
        await self._page.mouse.down(click_count=count)
        await self._clock.let_pass(_PRESS_MS)
        await self._page.mouse.up(click_count=count)

    # --- keyboard ---

    async def _type(self, action: Action) -> None:
        """Replaces what the field holds; without an editable element the keys go to whatever has the focus."""
        if not (action.selector or action.ref or action.x is not None):
            await self._keys(action.value)
            return
        target = await self._target(action)
        if target.type == "file":
            raise UnreachableError("files are not chosen here; a file input cannot be filled by typing")
        if target.type in _UNTYPABLE or target.tag == "select":
            raise UnreachableError(f"nothing can be typed into a {target.type or target.tag}")
        if target.type == "range":
            await self._set_range(target, action)
        elif target.type in _FILLED:
            await self._fill(action)
        else:
            await self._press_mouse(target)
            if target.editable:
                await self._empty()
            await self._keys(action.value)

    async def _clear(self, action: Action) -> None:
        target = await self._target(action)
        if not target.editable or target.type in _UNTYPABLE | {"range", "file"}:
            raise UnreachableError("only a text field can be cleared")
        if target.type in _FILLED - {"color"}:
            await (await self._handle(action)).fill("")
            return
        await self._press_mouse(target)
        await self._empty()

    async def _empty(self) -> None:
        await self._page.keyboard.press("ControlOrMeta+a")
        await self._page.keyboard.press("Delete")

    async def _keys(self, text: str) -> None:
        for character in text[:_MAX_TYPED]:
            await self._page.keyboard.type(character)
            await self._clock.let_pass(_KEY_MS)

    async def _fill(self, action: Action) -> None:
        try:
            await (await self._handle(action)).fill(action.value)
        except Error as error:
            raise UnreachableError(f"the field does not take {action.value!r}: {_first_line(error.message)}") from error

    async def _set_range(self, target: Target, action: Action) -> None:
        bounds = target.range or {}
        try:
            wanted = float(action.value)
        except ValueError as error:
            raise UnreachableError(f"a slider takes a number, not {action.value!r}") from error
        low, high, step = bounds["min"], bounds["max"], bounds["step"]
        wanted = min(high, max(low, wanted))
        starts = {"": bounds["value"], "Home": low, "End": high}
        first, start = min(starts.items(), key=lambda item: abs(wanted - item[1]))
        await (await self._handle(action)).focus()
        if first:
            await self._page.keyboard.press(first)
        steps = round((wanted - start) / step)
        for _ in range(min(_MAX_RANGE_KEYS, abs(steps))):
            await self._page.keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            await self._clock.let_pass(_KEY_MS)

    async def _select(self, action: Action) -> None:
        target = await self._target(action)
        if target.options is None:
            raise UnreachableError("not a <select>; press it and then the option")
        chosen = [o for o in target.options if action.value in (o["label"], o["value"])]
        if not chosen:
            labels = ", ".join(option["label"] for option in target.options[:12])
            raise UnreachableError(f"no option {action.value!r}; there are: {labels}")
        await self._move(target.x, target.y)
        handle = await self._handle(action)
        await handle.focus()
        await handle.select_option(index=target.options.index(chosen[0]))

    async def _press(self, action: Action) -> None:
        await self._focus(action)
        await self._chord(_chord_keys(action.value), _PRESS_MS)

    async def _hold(self, action: Action) -> None:
        keys, _, duration = action.value.rpartition(":")
        if not keys or not duration.isdigit():
            raise UnreachableError(f"hold takes key:milliseconds, such as ArrowRight:800, not {action.value!r}")
        await self._focus(action)
        await self._chord(_chord_keys(keys), min(_MAX_HOLD_MS, int(duration)))

    async def _chord(self, keys: list[str], hold_ms: int) -> None:
        """Press all, hold (a held key repeats after a while), release in reverse order."""
        pressed: list[str] = []
        try:
            for key in keys:
                await self._page.keyboard.down(key)
                pressed.append(key)
            await self._clock.let_pass(min(hold_ms, _REPEAT_AFTER_MS))
            for _ in range((hold_ms - _REPEAT_AFTER_MS) // _REPEAT_MS):
                await self._page.keyboard.down(keys[-1])
                await self._clock.let_pass(_REPEAT_MS)
        finally:
            for key in reversed(pressed):
                await self._page.keyboard.up(key)

    async def _focus(self, action: Action) -> None:
        if action.selector or action.ref:
            await (await self._handle(action)).focus()
        elif action.x is not None:
            await self._press_mouse(await self._target(action))

    # --- window and time ---

    async def _wait(self, action: Action) -> None:
        if not re.fullmatch(r"\d*", action.value):
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

    # --- where ---

    async def _target(self, action: Action, *, scroll: bool = True) -> Target:
        if action.selector or action.ref:
            argument = {"ref": action.ref, "selector": action.selector, "scroll": scroll}
            place = cast(dict[str, Any], await self._page.evaluate(scripts.with_dom("locate"), argument))
            if problem := place.pop("problem"):
                raise UnreachableError(problem)
            target = Target(**place)
            if target.cover:
                raise UnreachableError(f"covered by {target.cover}")
            return target
        if action.x is None or action.y is None:
            raise UnreachableError("neither an element nor a place is given")
        size = self._page.viewport_size or {"width": 0, "height": 0}
        if not (0 <= action.x < size["width"] and 0 <= action.y < size["height"]):
            raise UnreachableError(f"({action.x:g}, {action.y:g}) lies outside the window")
        return Target(action.x, action.y)

    async def _handle(self, action: Action) -> ElementHandle:
        script = scripts.with_dom("element")
        found = await self._page.evaluate_handle(script, {"ref": action.ref, "selector": action.selector})
        element = found.as_element()
        if element is None:
            raise UnreachableError("the element is gone")
        return element


def _chord_keys(value: str) -> list[str]:
    """`Control+a` is two keys, `+` is one, `Control++` is two."""
    keys = [key for key in value.split("+") if key]
    if value == "+" or value.endswith("++"):
        keys.append("+")
    if not keys:
        raise UnreachableError("no key is given")
    return keys


def _scroll_distance(value: str) -> float:
    """CSS px downwards: a number, a direction (most of a window), or an end of the page."""
    words = {"": 600.0, "down": 600.0, "up": -600.0, "bottom": 20_000.0, "top": -20_000.0}
    if value in words:
        return words[value]
    if re.fullmatch(r"-?\d{1,6}", value):
        return float(value)
    raise UnreachableError(f"scroll takes px, up, down, top or bottom, not {value!r}")


def _first_line(message: str) -> str:
    return message.strip().splitlines()[0][:300] if message.strip() else "the browser refused"
