"""`Fault`: one cause for which inputs fail when they are used. Items 3 and 14 count faults."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from pytest_cookie.core.cdn import is_on_a_cdn
from pytest_cookie.core.page import PageError
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.core.wording import count
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.interaction import Interaction
from pytest_cookie.judging.measures.silence import failed_request
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import (
    capitalise,
    describe_error,
    list_names,
    locate_selectors,
    name_role,
    name_use,
    name_with_role,
    quote_names,
    quote_texts,
)
from pytest_cookie.judging.rubric.once import once
from pytest_cookie.judging.text.begin_anew import begins_anew

_LEAST_EQUALS = 2  # with a single equal, either of the two may be the odd one
_LEAST_CHANGES = 3
"""Changes of the document; marking the focus by a class makes one or two."""
_COLUMN_HEAD = re.compile(r"\bth\b|columnheader")


@dataclass(frozen=True)
class Fault:
    """Inputs that fail for one cause.

    `kind`: `threw` an exception; `asked` for a file that does not exist; `lost`: a link to a missing target; `anew`: a
    form that only reloads its page; `silent`: no response from controls of one type; `looks`: a button that only
    changes its own look. `step` is the first step that shows it, `detail` the exception's message or the address that
    failed.
    """

    kind: Literal["threw", "asked", "lost", "anew", "silent", "looks"]
    interactions: tuple[Interaction, ...]
    step: Step
    detail: str = ""

    @property
    def weight(self) -> float:
        """The root of the number of inputs, since a cause is worse the more inputs it affects; half if it is slight."""
        return math.sqrt(len(self.interactions)) * (0.5 if self.is_slight else 1.0)

    @property
    def is_slight(self) -> bool:
        """Whether it changed its own look, only looks clickable, or changed the document out of sight."""
        return self.kind == "looks" or (
            self.kind == "silent"
            and not self.interactions[0].is_drag
            and (self.interactions[0].only_looks_clickable or self.is_unseen)
        )

    @property
    def is_unseen(self) -> bool:
        """Whether it changed the document, but not visibly."""
        return self.kind == "silent" and self.step.change.dom_changed >= _LEAST_CHANGES


@once
def find_faults(context: RubricContext) -> list[Fault]:
    """The faults that the exploration showed, in order of first use. Every input is in at most one of them.

    An exception comes first, then a failed request to the page's own origin, then a form that comes back empty, then
    silence. Exceptions that the page already threw while loading belong to item 5, missing pictures to item 15;
    requests made with wrong input in a field are no fault.
    """
    groups: dict[tuple[str, str], Fault] = {}
    places: dict[str, str] = {}
    interactions = find_interactions(context)
    for interaction in interactions:
        fault = _fault(interaction, {error.message for error in context.perception.page_errors}) or _mere_look(
            interaction, interactions
        )
        if fault:
            key = (fault.kind, _cause(fault, interaction, places))
            first = groups.setdefault(key, fault)
            if first is not fault:
                groups[key] = Fault(first.kind, (*first.interactions, interaction), first.step, first.detail)
    return list(groups.values())


def _cause(fault: Fault, interaction: Interaction, places: dict[str, str]) -> str:
    """The key that faults of one cause share; all placeholder links of a template are one.

    Links to missing targets are grouped by control type, and with links of another type to the same target: `places`
    stores the type that came first.
    """
    if fault.kind == "lost":
        return places.setdefault(interaction.missing_target, interaction.control_type)
    if fault.kind == "silent" and (interaction.is_drag or _is_placeholder(interaction)):
        return "drag" if interaction.is_drag else "#"
    return interaction.control_type if fault.kind in ("silent", "anew") else re.sub(r"\d+", "0", fault.detail)


def _is_placeholder(interaction: Interaction) -> bool:
    """Whether it is a link whose address is only a placeholder: “#” or “#!”."""
    href = interaction.control.href if interaction.control else ""
    return interaction.role == "link" and "#" in href and not url_parts(href).fragment.strip("!")


