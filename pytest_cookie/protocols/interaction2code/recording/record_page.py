"""`record_page`: performs interactions on a reference page and records their effects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, PageUnusableError
from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import new_action
from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.interaction2code.failures.effects import Effect, find_effects
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture, find_changed_part
from pytest_cookie.protocols.interaction2code.page.element import PageElement
from pytest_cookie.protocols.interaction2code.page.read_elements import find_selector, read_elements
from pytest_cookie.protocols.interaction2code.perform import LINGER_MS, MAX_HEIGHT, SETTLE_MS
from pytest_cookie.protocols.interaction2code.recording.candidates import Candidate, list_candidates
from pytest_cookie.protocols.interaction2code.reference import read_picture
from pytest_cookie.records.temp_dir import TempDir

OpenSession = Callable[[], Session]


@dataclass(frozen=True)
class Recorded:
    """An interaction that changes the page."""

    candidate: Candidate
    target: PageElement
    after: Picture
    elements: tuple[PageElement, ...]
    effects: tuple[Effect, ...]
    part: Box

    @property
    def weight(self) -> float:
        """How much changes."""
        return sum(effect.weight for effect in self.effects)

    def saliency(self) -> float:
        """Share of the page that changes (Interaction2Code, equation 4)."""
        return float(self.part.width * self.part.height / (self.after.shape[0] * self.after.shape[1]))


@dataclass(frozen=True)
class Recording:
    """A reference page: at rest, and after each interaction."""

    before: Picture
    elements: tuple[PageElement, ...]
    interactions: tuple[Recorded, ...]


def record_page(
    open_session: OpenSession, url: str, candidates: Sequence[Candidate] = (), *, hover: bool = False
) -> Recording:
    """Record the `candidates`, or without any, everything that can be tried, each in a session of its own.

    With `hover`, the pointer is also put over each control. Interactions without an effect are left out. Raises
    `UsageError` if the page cannot be used, and `BrowserError`.
    """
    with TempDir("page") as folder:
        with open_session() as session:
            before, elements = _open(session, url, folder)
            selectors = {element.key: find_selector(session, element.key) for element in elements if element.usable}
        tried = candidates or list_candidates(elements, selectors, hover=hover)
        found = [_record(open_session, url, candidate, folder) for candidate in tried]
    return Recording(before, elements, tuple(one for one in found if one is not None))


def _open(session: Session, url: str, folder: Path) -> tuple[Picture, tuple[PageElement, ...]]:
    loaded = session.load(url)
    if not loaded.loaded:
        raise UsageError(f"the page cannot be recorded: {loaded.problem}")
    session.evaluate(resources.files(__package__).joinpath("placeholders.js").read_text(encoding="utf-8"))
    session.settle(SETTLE_MS)
    return _take_picture(session, folder), read_elements(session)


def _record(open_session: OpenSession, url: str, candidate: Candidate, folder: Path) -> Recorded | None:
    try:
        with open_session() as session:
            before, elements = _open(session, url, folder)
            target = _find(session, candidate.selector, elements)
            if target is None:
                return None
            chosen = candidate.model_copy(update={"value": candidate.value or _second_option(session, candidate)})
            action = new_action(chosen.action, selector=chosen.selector, value=chosen.value)
            if not session.act(action).done:
                return None
            session.settle(SETTLE_MS)
            session.wait(LINGER_MS)
            after, elements_after = _take_picture(session, folder), read_elements(session)
    except (PageGoneError, PageUnusableError, PageScriptError):
        return None
    part = find_changed_part(before, after)
    box = (part.after or part.before) if part else None
    effects = find_effects(elements, elements_after)
    return Recorded(chosen, target, after, elements_after, effects, box) if box else None


def _take_picture(session: Session, folder: Path) -> Picture:
    session.full_screenshot(folder / "screen.png", MAX_HEIGHT)
    return np.ascontiguousarray(read_picture(folder / "screen.png"))


def _find(session: Session, selector: str, elements: Sequence[PageElement]) -> PageElement | None:
    key = session.evaluate(
        "(selector) => globalThis.cookieElementKeys?.keys.get(document.querySelector(selector)) ?? 0",
        selector,
        outside=True,
    )
    return next((element for element in elements if element.key == key), None)


def _second_option(session: Session, candidate: Candidate) -> str:
    if candidate.action != "select":
        return ""
    label = session.evaluate(
        "(selector) => document.querySelector(selector)?.options?.[1]?.text ?? ''", candidate.selector, outside=True
    )
    return label if isinstance(label, str) else ""
