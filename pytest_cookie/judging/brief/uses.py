"""What the use of a page shows to be there, whatever its controls are called."""

from pytest_cookie.core.action import Click, Select, Type, Upload
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.find_interactions import find_steps_at_home
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.once import once

_LEAST_TEXTS = 2  # one text that vanishes is a message or a count
_LEAST_OF_A_VIEW = 3  # texts on both sides of another page of a list
_REORDERED = 0.01  # of the window: rows in another order; a turned arrow changes less


@once
def find_uses(context: RubricContext) -> frozenset[str]:
    """Ids of the vocabulary for things of which the trace has a use: a choice that leaves fewer entries is a filter.

    A use is no proof that the thing is right, only that it is not missing.
    """
    known = {line.strip() for line in (context.inventory.whole_text if context.inventory else "").splitlines()}
    found: set[str] = set()
    for step in find_steps_at_home(context):
        if step.outcome == "done" and step.change.shown is not False and not step.action.resets_page:
            found |= set(_shows(step, known))
        known.update(step.change.appeared_text)
    return frozenset(found)


def _shows(step: Step, known: set[str]) -> list[str]:
    action, change = step.action, step.change
    went, came = set(change.vanished_text), set(change.appeared_text)
    found = []
    if change.seen and action.purpose in ("destroy", "undo"):
        found.append("delete" if action.purpose == "destroy" else "undo")
    if isinstance(action, Type) and len(went & known) >= _LEAST_TEXTS and not came - known:
        found.append("search")
    if isinstance(action, Click | Select) and action.purpose in ("", "choose") and not action.intent:
        if len(went & known) >= _LEAST_TEXTS and not came - known:
            found.append("filter")
        if min(len(went), len(came)) >= _LEAST_OF_A_VIEW:
            found += ["pagination", "tabs"]
        if not went and not came and change.pixels >= _REORDERED:
            found.append("sort")
    if isinstance(action, Upload):
        found += ["upload", "import"]
    if change.motion in ("started", "stopped"):
        found += ["play", "pause"]
    return found
