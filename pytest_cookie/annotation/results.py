"""The results page: progress, agreement of people, judges against people. Computed again at every request."""

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, median

from pytest_cookie.annotation.answer import differ
from pytest_cookie.annotation.form import Form
from pytest_cookie.annotation.imports import read_rankings
from pytest_cookie.annotation.judges import ScoredMatch, VerdictReader, key_of, match_judges, queries_of
from pytest_cookie.annotation.ratings import (
    INDEPENDENT,
    ArtifactRatings,
    QuestionRatings,
    artifact_ratings,
    question_ratings,
)
from pytest_cookie.annotation.store import Answer
from pytest_cookie.annotation.study import Study
from pytest_cookie.core.record import Record
from pytest_cookie.core.score import score_of
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.wording import count
from pytest_cookie.stats.arena import arena_agreement
from pytest_cookie.stats.judge_match import people_match
from pytest_cookie.stats.rater_agreement import RaterReliability, rater_agreement, rater_reliabilities

MOST_DISPUTED = 12
Row = dict[str, object]


class StudyResults:
    """The results of a study. `tie` is the largest difference of a judge's scores that counts as a tie, in percent."""

    def __init__(
        self, study: Study, records: Sequence[Record], scores: ScoreSet, verdicts: VerdictReader, tie: float = 0.0
    ) -> None:
        self._study, self._records, self._scores = study, records, scores
        self._verdicts, self._tie = verdicts, tie

    def artifact_ratings(self, form: str | None = None) -> list[ArtifactRatings]:
        """People's answers about artifacts, in all forms or one."""
        study = self._study
        return artifact_ratings(study.store.answers(form), study.tasks, study.forms, study.questions)

    def judge_matches(self) -> list[ScoredMatch]:
        """All judges of the run against people."""
        ratings = self.artifact_ratings()
        rated = {one[0].folder: one[0] for rating in ratings for one in rating.values}
        judged = self._verdicts.scores_of(rated.values())
        return match_judges(ratings, self._scores, judged, tie=self._tie, seed=self._study.design.seed)

    def payload(self) -> Row:
        """Everything, as JSON."""
        study = self._study
        by_form = {form: study.store.answers(form) for form in study.forms}
        return {
            "progress": [self._progress(form, by_form[form.id]) for form in study.forms.values()],
            "forms": [self._form(form, by_form[form.id]) for form in study.forms.values() if by_form[form.id]],
            "judge": self._judges(),
        }

    def _progress(self, form: Form, answers: Sequence[Answer]) -> Row:
        study = self._study
        tasks = [task for task in study.tasks.values() if task.form == form.id]
        given = Counter(
            answer.task for answer in answers if answer.role in ("main", "calibration") and not answer.skipped
        )
        complete = sum(given[task.id] >= study.design.overlap for task in tasks)
        return {
            "title": form.title, "tasks": len(tasks), "complete": complete,
            "answers": sum(answer.role not in ("practice", "check") and not answer.skipped for answer in answers),
            "disputed": len(self.disputed(form, answers)), "seconds": _median_seconds(answers),
        }  # fmt: skip

    def disputed(self, form: Form, answers: Sequence[Answer]) -> list[str]:
        """The tasks on which raters differ and no third one has decided."""
        by_task: dict[str, list[Answer]] = {}
        for answer in answers:
            if answer.task in self._study.tasks and not answer.skipped and answer.role != "import":
                by_task.setdefault(answer.task, []).append(answer)
        found = []
        for name, group in by_task.items():
            questions = self._study.questions(self._study.tasks[name])
            is_open = not any(answer.role == "arbitration" for answer in group)
            if is_open and any(differ(form, questions, group[0].values, answer.values) for answer in group[1:]):
                found.append(name)
        return found

    def _form(self, form: Form, answers: Sequence[Answer]) -> Row:
        study = self._study
        asked = question_ratings(answers, study.tasks, study.questions)
        rows = []
        for question in asked:
            found = rater_agreement(question.ratings, question.level, seed=study.design.seed)
            rows.append({"label": question.label} | found.model_dump(mode="json"))
        return {
            "title": form.title, "questions": rows, "pairwise": self._pairwise(form.id),
            "raters": _raters(asked, answers), "disputed": self._most_disputed(asked),
        }  # fmt: skip

    def _pairwise(self, form: str) -> Row | None:
        ratings = [rating for rating in self.artifact_ratings(form) if rating.score == "total"]
        nobody = {key_of(record): {self._scores.ranking.id: 0.0} for record in self._records}
        queries = queries_of(ratings, self._scores, nobody)
        if not queries:
            return None
        match = people_match(next(iter(queries.values()))[0], seed=self._study.design.seed)
        return match.model_dump(mode="json") if match.pairs else None

    def _most_disputed(self, asked: Sequence[QuestionRatings]) -> list[Row]:
        shares: dict[str, list[tuple[float, int]]] = {}
        raters: dict[str, set[str]] = {}
        for question in asked:
            for unit, given in question.ratings.items():
                values = Counter(given.values())
                n = values.total()
                if n > 1:
                    equal = sum(times * (times - 1) for times in values.values()) / 2
                    shares.setdefault(unit.partition(":")[0], []).append((equal, n * (n - 1) // 2))
                    raters.setdefault(unit.partition(":")[0], set()).update(given)
        rows = []
        for name, counts in shares.items():
            task = self._study.tasks[name]
            share = sum(equal for equal, _ in counts) / sum(pairs for _, pairs in counts)
            is_brief = self._study.forms[task.form].layout == "brief"
            title = task.case if is_brief else f"{task.case} · {', '.join(record.model for record in task.records)}"
            row: Row = {"task": title, "raters": len(raters[name])}
            rows.append((share, row | {"same": {"mean": share, "low": None, "high": None, "n": len(counts)}}))
        return [row for share, row in sorted(rows, key=lambda pair: pair[0]) if share < 1][:MOST_DISPUTED]

    def _judges(self) -> Row:
        found = self.judge_matches()
        columns = [f"{scored.judge} · {scored.score}" for scored in found]
        domains = sorted({group for scored in found for group in scored.match.groups})
        return {
            "judges": [
                {"judge": scored.judge, "score": scored.score} | scored.match.model_dump(mode="json")
                for scored in found
            ],
            "columns": columns,
            "missing": "" if found else self._why_no_pair(),
            "domains": [{"domain": name, "match": [_mean_in(name, scored) for scored in found]} for name in domains],
            "arena": self._arena(),
        }

    def _why_no_pair(self) -> str:
        """What a comparison of judges with people lacks."""
        ratings = len({(rating.task, rating.rater) for rating in self.artifact_ratings()})
        if not ratings:
            return "Nobody has given points, ranks or preferences yet."
        return (
            f"{count(ratings, 'answer')} with points, ranks or preferences, but no pair to compare: one person has to "
            "rate two artifacts of the same case that the judge scored, such as those of two models."
        )

    def _arena(self) -> list[Row]:
        """The order of models by the run's ranking score against imported rankings."""
        spec = self._scores.ranking
        rows: list[Row] = []
        for name, ranking in read_rankings(self._study.store).items():
            means: dict[str, list[float]] = {}
            for record in self._records:
                score = score_of(record, spec)
                if score is not None:
                    means.setdefault(record.model, []).append(spec.percent(score))
            found = arena_agreement({model: fmean(values) for model, values in means.items()}, ranking)
            if found.footrule is not None:
                own: Row = {"footrule": found.footrule, "spearman": found.spearman}
                rows.append({"name": name, "models": len(found.models)} | own)
        return rows


def _mean_in(domain: str, found: ScoredMatch) -> float | None:
    return found.match.groups[domain].mean if domain in found.match.groups else None


def _median_seconds(answers: Sequence[Answer]) -> float | None:
    times = [answer.seconds for answer in answers if answer.seconds and answer.role in INDEPENDENT]
    return median(times) if times else None


def _task_of(unit: str) -> str:
    """The task of a pooled unit: the answers to its questions are correlated."""
    return unit.partition("\0")[2].partition(":")[0]


def _raters(asked: Sequence[QuestionRatings], answers: Sequence[Answer]) -> list[Row]:
    """Agreement over all questions together, as nominal answers; time and attention checks."""
    level = asked[0].level if len(asked) == 1 else "nominal"
    pooled = {f"{question.id}\0{unit}": given for question in asked for unit, given in question.ratings.items()}
    reliabilities = rater_reliabilities(pooled, level, cluster=_task_of)
    known: dict[str, RaterReliability] = {reliability.rater: reliability for reliability in reliabilities}
    rows: list[Row] = []
    for rater in dict.fromkeys(answer.rater for answer in answers):
        mine = [answer for answer in answers if answer.rater == rater]
        checks = [answer for answer in mine if answer.role == "check"]
        found = known.get(rater)
        rows.append(
            {
                "rater": rater,
                "answers": sum(answer.role in (*INDEPENDENT, "arbitration") and not answer.skipped for answer in mine),
                "same": found.same.model_dump(mode="json") if found else None,
                "alpha_without": {"mean": found.alpha_without, "low": None, "high": None} if found else None,
                "seconds": _median_seconds(mine), "checks": len(checks),
                "passed": sum(check.values.get("passed") is True for check in checks),
            }
        )  # fmt: skip
    return rows
