"""`FrameSelector`: decides which moments of page time become frames, and has them drawn, encoded and put together."""

import math
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.audio_analysis import describe_sound
from pytest_cookie.browser.capture.canvas import Canvas
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
    """What a `Film` is told, in order, on the film's own thread. Times are page time in milliseconds.

    A frame is due when picture or hand changed. It is drawn when the first change of a later slot of 1/fps s arrives,
    with everything that changed within its slot and the time of the last of these changes: so every frame stands at
    exactly the moment it shows, and pictures that would exceed the rate are never even decoded.
    """

    def __init__(self, folder: Path, settings: FilmSettings) -> None:
        self._folder = folder
        self._settings = settings
        folder.mkdir(parents=True, exist_ok=True)
        self._canvas = Canvas(settings.width, settings.height, device_scale=settings.device_scale)
        self._hand = PointerOverlay()
        self._chapters: list[Chapter] = []
        self._now = 0
        self._due: int | None = None
        self._waiting = b""  # a picture that no frame has shown yet
        self._pictures = self._shown = self._late = self._late_by_ms = self._skipped = 0
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
        moment = self._reach(page_ms)
        if self._is_cut:
            return
        self._change(moment)
        self._waiting = image
        self._pictures += 1

    def pointer(self, page_ms: float, x: float, y: float, *, pressed: bool) -> None:
        """See `Film.pointer`."""
        moment = self._reach(page_ms)
        if self._settings.draw_hand and not self._hand.is_at(x, y, pressed=pressed):
            self._change(moment)
            self._hand.point(moment, x, y, pressed=pressed)

    def keys(self, page_ms: float, label: str) -> None:
        """See `Film.keys`."""
        moment = self._reach(page_ms)
        if self._settings.draw_hand and label != self._hand.held:
            self._change(moment)
            self._hand.hold(moment, label)

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """See `Film.sound`."""
        if start_ms < self._limit_ms:
            self._soundtrack.add(start_ms, samples, rate)

    def chapter(self, page_ms: float, title: str) -> None:
        """See `Film.chapter`. At most 2,000 are kept, with 200 characters each."""
        moment = self._reach(page_ms)
        if len(self._chapters) < _MAX_CHAPTERS:
            printable = "".join(letter if letter.isprintable() else " " for letter in title[: 2 * _MAX_TITLE])
            self._chapters.append(Chapter(page_ms=moment, title=" ".join(printable.split())[:_MAX_TITLE]))

    def finish(self, page_ms: float) -> FilmSummary:
        """Draw what is still due, put the film together, describe it and its sound."""
        end_ms = self._reach(page_ms)
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

    def _reach(self, page_ms: float) -> int:
        """Let page time come to `page_ms`, in whole milliseconds and never back; until then the hand may fade."""
        moment = min(max(0, round(page_ms)), self._limit_ms)
        self._is_cut = self._is_cut or page_ms > self._limit_ms
        if moment < self._now:
            self._late += 1
            self._late_by_ms = max(self._late_by_ms, self._now - moment)
        moment = max(moment, self._now)
        while (change := self._hand.next_change(self._now, self._fps)) is not None and change <= moment:
            self._now = change
            self._change(change)
        self._now = moment
        return moment

    def _change(self, moment: int) -> None:
        """Something is about to look different from `moment` on: what was due in an earlier slot is drawn first.

        The first picture is always drawn: a film does not start on an empty one for the sake of its rate.
        """
        due = moment if self._due is None else self._due
        if due < moment and (self._is_first_picture or self._slot(due) != self._slot(moment)):
            self._draw()
        self._due = moment

    @property
    def _is_first_picture(self) -> bool:
        return self._shown == 0 and bool(self._waiting)

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
            self._encoder.encode(0)  # a film starts with its session, on an empty picture
        if self._waiting:
            self._canvas.show(self._waiting)
            self._waiting = b""
            self._shown += 1
        self._encoder.encode(self._due, self._hand.draw(self._due, self._canvas.spot))
        self._due = None

    # --- what was made ---

    def _summary(self, path: Path, end_ms: int, mix: Mix | None) -> FilmSummary:
        settings, encoder, made = self._settings, self._encoder, bool(self._shown)
        return FilmSummary(
            file=path.name if made else "",
            duration_ms=end_ms,
            width=self._canvas.width,
            height=self._canvas.height,
            video_codec=encoder.format.video if made else None,
            audio_codec=encoder.format.audio if made and mix else None,
            fps_cap=settings.fps,
            staleness_ms=math.ceil(1000 / settings.fps),
            frames=encoder.frames if made else 0,
            keyframes=encoder.keyframes if made else 0,
            pictures=self._pictures,
            dropped=self._pictures - self._shown,
            late=self._late,
            late_by_ms=self._late_by_ms,
            bytes=path.stat().st_size if made else 0,
            max_bytes=settings.max_bytes,
            hand_drawn=settings.draw_hand,
            chapters=tuple(self._chapters),
            quality_steps=tuple(encoder.quality_steps),
            sound_file=SOUND_FILE if mix else "",
            notes=tuple(self._notes(mix)),
        )

    def _notes(self, mix: Mix | None) -> Iterator[str]:
        if not self._shown:
            yield "no picture was ever shown, so there is no film"
        if mix is None:
            yield "nothing sounded: the film has no sound track"
        elif mix.clipped_samples:
            yield f"{mix.clipped_samples} samples of the sound were beyond full scale and are cut off"
        yield from self._soundtrack.notes
        if self._skipped:
            rate = f"{self._settings.max_kbps} kbit/s"
            yield f"{self._skipped} frames were left out: with them the film had passed {rate}"
        if self._is_cut:
            yield f"the film ends after {self._settings.max_seconds:g} s; the session went on"
        for step in self._encoder.quality_steps:
            what = f"coarser from {step.page_ms} ms on (crf {step.crf}, {step.fps} fps)"
            yield f"the film came near {self._settings.max_bytes} bytes: " + (
                what if step.fps else f"pictures after {step.page_ms} ms are missing"
            )
