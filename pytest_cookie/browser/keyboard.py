"""`Keyboard`: types and presses at a person's pace; all of it trusted input."""

from playwright.async_api import ElementHandle, Page

from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.target import Target, UnreachableError

_KEY_MS = 25
_PRESS_MS = 60
_REPEAT_AFTER_MS, _REPEAT_MS = 400, 50
_MAX_HOLD_MS = 4_000
_MAX_TYPED = 160
_MAX_RANGE_KEYS = 120


class Keyboard:
    """Goes to whatever has the focus."""

    def __init__(self, page: Page, clock: PageClock) -> None:
        self._keyboard = page.keyboard
        self._clock = clock

    async def type(self, text: str) -> None:
        """Key by key; what is longer than 160 characters is pasted at the end."""
        for character in text[:_MAX_TYPED]:
            await self._keyboard.type(character)
            await self._clock.let_pass(_KEY_MS)
        if rest := text[_MAX_TYPED:]:
            await self._keyboard.insert_text(rest)

    async def empty(self) -> None:
        """Select all and delete."""
        await self._keyboard.press("ControlOrMeta+a")
        await self._keyboard.press("Delete")

    async def press(self, keys: list[str]) -> None:
        """One short press of all keys together."""
        await self._hold(keys, _PRESS_MS)

    async def hold(self, keys: list[str], hold_ms: int) -> None:
        """Keep all keys down, 4 s at most; like a real one, the last key repeats after a while."""
        await self._hold(keys, min(_MAX_HOLD_MS, hold_ms))

    async def _hold(self, keys: list[str], hold_ms: int) -> None:
        pressed: list[str] = []
        try:
            for key in keys:
                await self._keyboard.down(key)
                pressed.append(key)
            await self._clock.let_pass(min(hold_ms, _REPEAT_AFTER_MS))
            for _ in range((hold_ms - _REPEAT_AFTER_MS) // _REPEAT_MS):
                await self._keyboard.down(keys[-1])
                await self._clock.let_pass(_REPEAT_MS)
        finally:
            for key in reversed(pressed):
                await self._keyboard.up(key)

    async def set_range(self, slider: ElementHandle, target: Target, value: str) -> None:
        """Move a slider by arrow keys, from the nearest of where it is and its two ends."""
        bounds = target.range or {}
        try:
            wanted = min(bounds["max"], max(bounds["min"], float(value)))
        except ValueError as error:
            raise UnreachableError(f"a slider takes a number, not {value!r}") from error
        starts = {"": bounds["value"], "Home": bounds["min"], "End": bounds["max"]}
        first, start = min(starts.items(), key=lambda item: abs(wanted - item[1]))
        await slider.focus()
        if first:
            await self._keyboard.press(first)
        steps = round((wanted - start) / bounds["step"])
        for _ in range(min(_MAX_RANGE_KEYS, abs(steps))):
            await self._keyboard.press("ArrowRight" if steps > 0 else "ArrowLeft")
            await self._clock.let_pass(_KEY_MS)


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
    if not keys or not duration.isdigit():
        raise UnreachableError(f"hold takes key:milliseconds, such as ArrowRight:800, not {value!r}")
    return chord(keys), int(duration)
