"""`SoundRecorder`: describes the sound of a session that is not filmed."""

from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from pytest_cookie.browser.capture.settings import SOUND_FILE
from pytest_cookie.core.errors import RecordingError

if TYPE_CHECKING:
    from pytest_cookie.browser.capture.soundtrack import Soundtrack

_RATES = (44_100, 48_000)


class SoundRecorder:
    """Writes `sound.json` into `folder`, as for a film, and no other file. A context manager: without `close`, no file.

    Accepts the input of `PictureSink.sound`, up to `max_seconds` of page time. Costs no time until there is sound.
    """

    def __init__(self, folder: Path, *, max_seconds: float) -> None:
        self._folder = folder
        self._limit_ms = max_seconds * 1000
        self._track: Soundtrack | None = None

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Sound from `start_ms` of page time on: float samples (n, 2), full scale ±1, `rate` per second."""
        if start_ms >= self._limit_ms:
            return
        if self._track is None:
            from pytest_cookie.browser.capture.soundtrack import Soundtrack  # PyAV is imported only if there is sound

            self._folder.mkdir(parents=True, exist_ok=True)
            self._track = Soundtrack(self._folder)
        self._track.add(start_ms, samples, rate)

    def close(self, page_ms: float) -> str:
        """Write the description of the sound until `page_ms` and return its file name; "" if it was silent.

        Raises `RecordingError` if it cannot be written.
        """
        from pytest_cookie.browser.capture.audio_analysis import describe_sound
        from pytest_cookie.records.files import write_text

        try:
            mix = self._track.mix(round(min(page_ms, self._limit_ms)), _RATES) if self._track else None
            if mix is None:
                return ""
            write_text(self._folder / SOUND_FILE, describe_sound(mix.samples, mix.rate).model_dump_json() + "\n")
        except (OSError, ValueError) as error:
            raise RecordingError(f"the sound cannot be described in {self._folder}: {error}") from error
        finally:
            self.discard()
        return SOUND_FILE

    def discard(self) -> None:
        """Discard the recording."""
        if self._track is not None:
            self._track.__exit__(None, None, None)
            self._track = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()
