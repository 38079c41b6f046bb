"""Policies as users write them, and the messages for invalid ones."""

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.gate.policy import GatePolicy
from tests.cookie_scores import parse_policy, standard_policy


def refusal(text: str) -> list[str]:
    with pytest.raises(UsageError) as told:
        parse_policy(text, "gate.toml")
    return [line.removeprefix("gate.toml: ") for line in str(told.value).splitlines()]


def test_every_rule_there_is():
    policy = parse_policy(
        """
        decide_by = "mean"
        [minimum]
        functionality = 60
        aesthetics = 61.5
        total = 65
        runnable_rate = 0.9
        coverage = 1
        calibration = 0.85
        [maximum]
        cost_usd = 20
        [margin]
        total = 2
        [margin.domain]
        total = 8
        [margin.difficulty]
        functionality = 5
        [margin.language]
        aesthetics = 6
        """,
        "gate.toml",
    )
    assert policy.decide_by == "mean"
    assert policy.minimum.model_dump() == {
        "functionality": 60, "aesthetics": 61.5, "total": 65, "runnable_rate": 0.9, "coverage": 1, "calibration": 0.85,
    }  # fmt: skip
    assert policy.maximum.cost_usd == 20
    assert (policy.margin.limit("total"), policy.margin.limit("functionality")) == (2, None)
    assert policy.margin.domain.limit("total") == 8
    assert policy.margin.difficulty.limit("functionality") == 5
    assert policy.margin.language.limit("aesthetics") == 6


def test_what_is_not_said_is_not_asked_but_for_coverage():
    policy = parse_policy("", "gate.toml")
    assert policy == GatePolicy()
    assert policy.minimum.coverage == 0.95
    assert policy.minimum.limit("total") is None


def test_a_misspelt_rule_is_told_its_name_or_its_place():
    assert refusal("[minimum]\nfunctionalty = 60\n") == [
        "minimum.functionalty: unknown rule; did you mean 'functionality'?"
    ]
    assert refusal("[minimum]\ncost_usd = 3\n") == [
        "minimum.cost_usd: unknown rule here; did you mean [maximum] cost_usd?"
    ]
    assert refusal("[margin.domains]\ntotal = 3\n") == ["margin.domains: unknown rule; did you mean 'domain'?"]
    assert refusal("[margin.domain]\nxyz = 3\n") == [
        "margin.domain.xyz: unknown rule; the rules here are functionality, aesthetics, total"
    ]
    assert refusal("[mode.reactt.minimum]\ntotal = 3\n") == ["mode.reactt: unknown rule; did you mean 'react'?"]
    assert refusal("[mode.react.minimum]\ntotle = 3\n") == [
        "mode.react.minimum.totle: unknown rule; did you mean 'total'?"
    ]
    assert refusal("[mode.react.margin.domains]\ntotal = 3\n") == [
        "mode.react.margin.domains: unknown rule; did you mean 'domain'?"
    ]
    assert refusal("[mode.react]\ntotal = 3\n") == [
        "mode.react.total: unknown rule here; did you mean [minimum] total?"
    ]
    assert refusal("total = 3\n") == ["total: unknown rule here; did you mean [minimum] total?"]


def test_values_that_cannot_be_are_told_all_at_once():
    assert refusal('decide_by = "vibes"\n[minimum]\ntotal = "65"\nrunnable_rate = 95\ncoverage = true\n') == [
        "decide_by: input should be 'interval' or 'mean'",
        "minimum.runnable_rate: input should be less than or equal to 1",
        "minimum.coverage: input should be a valid number",
        "minimum.total: input should be a valid number",
    ]
    assert refusal("[minimum]\ntotal = nan\n[maximum]\ncost_usd = inf\n[margin.domain]\ntotal = -nan\n") == [
        "minimum.total: input should be a finite number",
        "maximum.cost_usd: input should be a finite number",
        "margin.domain.total: input should be a finite number",
    ]
    assert refusal("[minimum\n")[0].startswith("gate.toml is not TOML: ")
    assert refusal("minimum = 3\n") == ["minimum: input should be a valid dictionary or instance of Minimum"]


def test_without_a_file():
    assert standard_policy(has_baseline=False) == GatePolicy()
    with_baseline = standard_policy(has_baseline=True)
    assert (
        with_baseline.margin.limit("total")
        == with_baseline.margin.limit("functionality")
        == with_baseline.margin.limit("aesthetics")
        == 3
    )
    fail_under = standard_policy(has_baseline=False, fail_under=70)
    assert (fail_under.decide_by, fail_under.minimum.limit("total")) == ("mean", 70)
