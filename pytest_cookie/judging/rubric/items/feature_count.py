"""Item 3a of the rubric, feature count: the share of the brief's features that are there, and how many inputs work."""

from pytest_cookie.core.wording import count
from pytest_cookie.judging.brief.presence import check_requirements
from pytest_cookie.judging.brief.requirement import RequirementKind
from pytest_cookie.judging.measures.content_amount import count_required_inputs, share_of_working_inputs, working_inputs
from pytest_cookie.judging.measures.find_interactions import find_interactions
from pytest_cookie.judging.measures.untested import is_unmeasured
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.intent_alignment import find_missing_parts
from pytest_cookie.judging.rubric.measurement import (
    Measured,
    interpolate,
    mark_inapplicable,
    mark_scored,
    mark_unmeasured,
)

_BREADTH = 4  # times the usual inputs beyond those required: half of the rest
_ENOUGH = 0.8  # score of a page with just the required inputs
_FULL = 0.95  # a single miss among many may be the extraction's
_LEAST_KNOWN = 2  # a share of one feature is all or none
_FEATURES: tuple[RequirementKind, ...] = ("control", "state", "key", "persistence")


def measure_feature_count(context: RubricContext) -> Measured:
    """Item 3a: the features that the brief names, and the number of working inputs.

    Applies where the brief demands interaction. The product of two parts. Inputs: 0.8 for as many different ones as are
    required (`count_required_inputs`, less for fewer), 0.9 at four times the number that the leaf demands beyond that,
    never 1; inputs that only change their own look count half. Features: the share of controls, states, keys and
    storage named by the brief that are there, full from 95 %; left out below two that can be checked. Findings:
    controls that the brief names plainly. Elsewhere, and when no input could be tried, the counts appear in the reason
    only.
    """
    answers = [interaction.answer for interaction in find_interactions(context)]
    coverage = context.trace.coverage
    counts = (
        f"{count(answers.count('answered'), 'input')} worked, {answers.count('silent')} had no effect, "
        f"{coverage.controls_exercised} of {coverage.controls_found} controls used"
    )
    if context.requirements.interaction == "none":
        return mark_inapplicable(f"pages of this kind are read, not used; for auditing only: {counts}")
    if is_unmeasured(context):
        return mark_unmeasured(f"for auditing only: {counts}")
    asked, usual = count_required_inputs(context), context.requirements.working_inputs
    beyond = max(0, len(working_inputs(context)) - asked) + answers.count("own_look") / 2
    score = share_of_working_inputs(context) * (_ENOUGH + (1 - _ENOUGH) * beyond / (beyond + _BREADTH * usual))
    reason = f"{counts}; {count(asked, 'working input')} required, and further ones add a little"
    features = check_requirements(context, *_FEATURES)
    found = list(find_missing_parts(context, features))
    if len(features.known) < _LEAST_KNOWN:
        return mark_scored(score, reason, found)
    there = len(features.known) - len(features.missing)
    reason = f"{there} of {len(features.known)} features that the brief names are there; {reason}"
    return mark_scored(score * interpolate(features.met, good=_FULL, bad=0.0), reason, found)
