"""The scripts that look at a page from inside: read from this package, called through the session."""

from functools import cache
from importlib import resources
from typing import Literal

from pydantic import JsonValue

from pytest_cookie.browser.session import Session

ScriptName = Literal[
    "layout", "overlap", "targets", "styling", "composition", "shifts",
    "ends", "anchors", "surroundings", "pulse", "axe",
]  # fmt: skip


def run_script(session: Session, name: ScriptName, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
    """The script's JSON value in the page, or `outside` of its world. Raises as `Session.evaluate`."""
    return session.evaluate(script(name), argument, takes_time=name == "axe", outside=outside)


@cache
def script(name: ScriptName) -> str:
    """A function expression of one argument; what the scripts share comes before it."""
    library = _axe_core() if name == "axe" else ""
    return f"async (argument) => {{\n{library}\n{_source('page')}\nreturn await ({_source(name)}\n)(argument);\n}}"


def _source(name: str) -> str:
    return (resources.files("pytest_cookie.exploration") / "scripts" / f"{name}.js").read_text(encoding="utf-8")


def _axe_core() -> str:
    return (resources.files("pytest_cookie") / "third_party" / "axe.min.js").read_text(encoding="utf-8")
