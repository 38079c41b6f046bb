"""Counts the controls an exploration found and used, across re-rendered and renamed elements."""

import re
from dataclasses import dataclass, field

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Coverage


def signature(control: Control) -> str:
    """Return a signature that is stable when the element is recreated; numbers in names are ignored."""
    name = re.sub(r"\d+", "#", control.name)[:60]
    return f"{control.role}|{control.tag}|{control.input_type}|{name}|{control.selector}"


@dataclass
class CoverageLedger:
    """Tracks controls by the first signature of their element."""

    _first: dict[str, str] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def identity(self, control: Control) -> str:
        """Return the control's first signature: "Play" that became "Pause" is the same control."""
        return self._first.setdefault(control.ref, signature(control))

    def meet(self, controls: tuple[Control, ...]) -> None:
        """Record the controls of a view."""
        for control in controls:
            self._kinds.setdefault(self.identity(control), control.kind)

    def use(self, ref: str) -> None:
        """Record that a control was used; `ref` is empty for an action without control."""
        if ref in self._first:
            self._used.add(self._first[ref])

    @property
    def coverage(self) -> Coverage:
        """The counts so far."""
        used_kinds = {self._kinds[identity] for identity in self._used if identity in self._kinds}
        return Coverage(
            controls_found=len(self._kinds),
            controls_exercised=len(self._used),
            kinds_found=len(set(self._kinds.values())),
            kinds_exercised=len(used_kinds),
        )
