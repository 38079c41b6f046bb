"""Progress as it arrives on a terminal and in a log: real descriptors, and a screen that knows the codes we use."""

import io
import os
import re
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from pytest_cookie.plugin.progress_display import LiveLines, LogLines, display_for
from pytest_cookie.reporting.progress import RunProgress, WorkerActivity

_CODES = re.compile(r"\x1b\[(\d*)([AK])|([\r\n])|([^\x1b\r\n]+)")


class Screen:
    """A screen of lines with a cursor, which interprets the output on a pseudo terminal."""

    def __init__(self) -> None:
        self.master, self.slave = os.openpty()
        os.set_blocking(self.master, False)
        self.lines, self.row, self.column = [""], 0, 0

    def read(self) -> list[str]:
        """The lines, without empty ones at the end."""
        try:
            while text := os.read(self.master, 65536).decode():
                self._write(text)
        except BlockingIOError:
            pass
        return "\n".join(self.lines).rstrip("\n").split("\n")

    def _write(self, text: str) -> None:
        for code in _CODES.finditer(text):
            count, letter, control, plain = code.groups()
            if letter == "A":
                self.row -= int(count)
            elif letter == "K":
                line = self.lines[self.row]
                self.lines[self.row] = "" if count == "2" else line[: self.column]
            elif control == "\r":
                self.column = 0
            elif control == "\n":
                self.row += 1
                self.lines += [""] * (self.row + 1 - len(self.lines))
            else:
                line = self.lines[self.row].ljust(self.column)
                self.lines[self.row] = line[: self.column] + plain + line[self.column + len(plain) :]
                self.column += len(plain)


@pytest.fixture
def screen() -> Iterator[Screen]:
    screen = Screen()
    yield screen
    os.close(screen.master)
    os.close(screen.slave)


def live(screen: Screen) -> LiveLines:
    return LiveLines(os.dup(screen.slave), {"COLUMNS": "60"})


def test_lines_are_drawn_in_place(screen: Screen) -> None:
    display = live(screen)
    display.show(RunProgress(9, 12, failed=10, running=1))
    assert screen.read() == ["9/12 (75 %) · 10 failed", "  1 running"]
    display.show(RunProgress(10, 12))
    assert screen.read() == ["10/12 (83 %)"]
    display.close()


def test_other_output_replaces_the_lines(screen: Screen) -> None:
    display = live(screen)
    display.show(RunProgress(1, 12, running=2))
    display.hide()
    display.hide()
    os.write(screen.slave, b"worker gw1 crashed\n")
    display.show(RunProgress(2, 12, running=1))
    assert screen.read() == ["worker gw1 crashed", "2/12 (16 %)", "  1 running"]
    display.close()
    assert screen.read() == ["worker gw1 crashed"]


def test_unchanged_lines_are_not_redrawn(screen: Screen) -> None:
    display = live(screen)
    display.show(RunProgress(1, 12))
    screen.read()
    display.show(RunProgress(1, 12))
    with pytest.raises(BlockingIOError):
        os.read(screen.master, 100)
    display.close()


def test_a_closed_terminal_does_not_end_the_run() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    display = LogLines(writer)
    display.show(RunProgress(12, 12))
    display.close()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp437"])
def test_unencodable_characters_are_replaced(request: pytest.FixtureRequest, screen: Screen, encoding: str) -> None:
    with os.fdopen(os.dup(screen.slave), "w", encoding=encoding) as file:
        display = display_for(pytest.TerminalReporter(request.config, file), {}, is_captured=True)
        assert display is not None
        display.show(RunProgress(9, 12, doing=(WorkerActivity(item="茶 · ü", phase="judge", since=0, phase_since=0),)))
        shown = os.read(screen.master, 4_096)
        display.close()
    assert "茶".encode() not in shown
    assert b"9/12" in shown
    assert "ü".encode(encoding, "replace") in shown


def test_a_log_has_a_line_per_tenth_of_the_items(tmp_path: Path) -> None:
    path = tmp_path / "log"
    display = LogLines(os.open(path, os.O_CREAT | os.O_WRONLY))
    for done in range(201):
        display.show(RunProgress(done, 200))
        display.hide()
    display.close()
    lines = path.read_text().splitlines()
    assert lines == [f"cookie: {share}/200 ({share // 2} %)" for share in range(20, 201, 20)]


def test_a_log_has_no_line_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    minutes = count()
    clock = SimpleNamespace(monotonic=lambda: 3_600.0 * next(minutes))
    monkeypatch.setattr("pytest_cookie.plugin.progress_display.time", clock)
    path = tmp_path / "log"
    display = LogLines(os.open(path, os.O_CREAT | os.O_WRONLY))
    for done in (3, 3, 3, 4, 4):
        display.show(RunProgress(done, 200))
    display.close()
    assert path.read_text().splitlines() == ["cookie: 3/200 (1 %)", "cookie: 4/200 (2 %)"]


@pytest.mark.parametrize(
    ("environ", "is_captured", "kind"),
    [
        ({}, True, LiveLines),
        ({"NO_COLOR": "1"}, True, LiveLines),
        ({"CI": "true"}, True, LogLines),
        ({"TERM": "dumb"}, True, LogLines),
        ({}, False, LogLines),
    ],
)
def test_lines_are_redrawn_only_on_a_terminal_with_captured_output(
    request: pytest.FixtureRequest, screen: Screen, environ: dict[str, str], is_captured: bool, kind: type
) -> None:
    with os.fdopen(os.dup(screen.slave), "w") as file:
        display = display_for(pytest.TerminalReporter(request.config, file), environ, is_captured=is_captured)
        assert type(display) is kind
        assert display is not None
        display.close()


def test_a_file_gets_log_lines_and_a_buffer_in_memory_no_display(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    with (tmp_path / "out").open("w") as file:
        display = display_for(pytest.TerminalReporter(request.config, file), {}, is_captured=True)
        assert type(display) is LogLines
        display.close()
    assert display_for(pytest.TerminalReporter(request.config, io.StringIO()), {}, is_captured=True) is None
