"""`show_workflows`: the pictures of an application's workflows for people who rate it."""

from collections.abc import Iterator

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.verdict import Figure, ShownPicture
from pytest_cookie.protocols.vibecode.explorer import session_name
from pytest_cookie.protocols.vibecode.results import TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.substep_judge import choose_pictures
from pytest_cookie.protocols.vibecode.workflows import Workflow, WorkflowFields
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.item_sessions import read_session

_MAX_TEXT = 400


def show_workflows(item: ItemFolder) -> Iterator[Figure]:
    """The window after each action, at most 20 for a workflow: no results, and nothing that the evaluator thought.

    Raises `RecordingError` and `ValueError` without a readable case.
    """
    for workflow in WorkflowFields.model_validate(item.read_case().fields).workflows:
        try:
            result = read_session(item.evidence, session_name(workflow)).read_result(WorkflowResult)
        except RecordingError:
            continue  # it was not executed
        pictures = tuple(
            ShownPicture(file=action.picture, caption=_caption(workflow, action))
            for _, action in choose_pictures(result.trail)
        )
        if pictures:
            yield Figure(title=workflow.purpose, columns=1, pictures=pictures)


def _caption(workflow: Workflow, action: TrailStep) -> str:
    did = action.action[:_MAX_TEXT]
    if not 1 <= action.substep <= len(workflow.steps):
        return f"At the start (after: {did})"
    return f"Step {action.substep}: {workflow.steps[action.substep - 1].text[:_MAX_TEXT]} (after: {did})"
