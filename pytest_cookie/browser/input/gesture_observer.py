"""`GestureObserver`: receives every gesture, such as a recorder that draws pointer and keys."""

from typing import Protocol


class GestureObserver(Protocol):
    """Notified of every gesture right before the page, in the order of page time."""

    def pointer(self, x: float, y: float, pressed: bool) -> None:
        """The pointer or finger is at `x`, `y` (CSS px of the viewport), pressed or not."""

    def keys(self, label: str) -> None:
        """The keys that are down now, such as `Ctrl + A`; "" after the last release."""


class NoGestureObserver:
    """Ignores every gesture."""

    def pointer(self, x: float, y: float, pressed: bool) -> None:
        """Do nothing."""

    def keys(self, label: str) -> None:
        """Do nothing."""
