"""`PointerOverlay`: pointer and keys as drawn in a film, a state in page time that fades."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pytest_cookie.browser.capture.overlay_drawing import RING_RADIUS, RIPPLE_RADIUS, Patch, cursor, key_cap, ring

_RIPPLE_MS = 400
_LINGER_MS = 500
_RING_PERCENT = 90
_MAX_RIPPLES = 8

ToCanvas = Callable[[float, float], tuple[int, int]]
"""Converts CSS px in the window to pixels in the film."""


@dataclass(frozen=True)
class _Ripple:
    began: int
    x: float
    y: float

    @property
    def ends(self) -> int:
        return self.began + _RIPPLE_MS


class PointerOverlay:
    """Invisible until the first move. A press leaves a ripple for 0.4 s; released keys stay readable for 0.5 s."""

    def __init__(self) -> None:
        self.held = ""
        self._state: tuple[float, float, bool] | None = None
        self._ripples: list[_Ripple] = []
        self._caption = ""
        self._caption_ends: int | None = None

    def is_at(self, x: float, y: float, *, pressed: bool) -> bool:
        """Whether the pointer is there already."""
        return self._state == (x, y, pressed)

    def point(self, moment: int, x: float, y: float, *, pressed: bool) -> None:
        """Move the pointer, press or release it."""
        was_pressed = self._state is not None and self._state[2]
        self._state = (x, y, pressed)
        if pressed and not was_pressed:
            self._ripples = [*self._ripples[1 - _MAX_RIPPLES :], _Ripple(moment, x, y)]

    def hold(self, moment: int, label: str) -> None:
        """Show the keys that are down; "" when all are released."""
        self.held = label
        if label:
            self._caption, self._caption_ends = label, None
        elif self._caption:
            self._caption_ends = moment + _LINGER_MS

    def next_change(self, after: int, fps: int) -> int | None:
        """Return the next moment at which the overlay changes by itself, at most `fps` times a second."""
        self._ripples = [ripple for ripple in self._ripples if ripple.ends > after]
        if self._caption_ends is not None and self._caption_ends <= after:
            self._caption, self._caption_ends = "", None
        ends = [ripple.ends for ripple in self._ripples]
        if self._ripples:
            next_slot = after * fps // 1000 + 1
            ends.append(-(-next_slot * 1000 // fps))
        if self._caption_ends is not None:
            ends.append(self._caption_ends)
        return min(ends, default=None)

    def draw(self, moment: int, to_canvas: ToCanvas) -> Iterator[Patch]:
        """Yield the patches to paint over the picture, from bottom to top."""
        for ripple in self._ripples:
            age = (moment - ripple.began) / _RIPPLE_MS
            radius = round(RING_RADIUS + age * (RIPPLE_RADIUS - RING_RADIUS))
            yield ring(radius, round(100 * (1 - age))).centred(*to_canvas(ripple.x, ripple.y))
        if self._state is not None:
            x, y, pressed = self._state
            if pressed:
                yield ring(RING_RADIUS, _RING_PERCENT).centred(*to_canvas(x, y))
            yield cursor().at(*to_canvas(x, y))
        if self._caption and (self._caption_ends is None or moment < self._caption_ends):
            yield key_cap(self._caption)
