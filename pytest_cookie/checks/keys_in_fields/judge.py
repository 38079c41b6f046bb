"""Judges whether the page's keys leave fields alone."""

from pytest_cookie.checks.keys_in_fields.fact import FieldKeys
from pytest_cookie.core.text import shorten
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect

KEYS_IN_FIELDS = CheckKind("keys-in-fields", "A shortcut of the page acts, or loses its character, while users type.")

_NAME = 28  # characters of a field's name in a title
_REMEDY = "Ignore keys whose target is an `input`, `textarea` or `select`, or is editable."


def find_keys_in_fields(context: RubricContext) -> list[Defect]:
    """At most one major defect: a key that acts outside of fields does so in a field, or does not reach it.

    A character that a field does not take, but that does nothing elsewhere, is the field's own rule.
    """
    for step in context.trace.steps:
        fact = FieldKeys.of(step.change)
        if fact is None:
            continue
        field = shorten(fact.lost_elsewhere or step.action.target or "a field", _NAME)
        lost = fact.acts if fact.lost or fact.lost_elsewhere else ""
        key = _name(lost or fact.fires)
        if lost:
            title = f"Key {key} cannot be typed into “{field}”"
            why = f"The page takes the key, which acts on it outside of fields. {_REMEDY}"
        elif fact.fires:
            title = f"Key {key} also acts on the page while used in “{field}”"
            why = f"It changes the same as outside of fields, where it is a shortcut. {_REMEDY}"
        else:
            continue
        return [step_defect(context, step, KEYS_IN_FIELDS, "major", title, why)]
    return []


def _name(key: str) -> str:
    return "Space" if key == " " else key.upper() if len(key) == 1 else key
