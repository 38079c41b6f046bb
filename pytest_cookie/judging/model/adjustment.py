"""Stage 3b, score adjustment: from provisional scores and problems to the final pair (Cookie-Bench B.3.3, C.4.2).

The final score is the model's overall judgment (4.2: one holistic score per dimension); the adjustments explain it.
Rules that code can check are checked here: an adjustment names an existing problem of its own dimension, each problem
counts once, what a provisional deduction already took off for a problem is not deducted again, and no more points are
given back than were deducted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from pytest_cookie.core.verdict import Finding, Points, StageOpinion
from pytest_cookie.judging.model.detection import Detected
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.media_attachments import MediaAttachments
from pytest_cookie.judging.model.pictures import show_whole_page
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

_UNEXPLAINED = 1.0  # of 8 points between the overall judgment and the sum; a larger gap needs a reason
_TOLD = 0.3  # of 8 points that the overall judgment takes; less is no finding

_PICTURES = (
    "## Pictures\nThe page as it loaded, then the screens of its use that differ most from the start and from one "
    "another. Look at them for the overall judgment."
)


@dataclass(frozen=True)
class _Counted:
    """An adjustment with the points that count. `covered` are points that the provisional score lost for it already."""

    asked: Adjustment
    points: float
    covered: float = 0.0


@dataclass(frozen=True)
class _Overall:
    """What the overall judgment adds to the start and the adjustments, in points."""

    points: float
    reason: str

    @classmethod
    def of(cls, said: ScoreAdjustment, name: Dimension, total: float) -> Self:
        """From the reply; 0 points if it has no overall judgment."""
        side = said.functionality if name == "functionality" else said.aesthetics
        points = 0.0 if side.overall is None else round(side.overall - total, 2)
        return cls(points, side.why_overall.strip() or "the page as a whole")


_Kept = Mapping[Dimension, list[_Counted]]


def adjust_scores(
    context: JudgeContext, prior: StageOpinion | None, detected: Detected
) -> tuple[StageOpinion, list[Finding]]:
    """The final opinion and the findings it is based on. Raises `JudgingError` if no usable reply comes."""
    shown = detected.showing if prior is None else _show_page_in_use(context, detected)
    named = {problem.step for problem in detected.problems if problem.step is not None}
    parts: tuple[Part, ...] = (
        format_brief(context.case),
        format_prior(prior),
        _format_problems(prior, detected),
        context.facts,
        format_trace(context.evidence.trace, film_of(context.evidence), named=named),
        *(detected.cited if any(problem.step is None for problem in detected.problems) else ()),
        *detected.sound_texts,
        *shown.parts,
    )
    answered = context.client.ask(
        context.prompts.score_adjustment, parts, ScoreAdjustment, lambda said: _find_gap(prior, said)
    )
    said = answered.value
    asked = {"functionality": said.functionality.adjustments, "aesthetics": said.aesthetics.adjustments}
    kept = {name: list(_Counting(context, prior, detected, name).count(asked[name])) for name in DIMENSIONS}
    sums = {
        name: clamp_score(score_of(prior, name) + sum(counted.points for counted in kept[name])) for name in DIMENSIONS
    }
    overall = {name: _Overall.of(said, name, sums[name]) for name in DIMENSIONS}
    opinion = StageOpinion(
        stage="adjustment",
        judge=context.judge,
        scores={name: clamp_score(sums[name] + overall[name].points) for name in DIMENSIONS},
        points=tuple(_points(prior, kept, overall)),
        reasoning=said.reasoning,
        prompt=context.prompts.score_adjustment.identity,
        saw=tuple(shown.saw),
        spend=answered.spend,
    )
    return opinion, [*_findings(context, prior, detected, kept), *_findings_overall(context, overall)]


def _find_gap(prior: StageOpinion | None, said: ScoreAdjustment) -> str:
    """An overall judgment far from the sum without a reason, in words for the model."""
    gaps = []
    for name in DIMENSIONS:
        side = said.functionality if name == "functionality" else said.aesthetics
        total = clamp_score(score_of(prior, name) + sum(one.points for one in side.adjustments))
        if side.overall is not None and abs(side.overall - total) > _UNEXPLAINED and not side.why_overall.strip():
            gaps.append(f"{name}: the start and the adjustments give {total:.1f}, and overall is {side.overall:.1f}")
    return f"{'; '.join(gaps)}. Correct the one that is wrong, or say in `why_overall` what decides." if gaps else ""


def _findings_overall(context: JudgeContext, overall: Mapping[Dimension, _Overall]) -> Iterator[Finding]:
    """A finding for each dimension whose overall judgment is clearly below its parts: what costs is explained."""
    for name, one in overall.items():
        if one.points <= -_TOLD:
            yield make_finding(name, one.points, one.reason, context.picture_at_rest(one.reason))


def _show_page_in_use(context: JudgeContext, detected: Detected) -> MediaAttachments:
    """The page as loaded, the screens of its use that differ most, and the sound."""
    page = show_whole_page(context.perception, context.pictures, [])[:1]
    moments = detected.showing.telling or MediaAttachments()
    sound = detected.showing.sound
    parts = [*(one.part for one in page), *moments.parts]
    heading = [Text(_PICTURES)] if parts else []
    return MediaAttachments([*heading, *parts, *sound.parts], [*(one.seen for one in page), *moments.saw, *sound.saw])


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


def _points(prior: StageOpinion | None, kept: _Kept, overall: Mapping[Dimension, _Overall]) -> Iterator[Points]:
    for name in DIMENSIONS:
        reason = "provisional score" if prior is not None else "without a provisional score"
        yield Points(dimension=name, points=score_of(prior, name), reason=reason)
        for counted in kept[name]:
            about = f"problem {counted.asked.problem}: " if counted.asked.problem is not None else ""
            covered = f" ({counted.covered:.2f} more in the provisional score)" if counted.covered else ""
            yield Points(
                dimension=name, points=round(counted.points, 2), reason=f"{about}{counted.asked.reason}{covered}"
            )
        if overall[name].points:
            yield Points(dimension=name, points=overall[name].points, reason=f"overall: {overall[name].reason}")


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
