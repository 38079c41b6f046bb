"""`Check`: everything about one kind of fault. Built-in checks are in `registry.py`, others come from packages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pytest_cookie.core.fact import Fact
from pytest_cookie.exploration.tactic import Tactic
from pytest_cookie.exploration.watch import Watch
from pytest_cookie.judging.rubric.check_results import Find, GradeBy
from pytest_cookie.judging.rubric.finding_kinds import CheckKind, FindingKind


@dataclass(frozen=True)
class Check:
    """A kind of fault: how it is watched for, brought to light, and judged.

    `find` returns the defects, of the given `kinds` only; a kind that several checks report is a `FindingKind`. They
    cost their severity times `weight` of the score of `item`, an item of the rubric by its id; 2 is for wrong results,
    which are worse than none. `grade` measures what is better or worse without being a fault. `watch` and `tactics`
    make new objects for each exploration. A check without a watch reads only what every step has. `reads` are the ids
    of other checks whose facts its watch or tactics read; they watch before it.
    """

    id: str
    item: str
    find: Find
    kinds: tuple[CheckKind | FindingKind, ...]
    weight: float = 1.0
    fact: type[Fact] | None = None
    watch: Callable[[], Watch] | None = None
    tactics: Callable[[], Sequence[Tactic]] = tuple
    grade: GradeBy | None = None
    reads: tuple[str, ...] = ()
