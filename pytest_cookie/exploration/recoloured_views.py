"""Looks at the whole page in another theme: what an exploration saw of it is one window, perhaps after other inputs."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from pytest_cookie.browser.session import Session
from pytest_cookie.core.legibility import RecolouredView
from pytest_cookie.core.trace import Step
from pytest_cookie.exploration.legibility import measure_whole_page, note_colours_at_rest
from pytest_cookie.exploration.perception.window_contrast import confirm_faint

_MOST_VIEWS = 2  # the other theme, and one more
_RECOLOURED = 0.5  # a theme recolours more than half of the texts; a dialog does not
_ARRIVED_MS, _ANSWER_MS = 600, 1_200
_MOST_HEIGHT = 10_000  # as for the page itself


def find_recolouring_steps(steps: Sequence[Step]) -> list[Step]:
    """Return the first presses of at most two controls that gave at least half of the text other colours."""
    found: dict[str, Step] = {}
    for step in steps:
        is_press = step.action.is_input and step.action.presses_target and bool(step.action.selector)
        if is_press and step.legibility and step.legibility.recoloured >= _RECOLOURED:
            found.setdefault(step.action.selector, step)
    return list(found.values())[:_MOST_VIEWS]


def look_at_recoloured_views(
    opened: Callable[[], AbstractContextManager[Session]], url: str, steps: Sequence[Step], folder: Path
) -> tuple[RecolouredView, ...]:
    """Load the page again for each such control, press it, and measure the whole page. Raises `ExplorationError`."""
    views = []
    for step in find_recolouring_steps(steps):
        with opened() as session:
            view = _look(session, url, step, steps, folder / f"recoloured-{step.index}.png")
        views += [view] if view else []
    return tuple(views)


def _look(session: Session, url: str, step: Step, steps: Sequence[Step], path: Path) -> RecolouredView | None:
    """A control that is not there yet may be in a menu that the step before opened."""
    if not session.load(url).loaded:
        return None
    session.wait(_ARRIVED_MS)
    note_colours_at_rest(session)
    if not _press(session, step):
        before = next((other for other in steps if other.index == step.index - 1), None)
        if before is None or not _press(session, before) or not _press(session, step):
            return None
    found = measure_whole_page(session, path, max_height=_MOST_HEIGHT)
    if found is None:
        return None
    if found.faint:
        found = confirm_faint(session, found)
    action = step.action
    return RecolouredView(
        control=action.target,
        selector=action.selector,
        step=step.index,
        screenshot=f"{path.parent.name}/{path.name}",
        legibility=found,
    )


def _press(session: Session, step: Step) -> bool:
    done = session.act(step.action.model_copy(update={"ref": ""})).done
    session.wait(_ANSWER_MS)
    return done
