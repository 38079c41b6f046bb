"""`FilmRate`: when the film of a moving page takes its pictures, and which frames need not be drawn. Pure."""

from pytest_cookie.browser.clock.virtual_time import FRAME_MS

FILM_MS = 2 * FRAME_MS
"""At most 29 pictures per second of page time while something is being done."""

IDLE_FILM_MS = 6 * FRAME_MS
"""At most 10 pictures per second of motion during waits."""

_ATTENTIVE_MS = 50 * FRAME_MS
"""The film has its full rate for so long after an input and after a new document begins."""


class FilmRate:
    """All times are page time in milliseconds."""

    def __init__(self) -> None:
        self._filmed_ms = -FILM_MS
        self._attentive_until_ms = _ATTENTIVE_MS

    def attend(self, now_ms: int) -> None:
        """Something is being done: film at the full rate for a while."""
        self._attentive_until_ms = now_ms + _ATTENTIVE_MS

    def note_picture(self, now_ms: int) -> None:
        """A picture was taken."""
        self._filmed_ms = now_ms

    def is_due(self, now_ms: int) -> bool:
        """Whether the next picture may be taken."""
        return now_ms - self._filmed_ms >= (IDLE_FILM_MS if self._is_idle(now_ms) else FILM_MS)

    def may_hide(self, now_ms: int) -> bool:
        """Whether a frame of a moving page need not be drawn, since neither a picture nor its cost is due.

        One frame between two pictures is drawn, because it shows what a frame of the page costs to draw.
        """
        return self._is_idle(now_ms) and now_ms - self._filmed_ms > FRAME_MS

    def _is_idle(self, now_ms: int) -> bool:
        return now_ms >= self._attentive_until_ms
