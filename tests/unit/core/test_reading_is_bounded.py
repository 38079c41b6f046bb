"""Files and JSON are read by functions with a limit: none is read whole whatever its size, none ends a command."""

import ast
import contextlib
import os
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest

import pytest_cookie
from pytest_cookie.core.errors import CookieError, RecordingError
from pytest_cookie.core.parsing import load_json, parse_json
from pytest_cookie.core.text import replace_surrogates, sanitize_json
from pytest_cookie.judging.checks.audible_responses import sound_of
from pytest_cookie.judging.checks.machine_cost import read_machine_time
from pytest_cookie.protocols.vibecode.tool_use import read_phases
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.plain_tree import read_bounded, read_head, read_plain, read_plain_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.film import sound_of as reported_sound_of
from pytest_cookie.reporting.site.pages import _read_state

_PACKAGE = Path(pytest_cookie.__file__).parent
_OF_THE_PACKAGE = ("files(", "files_in(", "__file__")
"""What a resource of the package itself is addressed by."""
_READS = re.compile(r"\.read_bytes\(|\.read_text\(|json\.loads?\(")
_OURS = re.compile(r"^\s*(?:from|import) pytest_cookie\b", re.MULTILINE)


@cache
def _modules() -> dict[Path, str]:
    """Our modules; not programs that are copied into sandboxes, which cannot import us and which we do not import."""
    texts = {path: path.read_text("utf-8") for path in sorted(_PACKAGE.rglob("*.py"))}
    return {path: text for path, text in texts.items() if _OURS.search(text) or _is_imported(path, texts)}


def _is_imported(path: Path, texts: Mapping[Path, str]) -> bool:
    if not _READS.search(texts[path]):
        return True
    name = ".".join(path.relative_to(_PACKAGE.parent).with_suffix("").parts)
    room, _, stem = name.rpartition(".")
    how = re.compile(rf"(?:from|import) {re.escape(name)}\b|from {re.escape(room)} import [^\n]*\b{stem}\b")
    return any(how.search(text) for text in texts.values())


@cache
def _reads() -> tuple[tuple[str, ast.Call, ast.Attribute], ...]:
    """Calls of methods in modules that read files or JSON."""
    return tuple(
        (f"{path.relative_to(_PACKAGE).as_posix()}:{node.lineno}", node, node.func)
        for path, text in _modules().items()
        if _READS.search(text)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )


def test_no_file_is_read_whole_whatever_its_size():
    """`Path.read_bytes` and `Path.read_text` read resources of the package only; a workspace's methods take a path."""
    found = [
        f"{place}: {ast.unparse(call)}"
        for place, call, method in _reads()
        if method.attr in ("read_bytes", "read_text")
        and (not call.args or isinstance(call.args[0], ast.Constant))
        and not any(one in ast.unparse(method.value) for one in _OF_THE_PACKAGE)
    ]
    assert not found


def test_json_is_parsed_at_one_place():
    named = [(place, method) for place, _, method in _reads() if method.attr in ("loads", "load")]
    found = [place for place, method in named if ast.unparse(method.value) == "json"]
    assert len(found) == 1
    assert found[0].startswith("core/parsing.py:")


def test_modules_are_found():
    assert len(_modules()) > 900
    assert len(_reads()) > 100


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, b"[[" * 100_000, '{"a": ["b", ' + "[" * 100_000])
def test_json_that_is_nested_too_deep_is_a_value_error(text: str | bytes):
    with pytest.raises(ValueError, match="nested too deep"):
        load_json(text)
    assert parse_json(text) is None


@pytest.mark.parametrize("levels", [400, 490, 600, 900, 5_000])
@pytest.mark.parametrize("leaf", ["a\0", "\ud800", 1e300, "plain"])
@pytest.mark.parametrize("clean", [sanitize_json, replace_surrogates])
def test_a_nested_value_is_cleaned_or_a_value_error(clean: Callable[[object], object], leaf: object, levels: int):
    value: object = leaf
    for _ in range(levels):
        value = {"a": value} if levels % 2 else [value]
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
