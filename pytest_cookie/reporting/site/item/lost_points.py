"""Where an item lost its points: by criterion, in points of the score that ranks, most first."""

from dataclasses import dataclass

from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import RubricItem, Verdict
from pytest_cookie.reporting.site.item.findings import FindingView
from pytest_cookie.reporting.site.tones import label_of, tone_of

_ROUNDING = 0.05
"""Points on the reported scale; scores are kept with two digits."""
_LEAST = 0.5
"""Points; less is not worth a line."""
_MOST_FINDINGS = 2
_REASON_CHARACTERS = 140
LIMIT = "limit"
"""In place of a criterion's id: the judge limits the score of a page that cannot be used as asked."""


@dataclass(frozen=True)
class LostPoints:
    """`points` of the ranking score that one criterion took off. `findings` are those of the criterion with their
    numbers on the page; without any, `reason` says what was measured.
    """

    criterion: str
    name: str
    label: str
    tone: str
    points: float
    findings: tuple[tuple[int, FindingView], ...]
    reason: str


def lost_points(verdict: Verdict | None, scores: ScoreSet, findings: tuple[FindingView, ...]) -> tuple[LostPoints, ...]:
    """What each criterion took off, of those that took at least half a point, most first.

    Only where it adds up: the scores must be the means of their criteria, except for a limit that is told as one.
    Empty otherwise, as for models, which score the page and not criteria.
    """
    if verdict is None:
        return ()
    lost: list[LostPoints] = []
    for part, weight in _parts(scores).items():
        own = [item for item in verdict.items if item.dimension == part and item.score is not None]
        spec, value = scores.get(part), verdict.scores.get(part)
        if not own or spec is None or value is None:
            return ()
        scale = 100 * weight / len(own)
        losses = {item.id: scale * (1 - (item.score or 0)) for item in own}
        limited = 100 * weight * (1 - spec.share(value)) - sum(losses.values())
        if limited < -_ROUNDING:
            return ()
        lost += [_by_criterion(item, losses[item.id], scores, findings) for item in own]
        if limited >= _LEAST:
            lost.append(
                LostPoints(
                    criterion=LIMIT,
                    name="Limit",
                    label=label_of(scores, part),
                    tone=tone_of(scores, part),
                    points=limited,
                    findings=(),
                    reason="a page that cannot be used as asked does not get points for what it lacks",
                )
            )
    return tuple(sorted((one for one in lost if one.points >= _LEAST), key=lambda one: -one.points))


def _parts(scores: ScoreSet) -> dict[str, float]:
    """The scores whose mean ranks, with the weight of each; the ranking score alone if it is no mean."""
    ranking = scores.ranking
    parts = ranking.mean_of or (ranking.id,)
    return dict.fromkeys(parts, 1 / len(parts))


def _by_criterion(item: RubricItem, points: float, scores: ScoreSet, findings: tuple[FindingView, ...]) -> LostPoints:
    own = [(number, one) for number, one in enumerate(findings, start=1) if one.finding.item == item.id]
    return LostPoints(
        criterion=item.id,
        name=item.name,
        label=label_of(scores, item.dimension),
        tone=tone_of(scores, item.dimension),
        points=points,
        findings=tuple(own[:_MOST_FINDINGS]),
        reason=clip(item.reason, _REASON_CHARACTERS),
    )
