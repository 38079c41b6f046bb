"""`interaction_labels`: people's answers of the form `usability`, as `pytest-cookie rebuilds --labels` reads them."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Literal

from pytest_cookie.annotation.study import Study
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS, FailureKind, usability_of
from pytest_cookie.protocols.interaction2code.human.labels import HumanLabel

FORM = "usability"
_ROLES = frozenset({"main", "calibration"})


def interaction_labels(study: Study, prompt: str) -> Iterator[HumanLabel]:
    """A label for each interaction of each rebuilt page, by the majority of its raters.

    `prompt` is that of the run. As many for as against: not usable. A failure is one that most of them name, the worst
    of these; `none` if most name none. A decision between raters who differ stands alone. Repeats of an item count as
    further raters.
    """
    usable: dict[tuple[str, str, int], list[bool]] = defaultdict(list)
    failures: dict[tuple[str, str, int], list[list[FailureKind]]] = defaultdict(list)
    decided = {answer.task for answer in study.store.answers(FORM) if answer.role == "arbitration"}
    for answer in study.store.answers(FORM):
        task = study.tasks.get(answer.task)
        is_wanted = answer.role == "arbitration" if answer.task in decided else answer.role in _ROLES
        if task is None or answer.skipped or not is_wanted:
            continue
        for question, value in answer.values.items():
            name, _, number = question.partition(".")
            key = task.records[0].model, task.case, int(number or 1)
            if name == "usable":
                usable[key].append(value == "usable")
            elif name == "failures" and isinstance(value, list):
                failures[key].append([kind for kind in KINDS if kind in value])
    for key in sorted(usable.keys() | failures.keys()):
        model, page, interaction = key
        votes = usable.get(key, [])
        yield HumanLabel(
            model=model,
            prompt=prompt,
            page=page,
            interaction=interaction,
            usable=sum(votes) * 2 > len(votes) if votes else None,
            failure=_failure_of(failures[key]) if key in failures else None,
        )


def _failure_of(named: list[list[FailureKind]]) -> FailureKind | Literal["none"]:
    """The failure that at least half of the raters name, the worst of several."""
    counts = Counter(kind for kinds in named for kind in kinds)
    most = [kind for kind, times in counts.items() if times * 2 >= len(named)]
    if not most:
        return "none"
    worst: FailureKind = min(most, key=usability_of)
    return worst
