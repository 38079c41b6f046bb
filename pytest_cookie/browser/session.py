"""`Session`: one page in a fresh browser context, behind a synchronous face. Every call is bounded."""

from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import JsonValue

from pytest_cookie.browser.observation import ActionOutcome, Happenings, LoadOutcome, Observation
from pytest_cookie.core.perception import Viewport
from pytest_cookie.core.trace import Action


class Session:
    """Made by `BrowserHost.open_session`. A context manager; leaving it closes the context, whatever happened.

    Raises `BrowserError` where the browser itself is at fault; a dead renderer is `crashed`.
    """

    def load(self, url: str) -> LoadOutcome:
        """Open `url`, wait for load and until quiet or a cap."""
        raise NotImplementedError

    def observe(self) -> Observation:
        """Picture, inventory, element states, focus, scroll: one consistent moment."""
        raise NotImplementedError

    def act(self, action: Action) -> ActionOutcome:
        """Carry out one action with trusted input; never raises for what the page does."""
        raise NotImplementedError

    def settle(self, cap_ms: int = 1000) -> None:
        """Let page time run until nothing moves (no DOM change, no running transition, no request), at most `cap_ms`."""
        raise NotImplementedError

    def wait(self, page_ms: int) -> None:
        """Let page time run for `page_ms`."""
        raise NotImplementedError

    def drain(self, step: int = 0) -> Happenings:
        """What happened since the last drain; console messages and errors are marked with `step`."""
        raise NotImplementedError

    def evaluate(self, script: str, argument: JsonValue = None) -> JsonValue:
        """The JSON value of a JavaScript function expression called with `argument`."""
        raise NotImplementedError

    def full_screenshot(self, path: Path, max_height: int = 10_000) -> bool:
        """Write a PNG of the whole document; true where it had to be cut at `max_height` CSS px."""
        raise NotImplementedError

    def resize(self, viewport: Viewport) -> None:
        """Change the window size."""
        raise NotImplementedError

    @property
    def page_ms(self) -> int:
        """Page time since the session's first load, in milliseconds."""
        raise NotImplementedError

    @property
    def crashed(self) -> bool:
        """Whether the renderer died."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        """Hand out itself."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Close the context."""
        raise NotImplementedError
