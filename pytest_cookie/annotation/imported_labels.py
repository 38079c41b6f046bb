"""Labels of Interaction2Code as answers: usability and failures of each interaction, preferences of each page."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path

from pytest_cookie.annotation.expand import interaction_id
from pytest_cookie.annotation.form import TIE
from pytest_cookie.annotation.imported_answers import (
    FIRST,
    SECOND,
    Imported,
    Vote,
    add_answer,
    add_preference,
    pair_tasks,
    tasks_of,
)
from pytest_cookie.annotation.study import Study
from pytest_cookie.annotation.task import Task
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.interaction2code import ID_PREFIX
from pytest_cookie.protocols.interaction2code.human.labels import HumanLabel, Preference, read_labels

_SIGNS: Mapping[Preference, int] = {"win": 1, "tie": 0, "lose": -1}


def import_labels(path: Path, study: Study, against: str = "") -> Imported:
    """Import the labels of a file, read as `rebuilds` reads them. `against` is the baseline of the preferences.

    The prompt is the rater's name. A page is preferred if more of its interactions are. Raises `UsageError`.
    """
    labels = read_labels(path)
    rated = [label for label in labels if label.usable is not None or label.failure is not None]
    compared = [label for label in labels if label.preference is not None]
    if compared and not against:
        raise UsageError(f"{path}: a comparison needs --against for the baseline")
    found = [_add_ratings(path, rated, study)] if rated else []
    found += [_add_preferences(path, compared, study, against)] if compared else []
    kind = " and ".join(part.kind for part in found)
    return Imported(kind, sum(part.stored for part in found), sum(part.unmatched for part in found))


def _add_ratings(path: Path, labels: Sequence[HumanLabel], study: Study) -> Imported:
    tasks: dict[tuple[str, str], list[Task]] = defaultdict(list)
    for task in tasks_of(study, "usability"):
        for named in product(_cases_of(task), _models_of(task)):
            tasks[named].append(task)
    values: dict[tuple[str, str], dict[str, object]] = defaultdict(dict)
    unmatched = 0
    for label in labels:
        possible = tasks.get((label.page, label.model), [])
        found = possible[0] if len(possible) == 1 else None  # of several modes or repeats it could be about any
        given = _answers(label, {question.id for question in study.questions(found)}) if found else {}
        unmatched += not given
        if found and given:
            values[found.id, label.prompt] |= given
    for (name, prompt), answers in values.items():
        add_answer(study, study.tasks[name], answers, prompt, f"{path.name}\0{prompt}")
    return Imported("usability and failures", len(values), unmatched)


def _cases_of(task: Task) -> Iterable[str]:
    """Names of the page: the id of the case, and its published number."""
    return {task.case, task.case.removeprefix(ID_PREFIX)}


def _models_of(task: Task) -> Iterable[str]:
    model = task.records[0].model
    return {model, model.rpartition("/")[2]}


def _answers(label: HumanLabel, questions: set[str]) -> dict[str, object]:
    """The answers about one interaction. A case without a list of interactions has one."""
    given: dict[str, object] = {}
    if label.usable is not None:
        given["usable"] = "usable" if label.usable else "unusable"
    if label.failure not in (None, "unknown"):
        given["failures"] = [] if label.failure == "none" else [label.failure]
    numbered = {interaction_id(name, label.interaction): value for name, value in given.items()}
    plain = given if label.interaction == 1 else {}
    return {name: value for name, value in (numbered | plain).items() if name in questions}


def _add_preferences(path: Path, labels: Sequence[HumanLabel], study: Study, against: str) -> Imported:
    pairs = pair_tasks(study)
    names = {name: model for _, *models in pairs for model in models for name in (model.rpartition("/")[2], model)}
    balance: dict[tuple[str, str, str], int] = defaultdict(int)
    for label in labels:
        if label.preference:
            balance[label.page, label.model, label.prompt] += _SIGNS[label.preference]
    stored = 0
    for (page, model, prompt), wins in balance.items():
        winner = FIRST if wins > 0 else SECOND if wins < 0 else TIE
        two = (names.get(model, model), names.get(against, against))
        cases = (page, f"{ID_PREFIX}{page}")
        votes = (Vote(case, *two, winner) for case in cases)
        stored += any(add_preference(study, pairs, vote, prompt, path.name) for vote in votes)
    return Imported("preferences", stored, len(balance) - stored)
