"""Checks whether a page that stores entries, or should, still has them and their places after a reload."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from pytest_cookie.checks.persistence.fact import PersistenceFact
from pytest_cookie.checks.row_actions.fact import RowChange
from pytest_cookie.core.action import Reload
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.measures.gone_texts import gone_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import name_input, name_subject, name_use_of_target
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
    between = [step for step in steps[entered:] if step.index < reload.index]
    if is_lost and any(True for step in between for _ in _removals_of(step, _typed(between), may_be_unmeant=True)):
        return []  # it may have been removed, and not lost
    return [Grade("kept over a reload", 0.0 if is_lost else 1.0, _WEIGHT)]


def _enters(step: Step) -> bool:
    return step.action.fills_field and step.action.intent != "invalid"


def find_losses(context: RubricContext) -> list[Defect]:
    """One critical defect for entries that the brief wants kept and a reload discards; one each for moves and removals
    that it undoes."""
    searches = (_find_lost_entries, _find_lost_places, _find_returned)
    return [defect for search in searches for defect in islice(search(context), 1)]


@dataclass(frozen=True)
class _Removal:
    """What a step took away: its line, the other texts of its row, and whether it was meant to."""

    step: Step
    name: str
    row: frozenset[str]
    is_meant: bool
    is_typed: bool


def _find_returned(context: RubricContext) -> Iterator[Defect]:
    """What a step took away and the next reload brings back.

    A typed entry that is there again was stored, and its removal was not. Others must stay away only where the brief
    wants things kept. What went without a word of removal counts only if nothing else comes back that a filter may have
    hidden.
    """
    wanted = wants_kept(context.case.brief)
    as_loaded = context.inventory.text if context.inventory else ""
    removals: list[_Removal] = []
    typed: set[str] = set()  # without what was searched for
    for step in (one for one in context.trace.steps if one.outcome == "done"):
        shown = frozenset(step.change.appeared_text)
        back = [removal for removal in removals if removal.name in shown]
        if isinstance(step.action, Reload):
            removals = []
            for removal in back:
                is_clear = removal.is_meant or _brings_only(step, back)
                if is_clear and (wanted or removal.is_typed):
                    yield _judge_return(context, step, removal, wanted=wanted)
        removals = [removal for removal in removals if removal not in back]
        removals += _removals_of(step, typed, may_be_unmeant=context.case.domain != "games")
        typed |= {value for value in _typed([step]) if value not in as_loaded}


def _removals_of(step: Step, typed: set[str], *, may_be_unmeant: bool) -> Iterator[_Removal]:
    """The row of the control, if it alone went; else the lines of typed entries that a removal took away."""
    row = RowChange.of(step.change)
    lost = [text for text in step.change.lost_text if len(text) > _SHORTEST_ENTRY]
    is_meant = step.action.purpose == "destroy" or (row is not None and row.deletes)
    if row and row.gone == (row.own,) and (is_meant or (may_be_unmeant and row.is_removal)):
        name = next((text for text in row.own if len(text) > _SHORTEST_ENTRY and any(map(str.isalpha, text))), "")
        if name in lost:  # with meant ones, the next page's first row may have moved up
            yield _Removal(step, name, frozenset(row.own), is_meant, _hold(name, typed))
    elif is_meant:
        for text in lost:
            if _hold(text, typed):
                yield _Removal(step, text, frozenset((text,)), is_meant, is_typed=True)


def _typed(steps: Iterable[Step]) -> set[str]:
    return {step.action.value for step in steps if step.action.kind == "type"} - {""}


def _hold(text: str, typed: set[str]) -> bool:
    return any(value in text for value in typed if len(value) > _SHORTEST_ENTRY)


def _brings_only(reload: Step, removals: list[_Removal]) -> bool:
    """Whether a reload brings back these rows and nothing else, apart from counts."""
    known = frozenset(text for removal in removals for text in removal.row)
    counts = {_shape(text) for text in reload.change.vanished_text}
    return all(text in known or _shape(text) in counts for text in reload.change.appeared_text)


def _judge_return(context: RubricContext, reload: Step, removal: _Removal, *, wanted: bool) -> Defect:
    name, cause = shorten(removal.name, 36), removal.step
    if removal.is_meant:
        title = f"A removed entry is back after a reload: “{name}”"
        why = f"It went in step {cause.index}. Store removals as well."
    else:
        title = f"What left its list is back after a reload: “{name}”"
        why = f"{name_subject(cause.action)} took it away in step {cause.index}. Store this change as well."
    reason = "The brief wants things kept." if wanted else "The page stored the entry, and not that it was removed."
    severity: Severity = "critical" if wanted and removal.is_meant else "major"
    return step_defect(context, reload, FindingKind.LOST_ON_RELOAD, severity, title, f"{reason} {why}").showing(
        removal.name
    )


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
            ).showing(fact.put_back)


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
        yield step_defect(context, reload, FindingKind.LOST_ON_RELOAD, "critical", title, why).showing(value)
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
            yield step_defect(context, reload, FindingKind.LOST_ON_RELOAD, "critical", title, why).showing(counted[0])
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
