"""`Pulse`: how soon the page answers an input, told by its own document."""

from typing import Literal

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session
from pytest_cookie.exploration.page_scripts import run_script

_Mode = Literal["watch", "on", "idle", "rest", "read"]


class Pulse:
    """What changes by itself while nothing is done is known as such, and is no answer."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def watch(self) -> None:
        """An input comes now."""
        self._tell("watch")

    def watch_on(self) -> None:
        """The same input: does anything follow what has followed?"""
        self._tell("on")

    def idle(self) -> None:
        """Nothing is done from now on: what changes changes by itself."""
        self._tell("idle")

    def rest(self) -> None:
        """What changes from now on, under the pointer on its way for instance, is neither."""
        self._tell("rest")

    def answer_ms(self) -> int | None:
        """Page time from the last input until the first visible change of the document; None where none was noticed."""
        told = self._tell("read")
        return round(told) if isinstance(told, int | float) and not isinstance(told, bool) else None

    def _tell(self, mode: _Mode) -> object:
        try:
            return run_script(self._session, "pulse", mode)
        except PageScriptError:
            return None  # the document is just being replaced, or has broken what tells
