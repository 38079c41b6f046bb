"""`PageClock`: the seam between whoever uses a page and the two ways in which its time can be made to pass."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Literal, Protocol, TypeVar

import numpy as np
import numpy.typing as npt
from pydantic import JsonValue

from pytest_cookie.core.evidence import ClockKind

T = TypeVar("T")

Motion = Literal["none", "declared", "drawn"]
"""What a page still does: nothing; at most what transitions and animations say of every moment beforehand; or what a
script draws frame by frame."""

MotionCheck = Callable[[int], Awaitable[Motion]]
"""What still moves; "none" where nothing has for that many milliseconds of page time."""


Aside = Callable[[], AbstractContextManager[None]]
"""Entered around what is done for us alone, so that its cost can be told from the page's."""


class Pictures(Protocol):
    """Takes pictures of the window, and what is heard, as page time passes, such as a film."""

    def picture(self, page_ms: float, image: bytes) -> None:
        """The window looks like `image`, a JPEG, from `page_ms` on."""
        ...

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Something sounds from `start_ms` on: float samples (n, 2), full scale ±1, `rate` a second.

        Sources may overlap. Pieces of one source join where each begins at sample `round(start_ms × rate / 1000)`.
        """
        ...


class Listener(Protocol):
    """Takes what is heard, such as a film."""

    def sound(self, start_ms: float, samples: npt.NDArray[np.float32], rate: int) -> None:
        """Something sounds from `start_ms` of page time on; see `Pictures.sound`."""
        ...


class PageClock(Protocol):
    """A page stands still but for `let_pass`, `carry`, `settle`, `until` and `attend`; looking and pressing take none.

    `hearing` is entered around what a move that is carried costs, as `picturing` is around pictures.
    """

    kind: ClockKind
    picturing: Aside
    hearing: Aside

    @property
    def hears(self) -> bool:
        """Whether it knows what the page sounds like."""
        ...

    @property
    def page_ms(self) -> int:
        """Page time that has passed since the session's first document, in milliseconds."""
        ...

    @property
    def changed_frames(self) -> int:
        """Frames until now that looked different from the one before; 0 where the browser draws them by itself."""
        ...

    @property
    def moved_ms(self) -> int:
        """Page time until now in which frames looked different, in milliseconds; 0 where the browser draws them."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """What of the page is not in step with its time, and why: a sound, a worker."""
        ...

    async def take_hold(self) -> None:
        """Stop the page's time, before its first document."""
        ...

    async def let_pass(self, page_ms: float) -> None:
        """Let the page run for so long."""
        ...

    async def settle(self, cap_ms: float, motion: MotionCheck) -> None:
        """Let the page run until it has been quiet for a moment, at most `cap_ms`."""
        ...

    async def until(self, reached: asyncio.Event) -> None:
        """Let the page run until something in it has been reached; the caller bounds the wait."""
        ...

    async def deliver(self, work: Awaitable[T], *, shown: bool = True) -> T:
        """Carry out `work`, an input, at this very moment of page time.

        What came of it is drawn, too, unless it need not be `shown`, since the page is drawn again before anyone looks.
        """
        ...

    async def carry(self, work: Awaitable[object], page_ms: float) -> None:
        """Carry out `work`, a move among many, and let `page_ms` pass: the page hears of it with the next frame."""
        ...

    async def ask(self, work: Awaitable[T]) -> T:
        """Carry out `work`, a question of ours, at this very moment; nothing is drawn for it that could be spared."""
        ...

    async def draw(self) -> None:
        """Let what was delivered begin, at this very moment of page time."""
        ...

    async def attend(self, work: Awaitable[T]) -> T:
        """Let the page run until `work`, a script that waits for the page's own timers, has ended."""
        ...

    async def film(self, to: Pictures | None) -> None:
        """Give every change of the window to `to` from now on; None ends that."""
        ...

    async def listen(self, to: Listener | None) -> None:
        """Give what is heard to `to` from now on, without any picture; None ends that. See `hears`."""
        ...

    async def picture(self) -> bytes:
        """A PNG of the window as it is."""
        ...

    async def capture(self, clip: dict[str, JsonValue]) -> bytes:
        """A PNG of a part of the document, also beyond the window; `clip` as in `ArtifactPage.captureScreenshot`."""
        ...
