"""JavaScript that runs inside a page; each file is one function expression."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.records.plain_tree import read_bounded_text

_FOLDER = Path(__file__).parent
_EITHER = ("chance", *(f"either_clock/{name}" for name in ("seed", "console", "errors", "timers", "workers", "faces")))
_COOPERATIVE = ("time", "line", "media", "messages")
_STEPPED = ("time", "natives", "waits", "links", "runner", "ports", "follower")

NATIVES = (
    "Array", "Blob", "Boolean", "CSS", "CSSStyleSheet", "Document", "Element", "Error", "Event", "EventTarget",
    "HTMLAnchorElement", "HTMLAreaElement", "HTMLCanvasElement", "HTMLElement", "HTMLInputElement", "JSON", "Map",
    "Math", "MutationObserver", "Node", "Number", "Object", "OffscreenCanvas", "Promise", "Proxy", "Reflect", "Set",
    "String", "Symbol", "Uint8Array", "Uint32Array", "WeakMap", "WeakRef", "WeakSet", "performance",
)  # fmt: skip
"""Built-in names that our scripts use. Many pages reuse them for their own things (`class Node`)."""


@cache
def source(name: str) -> str:
    """Return the text of `<name>.js`."""
    return read_bounded_text(_FOLDER / f"{name}.js").rstrip()


@cache
def with_dom(name: str) -> str:
    """Return `<name>.js` as a function of one argument; its first parameter receives the interface of `dom.js`."""
    return with_natives(f"(argument) => ({source(name)})(({source('dom')})(), argument)")


def with_natives(function: str) -> str:
    """Wrap `function`, an expression of one argument, so that built-in names have their original meaning."""
    natives = "globalThis.__cookie?.natives ?? globalThis"
    named = f"const {{ {', '.join(NATIVES)} }} = {natives};"
    plain = f"const unhidden = {source('unhidden')}, document = unhidden(window.document);"
    return f"(argument) => {{ {named}\n{plain}\nreturn ({function}\n)(argument); }}"


_JSON = "const { JSON } = globalThis.__cookie?.natives ?? globalThis;"
MAX_REPLY_CHARACTERS = 20_000_000
"""Maximum length of a reply; a page that returns more has tampered with the script."""
_SHORT = f"if (__answer?.length > {MAX_REPLY_CHARACTERS}) throw 'the answer is too long';"
_INTACT = "if (globalThis.__cookie?.natives?.areReadersIntact() === false) throw 'the page has readers of its own';"


def with_json_argument(function: str) -> str:
    """Wrap `function`, an expression of one argument, so that it takes its argument as JSON text.

    For anything but text the driver needs the page's `Map`, which may be the map of a game.
    """
    return f"(__told) => {{ {_JSON}\nreturn ({function}\n)(JSON.parse(__told)); }}"


def with_json_io(function: str) -> str:
    """As `with_json_argument`, and return its value, or what its promise resolves to, as JSON text, too.

    It throws if the page has overridden the properties that describe elements and the document.
    """
    answer = f"const __answer = JSON.stringify(await ({with_json_argument(function)}\n)(__told));"
    return f"async (__told) => {{ {_INTACT}\n{_JSON}\n{answer}\n{_SHORT}\nreturn __answer; }}"


def bind_natives(expression: str) -> str:
    """Wrap `expression`, a script to run before the page's own, so that it keeps the built-in names for later."""
    return f"(({{ {', '.join(NATIVES)} }}) => {expression})(globalThis)"


def build_call(name: str, argument: JsonValue) -> str:
    """Return a script that calls `<name>.js` with `argument` at once, before the page's own scripts."""
    return bind_natives(f"({source(name)})({json.dumps(argument)})")


def build_chance(epoch_ms: int, seed: int, *, every_load_alike: bool = False) -> str:
    """Return a script that makes a document's random numbers follow `seed`, the place of its frame, and the page time
    at which it began, counted from `epoch_ms`.

    With `every_load_alike` all documents draw the numbers of a session's first one.
    """
    settings = json.dumps({"epochMs": epoch_ms, "seed": seed})
    seed_of = "({ seed }) => () => seed >>> 0" if every_load_alike else source("either_clock/seed")
    return bind_natives(f"({source('chance')})({settings}, {seed_of})")


def build_cooperative_time(epoch_ms: int, seed: int) -> str:
    """Return a script that stops and resumes time in a document on command; its calendar starts at `epoch_ms`."""
    return _compose(
        "cooperative_time", [f"cooperative/{name}" for name in _COOPERATIVE], {"epochMs": epoch_ms, "seed": seed}
    )


def build_stepped_workers(binding: str, epoch_ms: int, seed: int) -> str:
    """Return a script that steps time in a document's workers; it calls `binding` when there are workers."""
    settings: JsonValue = {"binding": binding, "epochMs": epoch_ms, "seed": seed}
    return _compose("stepped_workers", [f"stepped/{name}" for name in _STEPPED], settings)


def _compose(entry: str, parts: Sequence[str], settings: JsonValue) -> str:
    """Compose a script whose parts can be passed to workers; each part is named after its file."""
    sources = {"entry": source(entry), **{name.rpartition("/")[2]: source(name) for name in (*_EITHER, *parts)}}
    listed = ",\n".join(f"{name}: {part}" for name, part in sources.items())
    return bind_natives(
        f"((parts, settings) => parts.entry(parts, settings))({{\n{listed}\n}}, {json.dumps(settings)})"
    )
