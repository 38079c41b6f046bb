"""Small pages as lists of elements, before and after an interaction."""

from pytest_cookie.protocols.interaction2code.attempt import Attempt
from pytest_cookie.protocols.interaction2code.page.element import PageElement

SIZE = (1000, 600)


def element(key: int, tag: str, text: str, left: int, top: int, **more) -> PageElement:
    width, height = more.pop("width", 120), more.pop("height", 30)
    usable = more.pop("usable", tag in ("button", "input", "select", "a"))
    return PageElement(key=key, tag=tag, text=text, box=(left, top, width, height), usable=usable, **more)


def page(**changes: PageElement | None) -> tuple[PageElement, ...]:
    """A counter: a heading, two buttons, an amount, a price, a remark. `changes` replace or remove parts by name."""
    parts: dict[str, PageElement | None] = {
        "title": element(1, "h1", "Tickets for the ferry", 40, 20, width=400),
        "more": element(2, "button", "More", 40, 100, id="interact1"),
        "less": element(3, "button", "Less", 200, 100),
        "amount": element(4, "p", "1 ticket", 40, 160),
        "price": element(5, "p", "12 euro", 200, 160),
        "remark": element(6, "p", "Children travel free", 40, 520, width=300),
        "address": element(7, "p", "Quay 4", 700, 520),
    }
    return tuple(one for one in (parts | changes).values() if one is not None)


def changed(name: str, elements: tuple[PageElement, ...] | None = None, **values: object) -> PageElement:
    keys = {"title": 1, "more": 2, "less": 3, "amount": 4, "price": 5, "remark": 6, "address": 7}
    found = next(one for one in elements or page() if one.key == keys[name])
    return found.model_copy(update=values)


def attempt(
    before: tuple[PageElement, ...], after: tuple[PageElement, ...], target: int = 2, **more: object
) -> Attempt:
    given = {"number": 1, "found_by": "id", "target": target, "done": True, "action": "click"}
    return Attempt.model_validate({**given, "elements_before": before, "elements_after": after, **more})
