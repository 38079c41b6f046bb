"""Invalid numbers are refused by every command that takes them, before it reads a file."""

import pytest

from pytest_cookie.cli import main


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["compare", "a", "b", "--tie=-1"], "--tie=-1: must be a difference from 0 to 100 points"),
        (["agree", "run", "human.csv", "--tie=nan"], "--tie=nan: must be a difference from 0 to 100 points"),
        (["gate", "run", "--seed=-1"], "--seed=-1: must be 0 or more"),
        (["judge", "run", "--budget-usd=nan"], "--budget-usd=nan: must be a positive number; omit it for no budget"),
        (["calibrate", "--budget-usd=0"], "--budget-usd=0: must be a positive number; omit it for no budget"),
        (["judge", "run", "--at-once=0"], "--at-once=0: must be at least 1"),
        (["dataset", "validate", "pool", "--model=m", "--runs=0"], "--runs=0: must be from 1 to 20"),
    ],
)
def test_an_invalid_number_is_refused(command: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 2
    assert capsys.readouterr().err == f"pytest-cookie: {message}\n"
