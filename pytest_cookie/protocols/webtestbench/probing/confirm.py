"""`confirm`: suspected defects, tried again on fresh pages by the shortest path."""

import re
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.trace import Step
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
            if happened and not step.change.seen and _answers_elsewhere(page, steps, step):
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
