"""`Filming`: passes pictures, gestures and steps of a session to its film, in page time."""

import asyncio
from contextlib import suppress
from pathlib import Path

from playwright.async_api import Error

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.onsets import OnsetMeter
from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.capture.sound_recorder import SoundRecorder
from pytest_cookie.browser.clock import PageClock
from pytest_cookie.browser.clock.page_clock import SoundSink
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.sound import SoundOnset

_LAST_PICTURE_SECONDS = 20.0


class Filming:
    """Films one session, from its gestures and its clock; idle until `start`. A `GestureObserver`."""

    def __init__(self, clock: PageClock) -> None:
        self._clock = clock
        self._film: Film | None = None
        self._recorder: SoundRecorder | None = None
        self._meter: OnsetMeter | None = None

    async def start(self, folder: Path, settings: FilmSettings) -> None:
        """Start to film into `folder`."""
        self._film = Film(folder, settings)
        await self._clock.film(self._film)
        await self._listen(self._film)

    async def listen(self, folder: Path, *, max_seconds: float) -> None:
        """Start to record the sound of a session that is not filmed, if its clock supports sound."""
        if self._clock.supports_sound:
            self._recorder = SoundRecorder(folder, max_seconds=max_seconds)
            await self._listen(self._recorder)

    async def _listen(self, to: SoundSink) -> None:
        if self._clock.supports_sound:
            self._meter = OnsetMeter(to)
            await self._clock.listen(self._meter)

    @property
    def is_listening(self) -> bool:
        """Whether the session's sound is being recorded."""
        return self._meter is not None

    def take_sounds(self) -> tuple[SoundOnset, ...]:
        """Return the sounds that began since the last call, if the session is filmed or listened to."""
        return self._meter.take(self._clock.page_ms) if self._meter else ()

    async def end_listening(self) -> None:
        """Write the description of the recorded sound, if any. Raises `RecordingError` if that fails."""
        recorder, self._recorder, self._meter = self._recorder, None, None
        if recorder is not None:
            await asyncio.to_thread(recorder.close, self._clock.page_ms)

    def pointer(self, x: float, y: float, pressed: bool) -> None:
        """Draw the pointer."""
        if self._film:
            self._film.pointer(self._clock.page_ms, x, y, pressed=pressed)

    def keys(self, label: str) -> None:
        """Draw the keys that are down."""
        if self._film:
            self._film.keys(self._clock.page_ms, label)

    def chapter(self, title: str, step: int | None = None) -> None:
        """Begin a chapter; `step` is the step's index in the trace."""
        if self._film:
            self._film.chapter(self._clock.page_ms, title, step)

    async def stop(self) -> FilmSummary | None:
        """End the film and return its summary; None if nothing was filmed. Raises `RecordingError` if it failed."""
        film, self._film, self._meter = self._film, None, None
        if film is None:
            return None
        with suppress(Error, TimeoutError):  # a page that is gone or hangs has no last picture
            await asyncio.wait_for(self._clock.film(None), _LAST_PICTURE_SECONDS)
        return await asyncio.to_thread(film.close, self._clock.page_ms)

    def discard(self) -> None:
        """Discard unfinished recordings."""
        if self._film:
            self._film.discard()
        if self._recorder:
            self._recorder.discard()
