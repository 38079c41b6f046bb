"""`stage`: pictures before, during and after a scripted interaction, all from one session at exact page times.

The evidence that ArtifactsBench judges by: three or more screenshots around an interaction, here of page time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.browser.session import Session
from pytest_cookie.core.trace import Action

SETTLE_MS = 2_000


@dataclass(frozen=True)
class Beat:
    """An action, and how many milliseconds of page time after it pictures are taken; ascending."""

    action: Action
    then_ms: tuple[int, ...] = ()


@dataclass(frozen=True)
class Picture:
    """A PNG of the window, and when it was taken, in milliseconds of the session's page time."""

    page_ms: int
    png: bytes


@dataclass(frozen=True)
class Staged:
    """What a scripted interaction looked like. `problems` tells of actions that could not be carried out."""

    before: Picture
    during: tuple[Picture, ...]
    after: Picture
    problems: tuple[str, ...] = ()


def stage(session: Session, script: Sequence[Beat], *, settle_ms: int = SETTLE_MS) -> Staged:
    """Play `script` in the page as it is; the last picture is taken when nothing moves, after `settle_ms` at most.

    An action that cannot be carried out does not end the play. Raises `PageGoneError`, `TimeIsUpError`, `BrowserError`,
    and `ValueError` for moments that do not ascend.
    """
    if any(list(beat.then_ms) != sorted(beat.then_ms) for beat in script):
        raise ValueError("the moments after an action must ascend")
    before, during, problems = _picture(session), [], []
    for beat in script:
        outcome = session.act(beat.action)
        if not outcome.done:
            problems.append(f"{beat.action.kind} {beat.action.target or beat.action.selector}: {outcome.problem}")
        during += _pictures(session, beat.then_ms)
    session.settle(settle_ms)
    return Staged(before, tuple(during), _picture(session), tuple(problems))


def _pictures(session: Session, moments_ms: Sequence[int]) -> list[Picture]:
    began, taken = session.page_ms, []
    for moment_ms in moments_ms:
        session.wait(max(0, began + moment_ms - session.page_ms))
        taken.append(_picture(session))
    return taken


def _picture(session: Session) -> Picture:
    return Picture(session.page_ms, session.picture())
