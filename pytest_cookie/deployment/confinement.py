"""Confines artifacts that run in a reader's own browser: what a sandbox and a content security policy leave open.

Reports and the annotation server show an artifact in a sandboxed frame without a network. Its text gets a script that
takes WebRTC and frames from it, and gives it storage in memory in place of the storage that the sandbox refuses.
"""

import re
from functools import cache
from importlib.resources import files

_SHADOW = re.compile("shadowrootmode", re.IGNORECASE)


def break_shadow_roots(text: str) -> str:
    """The text of a page, without the shadow roots that a parser makes: closed ones cannot be searched for frames."""
    return _SHADOW.sub("data-root", text)


@cache
def read_confinement() -> str:
    """The script that confines an artifact and gives it storage. It comes before all other scripts of the page."""
    return _read_script("confinement.js") + _read_script("memory_storage.js")


def _read_script(name: str) -> str:
    return (files("pytest_cookie.deployment") / name).read_text(encoding="utf-8")
