"""The JavaScript that runs inside a page, each file one function expression."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pydantic import JsonValue

_FOLDER = Path(__file__).parent
_EITHER = ("chance", *(f"either_clock/{name}" for name in ("console", "errors", "timers", "workers", "faces")))
_COOPERATIVE = ("time", "line", "media", "messages")
_STEPPED = ("time", "natives", "waits", "links", "runner", "ports", "follower")

NATIVES = (
    "Array", "Blob", "Boolean", "CSS", "CSSStyleSheet", "Document", "Element", "Error", "Event", "EventTarget",
    "HTMLAnchorElement", "HTMLAreaElement", "HTMLCanvasElement", "HTMLElement", "HTMLInputElement", "JSON", "Map",
    "Math", "MutationObserver", "Node", "Number", "Object", "OffscreenCanvas", "Promise", "Proxy", "Reflect", "Set",
    "String", "Symbol", "Uint8Array", "Uint32Array", "WeakMap", "WeakRef", "WeakSet", "performance",
)  # fmt: skip
"""Names of the browser's that our scripts use, and that many a page gives to things of its own (`class Node`)."""


@cache
def source(name: str) -> str:
    """The text of `<name>.js`."""
    return (_FOLDER / f"{name}.js").read_text(encoding="utf-8").rstrip()


@cache
def with_dom(name: str) -> str:
    """`<name>.js` as a function of one argument; it is handed what `dom.js` offers as its first."""
    return among_natives(f"(argument) => ({source(name)})(({source('dom')})(), argument)")


def among_natives(function: str) -> str:
    """`function`, an expression of one argument, for which the browser's names mean what they meant before the page."""
    natives = "globalThis.__cookie?.natives ?? globalThis"
    named = f"const {{ {', '.join(NATIVES)} }} = {natives};"
    plain = f"const unhidden = {source('unhidden')}, document = unhidden(window.document);"
    return f"(argument) => {{ {named}\n{plain}\nreturn ({function}\n)(argument); }}"


_JSON = "const { JSON } = globalThis.__cookie?.natives ?? globalThis;"
MOST_TOLD = 20_000_000
"""Characters of an answer of ours; a page that makes it longer has changed what tells it."""
_SHORT = f"if (__answer?.length > {MOST_TOLD}) throw 'the answer is too long';"
_INTACT = "if (globalThis.__cookie?.natives?.areReadersIntact() === false) throw 'the page has readers of its own';"


def from_text(function: str) -> str:
    """`function`, an expression of one argument, that takes this as JSON.

    What the driver does with anything but text needs the page's `Map`, which may be the map of a game.
    """
    return f"(__told) => {{ {_JSON}\nreturn ({function}\n)(JSON.parse(__told)); }}"


def by_text(function: str) -> str:
    """`from_text`, and its value, or what it promises, comes as JSON, too.

    It throws where the page has changed what elements and the document tell of themselves.
    """
    answer = f"const __answer = JSON.stringify(await ({from_text(function)}\n)(__told));"
    return f"async (__told) => {{ {_INTACT}\n{_JSON}\n{answer}\n{_SHORT}\nreturn __answer; }}"


def beforehand(expression: str) -> str:
    """`expression`, a script to run before the page's own, which keeps the browser's names for later."""
    return f"(({{ {', '.join(NATIVES)} }}) => {expression})(globalThis)"


def called(name: str, argument: JsonValue) -> str:
    """A script that calls `<name>.js` with `argument` at once, before the page's own scripts."""
    return beforehand(f"({source(name)})({json.dumps(argument)})")


def cooperative_time(epoch_ms: int, seed: int) -> str:
    """A script that makes time in a document pass and stand still on command; its calendar begins at `epoch_ms`."""
    return _composed(
        "cooperative_time", [f"cooperative/{name}" for name in _COOPERATIVE], {"epochMs": epoch_ms, "seed": seed}
    )


def stepped_workers(binding: str, seed: int) -> str:
    """A script that makes time in a document's workers go by steps, of which `binding` is told where there are any."""
    return _composed("stepped_workers", [f"stepped/{name}" for name in _STEPPED], {"binding": binding, "seed": seed})


def _composed(entry: str, parts: Sequence[str], settings: JsonValue) -> str:
    """A script whose parts can be handed on to workers: each is named for the file in which it stands."""
    sources = {"entry": source(entry), **{name.rpartition("/")[2]: source(name) for name in (*_EITHER, *parts)}}
    listed = ",\n".join(f"{name}: {part}" for name, part in sources.items())
    return beforehand(f"((parts, settings) => parts.entry(parts, settings))({{\n{listed}\n}}, {json.dumps(settings)})")
