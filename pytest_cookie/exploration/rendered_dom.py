"""The rendered HTML of a page, as evidence: `dom.html`."""

from pathlib import Path

from pytest_cookie.browser.errors import PageScriptError
from pytest_cookie.browser.session import Session

MAX_DOM_CHARACTERS = 8_000_000  # larger than any page that is read
DOM_FILE = "dom.html"

_HTML = f"() => document.documentElement.outerHTML.slice(0, {MAX_DOM_CHARACTERS})"


def save_dom(session: Session, folder: Path) -> bool:
    """Write the rendered HTML of the current page to `dom.html`; false if the page's script world refuses.

    Raises `PageGoneError`.
    """
    try:
        html = session.evaluate(_HTML, outside=True)
    except PageScriptError:
        return False
    if not isinstance(html, str):
        return False
    (folder / DOM_FILE).write_text(html.encode(errors="replace").decode(), encoding="utf-8")
    return True
