"""`read_elements`: asks a page for its visible elements, in an isolated world that its scripts cannot change."""

from functools import cache
from importlib import resources
from typing import Protocol

from pydantic import JsonValue, ValidationError

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.protocols.interaction2code.page.element import ELEMENTS, MAX_ELEMENTS, PageElement

_SELECTOR = """(key) => {
  const known = globalThis.cookieElementKeys;
  const all = (root) => [...root.querySelectorAll("*")];
  let el = all(document).find((one) => known?.keys.get(one) === key);
  const parts = [];
  for (; el && el !== document.documentElement; el = el.parentElement) {
    const place = [...(el.parentElement?.children ?? [])].indexOf(el) + 1;
    parts.unshift(`${el.tagName.toLowerCase()}:nth-child(${place})`);
  }
  return parts.length ? `html > ${parts.join(" > ")}` : "";
}"""


class Page(Protocol):
    """A browser session, as needed here."""

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        """Return the JSON value of a function called with `argument`; `outside` in an isolated world."""


def read_elements(page: Page) -> tuple[PageElement, ...]:
    """Its visible elements at this moment of page time. Raises as `Session.evaluate`."""
    reply = page.evaluate(_script(), MAX_ELEMENTS, outside=True)
    try:
        return ELEMENTS.validate_python(reply)
    except ValidationError as error:
        raise PageScriptError(f"the elements of the page cannot be read: {error.errors()[0]['msg']}") from error


def find_selector(page: Page, key: int) -> str:
    """A CSS selector of the element with this key, "" if it is gone or in a shadow root."""
    found = page.evaluate(_SELECTOR, key, outside=True)
    return found if isinstance(found, str) else ""


@cache
def _script() -> str:
    return resources.files(__package__).joinpath("elements.js").read_text(encoding="utf-8")
