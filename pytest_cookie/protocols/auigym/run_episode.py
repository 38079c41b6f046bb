"""`run_episode`: replays the reference solution of a task in a loaded session and asks its checker."""

import json
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.core.action import Action, Drag
from pytest_cookie.core.parsing import finite_number
from pytest_cookie.exploration.checkers import Answers, Checker, evaluate, parse_checker, queries_of, read_answers
from pytest_cookie.exploration.page_session import WindowSession
from pytest_cookie.protocols.auigym.episode import Ending, Episode, EpisodeStep
from pytest_cookie.protocols.auigym.tasks import Task

SETTLE_MS = 1_000
"""Page time for the page to come to rest after an action, and for which the result must last at the end."""
_CENTERS = """(selectors) => selectors.map((selector) => {
  let el = null;
  try { el = document.querySelector(selector); } catch { return null; }
  if (!el) return null;
  const box = el.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
})"""


def run_episode(session: WindowSession, task: Task, url: str, picture: Path, *, name: str) -> Episode:
    """Load the page, do the task, and write a picture of the end to `picture`, which evidence knows as `name`.

    The checker must be false at the start, and true at the end and still after `SETTLE_MS` more. A page that dies ends
    the episode. Raises as the session for faults of the machine.
    """
    steps: list[EpisodeStep] = []
    try:
        ending, answers = _do(session, task, url, steps)
        picture.write_bytes(session.picture())
    except PageGoneError:
        return Episode(task=task.id, ending="page_gone", checker=task.checker, steps=tuple(steps))
    return Episode(
        task=task.id, ending=ending, checker=task.checker, steps=tuple(steps), answers=describe_answers(answers),
        picture=name,
    )  # fmt: skip


def describe_answers(answers: Answers) -> dict[str, str]:
    """Questions as a checker writes them, and answers as people read them."""
    return {_describe(query.question, query.subject, query.name): _tell(value) for query, value in answers.items()}


def _tell(value: str | float | bool | None) -> str:
    match value:
        case None:
            return "missing"
        case bool():
            return "yes" if value else "no"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return f"{value:.12g}"


def _do(session: WindowSession, task: Task, url: str, steps: list[EpisodeStep]) -> tuple[Ending, Answers]:
    checker = parse_checker(task.checker)
    if not session.load(url).loaded:
        raise PageGoneError("the page did not load")
    answers = _ask(session, checker)
    if evaluate(checker, answers) is True:
        return "true_at_start", answers
    steps.extend(_replay(session, task, checker))
    session.wait(SETTLE_MS)
    answers = _ask(session, checker)
    return _judge(evaluate(checker, answers), steps), answers


def _judge(value: bool | None, steps: list[EpisodeStep]) -> Ending:
    if value is True:
        return "solved"
    if not all(step.done for step in steps):
        return "action_failed"
    return "unsupported" if value is None else "unsolved"


def _replay(session: WindowSession, task: Task, checker: Checker) -> Iterator[EpisodeStep]:
    for action in task.solution:
        outcome = session.act(_with_destination(session, action))
        session.settle(SETTLE_MS)
        holds = evaluate(checker, _ask(session, checker)) is True
        yield EpisodeStep(action=action, done=outcome.done, problem=outcome.problem, holds=holds)
        if not outcome.done:
            return


def _ask(session: WindowSession, checker: Checker) -> Answers:
    return read_answers(session, queries_of(checker)).answers


def _with_destination(session: WindowSession, action: Action) -> Action:
    """A drag to a selector, as one to the middle of its element; other actions as they are."""
    if not isinstance(action, Drag) or not action.to_target or action.to_x is not None:
        return action
    found = session.evaluate(_CENTERS, [action.to_target], outside=True)
    center = found[0] if isinstance(found, list) and found else None
    if not isinstance(center, list) or len(center) != 2:
        return action
    x, y = (finite_number(value) for value in center)
    return action.model_copy(update={"to_x": x, "to_y": y})


def _describe(question: str, subject: str, name: str) -> str:
    return f"{question}({', '.join(json.dumps(each, ensure_ascii=False) for each in (subject, name) if each)})"
