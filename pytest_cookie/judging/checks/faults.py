"""`Fault`: one cause for which inputs fail when they are used, and how it is told. Items 3 and 14 count them."""

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
from pytest_cookie.judging.checks.interaction import Interaction
from pytest_cookie.judging.checks.interactions import failed_request, uses_of
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.measurement import Defect, and_more, count_of

_LEAST_EQUALS = 2
_LEAST_CHANGES = 3
"""Of the document; a focus that is marked by a class takes one or two."""
_COLUMN_HEAD = re.compile(r"\bth\b|columnheader")


@dataclass(frozen=True)
class Fault:
    """Inputs that fail for one cause: the same exception, the same missing answer, a link to a place that is not
    there, a form that only loads the page anew, silence of one make, or a button that only looks another way itself.

    `step` is the first step that shows it, `detail` the exception's message or the address asked in vain.
    """

    kind: Literal["threw", "asked", "lost", "anew", "silent", "looks"]
    uses: tuple[Interaction, ...]
    step: Step
    detail: str = ""

    @property
    def weight(self) -> float:
        """The root of how many inputs it takes: one cause, but worse the wider it reaches; half where it is slight."""
        return math.sqrt(len(self.uses)) * (0.5 if self.is_slight else 1.0)

    @property
    def is_slight(self) -> bool:
        """Whether only its looks answer, or promise something, or the document was changed all the same."""
        return self.kind == "looks" or (self.kind == "silent" and (self.uses[0].only_looks_clickable or self.is_unseen))

    @property
    def is_unseen(self) -> bool:
        """Whether something was done to the document by it, though nothing that anybody sees."""
        return self.kind == "silent" and self.step.change.dom_changed >= _LEAST_CHANGES


def faults_of(subject: RubricContext) -> list[Fault]:
    """The faults that using the page showed, in the order of first use. Every input is in one of them at most.

    An exception comes first, then a request to the page's own origin that failed, a form that comes back empty, then
    silence. Exceptions that the page had thrown while loading are item 5's, pictures that do not come item 15's, and
    what was asked for with wrong input in the field is no fault.
    """
    groups: dict[tuple[str, str], Fault] = {}
    places: dict[str, str] = {}
    uses = uses_of(subject)
    for use in uses:
        fault = _fault(use, {error.message for error in subject.perception.page_errors}) or _mere_look(use, uses)
        if fault:
            key = (fault.kind, _cause(fault, use, places))
            first = groups.setdefault(key, fault)
            if first is not fault:
                groups[key] = Fault(first.kind, (*first.uses, use), first.step, first.detail)
    return list(groups.values())


def _cause(fault: Fault, use: Interaction, places: dict[str, str]) -> str:
    """What faults of one cause share; all placeholders of a template are one.

    Links to places that are not there are one by their make, and with those of another make to the same place:
    `places` keeps whose it was first.
    """
    if fault.kind == "lost":
        return places.setdefault(use.lost, use.make)
    if fault.kind == "silent" and _is_placeholder(use):
        return "#"
    return use.make if fault.kind in ("silent", "anew") else re.sub(r"\d+", "0", fault.detail)


def _is_placeholder(use: Interaction) -> bool:
    """A link with an address that is none: “#” or “#!”."""
    href = use.control.href if use.control else ""
    return use.role == "link" and "#" in href and not url_parts(href).fragment.strip("!")


def _fault(use: Interaction, known: set[str]) -> Fault | None:
    for step in use.steps:
        error = _new_error(step, known)
        if error:
            return Fault("threw", (use,), step, error.message)
    for step in use.steps:
        request = failed_request(step)
        if request:
            return Fault("asked", (use,), step, request.url)
    if anew := next((step for step in use.steps if _loads_anew(step)), None):
        return Fault("anew", (use,), anew)
    if use.answer != "silent":
        return None
    step = next(step for step in use.steps if step.outcome == "done")
    return Fault("lost" if use.lost else "silent", (use,), step, use.lost)


def _loads_anew(step: Step) -> bool:
    """Whether a press sent a form to its own page, as the browser does by itself, and the page came back as it was.

    Its address has a query then; the fields are empty, and nothing is said.
    """
    change = step.change
    url = change.url.partition("#")[0]
    sent = step.action.kind == "click" and step.action.role == "button" and "?" in url
    emptied = any(line.endswith("→ “”") for line in change.states)
    told = (
        change.appeared_text or change.vanished_text or change.dom_added or change.dom_removed or change.dialogs
        or change.popups or change.downloads or change.effects
    )  # fmt: skip
    return sent and emptied and not told and step.outcome == "done"


