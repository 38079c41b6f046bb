"""All families of defects, in order: on controls, on effects, faults, pace, looks, content."""

from pytest_cookie.calibration.mutation_operator import MutationOperator
from pytest_cookie.calibration.mutation_operators import content, controls, effects, faults, looks
from pytest_cookie.calibration.mutation_operators import timing as pace

FAMILIES_VERSION = "4"
"""Changes whenever the same page, family and seed may give another twin, or a finding may name another defect."""

FAMILIES: tuple[MutationOperator, ...] = (
    *controls.FAMILIES,
    *effects.FAMILIES,
    *faults.FAMILIES,
    *pace.FAMILIES,
    *looks.FAMILIES,
    *content.FAMILIES,
)
