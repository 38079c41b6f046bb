"""Readers refuse files that are too large, nested too deep, or no files; none ends a command."""

import contextlib
import os
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from pytest_cookie.core.errors import CookieError, RecordingError
from pytest_cookie.core.parsing import load_json, parse_json
from pytest_cookie.core.text import replace_surrogates, sanitize_json
from pytest_cookie.judging.measures.audible_responses import sound_of
from pytest_cookie.judging.measures.machine_cost import read_machine_time
from pytest_cookie.protocols.vibecode.tool_use import read_phases
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.plain_tree import read_bounded, read_head, read_plain, read_plain_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.film import sound_of as reported_sound_of
from pytest_cookie.reporting.site.pages import _read_state


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, b"[[" * 100_000, '{"a": ["b", ' + "[" * 100_000])
def test_json_that_is_nested_too_deep_is_a_value_error(text: str | bytes):
    with pytest.raises(ValueError, match="nested too deep"):
        load_json(text)
    assert parse_json(text) is None


def test_a_nested_value_is_cleaned_or_a_value_error():
    for levels, leaf in product([400, 490, 600, 900, 5_000], ["a\0", "\ud800", 1e300, "plain"]):
        value: object = leaf
        for _ in range(levels):
            value = {"a": value} if levels % 2 else [value]
        for clean in (sanitize_json, replace_surrogates):
            with contextlib.suppress(ValueError):
                clean(value)


def nest(path: Path) -> None:
    path.write_text('{"end": ' + "[" * 100_000)


def stretch(path: Path) -> None:
    path.write_text('{"end": {}}\n')
    with path.open("r+b") as file:
        file.truncate(20_000_000_000)  # a hole: it takes no room


def be_a_pipe(path: Path) -> None:
    os.mkfifo(path)


class Heard:
    """As much of the evidence as the readers below ask."""

    sound_file = "sound.json"
    sessions = ()

    class trace:  # noqa: N801
        """The trace."""

        policy = "agent"


def _report_sound(item: Path) -> object:
    problems: list[str] = []
    assert reported_sound_of(ItemFiles(item), Heard(), problems) is None  # type: ignore[arg-type]
    return None if len(problems) == 1 else problems


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "the report's state": ("data/pages.json", lambda run: _read_state(RunFolder(run)) or None),
    "a conversation": ("coding.jsonl", lambda item: read_phases(ItemFolder(item)) or None),
    "the judge's sound": ("agent/sound.json", lambda folder: sound_of(Heard(), folder)),  # type: ignore[arg-type]
    "the report's sound": ("evidence/agent/sound.json", _report_sound),
    "machine time": ("agent/machine.json", lambda folder: read_machine_time(Heard(), folder)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("spoil", [nest, stretch, be_a_pipe])
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.skipif(sys.platform == "win32", reason="no pipes")
def test_a_file_that_is_nested_endless_or_no_file_counts_as_unreadable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reader: str, spoil: Callable[[Path], None]
):
    name, read = READERS[reader]
    monkeypatch.setattr("pytest_cookie.reporting.site.pages._MOST_STATE_BYTES", 1_000_000, raising=True)
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    spoil(tmp_path / name)
    assert read(tmp_path) is None


def test_readers_refuse_more_than_their_limit(tmp_path: Path):
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfa\r\nb")
    assert read_plain(path, 7) == read_bounded(path, 7) == path.read_bytes()
    assert read_head(path, 4) == b"\xef\xbb\xbfa"
    assert read_plain_text(path) == "\ufeffa\nb"
    (tmp_path / "link").symlink_to(path)
    assert read_bounded(tmp_path / "link") == path.read_bytes()
    for read, error in ((read_plain, RecordingError), (read_bounded, OSError)):
        with pytest.raises(error, match="larger than"):
            read(path, 6)
    for read in (read_plain, lambda name: read_head(name, 3)):
        with pytest.raises(CookieError, match="is a link"):
            read(tmp_path / "link")
