"""`stage`: screenshots before, during and after a scripted interaction, from one session at exact page times.

The evidence that ArtifactsBench judges: three or more screenshots around an interaction, here in page time.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Action

SETTLE_MS = 2_000


@dataclass(frozen=True)
class StagedAction:
    """An action, and the times after it at which screenshots are taken, in ascending ms of page time."""

    action: Action
    then_ms: tuple[int, ...] = ()


@dataclass(frozen=True)
class TimedScreenshot:
    """A PNG of the window, and the session's page time at which it was taken, in ms."""

    page_ms: int
    png: bytes


@dataclass(frozen=True)
class Staged:
    """The screenshots of a scripted interaction. `problems` lists actions that could not be carried out."""

    before: TimedScreenshot
    during: tuple[TimedScreenshot, ...]
    after: TimedScreenshot
    problems: tuple[str, ...] = ()


def stage(session: Session, script: Sequence[StagedAction], *, settle_ms: int = SETTLE_MS) -> Staged:
    """Run `script` in the current page; the last screenshot is taken when the page is still, after `settle_ms` at most.

    Continues after an action that cannot be carried out. Raises `PageGoneError`, `TimeIsUpError`, `BrowserError`, and
    `ValueError` for times that do not ascend.
    """
    if any(list(beat.then_ms) != sorted(beat.then_ms) for beat in script):
        raise ValueError("the times after an action must ascend")
    before, during, problems = _picture(session), [], []
    for beat in script:
        outcome = session.act(beat.action)
        if not outcome.done:
            problems.append(f"{beat.action.kind} {beat.action.target or beat.action.selector}: {outcome.problem}")
        during += _pictures(session, beat.then_ms)
    session.settle(settle_ms)
    return Staged(before, tuple(during), _picture(session), tuple(problems))


def _pictures(session: Session, moments_ms: Sequence[int]) -> list[TimedScreenshot]:
    began, taken = session.page_ms, []
    for moment_ms in moments_ms:
        session.wait(max(0, began + moment_ms - session.page_ms))
        taken.append(_picture(session))
    return taken


def _picture(session: Session) -> TimedScreenshot:
    return TimedScreenshot(session.page_ms, session.picture())
