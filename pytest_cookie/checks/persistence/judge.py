"""Checks whether a page that stores entries, or should, still has them and their places after a reload."""

import re
from collections.abc import Iterator
from itertools import islice

from pytest_cookie.checks.entries.fact import EntryFact
from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.action import Reload
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.measures.gone_texts import gone_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_input, name_use_of_target
from pytest_cookie.judging.text.wish_to_keep import wants_kept

_WEIGHT = 0.02  # small: the entry may be of a kind that is rightly not stored
_SHORTEST_ENTRY = 3  # shorter texts appear on a page by chance
_ANOTHER_VIEW = 4  # new texts after a reload; a message that a list is empty and its count are fewer


def grade_persistence(context: RubricContext) -> list[Grade]:
    """For a page that stores entries and got one before a reload: 0 if it reads as at first after the next reload.

    A grade and no finding, since the entry may be of a kind that is not stored, was removed again, or is shown
    elsewhere. If the reload took no text away, everything was kept. For entries that the brief wants kept see
    `find_losses`.
    """
    steps = [step for step in context.trace.steps if step.outcome == "done"]
    entered = next((place for place, step in enumerate(steps) if _enters(step)), len(steps))
    reload = next((step for step in steps[entered:] if isinstance(step.action, Reload)), None)
    if reload is None or not context.stores_entries:
        return []
    is_lost = reload.change.as_at_first and bool(reload.change.state_or_motion or reload.change.vanished_text)
    return [Grade("kept over a reload", 0.0 if is_lost else 1.0, _WEIGHT)]


def _enters(step: Step) -> bool:
    return step.action.fills_field and step.action.intent != "invalid"


def find_losses(context: RubricContext) -> list[Defect]:
    """One critical defect for entries that the brief wants kept and a reload discards; one each for moves and removals
    that it undoes."""
    searches = (_find_lost_entries, _find_lost_places, _find_returned_rows)
    return [defect for search in searches for defect in islice(search(context), 1)]


def _find_returned_rows(context: RubricContext) -> Iterator[Defect]:
    """Rows that a delete control removed and that the next reload brings back, although the brief wants things kept.

    Not where it brings back an entry that was typed: the check of entries tells that.
    """
    removed: list[tuple[Step, str]] = []
    for step in context.trace.steps if wants_kept(context.case.brief) else ():
        shown = frozenset(step.change.appeared_text)
        if isinstance(step.action, Reload):
            entries = EntryFact.of(step.change)
            for cause, name in removed:
                if name in shown and not (entries and entries.returned):
                    title = f"A removed entry is back after a reload: “{shorten(name, 36)}”"
                    why = f"It went in step {cause.index}, and the brief wants things kept. Store removals as well."
                    yield step_defect(context, step, FindingKind.LOST_ON_RELOAD, "critical", title, why)
            removed = []
        removed = [(cause, name) for cause, name in removed if name not in shown]
        if name := _removed_row(step):
            removed.append((step, name))


def _removed_row(step: Step) -> str:
    """The name of the row that its own delete control took away alone; "" if it did not."""
    row = RowChange.of(step.change)
    if row is None or not row.deletes or row.gone != (row.own,) or row.after != row.before - 1:
        return ""
    return next((text for text in row.own if len(text) > _SHORTEST_ENTRY and text in step.change.vanished_text), "")


def _find_lost_places(context: RubricContext) -> Iterator[Defect]:
    """Things that a step moved or switched, and that a reload puts back, although they should be kept.

    The brief wants things kept, or the page's code stores some and an entry survived the reload; with both, a move is
    critical. The pieces of a game may return to their start.
    """
    wanted = wants_kept(context.case.brief)
    for step in context.trace.steps if context.case.domain != "games" else ():
        fact = PersistenceFact.of(step.change)
        if fact is None:
            continue
        kept = _has_kept_entry(context.trace.steps[: step.index], step)
        if wanted or (context.stores_entries and kept):
            cause = context.trace.steps[step.index - 1]
            moved = "moved" if cause.action.kind == "drag" else "switched"
            reason = "The page keeps other entries" if kept else "The brief wants things kept"
            title = f"What was {moved} is put back by a reload: “{shorten(fact.put_back, 36)}”"
            why = f"It was {moved} in step {cause.index}, and a reload undid that. {reason}. Store this change as well."
            yield step_defect(
                context,
                step,
                FindingKind.LOST_ON_RELOAD,
                "critical" if wanted and kept and moved == "moved" else "major",
                title,
                why,
            )


