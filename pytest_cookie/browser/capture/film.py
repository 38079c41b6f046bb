"""`Film`: receives a session's pictures, gestures and sound in page time; its own thread writes them to a file."""

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
    """The film of one session: `film.mp4` (or `film.webm`), `film.json`, `sound.json` in `folder`.

    All calls come from one thread, in order of page time (milliseconds since the session's start), and return without
    encoding. An error on the way is raised by `close`, with its cause. A context manager: if it ends without `close`,
    no file remains.
    """

    def __init__(self, folder: Path, settings: FilmSettings | None = None) -> None:
        self._folder = folder
        self._settings = settings or FilmSettings()
        self._queue: queue.Queue[Callable[[FrameSelector], None] | None] = queue.Queue(_MAX_WAITING)
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
        self._enqueue(lambda selector: selector.picture(page_ms, image))

    def pointer(self, page_ms: float, x: float, y: float, *, pressed: bool) -> None:
        """The pointer is at (x, y), CSS px in the window, from `page_ms` on."""
        self._enqueue(lambda selector: selector.pointer(page_ms, x, y, pressed=pressed))

    def keys(self, page_ms: float, label: str) -> None:
        """These keys are held down from `page_ms` on, in readable form; "" when all are released."""
        self._enqueue(lambda selector: selector.keys(page_ms, label))

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Sound from `start_ms` on: float samples (n, 2), full scale ±1, `rate` per second.

        Any number of sources may overlap; they are added. The first sample lands at `round(start_ms × rate / 1000)`, so
        pieces of one source join without a gap if each has its exact start.
        """
        copied = np.array(samples, dtype=np.float32)
        self._enqueue(lambda selector: selector.sound(start_ms, copied, rate))

    def chapter(self, page_ms: float, title: str, step: int | None = None) -> None:
        """Begin a chapter: a step of the session; `step` is its index in the trace."""
        self._enqueue(lambda selector: selector.chapter(page_ms, title, step))

    def close(self, page_ms: float) -> FilmSummary:
        """End the film at `page_ms`; the last picture is held until then.

        Raises `RecordingError` if anything failed since the film began; then there is no film.
        """
        self._enqueue(lambda selector: self._set_summary(selector.finish(page_ms)))
        self._stop()
        if self._failure is not None:
            cause = f"{type(self._failure).__name__}: {self._failure}"
            raise RecordingError(f"the film in {self._folder} could not be made: {cause}") from self._failure
        if self._summary is None:
            self._abandoned = True
            raise RecordingError(f"the film in {self._folder} was not finished within {_FINISH_SECONDS:.0f} s")
        return self._summary

    def discard(self) -> None:
        """Discard the film, unless it is closed already: no file remains."""
        if not self._ended:
            self._abandoned = True
            self._stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()

    def _enqueue(self, command: Callable[["FrameSelector"], None]) -> None:
        if self._ended:
            raise RecordingError(f"the film in {self._folder} is already closed")
        if self._failure is None:
            self._queue.put(command)

    def _set_summary(self, summary: FilmSummary) -> None:
        self._summary = summary

    def _stop(self) -> None:
        self._ended = True
        self._queue.put(None)
        self._worker.join(_FINISH_SECONDS)

    def _work(self) -> None:
        """Run the worker thread. It always drains the queue, so that callers never block on it."""
        commands = iter(self._queue.get, None)
        try:
            from pytest_cookie.browser.capture.frame_selector import (
                FrameSelector,  # PyAV is imported only if a film is made
            )

            with FrameSelector(self._folder, self._settings) as selector:
                for command in commands:
                    if not self._abandoned:
                        command(selector)
        except Exception as failure:  # noqa: BLE001 - the thread ends here; `close` raises it
            self._failure = failure
        for _ in commands:
            pass
