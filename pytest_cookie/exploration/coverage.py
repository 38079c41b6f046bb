"""Which controls an exploration found and which it used, counted over re-rendered and renamed elements."""

import re
from dataclasses import dataclass, field

from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Coverage


def signature(control: Control) -> str:
    """What makes a control the same again after its element was made anew; numbers in names do not count."""
    name = re.sub(r"\d+", "#", control.name)[:60]
    return f"{control.role}|{control.tag}|{control.input_type}|{name}|{control.selector}"


@dataclass
class CoverageLedger:
    """Remembers controls by the first signature that their element had."""

    _first: dict[str, str] = field(default_factory=dict)
    _kinds: dict[str, str] = field(default_factory=dict)
    _used: set[str] = field(default_factory=set)

    def identity(self, control: Control) -> str:
        """The signature under which the control was first met: "Play" that became "Pause" is still the same."""
        return self._first.setdefault(control.ref, signature(control))

    def meet(self, controls: tuple[Control, ...]) -> None:
        """Take note of what is there."""
        for control in controls:
            self._kinds.setdefault(self.identity(control), control.kind)

    def use(self, ref: str) -> None:
        """Take note that an action on a control was carried out; `ref` is empty for one that was on none."""
        if ref in self._first:
            self._used.add(self._first[ref])

    @property
    def coverage(self) -> Coverage:
        """The counts until now."""
        used_kinds = {self._kinds[identity] for identity in self._used if identity in self._kinds}
        return Coverage(
            controls_found=len(self._kinds),
            controls_exercised=len(self._used),
            kinds_found=len(set(self._kinds.values())),
            kinds_exercised=len(used_kinds),
        )
