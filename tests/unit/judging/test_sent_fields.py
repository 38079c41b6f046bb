"""Fields that a working button sends need no response of their own; those of a dead button do."""

import pytest

from pytest_cookie.core.trace import Change, Step
from pytest_cookie.judging.measures.content_amount import count_required_inputs
from tests.unit.judging.evidence_builders import ANSWER, control, inventory, page_in_use, step

FIELDS = ("f1", "f2", "f3")
DEAD = Change()
Use = tuple[str, str, Change]
SUBMIT, DEAD_SUBMIT, THEME = ("click", "send", ANSWER), ("click", "send", DEAD), ("click", "theme", ANSWER)
TICK, WAIT = ("click", "tick", Change(seen=True)), ("wait", "", DEAD)


def entered(index: int, kind: str, ref: str, change: Change) -> Step:
    role = {"f": "textbox", "t": "checkbox"}.get(ref[:1], "button") if ref != "theme" else "button"
    value = {"type": f"value {index}", "press": "Enter"}.get(kind, "")
    return step(index, kind, ref, change, role=role if ref else "", value=value)


def sent_by(*after: Use) -> int:
    """How many of three fields count as sent by what follows."""
    typed = [("type", ref, DEAD) for ref in FIELDS]
    steps = [entered(index, *one) for index, one in enumerate((*typed, *after))]
    known = [control(ref, role="textbox", tag="input") for ref in FIELDS]
    known += [control(ref) for ref in ("send", "theme", "tick")]
    page = page_in_use(*steps, inventory=inventory(controls=tuple(known)))
    return page.requirements.working_inputs - count_required_inputs(page)


@pytest.mark.parametrize(
    ("after", "fewer"),
    [
        ((SUBMIT,), True),
        ((WAIT, TICK, SUBMIT), True),
        ((DEAD_SUBMIT,), False),
        ((DEAD_SUBMIT, THEME), False),
        ((DEAD_SUBMIT, THEME, SUBMIT), True),
        ((TICK,), False),
        ((("press", "f3", DEAD), THEME), False),
    ],
)
def test_fields_are_sent_by_the_button_that_was_pressed_after_them(after: tuple[Use, ...], fewer: bool):
    assert (sent_by(*after) > 0) == fewer
