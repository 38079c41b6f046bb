"""`leave_and_return`: whether an entry that the page shows is still there when one comes back to its view."""

from collections.abc import Sequence

from pytest_cookie.core.action import Back
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.crawler.plan import act_on, is_off_site
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage

_SHORTEST = 4
"""Shorter texts are on a page by chance."""
_MESSAGES_MS = 6_000
"""Page time until messages such as “Saved Anna” have gone."""
_MOST_WAYS = 3
"""Links that are tried until one leads away."""
_SAME_VIEW = 0.7
"""Share of the names of controls that two looks at one view have in common; the entry's own may be gone."""


def leave_and_return(page: FreshPage, entries: Sequence[str]) -> tuple[str, bool] | None:
    """An entry that the page shows, and whether it does so again after another view; None if that cannot be told.

    The way back is the browser's. Another view has another address, and does not show the entry.
    """
    if not any(one in page.now.inventory.whole_text for one in entries if len(one) >= _SHORTEST):
        return None
    page.session.wait(_MESSAGES_MS)
    page.look()
    shown = next((one for one in entries if len(one) >= _SHORTEST and one in page.now.inventory.whole_text), "")
    if not shown:
        return None
    names = _names(page.now.inventory.controls)
    here = page.now.url
    for way in _find_ways(page):
        if page.step(act_on(way, "click"), index=0) is None:
            continue
        if page.now.url == here:
            continue
        if shown in page.now.inventory.whole_text or page.step(Back(), index=0) is None or page.now.url != here:
            return None
        again = _names(page.now.inventory.controls)
        if len(names & again) < _SAME_VIEW * len(names):
            return None  # it is another view, or another part of it
        return shown, shown in page.now.inventory.whole_text
    return None


def _find_ways(page: FreshPage) -> list[Control]:
    controls = page.now.inventory.controls
    facts = read_page_facts(page.session, controls)
    found = []
    for one in controls:
        detail = facts.of(one)
        is_usable = not (one.disabled or one.covered or is_off_site(one, detail) or means(one.name, "destroy"))
        if is_usable and detail.frame and not detail.current and one.role in ("link", "button", "tab") and one.name:
            found.append(one)
    return found[:_MOST_WAYS]


def _names(controls: Sequence[Control]) -> frozenset[tuple[str, str]]:
    return frozenset((one.role, one.name) for one in controls)
