"""`PageClock`: the interface between code that uses a page and the two ways to control its time."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Literal, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from pytest_cookie.core.labels import ClockKind

T = TypeVar("T")

Motion = Literal["none", "declared", "drawn"]
"""The motion of a page: none; only declared transitions and animations; or drawing by a script."""

MotionCheck = Callable[[int], Awaitable[Motion]]
"""Returns what still moves; "none" if the page was unchanged for that many milliseconds of page time."""


CostScope = Callable[[], AbstractContextManager[None]]
"""A context around work done only for us, so that its cost can be separated from the page's."""


class PictureSink(Protocol):
    """Receives pictures of the window and sound as page time passes, such as a film."""

    def picture(self, page_ms: float, image: bytes) -> None:
        """The window looks like `image`, a JPEG, from `page_ms` on."""
        ...

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Sound from `start_ms` on: float samples (n, 2), full scale ±1, `rate` per second.

        Sources may overlap. Pieces of one source join where each begins at sample `round(start_ms × rate / 1000)`.
        """
        ...


class SoundSink(Protocol):
    """Receives sound, such as a film."""

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Sound from `start_ms` of page time on; see `PictureSink.sound`."""
        ...


class PageClock(Protocol):
    """Page time passes only in `advance`, `dispatch_and_advance`, `settle`, `run_until` and `run_until_done`.

    Observing and input take no page time. `input_scope` is entered around the handling of a move that is dispatched
    while time passes, `picture_scope` around pictures.
    """

    kind: ClockKind
    picture_scope: CostScope
    input_scope: CostScope

    @property
    def supports_sound(self) -> bool:
        """Whether it can record the page's sound."""
        ...

    @property
    def page_ms(self) -> int:
        """Page time since the session's first document, in milliseconds."""
        ...

    @property
    def changed_frames(self) -> int:
        """Number of frames so far that differed from the one before; 0 if the browser draws by itself."""
        ...

    @property
    def hidden_frames(self) -> int:
        """Number of frames so far that ran without being drawn."""
        ...

    @property
    def moved_ms(self) -> int:
        """Page time so far with changing frames, in milliseconds; 0 if the browser draws by itself."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """The parts of the page that are not in step with its time, and why: a sound, a worker."""
        ...

    async def attach(self) -> None:
        """Stop the page's time, before its first document."""
        ...

    async def advance(self, page_ms: float) -> None:
        """Let the page run for `page_ms`."""
        ...

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ...

    async def run_until(self, reached: asyncio.Event) -> None:
        """Let the page run until `reached` is set; the caller bounds the wait."""
        ...

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Run `work`, an input, at this moment of page time.

        Its effects are drawn, unless it need not be `shown` because the page is drawn again before anyone looks.
        """
        ...

    async def dispatch_and_advance(self, work: Awaitable[object], page_ms: float) -> None:
        """Run `work`, one of many moves, and advance by `page_ms`: the page handles it with the next frame."""
        ...

    async def run_query(self, work: Awaitable[T]) -> T:
        """Run `work`, a query of ours, at this moment; draws no frame for it unless necessary."""
        ...

    async def draw(self) -> None:
        """Let the effects of delivered input begin, at this moment of page time."""
        ...

    async def run_until_done(self, work: Awaitable[T]) -> T:
        """Let the page run until `work`, a script that waits for the page's own timers, is done."""
        ...

    async def film(self, to: PictureSink | None) -> None:
        """Pass every change of the window to `to` from now on; None ends that."""
        ...

    async def listen(self, to: SoundSink | None) -> None:
        """Pass the page's sound to `to` from now on, without pictures; None ends that. See `supports_sound`."""
        ...

    async def picture(self) -> bytes:
        """Return a PNG of the window."""
        ...

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """Return a PNG of a part of the document, also outside the window; `clip` as in `Page.captureScreenshot`."""
        ...
