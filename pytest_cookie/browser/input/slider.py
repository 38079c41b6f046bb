"""`Slider`: sets a slider, first by dragging it near the value, then with the arrow keys."""

from playwright.async_api import ElementHandle

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.keyboard import Keyboard
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.target import Target, UnreachableError
from pytest_cookie.core.parsing import finite_number, parse_number

_THUMB_PX = 16.0
_MAX_KEYS_ONLY = 4
"""Up to this many steps are done with keys alone."""
_MAX_KEYS = 60

_VALUE = "(slider) => Number(slider.value)"


class Slider:
    """Sets an `<input type=range>`."""

    def __init__(self, *, element: ElementHandle, target: Target, pointer: Pointer, keyboard: Keyboard) -> None:
        self._element = element
        self._target = target
        self._bounds = target.range or {}
        self._pointer = pointer
        self._keyboard = keyboard

    async def set(self, value: str, dispatcher: InputDispatcher) -> None:
        """Move it to the nearest possible value. Raises `UnreachableError` if `value` is not a number."""
        requested = parse_number(value)
        if requested is None:
            raise UnreachableError(f"a slider takes a number, not {value!r}")
        wanted = min(self._bounds["max"], max(self._bounds["min"], requested))
        if abs(self._steps_to(wanted, self._bounds["value"])) > _MAX_KEYS_ONLY:
            await self._drag(wanted)
        await dispatcher.deliver(self._element.focus())
        await self._step_to(wanted)

    def _steps_to(self, wanted: float, start: float) -> int:
        return round((wanted - start) / self._bounds["step"])

    async def _drag(self, wanted: float) -> None:
        """Drag a horizontal slider; keys do the rest if it is reversed or styled."""
        box = self._target.box or {"width": 0.0, "height": 0.0}
        low, high = self._bounds["min"], self._bounds["max"]
        if box["width"] <= box["height"] or high <= low:
            return
        track = box["width"] - _THUMB_PX

        def thumb(value: float) -> float:
            return box["x"] + _THUMB_PX / 2 + track * (value - low) / (high - low)

        thumb_target = Target(thumb(self._bounds["value"]), self._target.y)
        await self._pointer.drag(thumb_target, (thumb(wanted), self._target.y))

    async def _step_to(self, wanted: float) -> None:
        """Step with arrow keys, from the nearest of its current value and its two ends."""
        current = finite_number(await self._element.evaluate(_VALUE))
        if current is None:
            raise UnreachableError("the slider's value cannot be read")
        starts = {"": current, "Home": self._bounds["min"], "End": self._bounds["max"]}
        first, start = min(starts.items(), key=lambda item: abs(wanted - item[1]))
        if first:
            await self._keyboard.press([first])
        steps = self._steps_to(wanted, start)
        for _ in range(min(_MAX_KEYS, abs(steps))):
            await self._keyboard.press(["ArrowRight" if steps > 0 else "ArrowLeft"])
