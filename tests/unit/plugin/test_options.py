"""Invalid option values are refused, whether or not the run uses them."""

from argparse import Namespace
from pathlib import Path

import pytest

from pytest_cookie.plugin.options import check_values, hint_at_a_start, list_given

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


HINTS: tuple[tuple[dict[str, object], list[str], str], ...] = (
    ({"cookie_judge": "measured"}, [], "--cookie-judge: starts no run. Add a model (--cookie-model=sample/polished, "),
    ({"cookie_run": "x", "cookie_retry_errors": True}, [], "--cookie-retry-errors, --cookie-run: starts no run."),
    ({"cookie_shard": "1/2"}, ["notes", "missing"], "--cookie-shard: starts no run."),
    ({}, ["notes", "briefs"], "to evaluate the cases in briefs, write: pytest --cookie-cases briefs"),
    ({"cookie_judge": "measured"}, ["briefs/"], "to evaluate the cases in briefs/, write: pytest --cookie-cases"),
    ({}, ["notes", "briefs/all.yaml"], ""),
    ({}, [], ""),
)
"""Options, pytest's arguments, and the start of the hint."""


def test_options_that_start_no_run_say_what_does(tmp_path: Path, subtests: pytest.Subtests) -> None:
    for name, content in (("briefs", "# mine\nleaf: article\ncases: []\n"), ("notes", "usecases: []\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "all.yaml").write_text(content)
    unset = {"cookie_model": [], "cookie_judge": None, "cookie_retry_errors": False, "verbose": 1}
    for given, folders, hint in HINTS:
        with subtests.test(given=given, folders=folders):
            told = hint_at_a_start(list_given(Namespace(**unset | given)), folders, tmp_path)
            assert told.startswith(hint)
            assert bool(told) == bool(hint)
