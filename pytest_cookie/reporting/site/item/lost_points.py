"""Where an item lost its points: by criterion, in points of the score that ranks, most first."""

import json
import re
from dataclasses import dataclass

from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.text import clip
from pytest_cookie.core.verdict import RubricItem, Verdict
from pytest_cookie.reporting.site.item.findings import FindingView
from pytest_cookie.reporting.site.tones import label_of, tone_of

_ROUNDING = 0.05
"""Points on the reported scale; scores are kept with two digits."""
_LEAST = 0.05
"""Points; less is shown as none."""
_ID = re.compile(r"[\w.-]{1,40}")
_MOST_FINDINGS = 2
_MOST_LOST = 3
_REASON_CHARACTERS = 140
LIMIT = "limit"
"""In place of a criterion's id: the judge limits the score of a page that cannot be used as asked."""


@dataclass(frozen=True)
class LostPoints:
    """`points` of the ranking score that one criterion took off, `of` those that it could.

    `findings` are those of the criterion with their numbers on the page; without any, `reason` says what was measured.
    """

    criterion: str
    name: str
    label: str
    tone: str
    points: float
    of: float
    findings: tuple[tuple[int, FindingView], ...]
    reason: str


def lost_points(verdict: Verdict | None, scores: ScoreSet, findings: tuple[FindingView, ...]) -> tuple[LostPoints, ...]:
    """What each criterion took off, most first.

    Only where it adds up: the scores must be the means of their criteria, except for a limit that is told as one.
    Empty otherwise, as for models that score the page and not criteria.
    """
    lost: list[LostPoints] = []
    for part in _parts_of_item(verdict, scores):
        lost += [_by_criterion(item, points, part.each, scores, findings) for item, points in part.criteria]
        if part.limited >= _LEAST:
            lost.append(
                LostPoints(
                    criterion=LIMIT,
                    name="Limit",
                    label=label_of(scores, part.id),
                    tone=tone_of(scores, part.id),
                    points=part.limited,
                    of=part.each * len(part.criteria),
                    findings=(),
                    reason="a page that cannot be used as asked does not get points for what it lacks",
                )
            )
    return tuple(sorted((one for one in lost if one.points >= _LEAST), key=lambda one: -one.points))


def criteria_line(verdict: Verdict | None, scores: ScoreSet) -> str:
    """`3:0.75:1.2 4:1:0`: id, score and lost points of each measured criterion; "" where that does not add up.

    The report keeps it for every item, so that the index does not have to read the verdicts again. Items of a case's
    own checklist have none: their ids mean something else in each case.
    """
    found = [one for part in _measured_parts(verdict, scores) for one in part.criteria]
    return " ".join(f"{item.id}:{item.score:.3g}:{points:.3g}" for item, points in found if _ID.fullmatch(item.id))


def lost_items(verdict: Verdict | None, scores: ScoreSet) -> str:
    """The items of a case's own checklist that lost most, as JSON: name and points of each, most first.

    "" without such a checklist, and for a judge that writes findings, which say more.
    """
    if verdict is None or verdict.findings or _measured_parts(verdict, scores):
        return ""
    losses = [(item.name, points) for part in _checklist(verdict, scores) for item, points in part.criteria]
    worst = sorted((one for one in losses if one[1] >= _LEAST), key=lambda one: -one[1])[:_MOST_LOST]
    return json.dumps([[name, round(points, 2)] for name, points in worst]) if worst else ""


@dataclass(frozen=True)
class _Part:
    """A score that the ranking score is made of: its criteria with the points they took off, and those of a limit.

    `each`: the points that one criterion can take off.
    """

    id: str
    each: float
    criteria: tuple[tuple[RubricItem, float], ...]
    limited: float


def _measured_parts(verdict: Verdict | None, scores: ScoreSet) -> tuple[_Part, ...]:
    if verdict is None or verdict.spreads:  # a panel's criteria are those of one judge, its scores of several
        return ()
    parts: list[_Part] = []
    for part, weight in _parts(scores).items():
        own = [item for item in verdict.items if item.dimension == part and item.score is not None]
        spec, value = scores.get(part), verdict.scores.get(part)
        if not own or spec is None or value is None:
            return ()
        scale = 100 * weight / len(own)
        losses = tuple((item, scale * (1 - (item.score or 0))) for item in own)
        limited = 100 * weight * (1 - spec.share(value)) - sum(points for _, points in losses)
        if limited < -_ROUNDING:
            return ()
        parts.append(_Part(part, scale, losses, limited))
    return tuple(parts)


def _parts_of_item(verdict: Verdict | None, scores: ScoreSet) -> tuple[_Part, ...]:
    return _measured_parts(verdict, scores) or _checklist(verdict, scores)


def _checklist(verdict: Verdict | None, scores: ScoreSet) -> tuple[_Part, ...]:
    """All items as one part, where the score that ranks is their mean whatever other scores they belong to."""
    ranking = scores.ranking
    if verdict is None or verdict.spreads or ranking.mean_of:
        return ()
    own = [item for item in verdict.items if item.score is not None]
    value = verdict.scores.get(ranking.id)
    if not own or value is None:
        return ()
    each = 100 / len(own)
    losses = tuple((item, each * (1 - (item.score or 0))) for item in own)
    if abs(100 * (1 - ranking.share(value)) - sum(points for _, points in losses)) > _ROUNDING:
        return ()  # items of unequal weight, or the mean of several replies
    return (_Part(ranking.id, each, losses, limited=0.0),)


def _parts(scores: ScoreSet) -> dict[str, float]:
    """The scores whose mean ranks, with the weight of each; the ranking score alone if it is no mean."""
    ranking = scores.ranking
    parts = ranking.mean_of or (ranking.id,)
    return dict.fromkeys(parts, 1 / len(parts))


def points_by_criterion(verdict: Verdict | None, scores: ScoreSet) -> dict[str, tuple[float, float]]:
    """For each measured criterion, the points that it took off and could take off; empty where that does not add up."""
    parts = _parts_of_item(verdict, scores)
    return {item.id: (points, part.each) for part in parts for item, points in part.criteria}


def _by_criterion(
    item: RubricItem, points: float, of: float, scores: ScoreSet, findings: tuple[FindingView, ...]
) -> LostPoints:
    own = [(number, one) for number, one in enumerate(findings, start=1) if one.finding.item == item.id]
    return LostPoints(
        criterion=item.id,
        name=item.name,
        label=label_of(scores, item.dimension),
        tone=tone_of(scores, item.dimension),
        points=points,
        of=of,
        findings=tuple(own[:_MOST_FINDINGS]),
        reason=clip(item.reason, _REASON_CHARACTERS),
    )
