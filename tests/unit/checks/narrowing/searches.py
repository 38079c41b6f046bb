"""Synthetic lists with a search field, and what searches make of them."""

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.narrowing.fact import NarrowingFact
from pytest_cookie.checks.narrowing.watch import NarrowingWatch
from pytest_cookie.core.action import Action, Clear, Press, Type, Wait
from pytest_cookie.core.page import Box, Control
from pytest_cookie.exploration.watch import Act
from tests.unit.checks.row_pages import element
from tests.unit.exploration.pages import observation

TREES = ("Silver birch", "Copper beech", "Weeping willow", "Field maple")
ENTER, WAIT = Press(ref="q", value="Enter"), Wait(value="1500")


def nursery(
    *trees: str,
    field: str = "",
    count: str = "",
    message: str = "",
    name: str = "Search trees",
    role: str = "searchbox",
) -> Observation:
    """A list of trees with their places, a search field with this text, a count above and a message in the list."""
    found = {"main": element(parent="", make="main", at=(0, 0, 900, 700))}
    found["main>ul"] = element(parent="main", make="ul", at=(0, 100, 900, 500))
    for number, tree in enumerate(trees):
        path, y = f"main>ul>li:{number}", 100 + 40 * number
        found[path] = element(parent="main>ul", make="li", at=(0, y, 900, 30))
        found[f"{path}>b"] = element(tree, parent=path, make="b", at=(0, y, 200, 30))
        found[f"{path}>i"] = element(f"Bed of the {tree.split()[-1]}", parent=path, make="i", at=(200, y, 200, 30))
    if message:
        found["main>ul>li:0"] = element(message, parent="main>ul", make="li", at=(0, 100, 900, 30))
    box = Box(x=0, y=20, width=200, height=30)
    search = Control(
        ref="q", role=role, name=name, tag="input", input_type="search" if role == "searchbox" else "text",
        selector="#q", box=box, kind="q", value=field,
    )  # fmt: skip
    return observation(elements=found, controls=(search,), words="\n".join((count, *trees)))


def typed(text: str) -> Action:
    return Type(ref="q", target="Search trees", value=text) if text else Clear(ref="q", target="Search trees")


def facts(*steps: tuple[Action | None, Observation], watch: NarrowingWatch | None = None) -> list[NarrowingFact | None]:
    """The facts of steps: an action and the page after it. The first page has no action."""
    watch, found, before = watch or NarrowingWatch(), [], steps[0][1]
    for action, after in steps[1:]:
        found.append(watch.compare(Act(action, before, after)) if action else None)
        before = after
    return found
