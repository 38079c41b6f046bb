"""All mutation operators, in order: controls, effects, faults, timing, looks, content."""

from pytest_cookie.calibration.mutation_operator import MutationOperator
from pytest_cookie.calibration.mutation_operators import content, controls, effects, faults, looks, timing

OPERATORS_VERSION = "6"
"""Increment it if the same page, operator and seed can give another mutant, or if findings match other defects."""

MUTATION_OPERATORS: tuple[MutationOperator, ...] = (
    *controls.MUTATION_OPERATORS,
    *effects.MUTATION_OPERATORS,
    *faults.MUTATION_OPERATORS,
    *timing.MUTATION_OPERATORS,
    *looks.MUTATION_OPERATORS,
    *content.MUTATION_OPERATORS,
)
