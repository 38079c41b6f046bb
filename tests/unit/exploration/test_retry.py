"""One death may be anything; what a fresh browser repeats is the page's."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from pytest_cookie.browser.errors import BrowserGoneError, PageBusyError, PageScriptError, PageUnsettledError
from pytest_cookie.exploration.retry import retry_in_fresh_browser

DIED, LIVES = "died", "lives"
KILLED = BrowserGoneError("the browser was ended from outside (SIGKILL)")
UNSETTLED = PageUnsettledError("the page goes on to a new document again and again")
BUSY = PageBusyError("its own work kept the browser too busy")
SLOW = PageScriptError("there was no picture of the whole page: not done within 200 s")


@dataclass
class Host:
    """Counts how often a fresh browser was asked for."""

    renewed: int = 0

    def renew(self) -> None:
        self.renewed += 1


@dataclass
class Tries:
    ends: list[str | Exception] = field(default_factory=list)

    def __call__(self) -> str:
        end = self.ends.pop(0)
        if isinstance(end, Exception):
            raise end
        return end


@pytest.mark.parametrize(
    ("ends", "result", "renewed"),
    [([LIVES], LIVES, 0), ([DIED, LIVES], LIVES, 1), ([DIED, DIED], DIED, 2), ([KILLED, LIVES], LIVES, 1),
     ([DIED, KILLED, DIED], DIED, 3), ([KILLED, DIED, LIVES], LIVES, 2), ([UNSETTLED, LIVES], LIVES, 1),
     ([BUSY, LIVES], LIVES, 1), ([SLOW, LIVES], LIVES, 1)],
)  # fmt: skip
def test_what_comes_of_it(ends, result, renewed):
    host, tries = Host(), Tries(ends)
    assert retry_in_fresh_browser(tries, died=lambda end: end == DIED, host=host, written=()) == result
    assert (host.renewed, tries.ends) == (renewed, [])


@pytest.mark.parametrize("ends", [[UNSETTLED, UNSETTLED], [DIED, UNSETTLED], [UNSETTLED, KILLED, UNSETTLED]])
def test_a_page_that_twice_does_not_stay_is_none(ends):
    with pytest.raises(PageUnsettledError, match="again and again"):
        retry_in_fresh_browser(Tries(ends), died=lambda end: end == DIED, host=Host(), written=())


@pytest.mark.parametrize("error", [BUSY, SLOW])
def test_what_a_fresh_browser_repeats_is_told_as_what_it_is(error):
    with pytest.raises(type(error)) as told:
        retry_in_fresh_browser(Tries([error, error]), died=lambda end: end == DIED, host=Host(), written=())
    assert told.value is error


@pytest.mark.parametrize("ends", [[KILLED, KILLED], [KILLED, DIED, KILLED]])
def test_who_was_killed_twice_is_not_blamed(ends):
    with pytest.raises(BrowserGoneError, match=r"SIGKILL\); 2 attempts ended this way"):
        retry_in_fresh_browser(Tries(ends), died=lambda end: end == DIED, host=Host(), written=())


@pytest.mark.parametrize("end", [DIED, KILLED, SLOW])
def test_files_of_the_first_attempt_are_deleted(tmp_path: Path, end):
    folder, picture, other = tmp_path / "own", tmp_path / "1.png", tmp_path / "2.png"
    tries = Tries([end, LIVES])

    def once() -> str:
        folder.mkdir()
        (folder / f"{len(tries.ends)}.png").touch()
        picture.touch(exist_ok=False)
        return tries()

    other.touch()
    retry_in_fresh_browser(once, died=lambda end: end == DIED, host=Host(), written=(folder, picture))
    assert sorted(path.name for path in tmp_path.rglob("*.png")) == ["1.png", "1.png", "2.png"]
    assert [path.name for path in folder.iterdir()] == ["1.png"]
