"""docs/comparing.md names every rule, column and option that there is, and its policy is one."""

import re
from pathlib import Path

import pytest

from pytest_cookie.gate.decision import EXIT_CODES
from pytest_cookie.gate.policy import GatePolicy, Margin, Maximum, Minimum, parse_policy
from pytest_cookie.records.human_ratings_csv import COLUMNS

_ROOT = Path(__file__).parents[3]
_TEXT = (_ROOT / "docs" / "comparing.md").read_text(encoding="utf-8")
(_POLICY,) = re.findall(r"```toml\n(.*?)```", _TEXT, re.DOTALL)


def test_the_policy_shown_is_a_policy_with_every_rule() -> None:
    parse_policy(_POLICY, "docs/comparing.md")
    for table in (GatePolicy, Minimum, Maximum, Margin):
        assert set(table.model_fields) <= set(re.findall(r"\w+", _POLICY)), table


@pytest.mark.parametrize("column", COLUMNS)
def test_every_column_is_explained(column: str) -> None:
    assert f"`{column}`" in _TEXT


def test_every_exit_code_is_explained() -> None:
    for outcome, code in EXIT_CODES.items():
        assert f"| {outcome} | {code} |" in _TEXT


@pytest.mark.parametrize("command", ["compare", "gate", "agree"])
def test_every_option_is_explained(command: str) -> None:
    body = (_ROOT / "pytest_cookie" / "cli" / f"{command}.py").read_text(encoding="utf-8")
    section = _TEXT.split(f"\n## {command}\n")[1].split("\n## ")[0]
    options = re.findall(r'"(--[a-z-]+)"', body)
    assert options
    assert {option for option in options if f"`{option}" not in section} == set()
