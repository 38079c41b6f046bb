"""`References`: short names for controls, `e1`, `e2` …, the same for the same control throughout an exploration."""

import re

from pytest_cookie.core.page import Control
from pytest_cookie.core.parsing import shown_whole

_FORM = re.compile(r"\[?\s*e?(\d{1,5})\s*\]?", re.IGNORECASE)


class References:
    """Numbers controls in the order in which they are first met, so that the same page gives the same names."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._refs: dict[int, str] = {}

    def meet(self, controls: tuple[Control, ...]) -> None:
        """Name those that have no name yet."""
        for control in controls:
            number = self._numbers.setdefault(control.ref, len(self._numbers) + 1)
            self._refs[number] = control.ref

    def number(self, control: Control) -> int:
        """The number of its name. It must have been met."""
        return self._numbers[control.ref]

    def name(self, control: Control) -> str:
        """Its name, such as `e12`."""
        return f"e{self.number(control)}"

    def resolve(self, said: str) -> str | None:
        """The inventory's `ref` for `e12`, `12` or `[e12]`; None for a name that was never given."""
        form = _FORM.fullmatch(said.strip())
        number = shown_whole(form[1]) if form else None
        return self._refs.get(number) if number is not None else None
