"""`Fields`: fills text fields, values, choices and sliders."""

from playwright.async_api import ElementHandle, Error, Page

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.keyboard import Keyboard
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.pointer_targeting import PointerTargeting
from pytest_cookie.browser.input.target import Target, UnreachableError, has_element, resolve_element
from pytest_cookie.core.action import Action
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


_CHOICE_MS = 6_000
_SET_AS_WHOLE = frozenset({"date", "time", "month", "week", "datetime-local", "color"})
"""Inputs with native pickers: their value is set as a whole."""
_UNTYPABLE = frozenset({"checkbox", "radio", "button", "submit", "reset", "image"})


class Fields:
    """Types, clears and selects. Raises `UnreachableError` if a field rejects the input."""

    def __init__(self, page: Page, dispatcher: InputDispatcher, *, pointer: Pointer, keyboard: Keyboard) -> None:
        self._page = page
        self._dispatcher = dispatcher
        self._pointer = pointer
        self._keyboard = keyboard
        self._targeting = PointerTargeting(page, pointer, dispatcher)

    async def type(self, action: Action) -> None:
        """Replace the field's content; without element and point, type into the focused element."""
        if not has_element(action) and action.x is None:
            await self._keyboard.type(action.value)
            return
        target = await self._targeting.find(action)
        if target.type == "file":
            raise UnreachableError("a file input cannot be typed into; click it and choose a file")
        if target.type in _UNTYPABLE or target.tag == "select":
            raise UnreachableError(f"a {target.type or target.tag} cannot be typed into")
        if target.type == "range":
            await self._slide(action, target)
        elif target.type in _SET_AS_WHOLE:
            await self._fill(action)
        else:
            await self._type_into(action)

    async def clear(self, action: Action) -> None:
        """Empty a field."""
        target = await self._targeting.find(action)
        if not target.editable or target.type in _UNTYPABLE | {"range", "file", "color"}:
            raise UnreachableError("only a text field can be cleared")
        if target.type in _SET_AS_WHOLE:
            await self._fill(action.model_copy(update={"value": ""}))
            return
        await self._pointer.press(await self._targeting.reach(action))
        await self._keyboard.empty()

    async def select(self, action: Action) -> None:
        """Choose an option by its label or value."""
        target = await self._targeting.find(action)
        if target.options is None:
            raise UnreachableError("not a <select>; click it and then the option")
        matches = [i for i, option in enumerate(target.options) if action.value in option.values()]
        if not matches:
            labels = ", ".join(option["label"] for option in target.options[:12])
            raise UnreachableError(f"no option {action.value!r}; there are: {labels}")
        await self._targeting.reach(action)
        element = await resolve_element(self._page, action)
        await self._dispatcher.deliver(element.focus())
        await self._dispatcher.deliver(element.select_option(index=matches[0], timeout=_CHOICE_MS))

    async def _type_into(self, action: Action) -> None:
        target = await self._targeting.reach(action)
        await self._pointer.press(target)
        if target.editable:
            await self._keyboard.empty()
        await self._keyboard.type(action.value)

    async def _slide(self, action: Action, target: Target) -> None:
        element = await resolve_element(self._page, action)
        slider = Slider(element=element, target=target, pointer=self._pointer, keyboard=self._keyboard)
        await slider.set(action.value, self._dispatcher)

    async def _fill(self, action: Action) -> None:
        """Point at the field and focus it without a click, which would open a native picker."""
        await self._targeting.reach(action)
        element = await resolve_element(self._page, action)
        await self._dispatcher.deliver(element.focus())
        try:
            await self._dispatcher.deliver(element.fill(action.value))
        except Error as error:
            problem = f"the field does not take {action.value!r}: {first_line(error.message)}"
            raise UnreachableError(problem) from error
        if (value := await element.input_value()).lower() != action.value.lower():
            raise UnreachableError(f"the field does not take {action.value!r}: it holds {value!r}")


def first_line(message: str) -> str:
    """Return the first line of a browser error, without its log."""
    return message.strip().splitlines()[0][:300] if message.strip() else "the browser refused"
