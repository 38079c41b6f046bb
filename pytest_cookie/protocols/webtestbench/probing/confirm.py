"""`confirm`: suspected defects, tried again on fresh pages by the shortest path."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.page import Control
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.crawler.plan import act_on
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage, has_effect
from pytest_cookie.protocols.webtestbench.probing.paths import find_entries_before, find_openers
from pytest_cookie.protocols.webtestbench.probing.probes import reach
from pytest_cookie.protocols.webtestbench.probing.results import PROBES, Confirmation, ConfirmationOutcome
from pytest_cookie.records.files import write_bytes

_FIGURES = re.compile(r"[\W\d_]+")


def confirm(
    opened: Callable[[], AbstractContextManager[Session]], url: str, steps: Sequence[Step], suspected: int, folder: Path
) -> Confirmation:
    """Repeat the path to the step with the number `suspected`, and see whether the same happens again.

    Raises `ExplorationError` if the browser fails; a page that cannot be used is one that was not reached.
    """
    step = next(one for one in steps if one.index == suspected)
    if not step.action.is_input:
        return Confirmation(step=suspected, outcome="not reached")  # nothing can be repeated that could fail
    try:
        with opened() as session:
            page = FreshPage(session)
            if not page.load(url) or not _arrive(page, steps, step):
                return Confirmation(step=suspected, outcome="not reached", path=tuple(page.path))
            again = page.step(step.action, index=suspected)
            picture = f"{PROBES}/step-{suspected:03}.png"
            write_bytes(folder / picture, page.now.screenshot, durable=False)
            happened = again is not None and is_alike(step, again)
            if (
                happened
                and not step.change.seen
                and (_answers_after_another(page, step) or _answers_elsewhere(page, steps, step))
            ):
                happened = False
            outcome: ConfirmationOutcome = "again" if happened else "not reached" if again is None else "not again"
            return Confirmation(step=suspected, outcome=outcome, path=tuple(page.path), picture=picture)
    except (PageGoneError, PageUnusableError, PageScriptError):
        return Confirmation(step=suspected, outcome="not reached")


def _arrive(page: FreshPage, steps: Sequence[Step], step: Step) -> bool:
    """Bring the page to where the step begins: what it needs pressed, then the entries right before it."""
    before = find_entries_before(steps, step)
    entries = [other.action for other in before]
    first = before[0].index if before else step.index
    goal = (*entries[:1], *([step.action] if not entries and step.action.names_element else []))
    if not reach(page, find_openers(steps, first), goal):
        return False
    return all(page.do(action) for action in entries) and page.look() is not None


def _answers_after_another(page: FreshPage, step: Step) -> bool:
    """Whether a silent control answers after another of its row: it was the one that is chosen, such as a colour."""
    control = page.find(step.action)
    if control is None:
        return False
    beside = [one for one in page.now.inventory.controls if one.ref != control.ref and _is_beside(one, control)]
    other = page.step(act_on(beside[-1], "click"), index=0) if beside else None
    if other is None or not page.shows([step.action]):
        return False
    again = page.step(step.action, index=step.index)
    # a colour may only move its frame
    return again is not None and (has_effect(again.change) or again.change.dom_changed > 0)


def _is_beside(one: Control, control: Control) -> bool:
    """Whether both are in one row, of one role and as high."""
    box, other = control.box, one.box
    is_level = abs(box.y - other.y) < box.height / 2 and abs(box.height - other.height) < box.height / 2
    gap = max(box.x, other.x) - min(box.x + box.width, other.x + other.width)
    return one.role == control.role and is_level and gap < box.width and not one.covered and not one.disabled


def _answers_elsewhere(page: FreshPage, steps: Sequence[Step], step: Step) -> bool:
    """Whether a silent control answers in another view: it leads to where the page was."""
    away = next(
        (one.action for one in steps if one.change.url and one.action.is_click and page.shows([one.action])), None
    )
    if away is None or away.target == step.action.target or page.step(away, index=0) is None:
        return False
    if not page.shows([step.action]):
        return False
    again = page.step(step.action, index=step.index)
    return again is not None and has_effect(again.change)


def is_alike(first: Step, again: Step) -> bool:
    """Whether two steps had the same effect: the same error, the same silence, or mostly the same new texts."""
    if first.page_errors:
        told = {_flat(error.message) for error in again.page_errors}
        return any(_flat(error.message) in told for error in first.page_errors)
    if not first.change.seen:
        return not has_effect(again.change)
    if not again.change.seen:
        return False
    texts = {_flat(text) for text in first.change.appeared_text} - {""}
    same = texts & {_flat(text) for text in again.change.appeared_text}
    return len(same) * 2 >= len(texts)


def _flat(text: str) -> str:
    return _FIGURES.sub("", text).casefold()[:80]
