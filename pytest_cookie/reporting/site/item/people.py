"""People's answers on the page of an item: their ratings beside the judge's scores, and whom both prefer."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean

from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.records.human_rating import given_for
from pytest_cookie.records.people_answers import PeopleAnswers
from pytest_cookie.reporting.text.quantities import NOTHING, score
from pytest_cookie.stats.agreement import RatedItem, join_opinions
from pytest_cookie.stats.preferences import preference

_MOST_RATERS = 30
_MOST_OTHERS = 30
_PREFERS = {1: "this one", 0: "neither", -1: "the other"}


@dataclass(frozen=True)
class RatedScore:
    """A score: the judge's, as points of the people's scale too, and what people gave."""

    title: str
    judge: str
    judge_points: str
    people: str
    raters: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PairPreference:
    """Another artifact of the query: which one the judge prefers, and how many people prefer which."""

    model: str
    judge: str
    this: int
    neither: int
    other: int


@dataclass(frozen=True)
class PeopleOnItem:
    """`conclusions`: how well the judge agrees with people over the whole run."""

    scores: tuple[RatedScore, ...]
    preferences: tuple[PairPreference, ...]
    conclusions: tuple[str, ...]


def people_on_item(
    answers: PeopleAnswers | None, record: Record, members: Sequence[Record], scores: ScoreSet
) -> PeopleOnItem | None:
    """The answers about `record`, one of the query's `members`; None if there are none."""
    if answers is None:
        return None
    rated, _ = join_opinions(list(members), answers.opinions_on(record.case))
    own = next((item for item in rated if item.record.folder == record.folder), None)
    if own is None:
        return None
    told = tuple(one for spec in scores for one in _scores(own, spec, answers))
    others = [item for item in rated if item is not own and item.record.mode == record.mode]
    return PeopleOnItem(told, tuple(_preferences(own, others, scores))[:_MOST_OTHERS], answers.conclusions)


def _scores(own: RatedItem, spec: ScoreSpec, answers: PeopleAnswers) -> Iterator[RatedScore]:
    value = score_of(own.record, spec)
    on_scale = None if value is None else answers.scale.from_percent(spec.percent(value))
    for given_as, given in given_for(spec.id, own.opinions):
        mean, is_points = f"{fmean(one for _, one in given):.1f}", given_as == "points"
        yield RatedScore(
            title=spec.title,
            judge=score(value, spec.digits),
            judge_points=f"{on_scale:.1f} of {answers.high:g}" if is_points and on_scale is not None else "",
            people=f"{mean} of {answers.high:g}" if is_points else f"rank {mean}",
            raters=tuple((rater or "someone", f"{one:g}") for rater, one in given)[:_MOST_RATERS],
        )


def _preferences(own: RatedItem, others: Sequence[RatedItem], scores: ScoreSet) -> Iterator[PairPreference]:
    """By the score that ranks, or the first other one that people rated."""
    spec = next((spec for spec in (scores.ranking, *scores) if own.values(spec.id)), None)
    if spec is None:
        return
    mine, judged = own.values(spec.id), score_of(own.record, spec)
    for item in others:
        theirs, other = item.values(spec.id), score_of(item.record, spec)
        votes = [preference(mine[rater], theirs[rater]) for rater in mine.keys() & theirs.keys()]
        if votes:
            prefers = NOTHING
            if judged is not None and other is not None:
                prefers = _PREFERS[preference(spec.sign * judged, spec.sign * other)]
            yield PairPreference(item.record.model, prefers, votes.count(1), votes.count(0), votes.count(-1))
