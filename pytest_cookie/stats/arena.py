"""A run's order of models against people's, such as an arena's (ArtifactsBench, section 4.4)."""

from collections.abc import Mapping

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.stats.ranks import footrule_agreement, spearman


class ArenaAgreement(FrozenModel):
    """How far two orders of models agree."""

    models: tuple[str, ...]
    """Models that both have."""
    missing: tuple[str, ...]
    """Models of the run that the arena lacks."""
    footrule: float | None
    """Normalized footrule consistency: 1 for equal orders, 0 for opposite ones. Null for fewer than two models."""
    spearman: float | None
    """Spearman's ρ."""


def arena_agreement(scores: Mapping[str, float], arena: Mapping[str, float]) -> ArenaAgreement:
    """Compare models by two values that are better when higher. Names must be equal, apart from case."""
    known = {name.casefold(): value for name, value in arena.items()}
    common = sorted(name for name in scores if name.casefold() in known)
    ours, theirs = [scores[name] for name in common], [known[name.casefold()] for name in common]
    return ArenaAgreement(
        models=tuple(common),
        missing=tuple(sorted(scores.keys() - set(common))),
        footrule=footrule_agreement(ours, theirs),
        spearman=spearman(ours, theirs),
    )
