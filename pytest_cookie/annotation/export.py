"""The study's answers as files: for `agree` (CSV), `gate` (a number), and other programs (CSV, JSON, JSON lines)."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path

from pytest_cookie.annotation.interaction_labels import FORM, interaction_labels
from pytest_cookie.annotation.judges import score_named
from pytest_cookie.annotation.ratings import ArtifactRatings
from pytest_cookie.annotation.results import StudyResults
from pytest_cookie.annotation.study import Study
from pytest_cookie.core.inert import inert_cell
from pytest_cookie.core.record import Record
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.protocols.interaction2code.human.labels import COLUMNS
from pytest_cookie.records.files import write_text

ANSWERS_CSV, ANSWERS_JSON, PREFERENCES, MATCH = "answers.csv", "answers.json", "preferences.jsonl", "judge-match.txt"
INTERACTIONS = "interaction-labels.csv"
_KEYS = ("case", "model", "mode")
"""Columns that `agree` compares with the records of the run."""
_CSV, _JSON, _TEXT = "text/csv", "application/json", "text/plain"


class StudyExport:
    """The files of a study by name. `prompt` is that of a run of Interaction2Code."""

    def __init__(self, study: Study, results: StudyResults, scores: ScoreSet, prompt: str = "") -> None:
        self._study, self._results, self._scores, self._prompt = study, results, scores, prompt

    def names(self) -> list[str]:
        """The files that have content now."""
        human = [f"human-{form}.csv" for form in self._study.forms if self._results.artifact_ratings(form)]
        match = [MATCH] if self._match() is not None else []
        labels = [INTERACTIONS] if FORM in self._study.forms else []
        return [*human, ANSWERS_CSV, ANSWERS_JSON, PREFERENCES, *labels, *match]

    def file(self, name: str) -> tuple[str, str]:
        """Media type and content of a file. Raises `KeyError`."""
        if name not in self.names():
            raise KeyError(name)
        if name.startswith("human-"):
            return _CSV, self._human(name.removeprefix("human-").removesuffix(".csv"))
        made: Mapping[str, tuple[str, Callable[[], str]]] = {
            ANSWERS_CSV: (_CSV, self._answers_csv),
            ANSWERS_JSON: (_JSON, self._answers_json),
            PREFERENCES: (_JSON, self._preferences),
            INTERACTIONS: (_CSV, self._interaction_labels),
            MATCH: (_TEXT, lambda: f"{self._match():.6f}\n"),
        }
        kind, content = made[name]
        return kind, content()

    def write(self, folder: Path) -> list[Path]:
        """Write all files."""
        paths = [folder / name for name in self.names()]
        for path in paths:
            write_text(path, self.file(path.name)[1])
        return paths

    def scale(self, form: str) -> tuple[float, float] | None:
        """The ends of the points in `human-<form>.csv`; None for ranks."""
        return next(
            ((rating.low, rating.high) for rating in self._results.artifact_ratings(form) if rating.kind == "points"),
            None,
        )

    def _human(self, form: str) -> str:
        """A line per artifact and rater, as `agree` reads it."""
        ratings = self._results.artifact_ratings(form)
        cells: dict[tuple[str, str, str, int, str], dict[str, float]] = defaultdict(dict)
        for one in [*(r for r in ratings if r.kind == "points"), *ranks_of([r for r in ratings if r.kind == "ranks"])]:
            column = score_named(one.score, self._scores).id + ("" if one.kind == "points" else "_rank")
            for record, value in one.values:
                cells[record.case, record.model, record.mode, record.repeat, one.rater][column] = value
        columns = sorted({column for row in cells.values() for column in row})
        head = ["case", "model", "mode", "repeat", "rater", *columns]
        return _table(head, ([*key, *(row.get(column, "") for column in columns)] for key, row in cells.items()))

    def _answers_csv(self) -> str:
        head = ["form", "case", "models", "mode", "repeat", "rater", "role", "question", "answer"]
        head += ["note", "seconds", "skipped", "at"]
        rows = []
        for answer in self._study.store.answers():
            if task := self._study.tasks.get(answer.task):
                first, models = task.records[0], " | ".join(record.model for record in task.records)
                before = [answer.form, task.case, models, first.mode, first.repeat, answer.rater, answer.role]
                after = [answer.note, answer.seconds, int(answer.skipped), answer.at]
                given: Iterable[tuple[str, object]] = answer.values.items() or [("", "")]
                rows += [[*before, name, _plain(value), *after] for name, value in given]
        return _table(head, rows)

    def _answers_json(self) -> str:
        rows = []
        for answer in self._study.store.answers():
            task = self._study.tasks.get(answer.task)
            shown = zip(task.slots, task.records, strict=True) if task else ()
            rows.append(vars(answer) | {"artifacts": {slot: _name(record) for slot, record in shown}})
        design = self._study.design.model_dump(mode="json")
        return json.dumps({"schema_version": 1, "design": design, "answers": rows}, indent=1, default=str) + "\n"

    def _preferences(self) -> str:
        """Each two artifacts that one rater compared, WebDevJudge-like: label a, b or tie."""
        lines = []
        for rating in self._results.artifact_ratings():
            for (first, a), (second, b) in combinations(rating.better, 2):
                label = "tie" if a == b else "a" if a > b else "b"
                query: dict[str, str | int] = {"case": first.case, "mode": first.mode, "repeat": first.repeat}
                names = query | {"model_a": first.model, "model_b": second.model}
                lines.append(json.dumps(names | {"label": label, "rater": rating.rater, "score": rating.score}))
        return "".join(f"{line}\n" for line in lines)

    def _interaction_labels(self) -> str:
        labels = interaction_labels(self._study, self._prompt or "unknown")
        rows = (one.model_dump(exclude_none=True) for one in labels)
        return _table(COLUMNS, ([_plain(row.get(name, "")) for name in COLUMNS] for row in rows))

    def _match(self) -> float | None:
        """The match rate of the run's judge in the ranking score, for `gate --calibration`; None without one judge."""
        judges = {record.judge for task in self._study.tasks.values() for record in task.records}
        found = [match for match in self._results.judge_matches() if match.score == self._scores.ranking.id]
        own = [scored.match.match.mean for scored in found if scored.judge in judges]
        return own[0] if len(judges) == 1 and own else None


