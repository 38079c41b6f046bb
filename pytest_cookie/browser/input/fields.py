"""`Fields`: how a hand fills what takes text, a value or a choice."""

from playwright.async_api import Error, Page

from pytest_cookie.browser.input.input_dispatch import InputDispatcher
from pytest_cookie.browser.input.keyboard import Keyboard
from pytest_cookie.browser.input.pointer import Pointer
from pytest_cookie.browser.input.pointer_targeting import PointerTargeting
from pytest_cookie.browser.input.slider import Slider
from pytest_cookie.browser.input.target import Target, UnreachableError, element_of, has_element
from pytest_cookie.core.trace import Action

_CHOICE_MS = 6_000
_FILLED = frozenset({"date", "time", "month", "week", "datetime-local", "color"})
"""Inputs whose parts are the browser's own: their value is set whole."""
_UNTYPABLE = frozenset({"checkbox", "radio", "button", "submit", "reset", "image"})


class Fields:
    """Types, clears and selects. What a field does not take raises `UnreachableError`."""

    def __init__(self, page: Page, wire: InputDispatcher, *, pointer: Pointer, keyboard: Keyboard) -> None:
        self._page = page
        self._wire = wire
        self._pointer = pointer
        self._keyboard = keyboard
        self._aim = PointerTargeting(page, pointer, wire)

    async def type(self, action: Action) -> None:
        """Replaces what the field holds; with neither element nor place the keys go to what has the focus."""
        if not has_element(action) and action.x is None:
            await self._keyboard.type(action.value)
            return
        target = await self._aim.find(action)
        if target.type == "file":
            raise UnreachableError("a file input cannot be filled by typing; press it and choose a file")
        if target.type in _UNTYPABLE or target.tag == "select":
            raise UnreachableError(f"nothing can be typed into a {target.type or target.tag}")
        if target.type == "range":
            await self._slide(action, target)
        elif target.type in _FILLED:
            await self._fill(action)
        else:
            await self._type_into(action)

    async def clear(self, action: Action) -> None:
        """Empties a field."""
        target = await self._aim.find(action)
        if not target.editable or target.type in _UNTYPABLE | {"range", "file", "color"}:
            raise UnreachableError("only a text field can be cleared")
        if target.type in _FILLED:
            await self._fill(action.model_copy(update={"value": ""}))
            return
        await self._pointer.press(await self._aim.reach(action))
        await self._keyboard.empty()

    async def select(self, action: Action) -> None:
        """Chooses an option by its label or value."""
        target = await self._aim.find(action)
        if target.options is None:
            raise UnreachableError("not a <select>; press it and then the option")
        chosen = [i for i, option in enumerate(target.options) if action.value in option.values()]
        if not chosen:
            labels = ", ".join(option["label"] for option in target.options[:12])
            raise UnreachableError(f"no option {action.value!r}; there are: {labels}")
        await self._aim.reach(action)
        element = await element_of(self._page, action)
        await self._wire.deliver(element.focus())
        await self._wire.deliver(element.select_option(index=chosen[0], timeout=_CHOICE_MS))

    async def _type_into(self, action: Action) -> None:
        target = await self._aim.reach(action)
        await self._pointer.press(target)
        if target.editable:
            await self._keyboard.empty()
        await self._keyboard.type(action.value)

    async def _slide(self, action: Action, target: Target) -> None:
        element = await element_of(self._page, action)
        slider = Slider(element=element, target=target, pointer=self._pointer, keyboard=self._keyboard)
        await slider.set(action.value, self._wire)

    async def _fill(self, action: Action) -> None:
        """Point at it and focus it, but do not press: that would open a picker of the browser's."""
        await self._aim.reach(action)
        element = await element_of(self._page, action)
        await self._wire.deliver(element.focus())
        try:
            await self._wire.deliver(element.fill(action.value))
        except Error as error:
            problem = f"the field does not take {action.value!r}: {first_line(error.message)}"
            raise UnreachableError(problem) from error
        if (kept := await element.input_value()).lower() != action.value.lower():
            raise UnreachableError(f"the field does not take {action.value!r}: it holds {kept!r}")


def first_line(message: str) -> str:
    """What an error of the browser says, without its log."""
    return message.strip().splitlines()[0][:300] if message.strip() else "the browser refused"
