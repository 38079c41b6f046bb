"""Boundary values: what cannot be, or is forbidden, is not accepted like any other entry."""

from pytest_cookie.checks.boundary_values.fact import NegativeQuantity
from pytest_cookie.checks.boundary_values.judge import BOUNDARY_VALUE_ACCEPTED, find_accepted_boundaries
from pytest_cookie.checks.boundary_values.tactic import TryBoundaries
from pytest_cookie.checks.boundary_values.watch import QuantityWatch
from pytest_cookie.checks.check import Check

CHECK = Check(
    id="boundary-values",
    item="3",
    find=find_accepted_boundaries,
    kinds=(BOUNDARY_VALUE_ACCEPTED,),
    fact=NegativeQuantity,
    watch=QuantityWatch,
    tactics=lambda: [TryBoundaries()],
)