def ranks_of(ratings: Sequence[ArtifactRatings]) -> list[ArtifactRatings]:
    """One ranking per rater and query: preferences between every two artifacts become places by the number of wins.

    A tie is half a win to both. A rater with fewer comparisons than all pairs has no ranking.
    """
    whole = [rating for rating in ratings if len(rating.values) > 2]
    duels: dict[tuple[str, str, str, str, int], list[ArtifactRatings]] = defaultdict(list)
    for rating in ratings:
        if len(rating.values) == 2:
            first = rating.values[0][0]
            duels[rating.rater, rating.score, first.case, first.mode, first.repeat].append(rating)
    for (rater, score, *_), group in duels.items():
        wins: dict[str, float] = defaultdict(float)
        records: dict[str, Record] = {}
        for duel in group:
            (first, a), (second, b) = duel.values
            for record, own, other in ((first, a, b), (second, b, a)):
                records[record.model] = record
                wins[record.model] += 0.5 * (own <= other) + 0.5 * (own < other)
        if len(group) == len(records) * (len(records) - 1) // 2:
            places = [(records[name], 1.0 + sum(other > own for other in wins.values())) for name, own in wins.items()]
            whole.append(ArtifactRatings(score, "ranks", group[0].task, rater, tuple(places)))
    return whole


def _name(record: Record) -> dict[str, str | int]:
    return {"case": record.case, "model": record.model, "mode": record.mode, "repeat": record.repeat}


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A CSV. Spreadsheets do not execute raters' texts as formulas."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow([_inert(name, cell) for name, cell in zip(head, row, strict=True)])
    return file.getvalue()


def _inert(column: str, cell: object) -> object:
    return inert_cell(cell) if isinstance(cell, str) and column not in _KEYS else cell
