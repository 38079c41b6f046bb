"""`Keyboard`: types and presses keys at human speed, with trusted input."""

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from playwright.async_api import Error, Page

from pytest_cookie.browser.input.gesture_observer import GestureObserver
from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.input_timing import MAX_TYPED, InputTiming, Stroke
from pytest_cookie.browser.input.target import UnreachableError

_REPEAT_AFTER_MS, _REPEAT_MS = 400, 50
_MAX_HOLD_MS = 4_000
_MODIFIER_BITS = {"Alt": 1, "Control": 2, "Meta": 4, "Shift": 8}
"""Of `Input.dispatchMouseEvent` in the DevTools protocol."""
_LABELS = {"Control": "Ctrl", "ControlOrMeta": "Ctrl", "Escape": "Esc", " ": "Space"}
_COMMANDS = frozenset({"Control", "ControlOrMeta", "Meta", "Alt"})
_SHIFTED = frozenset('ABCDEFGHIJKLMNOPQRSTUVWXYZ~!@#$%^&*()_+{}|:"<>?')


class Keyboard:
    """Sends keys to the focused element."""

    def __init__(self, page: Page, dispatcher: InputDispatcher, timing: InputTiming, watcher: GestureObserver) -> None:
        self._keyboard = page.keyboard
        self._dispatcher = dispatcher
        self._timing = timing
        self._watcher = watcher
        self._down: list[str] = []
        self._are_shown = True

    async def type(self, text: str) -> None:
        """Type key by key; paste everything after the first 100 characters."""
        typed, pasted = text[:MAX_TYPED], text[MAX_TYPED:]
        for character, stroke in zip(typed, self._timing.strokes(len(typed)), strict=True):
            await self._type_character(character, stroke)
        if pasted:
            await self._dispatcher.deliver(self._keyboard.insert_text(pasted))

    async def _type_character(self, character: str, stroke: Stroke) -> None:
        """Press Shift with the key if it needs it: pages that warn of Caps Lock check for Shift."""
        if character in "\r\n":
            await self._press_chord(["Enter"], stroke.down_ms)
        elif " " <= character <= "~":
            await self._press_chord(["Shift", character] if character in _SHIFTED else [character], stroke.down_ms)
        else:
            await self._dispatcher.deliver(self._keyboard.insert_text(character))
        await self._dispatcher.pause(stroke.next_ms - stroke.down_ms)

    async def _press_chord(self, keys: list[str], down_ms: int) -> None:
        try:
            for key in keys:
                await self._press_down(key)
            await self._dispatcher.pause(down_ms)
        finally:
            await self._release()

    async def empty(self) -> None:
        """Select all and delete. The film shows no labels for these keys: no step asked for them."""
        self._are_shown = False
        try:
            await self.press(["ControlOrMeta", "a"])
            await self.press(["Delete"])
        finally:
            self._are_shown = True

    async def press(self, keys: list[str]) -> None:
        """Press all keys together, briefly."""
        await self._hold(keys, self._timing.press_ms(), looks=False)

    async def hold(self, keys: list[str], hold_ms: int) -> bytes:
        """Keep all keys down, 4 s at most; the last key repeats after a while, as on a real keyboard.

        Returns a PNG of the window at half of the time.
        """
        return await self._hold(keys, min(_MAX_HOLD_MS, hold_ms), looks=True)

    @asynccontextmanager
    async def hold_modifiers(self, keys: Sequence[str]) -> AsyncIterator[None]:
        """Keep modifier keys down within the context; pointer events report them."""
        try:
            for key in dict.fromkeys(keys):
                await self._press_down(key)
                self._dispatcher.modifiers |= _MODIFIER_BITS[key]
                await self._dispatcher.pause(self._timing.chord_ms())
            yield
        finally:
            self._dispatcher.modifiers = 0
            await self._release()

    async def _hold(self, keys: list[str], hold_ms: int, *, looks: bool) -> bytes:
        picture = b""
        try:
            for nth, key in enumerate(keys):
                if nth:
                    await self._dispatcher.pause(self._timing.chord_ms())
                await self._press_down(key)
            await self._dispatcher.pause(min(hold_ms, _REPEAT_AFTER_MS))
            repeats = max(0, hold_ms - _REPEAT_AFTER_MS) // _REPEAT_MS
            half = max(0, hold_ms // 2 - _REPEAT_AFTER_MS) // _REPEAT_MS
            for nth in range(repeats + 1):
                if looks and nth == half:
                    picture = await self._dispatcher.picture()
                if nth < repeats:
                    await self._dispatcher.deliver(self._keyboard.down(keys[-1]))
                    await self._dispatcher.pause(_REPEAT_MS)
        finally:
            await self._release()
        return picture

    async def _press_down(self, key: str) -> None:
        self._show([*self._down, key])
        self._down.append(key)
        try:
            await self._dispatcher.deliver(self._keyboard.down(key))
        except Error:  # the browser does not know the key, and could not release it either
            self._down.pop()
            raise

    async def _release(self) -> None:
        """Release all keys, the last one first."""
        while self._down:
            key = self._down.pop()
            self._show(self._down)
            await self._dispatcher.deliver(self._keyboard.up(key))

    def _show(self, keys: Sequence[str]) -> None:
        if self._are_shown:
            self._watcher.keys(label_keys(keys))


def label_keys(keys: Sequence[str]) -> str:
    """Label keys that are down together as users know them: `Ctrl + A`. "" for none."""
    is_command = not _COMMANDS.isdisjoint(keys)
    return " + ".join(_LABELS.get(key, key.upper() if is_command and len(key) == 1 else key) for key in keys)


def parse_chord(value: str) -> list[str]:
    """Split a chord into keys: `Control+a` is two, `+` is one, `Control++` is two."""
    keys = [key for key in value.split("+") if key]
    if value == "+" or value.endswith("++"):
        keys.append("+")
    if not keys:
        raise UnreachableError("no key is given")
    return keys


def parse_held_chord(value: str) -> tuple[list[str], int]:
    """Split `ArrowUp+ArrowRight:800` into keys and milliseconds."""
    keys, _, duration = value.rpartition(":")
    if not keys or not re.fullmatch(r"[0-9]{1,6}", duration):
        raise UnreachableError(f"hold takes key:milliseconds, such as ArrowRight:800, not {value!r}")
    return parse_chord(keys), int(duration)
