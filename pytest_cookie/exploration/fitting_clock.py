"""Exploration by the clock that fits the page: one that the stepped clock cannot drive is explored in real time."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.labels import ClockKind
from pytest_cookie.core.spend import NOTHING, Spend

T = TypeVar("T")


@dataclass(frozen=True)
class ClockAttempt:
    """An attempt with one clock. `note` is the reason why it is not the stepped clock; "" if it is, or was chosen."""

    settings: SessionSettings
    clock: ClockKind
    note: str
    lost: Spend = NOTHING
    """What models cost in an attempt before."""


def explore_by_fitting_clock(host: BrowserHost, settings: SessionSettings, explore: Callable[[ClockAttempt], T]) -> T:
    """The result of `explore`, while this worker holds a browser.

    If the stepped clock cannot drive the page, it is called again with the cooperative clock, and should replace the
    files of the first attempt. Raises `ClockCannotCarryError` if the stepped clock was requested.
    """
    with host.use_browser():
        try:
            return explore(ClockAttempt(settings, settings.clock or host.clock, host.clock_note))
        except ClockCannotCarryError as error:
            if not host.may_change_clock:
                raise
            note, lost = f"the stepped clock could not drive this page: {error.obstacle}", error.spend
        return explore(ClockAttempt(replace(settings, clock="cooperative"), "cooperative", note, lost))
