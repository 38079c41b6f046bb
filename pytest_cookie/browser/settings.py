"""`SessionSettings`: the environment a page can observe, identical on every machine."""

import math
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.core.perception import DESKTOP, Viewport
from pytest_cookie.core.stored_state import StoredState


@dataclass(frozen=True)
class SessionSettings:
    """The environment a page can observe, identical on every machine, and the session's time limit.

    `locale` follows the brief's language. After `max_seconds` of machine time every call raises `TimeIsUpError`.
    `clock` overrides the best clock that the browser allows. `downloads` is the folder for the page's downloads;
    without it only their names are recorded. `touch` replaces the mouse by a finger. With `can_be_deaf` the page can be
    kept from receiving its input events (`scripts/prelude.js`). `state` are the cookies and the local storage that the
    session begins with. With `rehearses` the page's time is one that `scripts/rehearsal.js` lets pass,
    apart from the session's.
    """

    gateway: str
    viewport: Viewport = DESKTOP
    locale: str = "en-US"
    timezone: str = "UTC"
    seed: int = 0
    max_seconds: float = math.inf
    clock: ClockKind | None = None
    downloads: Path | None = None
    touch: bool = False
    can_be_deaf: bool = False
    state: StoredState | None = None
    rehearses: bool = False
