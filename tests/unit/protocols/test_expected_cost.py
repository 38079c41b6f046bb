"""What the calls of a run are expected to take is told before the first one: by role, with a price if it is known."""

from pathlib import Path

import pytest

from pytest_cookie.llm.cost.prices import Prices
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.run.expected_cost import describe_expected, expect_calls

PRICE = '["openai/any"]\ninput_per_million = 2.0\noutput_per_million = 10.0\n'


@pytest.fixture
def prices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prices:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")  # another address: litellm's prices do not apply
    file = tmp_path / "prices.toml"
    file.write_text(PRICE)
    return Prices(file)


def test_a_judge_alone_has_a_line_with_its_price(prices: Prices):
    (line,) = describe_expected(expect_calls(Roles(judge="openai/any"), Settings(), prices, items=10))
    assert line == (
        "expected: openai/any as judge: about 30 calls, 280,000 tokens in, 30,000 out, $0.86; cached responses are free"
    )


def test_an_unknown_price_is_told_and_is_no_zero(prices: Prices):
    (line,) = describe_expected(expect_calls(Roles(judge="openai/other"), Settings(), prices, items=1))
    assert ", price unknown; cached" in line
    assert "$" not in line


def test_several_roles_are_summed_up(prices: Prices):
    roles = Roles(agent="openai/any", judge="openai/any*3,openai/other")
    expected = expect_calls(roles, Settings(max_steps=8), prices, items=2, authored={"openai/any": 2})
    lines = list(describe_expected(expected))
    assert [(one.role, one.model, one.calls) for one in expected] == [
        ("author", "openai/any", 2), ("agent", "openai/any", 16), ("judge", "openai/any", 18),
        ("judge", "openai/other", 6),
    ]  # fmt: skip
    assert lines[-1].startswith("expected: in all about 42 calls, ")
    assert lines[-1].endswith(" and calls of unknown price; cached responses are free")
    assert not any("cached" in line for line in lines[:-1])


def test_what_needs_no_model_has_no_line(prices: Prices, subtests):
    for name, roles, items in (("measured", Roles(), 3), ("no items", Roles(judge="openai/any"), 0)):
        with subtests.test(name):
            assert list(describe_expected(expect_calls(roles, Settings(), prices, items=items))) == []


def test_an_ablation_takes_less(prices: Prices, subtests):
    whole = expect_calls(Roles(judge="openai/any"), Settings(), prices, items=1)[0]
    for ablation, calls in (("no_vision", 1), ("no_video", 1), ("no_static_score", 2), ("no_deferred_scoring", 17)):
        with subtests.test(ablation):
            (one,) = expect_calls(Roles(judge="openai/any", ablation=ablation), Settings(), prices, items=1)
            assert one.calls == calls
            assert one.input_tokens < whole.input_tokens or ablation == "no_deferred_scoring"
