"""A gate on items of several modes: each is decided apart, by its own rules."""

import pytest

from pytest_cookie.core.record import Record
from pytest_cookie.gate import Baseline, GateDecision
from tests.cookie_scores import decide, parse_policy
from tests.unit.stats.record_builder import record


def items(total: float | None, mode: str, *, n: int = 40) -> list[Record]:
    """Queries around a total, alternately above and below."""
    values = [None if total is None else total + (-1) ** number for number in range(n)]
    return [record(f"q{number}", total=value, mode=mode, cost_usd=0.01) for number, value in enumerate(values)]


def decided(html: list[Record], react: list[Record], policy: str, **options: object) -> dict[str, GateDecision]:
    asked, both = parse_policy(policy, "p"), [*html, *react]
    found = [decide(items, None, asked, all_modes=both, **options) for items in (html, react)]
    return {decision.name: decision for decision in found}


def answers(decision: GateDecision) -> dict[str, str]:
    return {rule.name: rule.answer for rule in decision.rules}


def test_a_mode_is_named_where_there_are_several() -> None:
    told = decided(items(80, "html"), items(60, "react"), "[minimum]\ntotal = 70")
    assert {name: one.outcome for name, one in told.items()} == {"m · html": "good", "m · react": "worse"}
    assert decide(items(80, "html"), None, parse_policy("", "p")).name == "m"


def test_an_unscored_mode_is_its_own_coverage() -> None:
    told = decided(items(80, "html"), items(None, "react"), "[minimum]\ntotal = 70")
    assert answers(told["m · html"]) == {"coverage": "pass", "total": "pass"}
    assert answers(told["m · react"]) == {"coverage": "broken", "total": "cannot tell"}


def test_money_is_spent_once_whatever_the_mode() -> None:
    told = decided(items(80, "html"), items(60, "react"), "[maximum]\ncost_usd = 0.5")
    assert [answers(decision)["cost"] for decision in told.values()] == ["fail", "fail"]
    assert [decision.rules[1].measured.mean for decision in told.values()] == pytest.approx([0.8, 0.8])


def test_a_mode_has_rules_of_its_own_and_else_those_of_all() -> None:
    asked = """
    [minimum]
    total = 70
    coverage = 0.5
    [margin]
    total = 2
    [mode.react.minimum]
    total = 50
    functionality = 50
    [mode.react.margin]
    total = 9
    [mode.react.margin.domain]
    total = 20
    """
    policy = parse_policy(asked, "p")
    html, react = policy.of("html"), policy.of("react")
    assert (html.minimum, html.margin) == (policy.minimum, policy.margin)
    assert (react.minimum.limit("total"), react.minimum.limit("functionality"), react.minimum.coverage) == (50, 50, 0.5)
    assert (react.margin.limit("total"), react.margin.domain.limit("total"), react.margin.language.limit("total")) == (
        9,
        20,
        None,
    )
    told = decided(items(80, "html"), items(60, "react"), "[minimum]\ntotal = 70\n[mode.react.minimum]\ntotal = 50")
    assert {name: one.outcome for name, one in told.items()} == {"m · html": "good", "m · react": "good"}


def test_a_mode_is_held_against_the_same_mode() -> None:
    asked = parse_policy("[margin]\ntotal = 3", "p")
    react, before = items(60, "react"), items(70, "react")
    assert decide(react, Baseline("b", before), asked, all_modes=[*items(80, "html"), *react]).outcome == "worse"
    with pytest.raises(ValueError, match="items of one mode"):
        decide([*items(80, "html"), *react], None, asked)
    with pytest.raises(ValueError, match="items of one mode"):
        decide(react, Baseline("b", [*items(80, "html"), *before]), asked)
