"""Stage 3b, score adjustment: from provisional scores and problems to the final pair (Cookie-Bench B.3.3, C.4.2).

Rules that code can check are checked here: an adjustment names an existing problem of its own dimension, each problem
counts once, what a provisional deduction already took off for a problem is not deducted again, and no more points are
given back than were deducted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding, Points, StageOpinion
from pytest_cookie.judging.model.detection import Detected
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.prompt_sections import film_of, format_brief, format_trace
from pytest_cookie.judging.model.replies import Adjustment, ScoreAdjustment, clamp_score
from pytest_cookie.judging.model.static_opinion import (
    format_prior,
    list_prior_findings,
    make_finding,
    number_deductions,
    score_of,
    sum_deducted,
)
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS, Dimension
from pytest_cookie.llm.messages.messages import Part, Text
from pytest_cookie.llm.messages.quoting import quoted


@dataclass(frozen=True)
class _Counted:
    """An adjustment with the points that count. `covered` are points that the provisional score lost for it already."""

    asked: Adjustment
    points: float
    covered: float = 0.0


_Kept = Mapping[Dimension, list[_Counted]]


def adjust_scores(
    context: JudgeContext, prior: StageOpinion | None, detected: Detected
) -> tuple[StageOpinion, list[Finding]]:
    """The final opinion and the findings it is based on. Raises `JudgingError` if no usable reply comes."""
    shown = detected.showing if prior is None else detected.showing.sound
    parts: tuple[Part, ...] = (
        format_brief(context.case),
        format_prior(prior),
        _format_problems(prior, detected),
        context.facts,
        format_trace(context.evidence.trace, film_of(context.evidence)),
        *detected.texts,
        *shown.parts,
    )
    answered = context.client.ask(context.prompts.score_adjustment, parts, ScoreAdjustment)
    said = answered.value
    asked = {"functionality": said.functionality.adjustments, "aesthetics": said.aesthetics.adjustments}
    kept = {name: list(_Counting(context, prior, detected, name).count(asked[name])) for name in DIMENSIONS}
    final: dict[str, float] = {
        name: clamp_score(score_of(prior, name) + sum(counted.points for counted in kept[name])) for name in DIMENSIONS
    }
    opinion = StageOpinion(
        stage="adjustment",
        judge=context.judge,
        scores=final,
        points=tuple(_points(prior, kept)),
        reasoning=said.reasoning,
        prompt=context.prompts.score_adjustment.identity,
        saw=tuple(shown.saw),
        spend=answered.spend,
    )
    return opinion, _findings(context, prior, detected, kept)


def _format_problems(prior: StageOpinion | None, detected: Detected) -> Text:
    deductions = number_deductions(prior)
    lines = []
    for number, one in enumerate(detected.problems, start=1):
        where = "" if one.step is None else f", step {one.step}"
        where += "" if one.video_ms is None else f", {one.video_ms / 1000:.2f} s"
        if confirmed := detected.confirmed.get(number):
            where += f", already deducted: {-deductions[confirmed].points:.2f} as D{confirmed}"
        lines.append(f"{number}. {one.severity}, {one.dimension}{where}: {' '.join(f'{one.title}. {one.why}'.split())}")
    described = quoted("problems", "\n".join(lines)) if lines else "No problem was found."
    summary = f"\nSummary:\n{quoted('summary', detected.opinion.reasoning)}" if detected.opinion.reasoning else ""
    return Text(f"## Problems found in use\n{described}{summary}")


class _Counting:
    """Counts the adjustments of one dimension that follow the rules; notes the others."""

    def __init__(
        self, context: JudgeContext, prior: StageOpinion | None, detected: Detected, dimension: Dimension
    ) -> None:
        self._context = context
        self._has_prior = prior is not None
        self._detected = detected
        self._dimension = dimension
        self._named: set[int] = set()
        self._room = sum_deducted(prior, dimension)
        deductions = number_deductions(prior).items()
        self._deducted = {number: -one.points for number, one in deductions if one.dimension == dimension}
        """Points of each deduction that were not given back."""

    def count(self, adjustments: tuple[Adjustment, ...]) -> Iterator[_Counted]:
        """The counted adjustments: first points given back, since it then no longer covers a problem."""
        for adjustment in sorted(adjustments, key=lambda given: given.points <= 0):
            if fault := self._fault(adjustment):
                self._context.note(
                    f"an adjustment of {self._dimension} by {adjustment.points:+.2f} does not count: {fault}"
                )
            elif adjustment.points > 0:
                yield self._give_back(adjustment)
            else:
                yield self._deduct(adjustment)

    def _give_back(self, one: Adjustment) -> _Counted:
        room = self._room if one.deduction is None else min(self._room, self._deducted[one.deduction])
        points = min(one.points, room)
        if points < one.points:
            deducted = f"{self._dimension}: only {points:.2f} of {one.points:+.2f} is given back"
            self._context.note(f"{deducted}, as much as was deducted")
        self._room -= points
        if one.deduction is not None:
            self._deducted[one.deduction] -= points
        return _Counted(one, points)

    def _deduct(self, one: Adjustment) -> _Counted:
        if one.problem is None:
            return _Counted(one, one.points)
        self._named.add(one.problem)
        confirmed = self._detected.confirmed.get(one.problem)
        covered = min(self._deducted.get(confirmed, 0.0) if confirmed else 0.0, -one.points)
        return _Counted(one, one.points + covered, covered)

    def _fault(self, one: Adjustment) -> str:
        """Why an adjustment cannot count, "" if it can."""
        if one.problem is None:
            return self._fault_without_problem(one)
        problems = self._detected.problems
        if not 1 <= one.problem <= len(problems):
            return f"there is no problem {one.problem}"
        if problems[one.problem - 1].dimension != self._dimension:
            return f"problem {one.problem} belongs to {problems[one.problem - 1].dimension}"
        if one.problem in self._named:
            return f"problem {one.problem} has counted already"
        return f"problem {one.problem} would add points" if one.points > 0 else ""

    def _fault_without_problem(self, one: Adjustment) -> str:
        if one.points < 0:
            return "it deducts points without a problem" if self._has_prior else ""
        known = one.deduction is None or one.deduction in self._deducted
        return "" if known else f"there is no deduction D{one.deduction} of {self._dimension}"


def _points(prior: StageOpinion | None, kept: _Kept) -> Iterator[Points]:
    for name in DIMENSIONS:
        reason = "provisional score" if prior is not None else "without a provisional score"
        yield Points(dimension=name, points=score_of(prior, name), reason=reason)
        for counted in kept[name]:
            about = f"problem {counted.asked.problem}: " if counted.asked.problem is not None else ""
            covered = f" ({counted.covered:.2f} more in the provisional score)" if counted.covered else ""
            yield Points(
                dimension=name, points=round(counted.points, 2), reason=f"{about}{counted.asked.reason}{covered}"
            )


def _findings(context: JudgeContext, prior: StageOpinion | None, detected: Detected, kept: _Kept) -> list[Finding]:
    """Every problem with its cost, the other deductions of stage 1, and the deductions without a problem."""
    costs = {
        counted.asked.problem: counted
        for name in DIMENSIONS
        for counted in kept[name]
        if counted.asked.problem is not None
    }
    deductions, given = number_deductions(prior), _given_back(prior, kept)
    found = []
    for number, problem in enumerate(detected.problems, start=1):
        confirmed = deductions.get(detected.confirmed.get(number, 0))
        stands = -confirmed.points if confirmed and detected.confirmed[number] not in given else 0.0
        found.append(_with_cost(problem, costs.get(number), stands))
    if prior is not None:
        told = {*given, *detected.confirmed.values()}
        return [*found, *list_prior_findings(prior, context.picture_at_rest, without=told)]
    loose = [
        (name, counted)
        for name in DIMENSIONS
        for counted in kept[name]
        if counted.asked.problem is None and counted.points < 0
    ]
    for name, one in loose:
        found.append(make_finding(name, one.points, one.asked.reason, context.picture_at_rest(one.asked.reason)))
    return found


def _with_cost(problem: Finding, cost: _Counted | None, provisional: float) -> Finding:
    """The problem with its cost; `provisional` are the points of the standing deduction that it confirms."""
    points, reason = (cost.points, cost.asked.reason) if cost else (0.0, "")
    whole, because = points - provisional, f": {reason}" if reason else ""
    part = f", {provisional:.2f} of it in the provisional score" if provisional else ""
    described = f"({whole:+.2f} of 8{part}{because})" if whole else f"(it costs nothing{because})"
    return problem.model_copy(update={"why": f"{problem.why} {described}"})


def _given_back(prior: StageOpinion | None, kept: _Kept) -> set[int]:
    """Numbers of the deductions that were given back as a whole: by number, or with all others of their dimension."""
    given: set[int] = set()
    for name in DIMENSIONS:
        numbers = [number for number, one in number_deductions(prior).items() if one.dimension == name]
        back = [counted for counted in kept[name] if counted.points > 0]
        if numbers and sum(adjustment.points for adjustment in back) >= sum_deducted(prior, name):
            given.update(numbers)
        for number in numbers:
            points = sum(adjustment.points for adjustment in back if adjustment.asked.deduction == number)
            given.update({number} if points >= -number_deductions(prior)[number].points else ())
    return given