def _mere_look(use: Interaction, uses: tuple[Interaction, ...]) -> Fault | None:
    """A button that changed nothing but its own box, and is alone in its make or in that; several are choices.

    The head of a column that is in order already only turns its arrow.
    """
    if use.answer != "own_look" or use.role != "button" or use.is_key or use.is_stage:
        return None
    done = [step for step in use.steps if step.outcome == "done"]
    equals = [one.answer for one in uses if one.make == use.make and one is not use]
    odd = len(equals) >= _LEAST_EQUALS and set(equals) == {"answered"} and not _COLUMN_HEAD.search(use.selector)
    alone = not equals or odd
    shown = [step for step in done if step.change.seen and step.change.pixels and step.index not in use.blurred]
    return Fault("looks", (use,), shown[0]) if alone and shown and len(shown) == len(done) else None


def _new_error(step: Step, known: set[str]) -> PageError | None:
    return next((error for error in step.page_errors if error.message not in known), None)


def fault_defects(subject: RubricContext, faults: Iterable[Fault]) -> list[Defect]:
    """One defect a fault, naming the first input and a few of the others."""
    return [_told(subject, fault) for fault in faults]


def _told(subject: RubricContext, fault: Fault) -> Defect:
    what, why = _said(subject, fault)
    first = fault.uses[0]
    severity: Severity = "minor" if fault.is_slight else "major"
    title = f"{_called(first)} {what}{_others(fault)}"
    return Defect(severity, title, why, first.selector, fault.step.index, subject.picture_of(fault.step))


def _said(subject: RubricContext, fault: Fault) -> tuple[str, str]:
    """What it does, and why that is a defect."""
    if fault.kind == "threw" and _leads_on(subject, fault):
        why = "The link works; it is the page that it leads to that stops with an exception that nobody catches."
        return f"leads to a page that throws an error: {shorten(fault.detail, 60)}", why
    if fault.kind == "threw":
        why = "Using it stops the program with an exception that nobody catches, so its work is not or half done."
        return f"throws an error: {shorten(fault.detail, 60)}", why
    if fault.kind == "asked":
        address = shorten(fault.detail, 60)
        why = f"The page asks its own origin for {address} and gets nothing, so the action cannot end well."
        return "asks for something that is not there", why
    if fault.kind == "lost":
        places = and_more(sorted({use.lost for use in fault.uses}))
        return (
            "leads nowhere",
            f"It leads to {places}, and nothing on the page has that id, so a press changes nothing.",
        )
    if fault.kind == "anew":
        why = (
            "The browser sends the form to the page itself, which comes back as it was: what was entered is gone, and "
            "nobody is told anything."
        )
        return "does no more than load the page anew", why
    if fault.kind == "looks":
        why = "A press changes how the button itself looks; no text, state, address or other part of the page follows."
        return "does nothing but look another way itself", why
    if fault.is_unseen:
        changes = count_of(fault.step.change.dom_changed, "change")
        why = f"A press of it makes {changes} to the document, none of which can be seen, so users take it for dead."
        return "does nothing that one sees", why
    if _is_placeholder(fault.uses[0]):
        why = "Its address is a placeholder, and nothing on the page answers a press of it."
        return "does nothing", why
    why = "It offers itself as a control, and using it changed no text, picture, state, address or scroll position."
    return "does nothing", why + _withheld(subject)


def _leads_on(subject: RubricContext, fault: Fault) -> bool:
    """Whether the exception came where a link leads to another page, so that it is that page's."""
    here = subject.inventory.url.partition("#")[0] if subject.inventory else ""
    there = fault.step.change.url.partition("#")[0]
    return fault.uses[0].role == "link" and bool(there) and there != here


def _others(fault: Fault) -> str:
    if len(fault.uses) == 1:
        return ""
    names = dict.fromkeys(_name(use) for use in fault.uses if not _is_nameless(use))
    others = [name for name in names if name != _name(fault.uses[0])]
    return f", and {len(fault.uses) - 1} more like it" + (f": {and_more(others)}" if others else "")


def _withheld(subject: RubricContext) -> str:
    """A script of another host that was refused may be the reason: it is told, since nobody sees it otherwise."""
    refused = [r.url for r in subject.perception.failed_requests if r.blocked and r.resource_type == "script"]
    if not refused:
        return ""
    advice = " (`cdn: true` in a case allows it, docs/cdn.md)" if is_on_a_cdn(refused[0]) else ""
    return f" The page leans on a script of another host that it did not get: {shorten(refused[0], 80)}.{advice}"


def _called(use: Interaction) -> str:
    if use.is_key:
        return f"Key “{use.label}”"
    role = "element" if use.only_looks_clickable else use.role
    return f"{role.capitalize()} without a name" if _is_nameless(use) else f"{role.capitalize()} “{_name(use)}”"


def _is_nameless(use: Interaction) -> bool:
    """Whether it has only a selector to be called by; what merely looks clickable needs no name."""
    return use.label == use.selector and not use.only_looks_clickable


def _name(use: Interaction) -> str:
    return shorten(use.label, 40)
