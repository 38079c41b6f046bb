"""`SessionSettings`: what a page can tell of its surroundings, the same on every machine."""

import math
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.clock import ClockKind
from pytest_cookie.core.perception import DESKTOP, Viewport


@dataclass(frozen=True)
class SessionSettings:
    """What a page can tell of its surroundings, the same on every machine, and how long the session may live.

    `locale` follows the brief's language. After `max_seconds` of machine time every call raises `TimeIsUpError`.
    `clock` is the one to use, where not the best that the browser allows. `downloads` is the folder for files that the
    page gives; without one they are only named. With `touch` a finger takes the mouse's place. A page that
    `can_be_deaf` can be kept from hearing the inputs that it gets: `scripts/prelude.js`.
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
