"""`perform`: performs one interaction of the reference on a rebuilt page in a loaded session, and records it."""

from pathlib import Path
from typing import Protocol

from pytest_cookie.browser.page.observation import ActionOutcome, Happenings
from pytest_cookie.core.action import Action, ActionKind, new_action
from pytest_cookie.exploration.page_session import ActingSession
from pytest_cookie.protocols.interaction2code.attempt import Attempt, FoundBy
from pytest_cookie.protocols.interaction2code.case_fields import Interaction
from pytest_cookie.protocols.interaction2code.page.element import PageElement
from pytest_cookie.protocols.interaction2code.page.likeness import find_lookalike
from pytest_cookie.protocols.interaction2code.page.read_elements import find_selector, read_elements

SETTLE_MS = 1_500
"""Page time for the page to come to rest after an interaction."""
LINGER_MS = 400
"""Page time that passes besides, for late responses."""
MAX_HEIGHT = 6_000
"""Highest picture in CSS px; longer pages are cut there."""


class InteractionSession(ActingSession, Protocol):
    """The part of a browser session that is needed here."""

    def drain(self, step: int = 0) -> Happenings:
        """Return what happened since the last call."""

    def full_screenshot(self, path: Path, max_height: int = 10_000) -> bool:
        """Write a PNG of the whole page."""


def find_target(
    number: int, elements: tuple[PageElement, ...], like: PageElement | None, size: tuple[int, int] | None
) -> tuple[PageElement | None, FoundBy]:
    """The element for interaction `number`: by its id, or else the one like the reference's element `like`.

    `size` is that of the reference's page, None if it is unknown.
    """
    named = next((element for element in elements if element.id in (f"interact{number}", f"interact-{number}")), None)
    if named:
        return named, "id"
    other = tuple(element for element in elements if not element.id)
    if like is not None and size is not None and (alike := find_lookalike(like, other, size, _size(elements))):
        return alike, "likeness"
    return None, "nothing"


def fit_action(interaction: Interaction, element: PageElement, selector: str) -> Action:
    """The interaction's action on the element; a click where the element is of a kind that the action cannot use."""
    kind: ActionKind = interaction.action
    fits = True
    if kind == "select":
        fits = element.tag == "select"
    elif kind == "type":
        fits = element.kind in ("field", "slider", "list", "other")  # another one may be editable, or hold a field
    value = interaction.value if fits else ""
    return new_action(kind if fits else "click", selector=selector, target=element.name, value=value)


def press_target(
    session: InteractionSession,
    number: int,
    interaction: Interaction,
    like: PageElement | None,
    size: tuple[int, int] | None,
) -> tuple[Attempt, ActionOutcome | None]:
    """Find the element of an interaction on the page as it is, and act on it. The attempt has no pictures yet."""
    before = read_elements(session)
    element, found_by = find_target(number, before, like, size)
    attempt = Attempt(number=number, found_by=found_by, elements_before=before)
    if element is None:
        problem = f"there is no element with the id interact{number}, and none like the reference's"
        return attempt.model_copy(update={"problem": problem}), None
    selector = f"#{element.id}" if element.id else find_selector(session, element.key)
    action = fit_action(interaction, element, selector)
    outcome = session.act(action)
    session.settle(SETTLE_MS)
    session.wait(LINGER_MS)
    update = {"target": element.key, "done": outcome.done, "problem": outcome.problem, "action": action.kind}
    return attempt.model_copy(update=update), outcome


def picture_names(number: int) -> tuple[str, str]:
    """The names of the pictures of an interaction: before and after it."""
    return f"{number}-before.png", f"{number}-after.png"


def perform(
    session: InteractionSession,
    number: int,
    path: tuple[int, ...],
    known: dict[int, tuple[Interaction, PageElement | None]],
    size: tuple[int, int] | None,
    folder: Path,
) -> Attempt:
    """Perform the interactions `path`, then `number`, and write `<number>-before.png` and `<number>-after.png`.

    `known` has every interaction with its element in the reference. A page that was left or cannot do a step before
    gives an attempt with a problem. Raises as the session for faults of the page and of the machine.
    """
    for step in path:
        before, outcome = press_target(session, step, *known[step], size)
        if outcome is None or not outcome.done:
            return Attempt(number=number, problem=f"interaction {step}, which comes first, failed: {before.problem}")
    names = picture_names(number)
    session.full_screenshot(folder / names[0], MAX_HEIGHT)
    session.drain()
    attempt, _ = press_target(session, number, *known[number], size)
    happened = session.drain()
    session.full_screenshot(folder / names[1], MAX_HEIGHT)
    return attempt.model_copy(
        update={
            "before": f"{folder.name}/{names[0]}",
            "after": f"{folder.name}/{names[1]}",
            "elements_after": read_elements(session),
            "dialogs": tuple(dialog.text[:500] for dialog in happened.dialogs if dialog.is_message),
            "popups": len(happened.popups),
        }
    )


def _size(elements: tuple[PageElement, ...]) -> tuple[int, int]:
    """The size of the page that the elements take up."""
    return max([1, *(element.rect.right for element in elements)]), max(
        [1, *(element.rect.bottom for element in elements)]
    )
