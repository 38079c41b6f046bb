"""Invalid option values are refused, whether or not the run uses them."""

from argparse import Namespace

import pytest

from pytest_cookie.plugin.options import check_values

POSITIVE = "must be a positive number; omit it for no budget"


def refuse(**given: float | str) -> None:
    names = ("budget_usd", "fail_under", "artifacts", "set", "cases", "revisions")
    unset = dict.fromkeys(f"cookie_{name}" for name in names)
    check_values(Namespace(**unset | {"cookie_model": [], "cookie_repeats": 1} | given))


INVALID: tuple[tuple[dict[str, float | str], str], ...] = (
    ({"cookie_revisions": 11}, "--cookie-revisions=11: must be a number from 0 to 10"),
    ({"cookie_repeats": 0}, "--cookie-repeats=0: must be a number from 1 to 1000"),
    ({"cookie_repeats": 1_001}, "--cookie-repeats=1001: must be a number from 1 to 1000"),
    ({"cookie_budget_usd": 0.0}, f"--cookie-budget-usd=0: {POSITIVE}"),
    ({"cookie_budget_usd": float("nan")}, f"--cookie-budget-usd=nan: {POSITIVE}"),
    ({"cookie_budget_usd": float("inf")}, f"--cookie-budget-usd=inf: {POSITIVE}"),
    ({"cookie_artifacts": ""}, "--cookie-artifacts: names no folder and no file; is a variable unset?"),
    ({"cookie_fail_under": 200.0}, "--cookie-fail-under=200: must be a total from 0 to 100"),
    ({"cookie_fail_under": -0.5}, "--cookie-fail-under=-0.5: must be a total from 0 to 100"),
    ({"cookie_fail_under": float("nan")}, "--cookie-fail-under=nan: must be a total from 0 to 100"),
)


def test_invalid_values_are_refused(subtests: pytest.Subtests) -> None:
    for given, message in INVALID:
        with subtests.test(message):
            with pytest.raises(pytest.UsageError) as refused:
                refuse(**given)
            assert str(refused.value) == message


def test_valid_values_are_accepted() -> None:
    refuse()
    refuse(cookie_repeats=1_000, cookie_budget_usd=0.01, cookie_fail_under=0.0)
    refuse(cookie_fail_under=100.0, cookie_artifacts="out")
