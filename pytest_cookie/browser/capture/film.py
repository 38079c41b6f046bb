"""`Film`: where a session tells what it sees and hears, in page time; a thread of its own turns that into a file."""

import queue
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.film import FilmSummary

if TYPE_CHECKING:
    from pytest_cookie.browser.capture.frame_selector import FrameSelector

_MAX_WAITING = 64
_FINISH_SECONDS = 180.0


class Film:
    """One film of one session: `film.mp4` (or `film.webm`), `film.json`, `sound.json` in `folder`.

    All calls come from one thread, in the order of page time (milliseconds since the session's start); none of them
    encodes anything itself. What fails on the way is raised by `close`, with its cause. A context manager: left
    without `close`, it leaves no file behind.
    """

    def __init__(self, folder: Path, settings: FilmSettings | None = None) -> None:
        self._folder = folder
        self._settings = settings or FilmSettings()
        self._told: queue.Queue[Callable[[FrameSelector], None] | None] = queue.Queue(_MAX_WAITING)
        self._last_image = b""
        self._ended = False
        self._abandoned = False
        self._summary: FilmSummary | None = None
        self._failure: Exception | None = None
        self._worker = threading.Thread(target=self._work, name="film", daemon=True)
        self._worker.start()

    def picture(self, page_ms: float, image: bytes) -> None:
        """The window looks like `image` (JPEG or PNG) from `page_ms` on."""
        if image == self._last_image:
            return
        self._last_image = image
        self._tell(lambda reel: reel.picture(page_ms, image))

    def pointer(self, page_ms: float, x: float, y: float, *, pressed: bool) -> None:
        """The pointer is at (x, y), CSS px in the window, from `page_ms` on."""
        self._tell(lambda reel: reel.pointer(page_ms, x, y, pressed=pressed))

    def keys(self, page_ms: float, label: str) -> None:
        """These keys are held down from `page_ms` on, as a person would name them; "" when all are released."""
        self._tell(lambda reel: reel.keys(page_ms, label))

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Something sounds from `start_ms` on: float samples (n, 2), full scale ±1, `rate` a second.

        Any number of sources may overlap; they are added up. The first sample lands at `round(start_ms × rate / 1000)`,
        so pieces of one source join without a gap where each is told with its exact start.
        """
        heard = np.array(samples, dtype=np.float32)
        self._tell(lambda reel: reel.sound(start_ms, heard, rate))

    def chapter(self, page_ms: float, title: str) -> None:
        """A step of the session begins."""
        self._tell(lambda reel: reel.chapter(page_ms, title))

    def close(self, page_ms: float) -> FilmSummary:
        """End the film at `page_ms`: the last picture is held until then.

        Raises `RecordingError` where anything failed since the film began; then there is no film.
        """
        self._tell(lambda reel: self._keep(reel.finish(page_ms)))
        self._stop()
        if self._failure is not None:
            cause = f"{type(self._failure).__name__}: {self._failure}"
            raise RecordingError(f"no film could be made in {self._folder}: {cause}") from self._failure
        if self._summary is None:
            self._abandoned = True
            raise RecordingError(f"the film in {self._folder} was not finished within {_FINISH_SECONDS:.0f} s")
        return self._summary

    def discard(self) -> None:
        """Give the film up, unless it is closed already: nothing of it stays on disk."""
        if not self._ended:
            self._abandoned = True
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def _tell(self, what: Callable[["FrameSelector"], None]) -> None:
        if self._ended:
            raise RecordingError(f"the film in {self._folder} is closed; nothing can be added to it")
        if self._failure is None:
            self._told.put(what)

    def _keep(self, summary: FilmSummary) -> None:
        self._summary = summary

    def _stop(self) -> None:
        self._ended = True
        self._told.put(None)
        self._worker.join(_FINISH_SECONDS)

    def _work(self) -> None:
        """The worker thread. It takes everything off the queue, come what may: whoever tells must never hang."""
        told = iter(self._told.get, None)
        try:
            from pytest_cookie.browser.capture.frame_selector import (
                FrameSelector,  # PyAV is loaded where a film is made, not before
            )

            with FrameSelector(self._folder, self._settings) as reel:
                for tell in told:
                    if not self._abandoned:
                        tell(reel)
        except Exception as failure:  # noqa: BLE001 - a thread's border: whatever it was, `close` raises it
            self._failure = failure
        for _ in told:
            pass
