"""Pages that the stepped clock cannot drive are explored again in real time, unless that clock was requested."""

from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from pytest_cookie.browser.errors import ClockCannotCarryError
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.fitting_clock import ClockAttempt, explore_by_fitting_clock

SETTINGS = SessionSettings(gateway="g", seed=7)


@dataclass
class Host:
    may_change_clock: bool = True
    clock: str = "stepped"
    clock_note: str = ""
    held: list[str] = field(default_factory=list)

    @contextmanager
    def use_browser(self):
        self.held.append("begin")
        yield
        self.held.append("end")


def explore(host: Host, fails: set[str]) -> tuple[ClockAttempt, list[ClockAttempt]]:
    tried: list[ClockAttempt] = []

    def once(attempt: ClockAttempt) -> ClockAttempt:
        tried.append(attempt)
        if attempt.clock in fails:
            error = ClockCannotCarryError("frames cost too much")
            error.spend = Spend(calls=len(tried))
            raise error
        return attempt

    return explore_by_fitting_clock(host, SETTINGS, once), tried  # type: ignore[arg-type]


def test_the_page_is_explored_again_in_real_time():
    host = Host()
    used, tried = explore(host, {"stepped"})
    assert [item.clock for item in tried] == ["stepped", "cooperative"]
    assert (used.settings.clock, used.settings.seed, used.lost.calls) == ("cooperative", 7, 1)
    assert used.note == "the stepped clock could not drive this page: frames cost too much"
    assert host.held == ["begin", "end"], "both attempts hold the same permit"


@pytest.mark.parametrize(("clock", "note"), [("stepped", ""), ("cooperative", "no headless shell was found")])
def test_a_page_that_the_clock_can_drive_is_explored_once(clock, note):
    used, tried = explore(Host(clock=clock, clock_note=note), set())
    assert tried == [ClockAttempt(SETTINGS, clock, note)] == [used]


@pytest.mark.parametrize(
    ("host", "fails"), [(Host(may_change_clock=False), {"stepped"}), (Host(), {"stepped", "cooperative"})]
)
def test_no_other_clock_is_tried(host, fails):
    with pytest.raises(ClockCannotCarryError):
        explore(host, fails)
