"""JSON → blocks of code: `{"html": …, "css": …}`, `{"files": [{"path": …, "content": …}]}`, `{"index.html": …}`."""

from pydantic import JsonValue

from pytest_cookie.core.parsing import load_json
from pytest_cookie.generation.blocks import Block, parts_of

_NAMES = ("path", "name", "filename", "file", "filePath", "file_path")
_TEXTS = ("content", "contents", "code", "source", "text")
_MAX_BLOCKS = 2_000


def blocks_in_json(text: str) -> tuple[Block, ...]:
    """Its strings, in order, named by their keys or by the name beside them; empty for invalid JSON."""
    try:
        pending: list[tuple[str, JsonValue]] = [("", load_json(text, strict=False))]
    except ValueError:
        return ()
    blocks: list[Block] = []
    while pending and len(blocks) < _MAX_BLOCKS:
        key, value = pending.pop()
        if isinstance(value, str):
            blocks += _blocks_in(key, value)
        elif isinstance(value, dict):
            pending += reversed(_entries(value))
        elif isinstance(value, list):
            pending += [(key, one) for one in reversed(value) if isinstance(one, (str, dict, list))]
    return tuple(blocks)


def _entries(value: dict[str, JsonValue]) -> list[tuple[str, JsonValue]]:
    name = next((value[key] for key in _NAMES if isinstance(value.get(key), str)), None)
    text = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), None)
    return [(str(name), text)] if name and text is not None else list(value.items())


def _blocks_in(key: str, text: str) -> tuple[Block, ...]:
    """The blocks in one string, which may itself be Markdown."""
    return parts_of(text).blocks if "```" in text and not text.lstrip().startswith("<") else (Block(key, text),)