def _fault(interaction: Interaction, known: set[str]) -> Fault | None:
    for step in interaction.steps:
        error = _new_error(step, known)
        if error:
            return Fault("threw", (interaction,), step, error.message)
    for step in interaction.steps:
        request = failed_request(step)
        if request:
            return Fault("asked", (interaction,), step, request.url)
    if anew := next((step for step in interaction.steps if _loads_anew(step)), None):
        return Fault("anew", (interaction,), anew)
    if interaction.answer != "silent":
        return None
    step = next(step for step in interaction.steps if step.outcome == "done")
    return Fault("lost" if interaction.missing_target else "silent", (interaction,), step, interaction.missing_target)


def _loads_anew(step: Step) -> bool:
    """Whether a press sent a form to its own page, the browser's default, and the page came back unchanged.

    Then the browser sent a form (in older evidence: the address has a query), the fields are empty, and the page shows
    no message. A button that restarts, deletes or undoes may empty its page so.
    """
    change, action = step.change, step.action
    is_asked_for = action.purpose in ("destroy", "undo") or begins_anew(action.target)
    by_browser = change.sent_form if change.sent_form is not None else "?" in change.url.partition("#")[0]
    sent = action.kind == "click" and action.role == "button" and by_browser and not is_asked_for
    emptied = any(state.after == "" for state in change.states)
    told = (
        change.appeared_text or change.vanished_text or change.dom_added or change.dom_removed or change.dialogs
        or change.popups or change.downloads or change.effects
    )  # fmt: skip
    return sent and emptied and not told and step.outcome == "done"


def _mere_look(interaction: Interaction, interactions: tuple[Interaction, ...]) -> Fault | None:
    """The fault of a button that changed only its own box, unless others of its type do too: those are choices.

    The head of a column that is already sorted only turns its arrow.
    """
    if interaction.answer != "own_look" or interaction.role != "button" or interaction.is_key or interaction.is_stage:
        return None
    done = [step for step in interaction.steps if step.outcome == "done"]
    equals = [
        other.answer
        for other in interactions
        if other.control_type == interaction.control_type and other is not interaction
    ]
    odd = len(equals) >= _LEAST_EQUALS and set(equals) == {"answered"} and not _COLUMN_HEAD.search(interaction.selector)
    alone = not equals or odd
    shown = [
        step for step in done if step.change.seen and step.change.pixels and step.index not in interaction.uncertain
    ]
    return Fault("looks", (interaction,), shown[0]) if alone and shown and len(shown) == len(done) else None


def _new_error(step: Step, known: set[str]) -> PageError | None:
    return next((error for error in step.page_errors if error.message not in known), None)


def report_faults(context: RubricContext, faults: Iterable[Fault]) -> list[Defect]:
    """One defect for each fault, naming the first input and a few of the others."""
    return [_report_fault(context, fault) for fault in faults]


def _report_fault(context: RubricContext, fault: Fault) -> Defect:
    kind, what, why = _describe_fault(context, fault)
    first = fault.interactions[0]
    severity: Severity = "minor" if fault.is_slight else "major"
    more = len(fault.interactions) - 1
    title = f"{_name_interaction(first)} {what}" + (f" (and {more} more)" if more else "")
    why += _others(fault)
    return step_defect(context, fault.step, kind, severity, title, why, first.selector)


def _describe_fault(context: RubricContext, fault: Fault) -> tuple[FindingKind, str, str]:
    """The kind of defect, what the input does wrong, and why that is a defect and what to do about it."""
    use = capitalise(name_use(fault.step.action))
    if fault.kind == "threw" and _leads_on(context, fault):
        why = f"{_describe_error(fault)} The link works, but the page behind it stops there. Correct its script."
        return FindingKind.ERROR_ON_LINKED_PAGE, "leads to a page that throws an error", why
    if fault.kind == "threw":
        why = f"{_describe_error(fault)} The rest of the action does not run. Correct the script."
        return FindingKind.ERROR_ON_USE, "fails with a script error", why
    if fault.kind == "asked":
        why = (
            f"{use} requests `{shorten(fault.detail, 60)}` from the page's own origin, but the file does not exist. "
            "Correct the address or include the file."
        )
        return FindingKind.MISSING_FILE_ON_USE, "requests a missing file", why
    if fault.kind == "lost":
        places = quote_names(sorted({interaction.missing_target for interaction in fault.interactions}))
        why = (
            f"It points to {places}, and no element on the page has that id, so a click has no effect. Add the id to "
            "the target, or correct the link."
        )
        return FindingKind.MISSING_LINK_TARGET, "leads nowhere", why
    if fault.kind == "anew":
        why = (
            "The browser sends the form to the page itself and loads it again. The entered values are lost, and no "
            "message appears. Handle the form's submit event."
        )
        return FindingKind.FORM_RELOADS_PAGE, "only reloads the page", why
    if fault.kind == "looks":
        why = (
            "Only its appearance changed: no text, address or other part of the page. If it should do more, connect it "
            "to its action; if it is a toggle, set `aria-pressed`."
        )
        return FindingKind.OWN_LOOK_ONLY, "looks pressed, but nothing else happens", why
    if fault.interactions[0].is_drag:
        why = (
            f"{use} changed nothing, wherever it was dropped, although it shows the "
            "hand of things to drag. Take the drop, or show another cursor."
        )
        return FindingKind.DEAD_DRAG, "cannot be dragged anywhere", why
    if fault.is_unseen:
        changes = count(fault.step.change.dom_changed, "change")
        why = (
            f"{use} makes {changes} to the document, but none is visible, so users "
            "think that it does not work. Make the result visible."
        )
        return FindingKind.INVISIBLE_EFFECT, "has no visible effect", why
    return _dead(fault), "does nothing", _why_dead(context, fault)


