"""What the model calls of a run are expected to take: calls, tokens and price, told before the first call."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import JsonValue

from pytest_cookie.core.spend import Usage
from pytest_cookie.core.verdict import Ablation
from pytest_cookie.core.wording import count
from pytest_cookie.llm.cost.prices import Prices
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings

Mode = Literal["html", "react"]


@dataclass(frozen=True)
class Need:
    """What one item takes of a model in one role."""

    calls: int
    input_tokens: int
    output_tokens: int


_AUTHOR: Mapping[str, Need] = {"html": Need(1, 400, 10_000), "react": Need(30, 250_000, 20_000)}
"""Cookie-Bench 5.1: about 340 input tokens for a page in one file and 3,500 to 14,500 output tokens; for a React
project 30,000 to 530,000 and 7,000 to 24,000."""

_AGENT_STEPS = 16  # a usual exploration; `max_steps` may allow fewer
_AGENT_CALL = Need(1, 4_400, 150)
"""Measured with `benchmarks/agent_tokens.py`: a step, with pictures by tiles."""

_JUDGE = Need(3, 28_000, 3_000)
_JUDGE_STATIC = Need(1, 11_000, 800)
"""Measured with `benchmarks/judge_tokens.py`: pages of 25 to 52 KB; all stages, and stage 1 alone."""

_JUDGE_STEP = Need(1, 2_200, 100)


@dataclass(frozen=True)
class Expected:
    """The calls of one model in one role, over all items. `cost_usd` is None if the price is unknown."""

    model: str
    role: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


def expect_calls(
    roles: Roles,
    settings: Settings,
    prices: Prices,
    *,
    items: int,
    authored: Mapping[str, int] | None = None,
    mode: Mode = "html",
    uses: bool = True,
) -> list[Expected]:
    """What the default protocol's roles take, if no response is cached.

    `authored` has the number of items of each model that generates; with `uses` an agent explores each of the `items`.
    """
    authored = authored or {}
    found = [
        _expect(model, "author", _AUTHOR[mode], number, prices, settings.generation)
        for model, number in authored.items()
    ]
    if not items:
        return found
    if uses and roles.asks_agent:
        steps = min(_AGENT_STEPS, settings.max_steps)
        found.append(_expect(roles.agent, "agent", _times(_AGENT_CALL, steps), items, prices, settings.agent))
    for model in roles.model_judges:
        need = _judge_need(roles.ablation, min(_AGENT_STEPS, settings.max_steps))
        found.append(_expect(model, "judge", need, items * roles.samples[model], prices, settings.judging))
    return found


def describe_expected(expected: Sequence[Expected]) -> Iterator[str]:
    """A line for each model and role: `openai/gpt-5 as judge: about 36 calls, 336,000 tokens in, … out, $0.87`.

    If there are several, another one sums them up. The last one says that cached responses are free.
    """
    lines = [f"expected: {one.model} as {one.role}: {_describe(one)}" for one in expected]
    if len(expected) > 1:
        lines.append(f"expected: in all {_describe_sum(expected)}")
    yield from lines[:-1]
    yield from (f"{line}; cached responses are free" for line in lines[-1:])


def _describe_sum(expected: Sequence[Expected]) -> str:
    costs = [one.cost_usd for one in expected if one.cost_usd is not None]
    more = " and calls of unknown price" if 0 < len(costs) < len(expected) else ""
    calls, sent, received = (
        sum(numbers)
        for numbers in zip(*((one.calls, one.input_tokens, one.output_tokens) for one in expected), strict=True)
    )
    return f"{_describe(Expected('', '', calls, sent, received, sum(costs) if costs else None))}{more}"


def _describe(one: Expected) -> str:
    price = "price unknown" if one.cost_usd is None else f"${one.cost_usd:,.2f}"
    tokens = f"{_rounded(one.input_tokens)} tokens in, {_rounded(one.output_tokens)} out"
    return f"about {count(one.calls, 'call')}, {tokens}, {price}"


def _rounded(tokens: int) -> str:
    """To two digits: more would look measured."""
    digits = max(0, len(str(tokens)) - 2)
    return f"{round(tokens, -digits):,}"


def _expect(
    model: str, role: str, need: Need, items: int, prices: Prices, parameters: Mapping[str, JsonValue]
) -> Expected:
    total = _times(need, items)
    price = prices.of(model, dict(parameters))
    usage = Usage(input_tokens=total.input_tokens, output_tokens=total.output_tokens)
    cost = price.cost_usd(usage) if price else None
    return Expected(model, role, total.calls, total.input_tokens, total.output_tokens, cost)


def _judge_need(ablation: Ablation | None, steps: int) -> Need:
    if ablation in ("no_vision", "no_video"):
        return _JUDGE_STATIC
    if ablation == "no_deferred_scoring":
        parts = zip(_values(_JUDGE_STATIC), _values(_times(_JUDGE_STEP, steps)), strict=True)
        return Need(*(sum(numbers) for numbers in parts))
    if ablation == "no_static_score":
        return Need(*(whole - part for whole, part in zip(_values(_JUDGE), _values(_JUDGE_STATIC), strict=True)))
    return _JUDGE


def _times(need: Need, number: int) -> Need:
    return Need(*(number * value for value in _values(need)))


def _values(need: Need) -> tuple[int, int, int]:
    return (need.calls, need.input_tokens, need.output_tokens)
