"""Reads a YAML file of cases within limits."""

from pathlib import Path

from pytest_cookie.core.yaml_document import UnreadableError, YamlDocument, parse_document
from pytest_cookie.records.plain_tree import open_named

MAX_FILE_BYTES = 5_000_000


def read_document(path: Path) -> YamlDocument:
    """Read one YAML file. Raises `UnreadableError`: not text, too large, or as `parse_document`."""
    try:
        with open_named(path) as stream:
            raw = stream.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}") from error
    if len(raw) > MAX_FILE_BYTES:
        raise UnreadableError(f"is larger than {MAX_FILE_BYTES // 1_000_000} MB; split it into several files")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw[: error.start].count(b"\n") + 1
        raise UnreadableError("is not UTF-8 text; save it as UTF-8", line=line) from error
    return parse_document(text)
