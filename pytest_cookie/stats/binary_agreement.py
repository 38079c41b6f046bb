"""How well yes-or-no decisions agree with the truth: accuracy, balanced accuracy, precision, recall, F1, κ."""

from collections.abc import Iterable

from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.stats.interval import Interval, wilson_interval
from pytest_cookie.stats.kappa import cohen_kappa


class BinaryAgreement(FrozenModel):
    """Decisions against the truth. A ratio without a denominator is null."""

    true_positives: Count
    """Yes, and true."""
    false_positives: Count
    """Yes, but not true."""
    false_negatives: Count
    """No, but true."""
    true_negatives: Count
    """No, and not true."""
    accuracy: Interval
    """Share of right decisions, with Wilson's interval."""
    balanced_accuracy: float | None
    """Mean of the share of right decisions among true and among untrue cases."""
    precision: float | None
    """Share of true cases among those decided as yes."""
    recall: float | None
    """Share of true cases that were decided as yes."""
    f1: float | None
    """Harmonic mean of precision and recall."""
    kappa: float | None
    """Cohen's κ."""


def compare_decisions(pairs: Iterable[tuple[bool, bool]]) -> BinaryAgreement:
    """Compare `(decided, true)` pairs."""
    listed = list(pairs)
    hits = listed.count((True, True))
    false_alarms, misses = listed.count((True, False)), listed.count((False, True))
    rejections = listed.count((False, False))
    recall, specificity = _ratio(hits, hits + misses), _ratio(rejections, rejections + false_alarms)
    balanced = None if recall is None or specificity is None else (recall + specificity) / 2
    return BinaryAgreement(
        true_positives=hits,
        false_positives=false_alarms,
        false_negatives=misses,
        true_negatives=rejections,
        accuracy=wilson_interval(hits + rejections, len(listed)) if listed else _EMPTY,
        balanced_accuracy=balanced,
        precision=_ratio(hits, hits + false_alarms),
        recall=recall,
        f1=_ratio(2 * hits, 2 * hits + false_alarms + misses),
        kappa=cohen_kappa(listed),
    )


_EMPTY = Interval(mean=None, low=None, high=None, n=0)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
