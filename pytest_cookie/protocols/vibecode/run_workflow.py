"""`run_workflow`: follows the script of a workflow in a browser session and asks the checker of each substep."""

from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.exploration.checkers import Answers, Checker, evaluate, parse_checker, queries_of, read_answers
from pytest_cookie.exploration.page_session import WindowSession
from pytest_cookie.protocols.vibecode.open_address import SETTLE_MS, open_address
from pytest_cookie.protocols.vibecode.results import StepResult, TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.script import Open, parse_line
from pytest_cookie.protocols.vibecode.workflows import Failure, Step, Workflow
from pytest_cookie.records.files import write_bytes

PATIENCE_MS = 3_000
"""Page time during which a false checker is evaluated again, because servers may answer late."""
_PAUSE_MS = 500
_MAX_ANSWERS = 4
_MAX_CHARACTERS = 120


def run_workflow(session: WindowSession, workflow: Workflow, folder: Path, *, name: str) -> WorkflowResult:
    """Load the application, execute all substeps, and write a picture after each into `folder`.

    Evidence knows the folder as `name`. A substep that fails does not end the workflow. A page that dies does; the
    substeps that were not reached have failed. Raises as the session for faults of the machine.
    """
    steps: list[StepResult] = []
    trail: list[TrailStep] = []
    actions = sum(len(step.do) for step in workflow.steps)
    try:
        session.load(f"{ORIGIN}/")
        for number, (result, problem) in enumerate(_results(session, workflow), start=1):
            write_bytes(folder / f"{number}.png", session.picture(), durable=False)
            picture = f"{name}/{number}.png"
            steps.append(result.model_copy(update={"picture": picture}))
            done = "; ".join(workflow.steps[number - 1].do) or "look at the page"
            trail.append(TrailStep(substep=number, action=done, problem=problem, picture=picture))
    except PageGoneError as error:
        missed = StepResult(passed=False, reason=f"the page went away: {error}", failure="interface")
        steps += [missed] * (len(workflow.steps) - len(steps))
        return WorkflowResult(
            workflow=workflow.id, ending="page_gone", steps=tuple(steps), actions=actions, trail=tuple(trail)
        )
    return WorkflowResult(workflow=workflow.id, steps=tuple(steps), actions=actions, trail=tuple(trail))


def _results(session: WindowSession, workflow: Workflow) -> Iterator[tuple[StepResult, str]]:
    """The result of each substep, and the line that could not be carried out with the reason, "" for none."""
    for step in workflow.steps:
        problem, failure = _do(session, step)
        if problem:
            yield StepResult(passed=False, reason=problem, failure=failure or step.failure), problem
            continue
        holds, answers = _check(session, parse_checker(step.check))
        reason = f"{step.check} is {'true' if holds else 'false'}{_describe(answers)}"
        yield StepResult(passed=holds, reason=reason, failure=None if holds else step.failure), ""


def _do(session: WindowSession, step: Step) -> tuple[str, Failure | None]:
    """Follow the script. Returns the problem, "" for none, and its kind if that is certain."""
    for line in step.do:
        command = parse_line(line)
        if isinstance(command, Open):
            if problem := open_address(session, command.url):
                return f"{line}: {problem}", "interface"
            continue
        outcome = session.act(command)
        session.settle(SETTLE_MS)
        if not outcome.done:
            return f"{line}: {outcome.problem or 'not possible'}", None
    return "", None


def _check(session: WindowSession, checker: Checker) -> tuple[bool, Answers]:
    waited = 0
    while True:
        answers = read_answers(session, queries_of(checker)).answers
        if evaluate(checker, answers) is True:
            return True, answers
        if waited >= PATIENCE_MS:
            return False, answers
        session.wait(_PAUSE_MS)
        waited += _PAUSE_MS


def _describe(answers: Answers) -> str:
    listed = [f"{query.question} {query.subject}: {value!r}"[:_MAX_CHARACTERS] for query, value in answers.items()]
    return f" ({'; '.join(listed[:_MAX_ANSWERS])})" if listed else ""
