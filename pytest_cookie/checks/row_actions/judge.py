"""Checks that a control in one of several equal items acts on its own item."""

import re
from collections import Counter
from collections.abc import Iterator

from pytest_cookie.checks.row_actions.fact import RowChange, Texts
from pytest_cookie.core.parsing import parse_shown_whole
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_subject, quote_names

WRONG_ROW_REMOVED = CheckKind("wrong-row-removed", "A delete control removes another row than its own.")
ACTS_ON_OTHER_ROW = CheckKind("acts-on-other-row", "A control in a row changes another row instead of its own.")

_LEAST_LETTERS = 4  # shorter texts are figures and signs, not names
_LONGEST_ANSWER = 80  # characters; a longer text is content, not a message
_MOST_ANSWERS = 6  # texts; more are a new view, not a message
_A_PAIR = 2


def find_wrong_rows(context: RubricContext) -> list[Defect]:
    """One defect for each kind of act on another item; items that cannot be distinguished give none."""
    presses = [
        (step, row)
        for step in context.trace.steps
        if (row := RowChange.of(step.change))
        and step.outcome == "done"
        and not step.page_errors
        and not step.change.url
    ]
    checks = (_find_removal, _find_change, _find_other_name) if context.case.domain != "games" else (_find_removal,)
    found = [next(iter(check(context, presses)), None) for check in checks]
    return list({defect.kind: defect for defect in reversed(found) if defect}.values())[::-1]


def _find_removal(context: RubricContext, presses: list[tuple[Step, RowChange]]) -> Iterator[Defect]:
    for step, row in presses:
        is_choice = row.before == _A_PAIR and step.action.purpose != "destroy"  # the one of two that is not taken goes
        if (other := find_other_removed(row)) and not is_choice:
            why = f"It is in the row of {_listed(row.own)}. That row stays, and {_listed(other)} is gone instead."
            title = f"{name_subject(step.action)} removes another row"
            why += " Remove its own row."
            yield step_defect(context, step, WRONG_ROW_REMOVED, "critical", title, why).showing(_name_of(other))
        elif _counts_one_less(step, row):
            why = f"It is in the row of {_listed(row.own)}. That row stays, but the count falls by one."
            title = f"{name_subject(step.action)} removes another row"
            yield step_defect(context, step, WRONG_ROW_REMOVED, "critical", title, f"{why} Remove its own row.")


def _find_change(context: RubricContext, presses: list[tuple[Step, RowChange]]) -> Iterator[Defect]:
    for step, row in presses:
        if (other := find_other_changed(row)) and not _only_closes(context, step, row):
            why = f"It is in the row of {_listed(row.own)}. That row stays as it was, and {_listed(other)} changes."
            title = f"{name_subject(step.action)} changes another row"
            why += " Change its own row."
            yield step_defect(context, step, ACTS_ON_OTHER_ROW, "major", title, why).showing(_name_of(other))


def _only_closes(context: RubricContext, step: Step, row: RowChange) -> bool:
    """Whether the other item only lost texts that an earlier step brought, such as those of a menu."""
    lost = {text for texts in row.gone for text in texts} - {text for texts in row.came for text in texts}
    is_less = bool(lost) and all(set(came) < set(gone) for gone, came in zip(row.gone, row.came, strict=False))
    brought = {text for other in context.trace.steps if other.index < step.index for text in other.change.appeared_text}
    return is_less and lost <= brought


def _find_other_name(context: RubricContext, presses: list[tuple[Step, RowChange]]) -> Iterator[Defect]:
    """A press to which the page answers with the name of exactly one other item, and not with that of its own."""
    names = {name for _, row in presses if (name := _name_of(row.own))}
    for step, row in presses:
        own = _name_of(row.own)
        told = [text for text in step.change.appeared_text if len(text) <= _LONGEST_ANSWER]
        if not own or not row.stays or row.gone or row.turned or len(step.change.appeared_text) > _MOST_ANSWERS:
            continue
        named = {name for name in names | _named_like(context, step, own) if any(name in text for text in told)}
        others = {name for name in named if name not in own and own not in name and not any(name in t for t in row.own)}
        if len(others) == 1 and not any(own in text for text in told):
            answer = next(text for text in told if next(iter(others)) in text)
            why = f"It is in the row of {quote_names([own], 60)}, and the page answers {quote_names([answer], 80)}."
            title = f"{name_subject(step.action)} acts on another row"
            why += " Use its own row."
            yield step_defect(context, step, ACTS_ON_OTHER_ROW, "major", title, why).showing(answer)


def _name_of(own: Texts) -> str:
    """The first text of an item, if it may be a name."""
    return own[0] if own and sum(map(str.isalpha, own[0])) >= _LEAST_LETTERS else ""


def _named_like(context: RubricContext, step: Step, own: str) -> set[str]:
    """Names of items in controls that are named as this one: “Rose” in “Add Rose to basket”, if it is “Add Tulip …”."""
    before, found, after = step.action.target.partition(own)
    if not found or len(before + after) < _LEAST_LETTERS:
        return set()
    names = (
        control.name for control in context.controls if control.name.startswith(before) and control.name.endswith(after)
    )
    middles = (name[len(before) : len(name) - len(after)] for name in names if len(name) > len(before + after))
    return {name for name in middles if _name_of((name,))}


def _counts_one_less(step: Step, row: RowChange) -> bool:
    """Whether a removal left all rows as they were and lowered a count: the row that went is on another page."""
    if step.action.purpose != "destroy" or not row.stays or row.gone or row.turned:
        return False
    after = {parse_shown_whole(text) for text in step.change.appeared_text}
    before = (parse_shown_whole(text) for text in step.change.vanished_text)
    return any(number is not None and number - 1 in after for number in before)


def find_other_removed(row: RowChange) -> Texts:
    """The item that went in place of the control's own, () if its own went, none or several did, or it is not clear.

    Items are distinguished by their texts without numbers, since a list may be renumbered.
    """
    if row.after != row.before - 1:
        return ()
    left = Counter(map(_without_numbers, row.gone)) - Counter(map(_without_numbers, row.came))
    gone = [texts for texts in row.gone if _without_numbers(texts) in left]
    is_clear = left.total() == 1 and bool(gone) and row.own not in row.gone[1:]
    return gone[0] if is_clear and _without_numbers(row.own) not in left else ()


def find_other_changed(row: RowChange) -> Texts:
    """The only item that changed in place of the control's own, () if there is none or its own changed."""
    if not row.stays or row.before != row.after:
        return ()
    if len(row.turned) == 1 and not row.gone and not row.came:
        return row.turned[0]
    is_one = len(row.gone) == len(row.came) == 1 and not row.turned
    return row.gone[0] if is_one and row.gone[0] != row.own and set(row.gone[0]) & set(row.came[0]) else ()


def _without_numbers(texts: Texts) -> Texts:
    return tuple(re.sub(r"\d+(?:[.,]\d+)*", "#", text) for text in texts)


def _listed(texts: Texts) -> str:
    return quote_names([text for text in texts if any(map(str.isalnum, text))] or list(texts), 100)
