"""Synthetic pages with equal items, and acts on them."""

from pytest_cookie.browser.page.observation import ElementState, Observation
from pytest_cookie.core.page import Box, Control
from tests.unit.exploration.pages import observation


def element(text: str = "", *, parent: str, make: str = "td", at=(0, 0, 90, 20), state: str = "") -> ElementState:
    return ElementState(text=text, state=state, box=at, make=make, parent=parent)


def button(ref: str, name: str, at: tuple[int, int, int, int]) -> Control:
    x, y, width, height = at
    box = Box(x=x, y=y, width=width, height=height)
    return Control(ref=ref, role="button", name=name, box=box, tag="button", selector=f"#{ref}", kind="b")


def todo(*names: str, done: str = "", dialog: bool = False) -> Observation:
    """A list; each entry has a button to delete it."""
    found = {"ul": element(parent="", make="ul", at=(0, 0, 300, 200))}
    controls = []
    for number, name in enumerate(names):
        path, y = f"li{number}", 40 * number
        found[path] = element(parent="ul", make="li", at=(0, y, 300, 30), state="class=done" if name == done else "")
        found[f"{path}>s"] = element(name, parent=path, make="span", at=(0, y, 200, 30))
        found[f"{path}>b"] = element(
            "✕", parent=path, make="button", at=(250, y, 30, 30), state="aria-pressed=true" if name == done else ""
        )
        controls.append(button(f"d{number}", f"Delete {name}", (250, y, 30, 30)))
    if dialog:
        found["ask"] = element("Sure?", parent="", make="dialog", at=(400, 0, 90, 90))
        found["ask>b"] = element("Yes", parent="ask", make="button", at=(400, 40, 40, 30))
        controls.append(button("yes", "Yes", (400, 40, 40, 30)))
    return observation(elements=found, controls=tuple(controls))
