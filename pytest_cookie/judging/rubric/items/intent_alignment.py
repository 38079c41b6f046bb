"""Item 2 of the rubric, intent alignment: the share of the brief's content that people can see on the page."""

from collections.abc import Iterator

from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.brief.clauses import quote_clause
from pytest_cookie.judging.brief.presence import Share, check_requirements
from pytest_cookie.judging.brief.requirement import Requirement, RequirementKind
from pytest_cookie.judging.measures.content_amount import grade_amount
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    interpolate,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
    page_defect,
)
from pytest_cookie.judging.rubric.names import list_names, list_others, quote_texts

CONTENT: tuple[RequirementKind, ...] = ("text", "name", "figure", "count", "part", "media", "colour", "font")
_OF_A_READ_PAGE = frozenset({"figure", "text"})
_LEAST_KNOWN = 3  # a share of fewer jumps with each
_FULL, _NONE = 0.95, 0.1
_AMOUNT = 0.4  # the weight of the amount of content
_SURE = 0.75  # confidence from which a missing part is a finding
_SURE_LITERAL = 0.6  # the same for quoted texts and figures
_MOST_FINDINGS = 4  # the score has the rest


def measure_intent_alignment(context: RubricContext) -> Measured:
    """Item 2: the brief's content that people can see, and how much there is to see.

    60 % is the share of requirements that are met, weighted by how surely the brief means them, full from 95 %, none at
    10 %. Requirements are texts, names, parts of the page, media, counts, colours and typefaces (`brief/extract.py`),
    and figures where the leaf demands literal content. 40 % is the amount of distinct content (`grade_amount`).
    Unmeasured if fewer than three requirements can be checked. Case, width, inflection, spelling of numbers and
    synonyms are ignored. A text that the code has, but was never shown, is left out if the brief demands full
    interaction; on a drawing it counts, since drawn text cannot be read. Findings: literal content of a page that is
    read (major from three), and parts that the brief names plainly. Known false alarms: figures meant for the author;
    figures that are translated or spelled out.
    """
    if context.inventory is None:
        return mark_unmeasured("the page's text was not recorded")
    literal, amount = context.requirements.literal, grade_amount(context)
    share = check_requirements(context, *(kind for kind in CONTENT if literal or kind != "figure"))
    known = len(share.known)
    if known < _LEAST_KNOWN:
        is_of_brief = len(share.checked) < _LEAST_KNOWN
        mark, where = (mark_inapplicable, "brief names") if is_of_brief else (mark_unmeasured, "evidence answers")
        return mark(f"the {where} too few things that can be looked for: {known}")
    reason = (
        f"{known - len(share.missing)} of {known} things that the brief names are on the page, {share.met:.0%} by "
        f"weight; amount of content {amount:.0%}"
    )
    met = interpolate(share.met, good=_FULL, bad=_NONE)
    defects = [*(_absent(context, share) if literal else ()), *find_missing_parts(context, share)]
    return mark_scored((1 - _AMOUNT) * met + _AMOUNT * amount, reason, defects)


def find_missing_parts(context: RubricContext, share: Share) -> Iterator[Defect]:
    """A finding for each missing part or control that the brief names plainly; minor, since its effect is scored."""
    sure = [one for one in share.missing if one.kind in ("part", "control") and one.confidence >= _SURE]
    for requirement in sure[:_MOST_FINDINGS]:
        end = requirement.start + len(requirement.words)
        clause = quote_clause(context.case.brief, requirement.start, end)
        why = (
            f"The brief: “{clause}”. Neither a text, a role nor a control that does more than change its own label "
            f"shows it ({requirement.value}), at rest or in use. Add it, or give it a name that users recognise."
        )
        title = f"The brief names “{requirement.words}”, and nothing on the page was recognised as it"
        yield page_defect(context, FindingKind.MISSING_PART, "minor", title, why)


def _absent(context: RubricContext, share: Share) -> Iterator[Defect]:
    missing = [requirement for requirement in share.missing if _is_sure_literal(requirement)]
    if not missing:
        return
    names = quote_texts([requirement.words for requirement in missing])
    why = (
        "The brief asks for this text, but it appears neither when the page loads nor after any "
        f"action. Add it.{list_others(names)}"
    )
    severity: Severity = "major" if len(missing) >= _LEAST_KNOWN else "minor"
    title = f"Text from the brief is missing: {list_names(names)}"
    yield page_defect(context, FindingKind.MISSING_CONTENT, severity, title, why)


def _is_sure_literal(one: Requirement) -> bool:
    return one.kind in _OF_A_READ_PAGE and one.confidence >= _SURE_LITERAL
