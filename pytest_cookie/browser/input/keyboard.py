"""`Keyboard`: types and presses at a person's pace; all of it trusted input."""

import re

from playwright.async_api import Error, Page

from pytest_cookie.browser.input.gesture import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import MAX_TYPED, InputTiming, Stroke
from pytest_cookie.browser.input.target import UnreachableError

_REPEAT_AFTER_MS, _REPEAT_MS = 400, 50
_MAX_HOLD_MS = 4_000
_SHIFTED = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZ~!@#$%^&*()_+{}|:"<>?')


class Keyboard:
    """Goes to whatever has the focus."""

    def __init__(self, page: Page, wire: InputDispatcher, cadence: InputTiming, watcher: GestureObserver) -> None:
        self._keyboard = page.keyboard
        self._wire = wire
        self._cadence = cadence
        self._watcher = watcher
        self._down: list[str] = []

    async def type(self, text: str) -> None:
        """Key by key; what is longer than 100 characters is pasted at the end."""
        typed, pasted = text[:MAX_TYPED], text[MAX_TYPED:]
        for character, stroke in zip(typed, self._cadence.strokes(len(typed)), strict=True):
            await self._stroke(character, stroke)
        if pasted:
            await self._wire.deliver(self._keyboard.insert_text(pasted))

    async def _stroke(self, character: str, stroke: Stroke) -> None:
        """A key with Shift where it needs one: pages that warn of Caps Lock look for it."""
        if character in "\r\n":
            await self._chord(["Enter"], stroke.down_ms)
        elif " " <= character <= "~":
            await self._chord(["Shift", character] if character in _SHIFTED else [character], stroke.down_ms)
        else:
            await self._wire.deliver(self._keyboard.insert_text(character))
        await self._wire.rest(stroke.next_ms - stroke.down_ms)

    async def _chord(self, keys: list[str], down_ms: int) -> None:
        try:
            for key in keys:
                await self._press_down(key)
            await self._wire.rest(down_ms)
        finally:
            await self._release()

    async def empty(self) -> None:
        """Select all and delete."""
        await self.press(["ControlOrMeta", "a"])
        await self.press(["Delete"])

    async def press(self, keys: list[str]) -> None:
        """One short press of all keys together."""
        await self._hold(keys, self._cadence.press_ms())

    async def hold(self, keys: list[str], hold_ms: int) -> None:
        """Keep all keys down, 4 s at most; like a real one, the last key repeats after a while."""
        await self._hold(keys, min(_MAX_HOLD_MS, hold_ms))

    async def _hold(self, keys: list[str], hold_ms: int) -> None:
        try:
            for nth, key in enumerate(keys):
                if nth:
                    await self._wire.rest(self._cadence.chord_ms())
                await self._press_down(key)
            await self._wire.rest(min(hold_ms, _REPEAT_AFTER_MS))
            for _ in range((hold_ms - _REPEAT_AFTER_MS) // _REPEAT_MS):
                await self._wire.deliver(self._keyboard.down(keys[-1]))
                await self._wire.rest(_REPEAT_MS)
        finally:
            await self._release()

    async def _press_down(self, key: str) -> None:
        self._watcher.keys(" + ".join([*self._down, key]))
        self._down.append(key)
        try:
            await self._wire.deliver(self._keyboard.down(key))
        except Error:  # the browser knows no such key, and would not let it go either
            self._down.pop()
            raise

    async def _release(self) -> None:
        """Let go of all keys, the last one first."""
        while self._down:
            key = self._down.pop()
            self._watcher.keys(" + ".join(self._down))
            await self._wire.deliver(self._keyboard.up(key))


def chord(value: str) -> list[str]:
    """The keys of a chord: `Control+a` is two, `+` is one, `Control++` is two."""
    keys = [key for key in value.split("+") if key]
    if value == "+" or value.endswith("++"):
        keys.append("+")
    if not keys:
        raise UnreachableError("no key is given")
    return keys


def held_chord(value: str) -> tuple[list[str], int]:
    """The keys and the milliseconds of `ArrowUp+ArrowRight:800`."""
    keys, _, duration = value.rpartition(":")
    if not keys or not re.fullmatch(r"[0-9]{1,6}", duration):
        raise UnreachableError(f"hold takes key:milliseconds, such as ArrowRight:800, not {value!r}")
    return chord(keys), int(duration)
