"""Stage 1's opinion as later stages read it, and as findings."""

from collections.abc import Callable, Collection

from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Finding, Points, Severity, StageOpinion
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS, MAX_DIMENSION_SCORE
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_CRITICAL, _MAJOR = 2.0, 0.7
"""The least cost, in points of 8, of a critical and of a major defect; the same as in `score-adjustment.md`."""


def format_prior(prior: StageOpinion | None) -> Text:
    """The provisional scores with their reasons, for a prompt; or a note that there are none."""
    if prior is None:
        return Text(
            "## No provisional scores\nThe page has no earlier scores. Each dimension begins at "
            f"{MAX_DIMENSION_SCORE:.1f}: a page that does everything the brief asks for, in a finished design, without "
            "a fault. Deduct the cost of each problem and, as adjustments without a problem, of other shortcomings."
        )
    scores = ", ".join(f"{name} {score_of(prior, name):.2f} of 8" for name in DIMENSIONS)
    numbered = " The deductions are numbered D1, D2 and so on." if number_deductions(prior) else ""
    return Text(
        f"## Provisional scores, from before the page was used\n{scores}.{numbered}\n"
        f"{quoted('stage 1', _reasons(prior))}"
    )


def number_deductions(prior: StageOpinion | None) -> dict[int, Points]:
    """The deductions of stage 1 by the numbers that later stages name them by, from 1."""
    return dict(enumerate((point for point in (prior.points if prior else ()) if point.points < 0), start=1))


def score_of(prior: StageOpinion | None, dimension: str) -> float:
    """The score at which a dimension begins: stage 1's, 8 without one."""
    return prior.scores.get(dimension, MAX_DIMENSION_SCORE) if prior is not None else MAX_DIMENSION_SCORE


def sum_deducted(prior: StageOpinion | None, dimension: str) -> float:
    """The points that stage 1 took off for defects; not negative."""
    return -sum(
        point.points for point in (prior.points if prior else ()) if point.points < 0 and point.dimension == dimension
    )


def list_prior_findings(
    prior: StageOpinion, picture_for: Callable[[str], str], *, without: Collection[int] = ()
) -> list[Finding]:
    """Its deductions as findings, except for the numbers in `without`.

    `picture_for` gives the evidence file for a reason.
    """
    return [
        make_finding(one.dimension, one.points, one.reason, picture_for(one.reason))
        for number, one in number_deductions(prior).items()
        if number not in without
    ]


def make_finding(dimension: str, points: float, reason: str, picture: str) -> Finding:
    """A finding for a deduction that has only points and a reason."""
    title = shorten(reason, 90)
    more = f"{reason} " if title != reason else ""
    return Finding(
        dimension=dimension,
        severity=grade_severity(-points),
        title=title or "Points deducted without a reason",
        why=f"{more}It cost {-points:.2f} of 8 points.",
        evidence=picture,
    )


def grade_severity(cost: float) -> Severity:
    """The severity by the cost in points of 8."""
    return "critical" if cost >= _CRITICAL else "major" if cost >= _MAJOR else "minor"


def _reasons(prior: StageOpinion) -> str:
    numbers = {id(one): f"D{number} " for number, one in number_deductions(prior).items()}
    lines = [
        f"{numbers.get(id(point), '')}{point.dimension}: {point.points:+.2f} {point.reason}" for point in prior.points
    ]
    return "\n".join([*lines, prior.reasoning])
