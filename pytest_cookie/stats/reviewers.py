"""Agreement of the people who review checklists before they are used (ArtifactsBench, section 2.2: κ ≥ 0.8)."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.alpha import krippendorff_alpha
from pytest_cookie.stats.kappa import cohen_kappa

ENOUGH = 0.8
"""The κ that reviewers must reach."""


class ReviewerAgreement(FrozenModel):
    """Agreement of two or more reviewers on the same subjects."""

    reviewers: int
    """Number of reviewers."""
    subjects: int
    """Subjects with at least two labels."""
    same: float | None
    """Share of equal labels over all pairs of labels of one subject. Null without such a pair."""
    kappa: float | None
    """Cohen's κ, the mean over all pairs of reviewers that have one. Null without such a pair."""
    lowest_kappa: float | None
    """The lowest κ of a pair."""
    alpha: float | None
    """Krippendorff's α for nominal labels, which allows gaps."""
    labels: dict[str, int] = {}
    """How often each label was given to these subjects."""

    @property
    def is_enough(self) -> bool:
        """Whether the mean κ reaches the paper's 0.8."""
        return self.kappa is not None and self.kappa >= ENOUGH

    @property
    def is_low_by_prevalence(self) -> bool:
        """Whether κ is below 0.8 only because one of two labels is rare."""
        return len(self.labels) == 2 and not self.is_enough and self.prevalence_adjusted >= ENOUGH

    @property
    def prevalence_adjusted(self) -> float:
        """The κ of the same share of equal labels if two labels were equally frequent, 2 · `same` − 1.

        PABAK: Byrt, Bishop and Carlin, "Bias, prevalence and kappa", J. Clin. Epidemiol. 46 (1993), 423–429.
        """
        return 2 * (self.same or 0.0) - 1


def reviewer_agreement(labels: Mapping[str, Mapping[str, str]]) -> ReviewerAgreement:
    """From labels by reviewer and subject. A subject counts for a pair if both reviewers labelled it."""
    kappas = [
        value
        for one, other in combinations(sorted(labels), 2)
        if (value := cohen_kappa((labels[one][s], labels[other][s]) for s in labels[one].keys() & labels[other].keys()))
        is not None
    ]
    numbers = {
        label: float(index) for index, label in enumerate(sorted({x for m in labels.values() for x in m.values()}))
    }
    subjects = sorted({subject for of_reviewer in labels.values() for subject in of_reviewer})
    units = [[numbers[given[subject]] for given in labels.values() if subject in given] for subject in subjects]
    shared = [
        given for subject in subjects if len(given := [of[subject] for of in labels.values() if subject in of]) > 1
    ]
    equal = [float(one == other) for unit in units for one, other in combinations(unit, 2)]
    return ReviewerAgreement(
        reviewers=len(labels),
        subjects=len(shared),
        same=fmean(equal) if equal else None,
        kappa=fmean(kappas) if kappas else None,
        lowest_kappa=min(kappas, default=None),
        alpha=krippendorff_alpha(units, "nominal"),
        labels=dict(Counter(label for given in shared for label in given)),
    )
