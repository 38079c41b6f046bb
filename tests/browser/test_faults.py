"""Faults of a browser in the middle of an item: another try in a fresh one, and the blame goes to the cause.

docs/explanation/outcomes-and-failures.md has a row for each.
The short ones run with `make test`, the others with `make test-all`.
"""

import asyncio
import functools
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from pytest_cookie.browser.capture.film import Film
from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.errors import BrowserGoneError
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.input.input_driver import InputDriver
from pytest_cookie.browser.page.navigator import Navigator
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.record import Record
from tests.disks import fill, small_disk
from tests.one_item import OneItem

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes as Linux lists them")

slow = pytest.mark.slow
ALWAYS = 1_000


def processes_of(kind: str) -> list[psutil.Process]:
    """Of this test's browser: `browser`, `renderer`, `gpu-process`, or its `driver`."""
    below = psutil.Process().children(recursive=True)
    if kind == "driver":
        return [process for process in below if "run-driver" in process.cmdline()]
    if kind == "browser":
        leading = [one for one in below if "--remote-debugging-pipe" in one.cmdline()]
        shells = {str(Path(name).resolve()) for name in ("/bin/sh", "/bin/bash")}  # of scripts that start it
        return [one for one in leading if one.exe() not in shells and "--type=" not in " ".join(one.cmdline())]
    return [process for process in below if f"--type={kind}" in process.cmdline()]


