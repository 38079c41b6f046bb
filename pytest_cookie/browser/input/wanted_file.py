"""`WantedFile`: the file that an upload names: a sample, one that the page saved, or a text that it brings."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.browser.input.sample_files import SAMPLES
from pytest_cookie.browser.page.downloads import MAX_BYTES, safe_file_name
from pytest_cookie.records.plain_tree import read_bounded

MAX_WRITTEN_BYTES = 20_000
"""A text for a page to read, not a load test."""


@dataclass(frozen=True)
class WantedFile:
    """A file to choose in a picker."""

    name: str
    content: bytes


def find_wanted_file(value: str, find_saved: Callable[[str], Path | None]) -> WantedFile | None:
    """Return the file for the value of an upload; None if there is no such file.

    The value is the type of a sample, the name of a file that the page saved, or a name, a line break and a text. A
    name that the page has not saved means the sample with its ending.
    """
    name, line_break, text = value.partition("\n")
    if line_break:
        content = text.encode(errors="replace")
        return WantedFile(safe_file_name(name.strip()), content) if len(content) <= MAX_WRITTEN_BYTES else None
    if saved := find_saved(value):
        return WantedFile(safe_file_name(value), read_bounded(saved, MAX_BYTES))
    ending = value.lower().rpartition(".")[2]
    sample = next((one for kind, one in SAMPLES.items() if ending == kind or f".{ending}" in one.endings), None)
    return WantedFile(sample.name, sample.content) if sample else None
