"""`FrameSelector`: chooses the moments of page time that become frames, and has them drawn, encoded and joined."""

import math
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.audio_analysis import describe_sound
from pytest_cookie.browser.capture.canvas import FilmCanvas
from pytest_cookie.browser.capture.encoder import Encoder
from pytest_cookie.browser.capture.muxing import write_film
from pytest_cookie.browser.capture.pointer_overlay import PointerOverlay
from pytest_cookie.browser.capture.settings import FILM_FILE, SOUND_FILE, FilmSettings
from pytest_cookie.browser.capture.soundtrack import Mix, Soundtrack
from pytest_cookie.core.film import Chapter, FilmSummary
from pytest_cookie.records.files import write_model, write_text

_MAX_CHAPTERS = 2_000
_MAX_TITLE = 200


class FrameSelector:
    """Processes the calls of a `Film` in order, on the film's own thread. Times are page time in milliseconds.

    A frame is due when the picture, the pointer or the keys changed. It is drawn when the first change of a later slot
    of 1/fps s arrives, with everything that changed within its slot and the time of the last of these changes. So each
    frame has exactly the time it shows, and pictures beyond the rate are never decoded.
    """

    def __init__(self, folder: Path, settings: FilmSettings) -> None:
        self._folder = folder
        self._settings = settings
        folder.mkdir(parents=True, exist_ok=True)
        self._canvas = FilmCanvas(settings.width, settings.height, device_scale=settings.device_scale)
        self._overlay = PointerOverlay()
        self._chapters: list[Chapter] = []
        self._now = 0
        self._due: int | None = None
        self._pending_image = b""  # a picture that no frame has shown yet
        self._pictures = self._shown = self._late_calls = self._late_by_ms = self._skipped = 0
        self._limit_ms = round(settings.max_seconds * 1000)
        self._is_cut = False
        self._exit = ExitStack()
        self._soundtrack = self._exit.enter_context(Soundtrack(folder))
        self._encoder = self._exit.enter_context(Encoder(folder, self._canvas, settings))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._exit.close()

    def picture(self, page_ms: float, image: bytes) -> None:
        """See `Film.picture`."""
        moment = self._advance_to(page_ms)
        if self._is_cut:
            return
        self._mark_due(moment)
        self._pending_image = image
        self._pictures += 1

    def pointer(self, page_ms: float, x: float, y: float, *, pressed: bool) -> None:
        """See `Film.pointer`."""
        moment = self._advance_to(page_ms)
        if self._settings.draw_hand and not self._overlay.is_at(x, y, pressed=pressed):
            self._mark_due(moment)
            self._overlay.point(moment, x, y, pressed=pressed)

    def keys(self, page_ms: float, label: str) -> None:
        """See `Film.keys`."""
        moment = self._advance_to(page_ms)
        if self._settings.draw_hand and label != self._overlay.held:
            self._mark_due(moment)
            self._overlay.hold(moment, label)

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """See `Film.sound`."""
        if start_ms < self._limit_ms:
            self._soundtrack.add(start_ms, samples, rate)

    def chapter(self, page_ms: float, title: str, step: int | None = None) -> None:
        """See `Film.chapter`. At most 2,000 are kept, with 200 characters each."""
        moment = self._advance_to(page_ms)
        if len(self._chapters) < _MAX_CHAPTERS:
            printable = "".join(letter if letter.isprintable() else " " for letter in title[: 2 * _MAX_TITLE])
            title = " ".join(printable.split())[:_MAX_TITLE]
            self._chapters.append(Chapter(page_ms=moment, title=title, step=step))

    def finish(self, page_ms: float) -> FilmSummary:
        """Draw the last frame, join the film, and describe it and its sound."""
        end_ms = self._advance_to(page_ms)
        self._draw(is_last=True)
        mix = self._soundtrack.mix(end_ms, self._encoder.format.sound_rates)
        if mix is not None:
            description = describe_sound(mix.samples, mix.rate)
            write_text(self._folder / SOUND_FILE, description.model_dump_json() + "\n")
        path = self._folder / f"film.{self._encoder.format.container}"
        if self._shown:
            self._encoder.finish()
            write_film(path, self._encoder, mix, chapters=self._chapters, end_ms=end_ms)
        summary = self._summary(path, end_ms, mix)
        write_model(self._folder / FILM_FILE, summary)
        return summary

    # --- page time ---

    def _advance_to(self, page_ms: float) -> int:
        """Advance to `page_ms`, in whole milliseconds and never back; overlays may fade until then."""
        moment = min(max(0, round(page_ms)), self._limit_ms)
        self._is_cut = self._is_cut or page_ms > self._limit_ms
        if moment < self._now:
            self._late_calls += 1
            self._late_by_ms = max(self._late_by_ms, self._now - moment)
        moment = max(moment, self._now)
        while (change := self._overlay.next_change(self._now, self._fps)) is not None and change <= moment:
            self._now = change
            self._mark_due(change)
        self._now = moment
        return moment

    def _mark_due(self, moment: int) -> None:
        """Record a change at `moment`; a frame that was due in an earlier slot is drawn first.

        The first picture is always drawn, so that a film does not start with an empty one because of its rate.
        """
        due = moment if self._due is None else self._due
        if due < moment and (self._is_first_picture or self._slot(due) != self._slot(moment)):
            self._draw()
        self._due = moment

    @property
    def _is_first_picture(self) -> bool:
        return self._shown == 0 and bool(self._pending_image)

    @property
    def _fps(self) -> int:
        return self._encoder.fps or self._settings.fps

    def _slot(self, moment: int) -> int:
        return moment * self._fps // 1000

    def _draw(self, *, is_last: bool = False) -> None:
        if self._due is None or (self._encoder.fps == 0 and not is_last):
            return
        if self._encoder.is_ahead(self._due) and not is_last:
            self._skipped += 1
            return
        if self._due > 0 and self._encoder.frames == 0:
            self._encoder.encode(0)  # a film starts with its session, with an empty picture
        if self._pending_image:
            self._canvas.show(self._pending_image)
            self._pending_image = b""
            self._shown += 1
        self._encoder.encode(self._due, self._overlay.draw(self._due, self._canvas.to_canvas))
        self._due = None

    # --- summary ---

    def _summary(self, path: Path, end_ms: int, mix: Mix | None) -> FilmSummary:
        settings, encoder, has_film = self._settings, self._encoder, bool(self._shown)
        return FilmSummary(
            file=path.name if has_film else "",
            duration_ms=end_ms,
            width=self._canvas.width,
            height=self._canvas.height,
            video_codec=encoder.format.video if has_film else None,
            audio_codec=encoder.format.audio if has_film and mix else None,
            fps_cap=settings.fps,
            staleness_ms=math.ceil(1000 / settings.fps),
            frames=encoder.frames if has_film else 0,
            keyframes=encoder.keyframes if has_film else 0,
            pictures=self._pictures,
            dropped=self._pictures - self._shown,
            late=self._late_calls,
            late_by_ms=self._late_by_ms,
            bytes=path.stat().st_size if has_film else 0,
            max_bytes=settings.max_bytes,
            hand_drawn=settings.draw_hand,
            chapters=tuple(self._chapters),
            quality_steps=tuple(encoder.quality_steps),
            sound_file=SOUND_FILE if mix else "",
            notes=tuple(self._notes(mix)),
        )

    def _notes(self, mix: Mix | None) -> Iterator[str]:
        if not self._shown:
            yield "there is no film because no picture was ever shown"
        if mix is None:
            yield "the page was silent: the film has no sound track"
        elif mix.clipped_samples:
            yield f"{mix.clipped_samples} samples of the sound were beyond full scale and are clipped"
        yield from self._soundtrack.notes
        if self._skipped:
            rate = f"{self._settings.max_kbps} kbit/s"
            yield f"{self._skipped} frames were omitted: the film would have exceeded {rate}"
        if self._is_cut:
            yield f"the film ends after {self._settings.max_seconds:g} s; the session continued"
        for step in self._encoder.quality_steps:
            what = f"coarser from {step.page_ms} ms on (crf {step.crf}, {step.fps} fps)"
            yield f"the film came near its limit of {self._settings.max_bytes} bytes: " + (
                what if step.fps else f"pictures after {step.page_ms} ms are missing"
            )
