"""Difficulty after the fact: tasks in tiers by the scores of many models (ArtifactsBench, section 2.2)."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import fmean

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.labels import TIERS, Tier
from pytest_cookie.stats.kappa import cohen_kappa

SHARES = (0.30, 0.40, 0.30)
"""Easy, medium, hard: the paper's target."""
_TIER_NUMBERS = {tier: number for number, tier in enumerate(TIERS)}


class TierStability(FrozenModel):
    """How far the tiers depend on one family of models."""

    family: str
    """The family that was left out."""
    models: int
    """Number of models that remained."""
    unchanged: float
    """Share of tasks that keep their tier, 0 to 1."""
    kappa: float | None
    """Quadratically weighted κ of the tiers with and without the family."""
    far_moved: tuple[str, ...]
    """Tasks that go from easy to hard, or back."""


def assign_tiers(scores: Mapping[str, Mapping[str, float]], shares: Sequence[float] = SHARES) -> dict[str, Tier]:
    """The tier of each task from scores by model and task: the tasks with the highest mean are easy.

    The number of tasks in a tier is rounded to the nearest; equal means are ordered by the task's name, so that the
    result does not depend on the order of the input. A task counts with the models that have a score for it. Raises
    `ValueError` unless the shares are three that add up to 1.
    """
    if len(shares) != len(TIERS) or not abs(sum(shares) - 1) <= 1e-9 or min(shares) < 0:  # also for NaN
        raise ValueError(f"needs three shares that add up to 1, not {tuple(shares)}")
    means = _means(scores)
    order = sorted(means, key=lambda task: (-means[task], task))
    easy = round(shares[0] * len(order))
    hard = len(order) - round((shares[0] + shares[1]) * len(order))
    tiers: dict[str, Tier] = dict.fromkeys(order, "medium")
    tiers |= dict.fromkeys(order[:easy], "easy")
    tiers |= dict.fromkeys(order[len(order) - hard :], "hard")
    return tiers


def leave_family_out(
    scores: Mapping[str, Mapping[str, float]], families: Mapping[str, str], shares: Sequence[float] = SHARES
) -> tuple[TierStability, ...]:
    """The stability of the tiers when one family of models is left out, for each family, by name.

    `families` maps each model to its family; a model without an entry is a family of its own. A family is skipped if no
    model remains without it.
    """
    whole = assign_tiers(scores, shares)
    members: dict[str, set[str]] = defaultdict(set)
    for model in scores:
        members[families.get(model, model)].add(model)
    return tuple(
        _stability(family, whole, {model: scores[model] for model in scores if model not in left_out}, shares)
        for family, left_out in sorted(members.items())
        if len(left_out) < len(scores)
    )


def _stability(
    family: str, whole: Mapping[str, Tier], rest: Mapping[str, Mapping[str, float]], shares: Sequence[float]
) -> TierStability:
    tiers = assign_tiers(rest, shares)
    common = sorted(whole.keys() & tiers.keys())
    numbers = [(_TIER_NUMBERS[whole[task]], _TIER_NUMBERS[tiers[task]]) for task in common]
    return TierStability(
        family=family,
        models=len(rest),
        unchanged=sum(one == other for one, other in numbers) / len(numbers) if numbers else 0.0,
        kappa=cohen_kappa(numbers, lambda one, other: float((one - other) ** 2)),
        far_moved=tuple(task for task, (one, other) in zip(common, numbers, strict=True) if abs(one - other) > 1),
    )


def _means(scores: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    by_task: dict[str, list[float]] = defaultdict(list)
    for of_model in scores.values():
        for task, score in of_model.items():
            by_task[task].append(score)
    return {task: fmean(found) for task, found in by_task.items()}