def _describe_error(fault: Fault) -> str:
    """The error as a sentence, with the script and line that its stack names."""
    error = next((problem for problem in fault.step.page_errors if problem.message == fault.detail), None)
    return describe_error(error) if error else f"`{shorten(fault.detail, 200)}`."


def _why_dead(context: RubricContext, fault: Fault) -> str:
    first = fault.interactions[0]
    if _is_placeholder(first):
        return (
            "The address of the link is only a placeholder, and no script handles the click. Give it a target, or "
            "remove it."
        )
    nothing = f"{capitalise(name_use(fault.step.action))} changed nothing: no text, image, address or scroll position."
    if first.is_key:
        todo = "Handle the key, or do not mention it."
    elif first.loses_text:
        todo = "Take the typed text, and show it in the field."
    elif first.only_looks_clickable:
        todo = "It looks clickable. Connect it to an action, or take away the hand cursor."
    else:
        todo = f"Connect the {name_role(first.role)} to its action, or disable it while it has nothing to do."
    return f"{nothing} {todo}{_hint_at_refused_script(context)}"


def _dead(fault: Fault) -> FindingKind:
    return FindingKind.DEAD_KEY if fault.interactions[0].is_key else FindingKind.DEAD_CONTROL


def _leads_on(context: RubricContext, fault: Fault) -> bool:
    """Whether the exception was thrown by another page that the link leads to."""
    here = context.inventory.url.partition("#")[0] if context.inventory else ""
    there = fault.step.change.url.partition("#")[0]
    return fault.interactions[0].role == "link" and bool(there) and there != here


def _others(fault: Fault) -> str:
    """The names of the other inputs with this fault, and the selectors of all that have no name."""
    names = [_quoted(interaction) for interaction in fault.interactions[1:]]
    same = f" The same happens with {list_names(names, room=200)}." if names else ""
    return same + locate_selectors([other.selector for other in fault.interactions if _is_nameless(other)])


def _quoted(interaction: Interaction) -> str:
    if interaction.is_key or not _is_nameless(interaction):
        return quote_texts([interaction.label])[0]
    return f"an unnamed {name_role('' if interaction.only_looks_clickable else interaction.role)}"


def _hint_at_refused_script(context: RubricContext) -> str:
    """The hint that a refused script of another host may be the reason, which users cannot see otherwise."""
    refused = [r.url for r in context.perception.failed_requests if r.blocked and r.resource_type == "script"]
    if not refused:
        return ""
    advice = " `cdn: true` in a case allows it (docs/how-to/use-cdn-libraries.md)." if is_on_a_cdn(refused[0]) else ""
    return f" The page needs a script of another host, which was refused: {shorten(refused[0], 80)}.{advice}"


def _name_interaction(interaction: Interaction) -> str:
    if interaction.is_key:
        return f"Key “{interaction.label}”"
    role = "" if interaction.only_looks_clickable else interaction.role
    return name_with_role("" if _is_nameless(interaction) else interaction.label, role)


def _is_nameless(interaction: Interaction) -> bool:
    return interaction.label == interaction.selector
