"""Item 4 of the rubric: what stands on the page can be read and is meant to be read."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pytest_cookie.core.page import Element
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.content import broken_pictures
from pytest_cookie.judging.measurement import Defect, Measured, and_more, left_after, scored, shortened, unmeasured
from pytest_cookie.judging.subject import Subject

_SHORT_LINE = 60


@dataclass(frozen=True)
class _Mark:
    """A mark that data went wrong. `value_only`: counts only on a short line, where it stands as a value."""

    pattern: re.Pattern[str]
    severity: Severity
    title: str
    why: str
    value_only: bool = False
    of_code: bool = False


_MARKS = (
    _Mark(
        re.compile(r"\ufffd|Ã[\u0080-\u00bf©¨¼¶¤±³¡]|â€[™œ“”\u009d¢¦“]|[åäæçè][\u0080-\u00bf][\u0080-\u00bf]"),
        "major",
        "Broken characters",
        "The text was read in the wrong encoding, so letters are replaced by rubbish.",
    ),
    _Mark(
        re.compile(r"\[object \w+\]|\bInvalid Date\b"),
        "major",
        "A raw object instead of a value",
        "The page prints a program's inner value where the user expects a text or a date.",
        of_code=True,
    ),
    _Mark(
        re.compile(r"(?<![\w'\"`])(undefined|-?NaN|-?Infinity(?=\W*$|\W+\w{1,3}\b))(?![\w'\"`])"),
        "major",
        "A failed calculation is shown",
        "The page prints what a program says where a value is missing or not a number.",
        value_only=True,
        of_code=True,
    ),
    _Mark(
        re.compile(r"(^|[:：=]\s*)null$"),
        "major",
        "“null” instead of a value",
        "The page prints a program's empty value instead of leaving the place empty or saying so.",
        value_only=True,
        of_code=True,
    ),
    _Mark(
        re.compile(r"\{\{\s*[\w.]+\s*\}\}|\$\{[\w.()\[\]]+\}|<%=?\s*[\w.]+\s*%>"),
        "major",
        "An unfilled template",
        "The mark of a template is shown instead of what it should have been replaced by.",
        of_code=True,
    ),
    _Mark(
        re.compile(r"\blorem ipsum\b|\bdolor sit amet\b|\[(placeholder|your [\w ]+|insert [\w ]+)\]", re.IGNORECASE),
        "minor",
        "Placeholder text",
        "Filler stands where the brief asks for content.",
    ),
)


def data_display(subject: Subject) -> Measured:
    """Item 4. No truncation, overlap or corrupt text in what the page shows, at desktop width.

    Measured: text cut off by its box without a way to read it (minor, major from three on), text covered by other
    text (major), broken characters, `undefined`, `NaN`, `Infinity`, `null`, `[object Object]`, `Invalid Date`,
    template marks and filler text, on the page as it loaded and in what appeared in use; each kind of mark is one
    defect. What the brief itself says, what was typed, and, where code is the leaf's subject, all marks of code are
    left out. Sideways overflow belongs to item 6. Multiplied by `Subject.substance`. Known false alarms: a table
    meant to clip its cells with a title on hover; a page about encodings.
    """
    view = subject.view("desktop")
    if subject.inventory is None or view is None:
        return unmeasured("the page at desktop width was not recorded")
    broken = () if subject.demands.imagery else broken_pictures(subject)
    defects = [
        *broken,
        *_cut(subject, view.layout.truncated),
        *_covered(subject, view.layout.overlapping),
        *_marked(subject),
    ]
    reason = (
        f"{len(view.layout.truncated)} texts cut, {len(view.layout.overlapping)} covered by other text, "
        f"{len(defects)} kinds of defects in all"
    )
    return scored(left_after(defects) * subject.substance, reason, defects)


def _cut(subject: Subject, elements: tuple[Element, ...]) -> Iterator[Defect]:
    if elements:
        severity: Severity = "major" if len(elements) >= 3 else "minor"
        title = f"Text is cut off: {and_more([_name(e) for e in elements])}"
        why = "The box is smaller than its text and there is no way to read the rest."
        yield Defect(severity, title, why, elements[0].selector, evidence=subject.picture())


def _covered(subject: Subject, elements: tuple[Element, ...]) -> Iterator[Defect]:
    if elements:
        title = f"Text lies over text: {and_more([_name(e) for e in elements])}"
        why = "Two texts are drawn in the same place, so neither can be read."
        yield Defect("major", title, why, elements[0].selector, evidence=subject.picture())


def _name(element: Element) -> str:
    return shortened(element.text or element.selector, 40)


def _marked(subject: Subject) -> Iterator[Defect]:
    lines = list(_lines(subject))
    for mark in _MARKS:
        if mark.of_code and subject.demands.code:
            continue
        for line, step in lines:
            found = mark.pattern.search(line)
            if found and _counts(mark, line, found.group(), subject):
                yield _shown(subject, mark, line, step)
                break


def _lines(subject: Subject) -> Iterator[tuple[str, Step | None]]:
    inventory = subject.inventory
    for line in (inventory.text if inventory else "").splitlines():
        yield line.strip(), None
    for text, step in subject.appeared:
        if step.action.value and step.action.value in text:
            continue
        for line in text.splitlines():
            yield line.strip(), step


def _counts(mark: _Mark, line: str, found: str, subject: Subject) -> bool:
    if mark.value_only and len(line) > _SHORT_LINE:
        return False
    return found.strip(":= ").lower() not in subject.case.brief.lower() or mark.value_only


def _shown(subject: Subject, mark: _Mark, line: str, step: Step | None) -> Defect:
    title = f"{mark.title}: “{shortened(line, 50)}”"
    if step is None:
        return Defect(mark.severity, title, mark.why, evidence=subject.picture())
    why = (
        f"{mark.why} It appeared after {step.action.kind} on "
        f"“{shortened(step.action.target or step.action.selector, 40)}”."
    )
    return Defect(mark.severity, title, why, step.action.selector, step.index, subject.picture_of(step))