class Misfortune:
    """A signal to processes of the browser in the midst of something, so many times."""

    def __init__(self, kind: str, number: signal.Signals, times: int = 1) -> None:
        self._kind, self._signal, self._left = kind, number, times
        self.struck = 0

    def strike(self) -> None:
        if self._left <= 0:
            return
        self._left -= 1
        found = processes_of(self._kind)
        assert found
        for process in found:
            process.send_signal(self._signal)
        self.struck += 1

    def during(self, work: Callable) -> Callable:
        """It strikes as soon as `work` is under way."""

        @functools.wraps(work)
        async def struck(*given, **named):
            under_way = asyncio.ensure_future(work(*given, **named))
            await asyncio.sleep(0)
            await asyncio.to_thread(self.strike)
            return await under_way

        return struck

    def before(self, work: Callable) -> Callable:
        @functools.wraps(work)
        def struck(*given, **named):
            self.strike()
            return work(*given, **named)

        return struck


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Its own browser; afterwards no process and no temporary file of it is left."""
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    before = set(psutil.Process().children(recursive=True))
    host = BrowserHost()
    yield host
    host.close()
    assert set(psutil.Process().children(recursive=True)) <= before
    assert list(temporary.iterdir()) == []


@pytest.fixture
def item(host: BrowserHost, tmp_path: Path) -> OneItem:
    return OneItem(host, tmp_path / "one")


def goes_on(item: OneItem, tmp_path: Path) -> bool:
    """Whether the next item is scored, by the same worker."""
    return OneItem(item.host, tmp_path / "next").run().outcome == "scored"


def cause(record: Record) -> tuple[str, str]:
    assert record.cause is not None
    return record.cause.stage, record.cause.kind


DOCUMENT_OPEN, ACT = (Navigator, "open"), (InputDriver, "act")
FULL_PICTURE = ("pytest_cookie.browser.page.page_reader", "write_full_screenshot")


@pytest.mark.parametrize(
    ("kind", "number", "where"),
    [
        pytest.param("browser", signal.SIGKILL, ACT, id="browser killed in a step"),
        pytest.param("browser", signal.SIGKILL, DOCUMENT_OPEN, id="browser killed in a load", marks=slow),
        pytest.param("browser", signal.SIGKILL, FULL_PICTURE, id="browser killed in a screenshot", marks=slow),
        pytest.param("browser", signal.SIGSEGV, ACT, id="browser crashed", marks=slow),
        pytest.param("browser", signal.SIGSTOP, ACT, id="browser stopped", marks=slow),
        pytest.param("driver", signal.SIGKILL, ACT, id="driver killed", marks=slow),
        pytest.param("driver", signal.SIGSTOP, DOCUMENT_OPEN, id="driver stopped", marks=slow),
        pytest.param("renderer", signal.SIGKILL, ACT, id="renderer killed", marks=slow),
        pytest.param("renderer", signal.SIGSEGV, DOCUMENT_OPEN, id="renderer crashed", marks=slow),
        pytest.param("renderer", signal.SIGSTOP, ACT, id="renderer stopped", marks=slow),
        pytest.param("gpu-process", signal.SIGKILL, ACT, id="drawing process killed", marks=slow),
    ],
)
@pytest.mark.long
def test_what_befalls_once_is_made_good(item, tmp_path, monkeypatch, kind, number, where):
    misfortune = Misfortune(kind, number)
    place, name = where
    if isinstance(place, str):
        monkeypatch.setattr(f"{place}.{name}", misfortune.during(getattr(sys.modules[place], name)))
    else:
        monkeypatch.setattr(place, name, misfortune.during(getattr(place, name)))
    record = item.run()
    assert misfortune.struck == 1
    assert (record.outcome, record.cause) == ("scored", None)
    evidence = (item.folder / "item" / "evidence" / "clicks" / "trace.jsonl").read_text().splitlines()
    assert len(evidence) == 4, "of the try that was whole: a look, two clicks, the end"


@pytest.mark.parametrize(
    ("kind", "number", "said"),
    [
        pytest.param("renderer", signal.SIGKILL, "page's process was ended from outside (SIGKILL)", id="renderer"),
        pytest.param("browser", signal.SIGKILL, "browser was ended from outside (SIGKILL)", id="browser", marks=slow),
        pytest.param("renderer", signal.SIGSTOP, "browser was stopped from outside", id="stopped", marks=slow),
    ],
)
@pytest.mark.long
def test_who_is_killed_again_and_again_is_unscored_and_the_run_goes_on(item, tmp_path, monkeypatch, kind, number, said):
    with monkeypatch.context() as patched:
        patched.setattr(Navigator, "open", Misfortune(kind, number, ALWAYS).during(Navigator.open))
        record = item.run()
    assert (record.outcome, record.scores["total"], cause(record)) == (
        "unscored",
        None,
        ("explore", "BrowserGoneError"),
    )
    assert said in record.cause.message
    assert goes_on(item, tmp_path)


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        pytest.param("renderer", DOCUMENT_OPEN, id="renderer in a load"),
        pytest.param("renderer", ACT, id="renderer in a step", marks=slow),
        pytest.param("browser", ACT, id="browser in a step", marks=slow),
        pytest.param("browser", DOCUMENT_OPEN, id="browser in a load", marks=slow),
    ],
)
@pytest.mark.long
def test_a_crash_that_a_fresh_browser_repeats_is_the_artifacts(item, monkeypatch, kind, where):
    misfortune = Misfortune(kind, signal.SIGSEGV, ALWAYS)
    with monkeypatch.context() as patched:
        patched.setattr(*where, misfortune.during(getattr(*where)))
        record = item.run()
    assert misfortune.struck == 2
    assert (record.outcome, record.scores["total"], record.cause) == ("failed", 0, None)
    assert record.findings[0].severity == "critical"


@slow
def test_a_crash_on_a_disk_that_is_full_is_not_the_pages(gateway_of, tmp_path, monkeypatch):
    with small_disk(tmp_path / "disk", megabytes=64) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        host = BrowserHost()
        try:
            with host.open_session(SessionSettings(gateway_of("<p>Hi</p>").address)) as session:
                assert session.load(f"{ORIGIN}/").loaded
                fill(disk)
                Misfortune("renderer", signal.SIGSEGV).strike()
                with pytest.raises(BrowserGoneError, match="had no room for its temporary files"):
                    session.evaluate("() => document.title")
        finally:
            host.close()
        assert [path.name for path in disk.iterdir()] == ["filler"]


@slow
def test_a_film_is_finished_though_the_browser_died_at_its_end(item, monkeypatch):
    item.film = FilmSettings()
    misfortune = Misfortune("browser", signal.SIGKILL)
    monkeypatch.setattr(Film, "close", misfortune.before(Film.close))
    record = item.run()
    assert (misfortune.struck, record.outcome) == (1, "scored")
    files = {path.name for path in (item.folder / "item" / "evidence" / "clicks").iterdir()}
    assert {"film.mp4", "film.json"} <= files
    assert not [name for name in files if name.startswith(".")]


@slow
def test_a_film_of_a_browser_that_died_in_the_midst_of_it_leaves_nothing(item, monkeypatch):
    item.film = FilmSettings()
    misfortune = Misfortune("browser", signal.SIGKILL, ALWAYS)
    monkeypatch.setattr(InputDriver, "act", misfortune.during(InputDriver.act))
    record = item.run()
    assert (record.outcome, misfortune.struck) == ("unscored", 2)
    assert not list((item.folder / "item").rglob(".*"))
    assert not list((item.folder / "item").rglob("film*"))


@slow
def test_a_browser_that_vanishes_between_two_items_is_named_and_used_again_when_it_is_back(tmp_path, host):
    found = Path(host._chromium().path)
    executable = tmp_path / f"{found.name}"
    executable.write_text(f'#!/bin/sh\nexec "{found}" "$@"\n')
    executable.chmod(0o755)
    own = BrowserHost(chromium=executable)
    try:
        assert OneItem(own, tmp_path / "1").run().outcome == "scored"
        own.renew()
        gone = executable.rename(tmp_path / "away")
        record = OneItem(own, tmp_path / "2").run()
        assert (record.outcome, cause(record)) == ("unscored", ("explore", "BrowserError"))
        assert str(executable) in record.cause.message
        gone.rename(executable)
        assert OneItem(own, tmp_path / "3").run().outcome == "scored"
    finally:
        own.close()
