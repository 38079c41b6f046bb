"""The pages about compare, gate and agree name every rule, column and option, and the policy in them is valid."""

import re
from pathlib import Path

import pytest

from pytest_cookie.gate.decision import EXIT_CODES
from pytest_cookie.gate.policy import GatePolicy, Margin, Maximum, Minimum
from tests.cookie_scores import COLUMNS, parse_policy

_ROOT = Path(__file__).parents[3]
_PAGES = {
    command: (_ROOT / "docs" / "how-to" / page).read_text(encoding="utf-8")
    for command, page in {
        "compare": "compare-runs.md",
        "gate": "gate-a-release.md",
        "agree": "agree-with-people.md",
    }.items()
}
(_POLICY,) = re.findall(r"```toml\n(.*?)```", _PAGES["gate"], re.DOTALL)


def test_the_policy_shown_is_a_policy_with_every_rule() -> None:
    parse_policy(_POLICY, "docs/how-to/gate-a-release.md")
    for table in (GatePolicy, Minimum, Maximum, Margin):
        assert set(table.model_fields) <= set(re.findall(r"\w+", _POLICY)), table


def test_every_column_is_explained() -> None:
    assert [column for column in COLUMNS if f"`{column}`" not in _PAGES["agree"]] == []


def test_every_exit_code_is_explained() -> None:
    for outcome, code in EXIT_CODES.items():
        assert f"| {outcome} | {code} |" in _PAGES["gate"]


@pytest.mark.parametrize("command", _PAGES)
def test_every_option_is_explained(command: str) -> None:
    body = (_ROOT / "pytest_cookie" / "cli" / f"{command}.py").read_text(encoding="utf-8")
    options = re.findall(r'"(--[a-z-]+)"', body)
    assert options
    assert {option for option in options if f"`{option}" not in _PAGES[command]} == set()
