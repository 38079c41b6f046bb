"""Stage 3b, score adjustment: from provisional scores and problems to the final pair (Cookie-Bench B.3.3, C.4.2).

Rules that code can check are checked here: an adjustment names an existing problem of its own dimension, each problem
counts once, and no more points are given back than were taken off.
"""

from collections.abc import Iterator

from pytest_cookie.core.verdict import DIMENSIONS, Dimension, Finding, Points, StageOpinion
from pytest_cookie.judging.model.detection import Detected
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.prompt_sections import film_of, format_brief, format_trace
from pytest_cookie.judging.model.replies import Adjustment, ScoreAdjustment, clamp_score
from pytest_cookie.judging.model.static_opinion import (
    format_prior,
    list_prior_findings,
    make_finding,
    score_of,
    sum_deducted,
)
from pytest_cookie.llm.messages.messages import Part, Text
from pytest_cookie.llm.messages.quoting import quoted

_Kept = dict[Dimension, list[Adjustment]]


def adjust_scores(
    context: JudgeContext, prior: StageOpinion | None, detected: Detected
) -> tuple[StageOpinion, list[Finding]]:
    """The final opinion and the findings it is based on. Raises `JudgingError` if no usable reply comes."""
    shown = detected.showing if prior is None else None
    parts: tuple[Part, ...] = (
        format_brief(context.case),
        format_prior(prior),
        _problems_part(detected.problems),
        context.facts,
        format_trace(context.evidence.trace, film_of(context.evidence)),
        *(shown.parts if shown else ()),
    )
    answered = context.client.ask(context.prompts.score_adjustment, parts, ScoreAdjustment)
    said = answered.value
    asked: _Kept = {
        "functionality": list(said.functionality.adjustments),
        "aesthetics": list(said.aesthetics.adjustments),
    }
    kept: _Kept = {name: list(_valid(context, prior, detected.problems, name, asked[name])) for name in DIMENSIONS}
    final = {name: clamp_score(score_of(prior, name) + sum(one.points for one in kept[name])) for name in DIMENSIONS}
    opinion = StageOpinion(
        stage="adjustment",
        judge=context.judge,
        functionality=final["functionality"],
        aesthetics=final["aesthetics"],
        points=tuple(_points(prior, kept)),
        reasoning=said.reasoning,
        prompt=context.prompts.score_adjustment.identity,
        saw=tuple(shown.saw) if shown else (),
        spend=answered.spend,
    )
    return opinion, _findings(context, prior, detected.problems, kept)


def _problems_part(problems: tuple[Finding, ...]) -> Text:
    lines = []
    for number, one in enumerate(problems, start=1):
        where = "" if one.step is None else f", step {one.step}"
        lines.append(f"{number}. {one.severity}, {one.dimension}{where}: {' '.join(f'{one.title}. {one.why}'.split())}")
    described = quoted("problems", "\n".join(lines)) if lines else "No problem was found."
    return Text(f"## Problems found in use\n{described}")


def _valid(
    context: JudgeContext,
    prior: StageOpinion | None,
    problems: tuple[Finding, ...],
    dimension: Dimension,
    adjustments: list[Adjustment],
) -> Iterator[Adjustment]:
    """Yield the adjustments that follow the rules; note the others."""
    named: set[int] = set()
    left_to_restore = sum_deducted(prior, dimension)
    for one in adjustments:
        if fault := _fault(one, dimension, problems, named, has_prior=prior is not None):
            context.note(f"an adjustment of {dimension} by {one.points:+.2f} does not count: {fault}")
            continue
        if one.problem is not None:
            named.add(one.problem)
        if one.points > left_to_restore:
            context.note(
                f"{dimension}: only {left_to_restore:.2f} of {one.points:+.2f} is given back, as much as was taken off"
            )
            one = one.model_copy(update={"points": left_to_restore})
        left_to_restore -= max(0.0, one.points)
        yield one


def _fault(
    one: Adjustment, dimension: Dimension, problems: tuple[Finding, ...], named: set[int], *, has_prior: bool
) -> str:
    """Why an adjustment cannot count, "" if it can."""
    if one.problem is None:
        return "it takes points off without a problem" if one.points < 0 and has_prior else ""
    if not 1 <= one.problem <= len(problems):
        return f"there is no problem {one.problem}"
    if problems[one.problem - 1].dimension != dimension:
        return f"problem {one.problem} belongs to {problems[one.problem - 1].dimension}"
    if one.problem in named:
        return f"problem {one.problem} has counted already"
    return f"problem {one.problem} would add points" if one.points > 0 else ""


def _points(prior: StageOpinion | None, kept: _Kept) -> Iterator[Points]:
    for name in DIMENSIONS:
        reason = "provisional score" if prior is not None else "without a provisional score"
        yield Points(dimension=name, points=score_of(prior, name), reason=reason)
        for one in kept[name]:
            about = f"problem {one.problem}: " if one.problem is not None else ""
            yield Points(dimension=name, points=round(one.points, 2), reason=f"{about}{one.reason}")


def _findings(
    context: JudgeContext, prior: StageOpinion | None, problems: tuple[Finding, ...], kept: _Kept
) -> list[Finding]:
    """Every problem with its cost, and the deductions without a problem."""
    costs = {one.problem: one for name in DIMENSIONS for one in kept[name] if one.problem is not None}
    found = [_with_cost(problem, costs.get(number)) for number, problem in enumerate(problems, start=1)]
    picture = context.picture(None)
    if prior is not None:
        return [*found, *list_prior_findings(prior, picture, restored=_restored(prior, kept))]
    loose = [(name, one) for name in DIMENSIONS for one in kept[name] if one.problem is None and one.points < 0]
    return [*found, *(make_finding(name, one.points, one.reason, picture) for name, one in loose)]


def _with_cost(problem: Finding, cost: Adjustment | None) -> Finding:
    described = f"({cost.points:+.2f} of 8: {cost.reason})" if cost is not None and cost.points else "(it costs nothing"
    if cost is None or not cost.points:
        described += f": {cost.reason})" if cost is not None and cost.reason else ")"
    return problem.model_copy(update={"why": f"{problem.why} {described}"})


def _restored(prior: StageOpinion, kept: _Kept) -> frozenset[Dimension]:
    """Dimensions whose deductions of stage 1 are all given back."""
    given = {name: sum(one.points for one in kept[name] if one.points > 0) for name in DIMENSIONS}
    return frozenset(name for name in DIMENSIONS if given[name] >= sum_deducted(prior, name) > 0)
