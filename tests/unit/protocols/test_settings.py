from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.exploration.loop import Budget
from pytest_cookie.protocols.contract.settings import Settings, load_settings


def test_a_project_without_settings_has_the_defaults(tmp_path: Path):
    assert load_settings(tmp_path) == Settings()
    (tmp_path / "pyproject.toml").write_text("[tool.other]\nx = 1\n")
    assert load_settings(tmp_path) == Settings()


def test_the_default_budget_of_an_exploration_equals_the_settings():
    assert (Budget().max_steps, Budget().max_seconds) == (Settings().max_steps, Settings().max_seconds)


def test_settings_are_read(tmp_path: Path):
    (tmp_path / "pyproject.toml").write_text('[tool.pytest-cookie]\nmax_steps = 5\nreports = "out"\n')
    assert load_settings(tmp_path) == Settings(max_steps=5, reports=Path("out"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("max_steps = 0", r"max_steps: .*greater than or equal to 1"),
        ("max_step = 3", r"max_step: unknown setting; did you mean 'max_steps'\?"),
        ('seed = "x"', r"seed: .*integer"),
        ('clock = "fast"', r"clock: .*'auto', 'stepped' or 'cooperative'"),
        ("max_steps = ", r"pyproject\.toml: "),
        ("protocol = {day = 2026-01-01}", r"protocol\.day: input was not a valid JSON value$"),
    ],
)
def test_invalid_settings_are_named(tmp_path: Path, line: str, message: str):
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest-cookie]\n{line}\n")
    with pytest.raises(UsageError, match=message):
        load_settings(tmp_path)


@pytest.mark.parametrize("value", ["3", "false", '""', "[]"])
def test_settings_other_than_a_table_are_refused(tmp_path: Path, value: str):
    (tmp_path / "pyproject.toml").write_text(f"[tool]\npytest-cookie = {value}\n")
    with pytest.raises(UsageError, match="must be a table"):
        load_settings(tmp_path)


@pytest.mark.parametrize(
    "name", ["api_key", "aws_secret_access_key", "vertex_credentials", "extra_headers", "api_base"]
)
@pytest.mark.parametrize("role", ["generation", "agent", "judging"])
def test_a_key_in_the_settings_is_refused_and_not_repeated(tmp_path: Path, role: str, name: str):
    (tmp_path / "pyproject.toml").write_text(f'[tool.pytest-cookie.{role}]\ntemperature = 0\n{name} = "hush-1234"\n')
    with pytest.raises(UsageError, match=f"{role}: {name} cannot be set here") as refused:
        load_settings(tmp_path)
    assert "hush" not in str(refused.value)


def test_parameters_that_only_resemble_a_secret_are_accepted(tmp_path: Path):
    table = "max_tokens = 9\nmax_completion_tokens = 9\nprompt_cache_key = 'x'\nthinking = {budget_tokens = 5}\n"
    (tmp_path / "pyproject.toml").write_text(f"[tool.pytest-cookie.judging]\n{table}")
    assert load_settings(tmp_path).judging["prompt_cache_key"] == "x"
