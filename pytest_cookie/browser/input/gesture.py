"""`GestureObserver`: who wants to see what the hand does, such as a recorder that draws pointer and keys."""

from typing import Protocol


class GestureObserver(Protocol):
    """Told of every gesture right before the page is, in the order of page time."""

    def pointer(self, x: float, y: float, pressed: bool) -> None:
        """The pointer or the finger is at `x`, `y` (CSS px of the viewport), pressed or not."""

    def keys(self, label: str) -> None:
        """The keys that are down now, such as `Control + a`; "" when the last was let go."""


class NoGestureObserver:
    """The watcher of a hand that nobody watches."""

    def pointer(self, x: float, y: float, pressed: bool) -> None:
        """Unseen."""

    def keys(self, label: str) -> None:
        """Unseen."""
