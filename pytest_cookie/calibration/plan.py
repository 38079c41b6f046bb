"""Which pairs are run: every good artifact with every family that it can have, or some of them drawn by chance."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.baseline_artifacts import GOOD, half_of
from pytest_cookie.calibration.mutant import TWIN_PREFIX, seeded_twin
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators import FAMILIES
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.stats.calibration import HALVES

FAST = 60
"""Pairs of the small set for daily work."""
FAST_ARTIFACTS = 4
"""Good artifacts of it: each is run, too, whatever pairs it is in."""
SLOW = frozenset(
    (
        "qingyu-air-monitor", "camera-rental-desk", "samgyodae-duty-calendar", "class-photo-mask", "bike-share-ops",
        "plano-de-acequias", "moth-and-lanterns", "coupled-pendulums",
    )
)  # fmt: skip
"""Samples that take longer to explore than the other four, two of each half: they come last into the small set."""


@dataclass(frozen=True)
class Pair:
    """A good artifact and a defect that it can have."""

    case: Case
    family: MutationOperator
    seeded: Mutant


@dataclass(frozen=True)
class Task:
    """One item to run: a good artifact, or its twin with a defect of the family called `family`."""

    case: Case
    family: str
    seed: int
    repeat: int = 1

    @property
    def key(self) -> ItemKey:
        """As the records name it."""
        model = f"{TWIN_PREFIX}{self.family}" if self.family else GOOD
        return ItemKey(case=self.case.id, model=model, mode="html", repeat=self.repeat)

    @property
    def folder(self) -> str:
        """Its place below the folder of all evidence. Another seed is another twin."""
        name = f"{self.family}-s{self.seed}" if self.family else GOOD
        return f"items/{self.case.id}/{name}/html/{self.repeat}"


def possible_pairs(
    cases: Sequence[Case], pages: Sequence[ArtifactPage], *, seed: int, families: Sequence[MutationOperator] = FAMILIES
) -> tuple[Pair, ...]:
    """All pairs whose twin has other files than its good artifact."""
    return tuple(
        Pair(case, family, seeded)
        for case, page in zip(cases, pages, strict=True)
        for family in families
        if (seeded := seeded_twin(case, page, family, seed)) is not None
    )


def drawn(pairs: Sequence[Pair], count: int, *, seed: int) -> tuple[Pair, ...]:
    """`count` of them: from each family as many as from every other, as far as it has so many; in their own order."""
    by_family: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_family[pair.family.id].append(pair)
    chance = Random(f"{seed}:pairs")
    families = sorted(by_family)
    chance.shuffle(families)
    for family in families:
        chance.shuffle(by_family[family])
    rounds = max(map(len, by_family.values()), default=0)
    dealt = [by_family[family][turn] for turn in range(rounds) for family in families if turn < len(by_family[family])]
    chosen = {(pair.case.id, pair.family.id) for pair in dealt[:count]}
    return tuple(pair for pair in pairs if (pair.case.id, pair.family.id) in chosen)


def of_some_artifacts(pairs: Sequence[Pair], count: int, *, seed: int) -> tuple[Pair, ...]:
    """The pairs of `count` artifacts: as many of each half, if there are; by chance, slow samples last."""
    chance = Random(f"{seed}:artifacts")
    halves = [sorted({one.case.id for one in pairs if half_of(one.case) == half}) for half in HALVES]
    for ids in halves:
        chance.shuffle(ids)
        ids.sort(key=lambda one: one in SLOW)
    chosen = [one for turn in zip_longest(*halves) for one in turn if one is not None][:count]
    return tuple(pair for pair in pairs if pair.case.id in chosen)


def tasks_of(pairs: Sequence[Pair], *, seed: int, repeats: int) -> Iterator[Task]:
    """The items that these pairs need: each good artifact, then its twins, once for each repeat."""
    for case in {pair.case.id: pair.case for pair in pairs}.values():
        families = ["", *(pair.family.id for pair in pairs if pair.case.id == case.id)]
        for family in families:
            for repeat in range(1, repeats + 1):
                yield Task(case, family, seed, repeat)
