"""The scores of every judge of a run, and their comparison with people: overall, by domain, and by ablation."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pytest_cookie.annotation.ratings import ArtifactRatings
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.records.files import read_model
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.judge_match import JudgeMatch, judge_match
from pytest_cookie.stats.preferences import Query, Rated

Key = tuple[str, str, str, int]
JudgeScores = dict[str, dict[Key, dict[str, float]]]
"""By judge and item: the scores as percent of their range, more is better."""


class ScoredMatch(FrozenModel):
    """A judge against people in one score; in `match.groups` by domain."""

    judge: str
    score: str
    match: JudgeMatch


def key_of(record: Record) -> Key:
    """The identity of an item."""
    return record.case, record.model, record.mode, record.repeat


class VerdictReader:
    """Reads the verdicts of a run's items, each file once as long as it does not change."""

    def __init__(self, run: RunFolder, scores: ScoreSet) -> None:
        self._run, self._scores = run, scores
        self._read: dict[str, tuple[int, str, dict[str, float]]] = {}

    def scores_of(self, records: Iterable[Record]) -> JudgeScores:
        """The scores of all judges of these items; the record's own judge as in the record, 0 for a failed item."""
        found: JudgeScores = defaultdict(dict)
        for record in records:
            own = {spec.id: score_of(record, spec) for spec in self._scores}
            found[record.judge][key_of(record)] = self._percents(own)
            for judge, scores in self._others(record):
                if judge != record.judge:
                    found[judge][key_of(record)] = scores
        return found

    def _percents(self, scores: dict[str, float | None]) -> dict[str, float]:
        specs = ((self._scores.get(name), value) for name, value in scores.items())
        return {spec.id: spec.percent(value) for spec, value in specs if spec and value is not None}

    def _others(self, record: Record) -> Iterator[tuple[str, dict[str, float]]]:
        try:
            paths = sorted((self._run.item_folder(record) / "verdicts").glob("*.json"))
        except RecordingError:
            return
        for path in paths:
            try:
                changed = path.stat().st_mtime_ns
                name = str(path)
                if self._read.get(name, (0,))[0] != changed:
                    verdict = read_model(path, Verdict)
                    self._read[name] = changed, verdict.judge, self._percents(dict(verdict.scores))
            except (OSError, RecordingError):
                continue
            yield self._read[name][1:]


def score_named(name: str, scores: ScoreSet) -> ScoreSpec:
    """The protocol's score that people's `name` is compared with: the same id, or the one that ranks."""
    return scores.get(name) or scores.ranking


def queries_of(
    ratings: Sequence[ArtifactRatings], scores: ScoreSet, judged: dict[Key, dict[str, float]]
) -> dict[str, tuple[list[Query], list[str]]]:
    """By score: the queries with people's values and the judge's scores, and the domain of each query.

    Values of one rater are only compared within a form's tasks of one query, places and preferences within their task:
    there a rater counts as another one in each task. All pairs of a query stay together, because they are correlated.
    """
    people: dict[tuple[str, tuple[object, ...]], dict[Key, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    domains: dict[Key, str] = {}
    for rating in ratings:
        spec = score_named(rating.score, scores)
        rater = rating.rater if rating.kind == "points" else f"{rating.rater}\0{rating.task}"
        for record, value in rating.better:
            query = (rating.form, record.case, record.mode, record.repeat, rating.kind, rating.low, rating.high)
            people[spec.id, query][key_of(record)][rater] = value
            domains[key_of(record)] = record.domain
    found: dict[str, tuple[list[Query], list[str]]] = {}
    for (score, _), items in people.items():
        rated = [
            Rated(key[1], judged[key][score], given) for key, given in items.items() if score in judged.get(key, {})
        ]
        if len(rated) > 1:
            queries, groups = found.setdefault(score, ([], []))
            queries.append(rated)
            groups.append(domains[next(iter(items))])
    return found


def match_judges(
    ratings: Sequence[ArtifactRatings], scores: ScoreSet, judged: JudgeScores, *, tie: float, seed: int
) -> list[ScoredMatch]:
    """Every judge in every score that people rated, the ranking score first."""
    found = []
    for judge in sorted(judged):
        queries = queries_of(ratings, scores, judged[judge])
        for spec in sorted(scores, key=lambda spec: not spec.ranks):
            if spec.id in queries:
                match = judge_match(*queries[spec.id], tie=tie, seed=seed)
                if match.pairs:
                    found.append(ScoredMatch(judge=judge, score=spec.id, match=match))
    return found
