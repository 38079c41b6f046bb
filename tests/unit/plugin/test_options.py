"""Values of a run's options that mean nothing are refused, whether or not the run would use them."""

from argparse import Namespace

import pytest

from pytest_cookie.plugin.entry import refuse_nonsense


def refuse(**given: float | str) -> None:
    meant = {"cookie_repeats": 1, "cookie_budget_usd": None, "cookie_fail_under": None, "cookie_artifacts": None}
    refuse_nonsense(Namespace(cookie_model=[], **meant | given))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"cookie_repeats": 0}, "--cookie-repeats=0: at least 1 and at most 1000"),
        ({"cookie_repeats": 1_001}, "--cookie-repeats=1001: at least 1 and at most 1000"),
        ({"cookie_budget_usd": 0.0}, "--cookie-budget-usd=0: more than nothing, or no such option"),
        ({"cookie_budget_usd": float("nan")}, "--cookie-budget-usd=nan: more than nothing, or no such option"),
        ({"cookie_budget_usd": float("inf")}, "--cookie-budget-usd=inf: more than nothing, or no such option"),
        ({"cookie_artifacts": ""}, "--cookie-artifacts: names no folder and no file"),
        ({"cookie_fail_under": 200.0}, "--cookie-fail-under=200: a total from 0 to 100"),
        ({"cookie_fail_under": -0.5}, "--cookie-fail-under=-0.5: a total from 0 to 100"),
        ({"cookie_fail_under": float("nan")}, "--cookie-fail-under=nan: a total from 0 to 100"),
    ],
)
def test_what_means_nothing(given: dict[str, float | str], told: str) -> None:
    with pytest.raises(pytest.UsageError) as refused:
        refuse(**given)
    assert str(refused.value) == told


def test_what_means_something() -> None:
    refuse()
    refuse(cookie_repeats=1_000, cookie_budget_usd=0.01, cookie_fail_under=0.0)
    refuse(cookie_fail_under=100.0, cookie_artifacts="out")
