"""Item 2 of the rubric, intent alignment: only literal names and figures can be measured."""

import re
import unicodedata

from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Defect,
    Measured,
    interpolate,
    mark_scored,
    mark_unmeasured,
)
from pytest_cookie.judging.rubric.names import list_names, list_others, quote_texts

_QUOTED = re.compile(r"[「『“„«\"]([^「」『』“”„«»\"\n]{2,40})[」』”“»\"]")
_UNITS = (
    r"mm|cm|km|m²|m2|kg|g|mg|ml|l|kWh|kW|W|V|Hz|kHz|GHz|MB|GB|TB|°C|°F|€|\$|£|¥|%|ppm|min|h|inch|"
    r"英寸|厘米|毫米|公里|公斤|克|秒|分钟|小时|天|年|元|円|時間|分|日|원|시간"
)
_FIGURE = re.compile(rf"(?<![\w.])(\d[\d.,×x]{{0,20}}\s?(?:{_UNITS}))(?![A-Za-zÀ-ÿ]|['’][A-Za-zÀ-ÿ])")
_LEAST_LITERALS = 3


def measure_intent_alignment(context: RubricContext) -> Measured:
    """Item 2: page type, content, style and media match the brief. Only literal content is measured.

    Applies to leaves that show content (static content and data pages) if the brief has at least three quoted names or
    figures with units: the share of them that appears on the page, at load or in use; 1 from 85 %, 0 at 25 % or less.
    Case, width and spaces are ignored. Everything else is unmeasured, since words cannot tell a good dashboard from its
    description. Known false alarms: figures meant for the author rather than the reader; figures that are translated or
    spelled out.
    """
    if not context.requirements.literal:
        return mark_unmeasured(
            "only a person or a model can judge whether the page is what the brief means; this leaf prescribes no "
            "literal content"
        )
    if context.inventory is None:
        return mark_unmeasured("the page's text was not recorded")
    literals = _literals(context.case.brief)
    if len(literals) < _LEAST_LITERALS:
        return mark_unmeasured(f"quoted names and figures with units in the brief: {len(literals)}, too few to measure")
    seen = _flat(_everything_said(context))
    missing = [literal for literal in literals if _flat(literal) not in seen]
    share = 1 - len(missing) / len(literals)
    reason = (
        f"{len(literals) - len(missing)} of {len(literals)} literal names and figures of the brief are on the page "
        "(85 % is full marks, 25 % none)"
    )
    return mark_scored(interpolate(share, good=0.85, bad=0.25), reason, _absent(context, missing))


def _literals(brief: str) -> list[str]:
    found = [match.group(1) for pattern in (_QUOTED, _FIGURE) for match in pattern.finditer(brief)]
    return list(dict.fromkeys(text.strip(" .,;:!?。，；：！？") for text in found))


def _everything_said(context: RubricContext) -> str:
    inventory = context.inventory
    if inventory is None:
        return ""
    names = [control.name for control in inventory.controls]
    alts = [medium.alt or "" for medium in inventory.media]
    return "\n".join(
        [
            inventory.title,
            inventory.text,
            inventory.accessibility_tree,
            *names,
            *alts,
            *(t for t, _ in context.appeared_texts),
        ]
    )


def _flat(text: str) -> str:
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text).lower().replace("×", "x"))


def _absent(context: RubricContext, missing: list[str]) -> list[Defect]:
    if not missing:
        return []
    names = quote_texts(missing)
    named = list_names(names)
    why = (
        "The brief asks for this text, but it appears neither when the page loads nor after any "
        f"action. Add it.{list_others(names)}"
    )
    severity: Severity = "major" if len(missing) >= _LEAST_LITERALS else "minor"
    return [
        Defect(
            FindingKind.MISSING_CONTENT,
            severity,
            f"Text from the brief is missing: {named}",
            why,
            evidence=context.picture(),
        )
    ]
