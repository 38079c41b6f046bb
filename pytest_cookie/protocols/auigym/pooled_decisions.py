"""Decisions of judges of pictures against those of checkers, pooled over the tasks of a run (AUI-Gym, Table 6)."""

from collections import defaultdict
from collections.abc import Iterable

from pytest_cookie.core.record import Record
from pytest_cookie.stats.binary_agreement import BinaryAgreement, compare_decisions

DECISION = "task"
"""Name of the classification of a task as done or not."""
CHECKERS = "checkers"
ALWAYS = "always “not done”"
"""The baseline that a judge of pictures must beat: most tasks fail."""
DONE, NOT_DONE = "done", "not done"


def pool_decisions(records: Iterable[Record]) -> dict[str, BinaryAgreement]:
    """The agreement of each judge and of the baseline with the checkers; {} without a judge of pictures."""
    pairs: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for record in records:
        for decision in record.classifications:
            truth = decision.by.get(CHECKERS)
            if decision.name != DECISION or truth is None:
                continue
            for source, answer in decision.by.items():
                if source != CHECKERS:
                    pairs[source].append((answer == DONE, truth == DONE))
    return {source: compare_decisions(listed) for source, listed in pairs.items()}
