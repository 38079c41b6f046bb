"""Judges what the end of an edit made of the entry."""

from pytest_cookie.checks.edited_entries.fact import EditFact, Texts
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

EDIT_ADDS_COPY = CheckKind("edit-adds-copy", "Saving an edited entry adds another one and leaves the old one.")
CANCEL_KEEPS_EDITS = CheckKind("cancel-keeps-edits", "Cancelling an edit changes the entry all the same.")
SAVE_LOSES_VALUE = CheckKind("save-loses-value", "Saving an entry without a change takes a value from it.")

_LONGEST = 60  # characters of a quoted entry


def find_wrong_edits(context: RubricContext) -> list[Defect]:
    """At most one defect for each kind."""
    found: dict[str, Defect] = {}
    for step in context.trace.steps:
        fact = EditFact.of(step.change)
        if fact and step.outcome == "done" and (defect := _defect_of(context, step, fact)):
            found.setdefault(defect.kind, defect)
    return list(found.values())


def _defect_of(context: RubricContext, step: Step, fact: EditFact) -> Defect | None:
    subject, own, result = name_subject(step.action), _quote(fact.own), _quote(fact.result)
    match fact.event:
        case "copied":
            title = f"{subject} adds a copy of the edited entry"
            how = "" if fact.is_changed else " without a change"
            why = (
                f"The entry {own} was edited and saved{how}. It is still there, and {result} is a new entry beside it."
            )
            why += " Replace the edited entry."
            return step_defect(context, step, EDIT_ADDS_COPY, "major", title, why).showing(_name(fact.result))
        case "cancelled":
            title = f"{subject} keeps what was entered"
            why = f"The edit of the entry {own} was cancelled, and {result} is there now. Leave the entry as it was."
            return step_defect(context, step, CANCEL_KEEPS_EDITS, "major", title, why).showing(_name(fact.result))
        case "spoiled":
            title = f"{subject} loses a value of the entry"
            why = f"The entry {own} was opened and saved without a change, and it does not show “{fact.lost}” any more."
            why += " Save all values."
            return step_defect(context, step, SAVE_LOSES_VALUE, "major", title, why).showing(_name(fact.own))
        case "opened":
            return None


def _quote(entry: Texts) -> str:
    return quote_names([_name(entry)], _LONGEST)


def _name(entry: Texts) -> str:
    """The first text of an entry with a letter or figure."""
    return next((text for text in entry if any(map(str.isalnum, text))), entry[0] if entry else "")
