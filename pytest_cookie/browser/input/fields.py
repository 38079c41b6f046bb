"""`Fields`: fills text fields, values and choices."""

from playwright.async_api import Error, Page

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.keyboard import Keyboard
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.pointer_targeting import PointerTargeting
from pytest_cookie.browser.input.slider import Slider
from pytest_cookie.browser.input.target import Target, UnreachableError, has_element, resolve_element
from pytest_cookie.core.action import Action

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
