"""Agreement of evaluators on labels such as "this substep passed": shares of equal labels, without chance correction.

Vibe Code Bench, section 6: two evaluators are aligned on a substep if both label it pass or both fail; only substeps
that both have labelled count.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

Labelled = TypeVar("Labelled", bound=Hashable)


@dataclass(frozen=True)
class PairAgreement:
    """Two evaluators: the number of shared labels, and how many of them are equal."""

    left: str
    right: str
    shared: int
    equal: int

    @property
    def share(self) -> float | None:
        """Share of equal labels, 0 to 1; None without a shared one."""
        return self.equal / self.shared if self.shared else None


def agree_pairwise(labels: Mapping[str, Mapping[Labelled, bool]]) -> tuple[PairAgreement, ...]:
    """Every pair of evaluators, in the given order. Labels are by the labelled thing."""
    return tuple(_compare(left, right, labels[left], labels[right]) for left, right in combinations(labels, 2))


def _compare(left: str, right: str, ours: Mapping[Labelled, bool], theirs: Mapping[Labelled, bool]) -> PairAgreement:
    shared = ours.keys() & theirs.keys()
    return PairAgreement(left, right, len(shared), sum(ours[subject] == theirs[subject] for subject in shared))


def pool(pairs: Sequence[PairAgreement]) -> float | None:
    """Share of equal labels over all pairs together; None without a shared label."""
    shared = sum(pair.shared for pair in pairs)
    return sum(pair.equal for pair in pairs) / shared if shared else None