def _has_kept_entry(steps: tuple[Step, ...], reload: Step) -> bool:
    """Whether a typed text that was shown survived the reload."""
    shown = {text for step in steps for text in step.change.appeared_text}
    typed = {step.action.value for step in steps if step.action.kind == "type" and step.action.intent == "valid"}
    kept = {value for value in typed & shown if len(value) > _SHORTEST_ENTRY}
    return bool(kept - set(reload.change.vanished_text)) and not reload.change.as_at_first


def _find_lost_entries(context: RubricContext) -> Iterator[Defect]:
    """Entries that the brief wants kept, that the page showed or counted, and that a reload discards."""
    if context.inventory is None or not wants_kept(context.case.brief):
        return
    first = frozenset(context.inventory.text.replace("\t", "\n").splitlines())
    for step in context.trace.steps:
        if isinstance(step.action, Reload) and step.change.as_at_first:
            yield from _find_lost_by(context, step, first)


def _find_lost_by(context: RubricContext, reload: Step, first: frozenset[str]) -> Iterator[Defect]:
    """The entries that this reload discards; `first` are the lines of the page as loaded."""
    steps = context.trace.steps
    lost_entry = _lost_entry(steps, reload)
    if lost_entry:
        value, step = lost_entry
        title = f"An entry is lost on reload: “{shorten(value, 36)}”"
        used = name_use_of_target(step.action)
        why = (
            f"The brief wants it kept. It was on the page after {used}, and a reload removed it. Store it, for "
            "example in `localStorage`."
        )
        yield step_defect(context, reload, FindingKind.LOST_ON_RELOAD, "critical", title, why)
        return
    for step in steps[: reload.index]:
        counted = _counted(step, first)
        later = [
            text for later_step in steps[step.index + 1 : reload.index] for text in later_step.change.appeared_text
        ]
        if counted and counted[0] not in later and not _taken_back(steps, step, reload):
            title = f"Entries are lost on reload: “{shorten(counted[1], 12)}” is “{shorten(counted[0], 12)}” again"
            why = (
                f"The brief wants entries kept. One was accepted and counted after a click on "
                f"{name_input(step.action)}. After a reload the page is as before. Store entries, for example in "
                "`localStorage`."
            )
            yield step_defect(context, reload, FindingKind.LOST_ON_RELOAD, "critical", title, why)
            return


def _lost_entry(steps: tuple[Step, ...], reload: Step) -> tuple[str, Step] | None:
    """A typed text that appeared as an entry of its own and vanished with the reload.

    Not one that lies on another page of a list: it went out of view before, without a removal, came back, and the
    reload shows other texts in its place.
    """
    typed = [step for step in steps[: reload.index] if step.action.kind == "type" and step.action.intent == "valid"]
    for entered in typed:
        value = entered.action.value
        shown = [step for step in steps[entered.index + 1 : reload.index] if value in step.change.appeared_text]
        if len(value) > _SHORTEST_ENTRY and shown and value in reload.change.vanished_text:
            between = steps[shown[0].index + 1 : shown[-1].index]
            hides = any(value in step.change.vanished_text and step.action.purpose != "destroy" for step in between)
            if not hides or len(reload.change.appeared_text) < _ANOTHER_VIEW:
                return value, shown[0]
    return None


def _counted(step: Step, first: frozenset[str]) -> tuple[str, str] | None:
    """A figure of the page as loaded that changed when a form was sent and closed."""
    if step.action.kind != "click" or step.action.intent != "valid" or not step.change.fields_gone:
        return None
    for old in step.change.vanished_text:
        for new in step.change.appeared_text:
            if old in first and new not in first and re.search(r"\d", old) and _shape(old) == _shape(new):
                return old, new
    return None


def _shape(text: str) -> str:
    return re.sub(r"\d+", "0", text)


def _answer_to_question(steps: tuple[Step, ...], position: int) -> tuple[Step, ...]:
    """The press that confirms a removal, if the page asked for one."""
    asked = bool(steps[position].change.dom_added) and not steps[position].change.dom_removed
    following = steps[position + 1 : position + 2]
    return following if asked and all(step.action.kind == "click" for step in following) else ()


def _taken_back(steps: tuple[Step, ...], sent: Step, reload: Step) -> bool:
    """Whether the entry was removed again on the way, or may have been."""
    typed = {step.action.value for step in steps[: sent.index] if step.action.intent == "valid" and step.action.value}
    for position in range(sent.index + 1, reload.index):
        step = steps[position]
        if step.action.purpose == "undo" and step.change.seen:
            return True
        gone = gone_texts([step, *_answer_to_question(steps, position)]) if step.action.purpose == "destroy" else set()
        if any(value in text for text in gone for value in typed):
            return True
    return False
