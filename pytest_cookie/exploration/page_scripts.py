"""The scripts that measure a page from inside: read from this package, run through the session."""

from functools import cache
from importlib import resources
from typing import Literal

from pydantic import JsonValue

from pytest_cookie.browser.session import Session

ScriptName = Literal[
    "content", "layout", "overlap", "targets", "styling", "composition", "shifts",
    "ends", "dismissers", "menus", "clipped", "anchors", "reach", "surroundings", "sight", "legibility", "pulse", "axe",
    "window_texts", "voids", "lost_style", "blank_pictures", "strikes",
]  # fmt: skip

_PRELUDES: dict[ScriptName, tuple[str, ...]] = {
    "styling": ("rules", "looks"),
    "lost_style": ("rules",),
    "composition": ("rules", "looks", "inks"),
    "legibility": ("inks",),
    "window_texts": ("inks",),
}


def run_script(session: Session, name: ScriptName, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
    """Return the script's JSON value, from the page's world or from `outside`. Raises as `Session.evaluate`."""
    return session.evaluate(script(name), argument, takes_time=name == "axe", outside=outside)


@cache
def script(name: ScriptName) -> str:
    """Return a function expression of one argument, with the code that the scripts share before it."""
    library = (
        f"const document = window.document;\n{_source('cells')}\n{_with_cells_to_fit(_axe_core())}"
        if name == "axe"
        else ""
    )
    shared = "\n".join(_source(part) for part in ("page", *_PRELUDES.get(name, ())))
    return f"async (argument) => {{\n{library}\n{shared}\nreturn await ({_source(name)}\n)(argument);\n}}"


def _source(name: str) -> str:
    return (resources.files("pytest_cookie.exploration") / "scripts" / f"{name}.js").read_text(encoding="utf-8")


def _with_cells_to_fit(axe_core: str) -> str:
    """Return axe-core with a grid size that fits the page, which it has no setting for."""
    fixed, fitting = "gridSize:200", "gridSize:cellSizeFor(200)"
    if axe_core.count(fixed) != 1:
        raise ValueError(f"this version of axe-core has no {fixed!r}: adapt page_scripts.py to its new grid setting")
    return axe_core.replace(fixed, fitting)


def _axe_core() -> str:
    return (resources.files("pytest_cookie") / "third_party" / "axe.min.js").read_text(encoding="utf-8")
