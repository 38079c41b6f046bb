"""Which pairs are run: every baseline artifact with every applicable mutation operator, or a random selection."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.baseline_artifacts import BASELINE, assign_half
from pytest_cookie.calibration.mutant import MUTANT_PREFIX, make_mutant
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.stats.calibration import HALVES

FAST = 60
"""The number of pairs with `--fast`."""
FAST_ARTIFACTS = 4
"""The number of baseline artifacts with `--fast`; each of them is run, too."""
_SMALL = frozenset(("login-page-just-that", "enlever-les-doublons"))
"""Pages for briefs of one line: few operators find something to change in them."""
SLOW = _SMALL | frozenset(
    (
        "qingyu-air-monitor", "camera-rental-desk", "samgyodae-duty-calendar", "class-photo-mask", "bike-share-ops",
        "plano-de-acequias", "moth-and-lanterns", "coupled-pendulums",
    )
)  # fmt: skip
"""Samples that take longer to explore or give few pairs; `--fast` prefers the other four, two of each half."""


@dataclass(frozen=True)
class Pair:
    """A baseline artifact and a mutant of it."""

    case: Case
    operator: MutationOperator
    mutant: Mutant


@dataclass(frozen=True)
class Task:
    """One item to run: a baseline artifact (`operator` is ""), or its mutant by the operator with this id."""

    case: Case
    operator: str
    seed: int
    repeat: int = 1

    @property
    def key(self) -> ItemKey:
        """Its key in the records."""
        model = f"{MUTANT_PREFIX}{self.operator}" if self.operator else BASELINE
        return ItemKey(case=self.case.id, model=model, mode="html", repeat=self.repeat)

    @property
    def folder(self) -> str:
        """Its path below the folder of all items. Another seed makes another mutant."""
        name = f"{self.operator}-s{self.seed}" if self.operator else BASELINE
        return f"items/{self.case.id}/{name}/html/{self.repeat}"


def find_pairs(
    cases: Sequence[Case],
    pages: Sequence[ArtifactPage],
    *,
    seed: int,
    operators: Sequence[MutationOperator] = MUTATION_OPERATORS,
) -> tuple[Pair, ...]:
    """All pairs whose mutant has different files than its baseline artifact."""
    return tuple(
        Pair(case, operator, mutant)
        for case, page in zip(cases, pages, strict=True)
        for operator in operators
        if (mutant := make_mutant(case, page, operator, seed)) is not None
    )


def draw_pairs(pairs: Sequence[Pair], count: int, *, seed: int) -> tuple[Pair, ...]:
    """`count` random pairs, as evenly over the operators as possible, in their original order."""
    by_operator: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_operator[pair.operator.id].append(pair)
    rng = Random(f"{seed}:pairs")
    operators = sorted(by_operator)
    rng.shuffle(operators)
    for operator in operators:
        rng.shuffle(by_operator[operator])
    rounds = max(map(len, by_operator.values()), default=0)
    dealt = [
        by_operator[operator][turn]
        for turn in range(rounds)
        for operator in operators
        if turn < len(by_operator[operator])
    ]
    chosen = {(pair.case.id, pair.operator.id) for pair in dealt[:count]}
    return tuple(pair for pair in pairs if (pair.case.id, pair.operator.id) in chosen)


def limit_artifacts(pairs: Sequence[Pair], count: int, *, seed: int) -> tuple[Pair, ...]:
    """The pairs of `count` random artifacts, evenly from both halves, slow samples last."""
    rng = Random(f"{seed}:artifacts")
    halves = [sorted({pair.case.id for pair in pairs if assign_half(pair.case) == half}) for half in HALVES]
    for ids in halves:
        rng.shuffle(ids)
        ids.sort(key=lambda one: one in SLOW)
    chosen = [one for turn in zip_longest(*halves) for one in turn if one is not None][:count]
    return tuple(pair for pair in pairs if pair.case.id in chosen)


def list_tasks(pairs: Sequence[Pair], *, seed: int, repeats: int) -> Iterator[Task]:
    """The items that these pairs need: each baseline artifact, then its mutants, once per repeat."""
    for case in {pair.case.id: pair.case for pair in pairs}.values():
        operators = ["", *(pair.operator.id for pair in pairs if pair.case.id == case.id)]
        for operator in operators:
            for repeat in range(1, repeats + 1):
                yield Task(case, operator, seed, repeat)
