"""Imports people's answers from elsewhere: preferences (WebDevJudge, arena votes), Interaction2Code, arena rankings.

Preferences become answers of the form `pairwise`, labels of interactions those of `usability`, by raters named
`import:…`. An answer about an artifact that the run lacks is counted and left out.
"""

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from pytest_cookie.annotation.form import TIE
from pytest_cookie.annotation.imported_answers import FIRST, SECOND, Imported, Vote, add_preference, pair_tasks
from pytest_cookie.annotation.imported_labels import import_labels
from pytest_cookie.annotation.model_ranking_csv import read_model_ranking
from pytest_cookie.annotation.store import AnswerStore
from pytest_cookie.annotation.study import Study
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import MODES
from pytest_cookie.core.parsing import load_json
from pytest_cookie.records.csv_table import read_rows
from pytest_cookie.records.plain_tree import read_bounded_text

MAX_BYTES = 64_000_000
_WINNERS = {
    "a": FIRST, "model_a": FIRST, "left": FIRST, "b": SECOND, "model_b": SECOND, "right": SECOND,
    "tie": TIE, "both": TIE, "tie (bothbad)": TIE, "bothbad": TIE,
}  # fmt: skip
_CASES, _LABELS = ("case", "question_id", "web_id", "id"), ("label", "winner", "preference")
_RATERS = ("rater", "judge", "annotator", "user")
_RANKING = "ranking:"


def import_file(path: Path, study: Study, against: str = "") -> Imported:
    """Import a file by its form. `against` is the baseline of published preferences.

    JSON lines are preferences with a case, `model_a`, `model_b` and `label` (`a`, `b` or `tie`); JSON and CSV with a
    column `interaction` are labels of Interaction2Code; another CSV is a ranking of models (`model`, `rank` or
    `score`). Raises `UsageError`.
    """
    if path.suffix == ".jsonl":
        return _preferences(path, _read(path), study)
    if path.suffix == ".csv" and "interaction" not in next(read_rows(path, MAX_BYTES), (1, []))[1]:
        ranking = read_model_ranking(path)
        study.store.set_fact(f"{_RANKING}{path.stem}", json.dumps(ranking))
        return Imported("ranking of models", len(ranking), 0)
    return import_labels(path, study, against)


def read_rankings(store: AnswerStore) -> dict[str, dict[str, float]]:
    """The imported rankings by name: a value by model, higher is better."""
    return {name: load_json(value) for name, value in store.facts(_RANKING).items()}


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB")
        return read_bounded_text(path, MAX_BYTES, encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not text in UTF-8") from error


def _preferences(path: Path, text: str, study: Study) -> Imported:
    pairs = pair_tasks(study)
    stored: set[tuple[object, ...]] = set()
    unmatched = 0
    nameless: Counter[tuple[object, ...]] = Counter()
    for number, line in enumerate(text.split("\n"), start=1):  # JSON may have other separators of lines in its texts
        if not line.strip():
            continue
        vote, rater = _preference(line, f"{path}:{number}")
        pair = (vote.case, frozenset((vote.first, vote.second)), vote.mode, vote.repeat)
        if not rater:  # somebody else each time
            nameless[pair] += 1
            rater = f"person {nameless[pair]} of {path.stem}"
        if add_preference(study, pairs, vote, rater, f"{path.name}:{number}"):
            stored.add((*pair, rater))
        else:
            unmatched += 1
    return Imported("preferences", len(stored), unmatched)


def _preference(line: str, where: str) -> tuple[Vote, str]:
    """The vote, and its rater, "" if it is not named."""
    try:
        entry = load_json(line)
    except ValueError as error:
        raise UsageError(f"{where}: is not JSON") from error
    if not isinstance(entry, dict):
        raise UsageError(f"{where}: is not a JSON object")
    case, label = _first(entry, _CASES, where), _first(entry, _LABELS, where).lower()
    if label not in _WINNERS:
        raise UsageError(f"{where}: the label must be a, b or tie, not {label[:40]!r}")
    rater = next((str(entry[name]) for name in _RATERS if entry.get(name)), "")
    first, second = (_first(entry, (name,), where) for name in ("model_a", "model_b"))
    mode, repeat = entry.get("mode"), entry.get("repeat")
    if mode is not None and mode not in MODES:
        raise UsageError(f"{where}: the mode must be one of {', '.join(MODES)}, not {str(mode)[:40]!r}")
    if repeat is not None and (isinstance(repeat, bool) or not isinstance(repeat, int)):
        raise UsageError(f"{where}: the repeat must be a whole number, not {str(repeat)[:40]!r}")
    return Vote(case, first, second, _WINNERS[label], mode if isinstance(mode, str) else None, repeat), rater


def _first(entry: Mapping[str, object], names: tuple[str, ...], where: str) -> str:
    for name in names:
        value = entry.get(name)
        if isinstance(value, str | int) and value != "":
            return str(value)
    raise UsageError(f"{where}: has no {' or '.join(names)}")
