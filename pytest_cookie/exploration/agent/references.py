"""`References`: short names of controls, `e1`, `e2` …, constant throughout an exploration."""

import re

from pytest_cookie.core.page import Control
from pytest_cookie.core.parsing import parse_shown_whole

_FORM = re.compile(r"\[?\s*e?(\d{1,5})\s*\]?", re.IGNORECASE)


class References:
    """Numbers controls in order of appearance, so that the same page gives the same names."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._refs: dict[int, str] = {}

    def meet(self, controls: tuple[Control, ...]) -> None:
        """Name controls that have no name yet."""
        for control in controls:
            number = self._numbers.setdefault(control.ref, len(self._numbers) + 1)
            self._refs[number] = control.ref

    def number(self, control: Control) -> int:
        """Return the number of a control, which must have been met."""
        return self._numbers[control.ref]

    def name(self, control: Control) -> str:
        """Return its name, such as `e12`."""
        return f"e{self.number(control)}"

    def resolve(self, reference: str) -> str | None:
        """Return the inventory's `ref` for `e12`, `12` or `[e12]`; None for an unknown name."""
        form = _FORM.fullmatch(reference.strip())
        number = parse_shown_whole(form[1]) if form else None
        return self._refs.get(number) if number is not None else None
