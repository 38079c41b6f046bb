"""`Price`: what a model's tokens and pictures cost, and what a call at that price took or could take at most."""

from typing import Annotated

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Usage

Dollars = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class Tier(FrozenModel):
    """Prices of a call with more than `above_tokens` of input; None where the price stays."""

    above_tokens: int = Field(gt=0)
    input_per_million: Dollars | None = None
    output_per_million: Dollars | None = None
    cached_input_per_million: Dollars | None = None


class Price(FrozenModel):
    """Dollars per million tokens, and per picture. A price of None falls back to that of its kind: input or output.

    `max_output_tokens` bounds a call's cost if the request sets no bound.
    """

    input_per_million: Dollars
    output_per_million: Dollars
    cached_input_per_million: Dollars | None = None
    reasoning_per_million: Dollars | None = None
    sound_per_million: Dollars | None = None
    per_picture: Dollars = 0.0
    max_output_tokens: int | None = Field(default=None, gt=0)
    tiers: tuple[Tier, ...] = ()

    def cost_usd(self, usage: Usage, *, sound_tokens: int = 0, pictures: int = 0) -> float:
        """What a call took. `sound_tokens` are part of the input, and none of them of the cached."""
        tier = self._tier(usage.input_tokens)
        sent = _first(tier.input_per_million, self.input_per_million)
        received = _first(tier.output_per_million, self.output_per_million)
        cached = _first(tier.cached_input_per_million, self.cached_input_per_million, sent)
        dollars = (
            (usage.input_tokens - usage.cached_tokens - sound_tokens) * sent
            + usage.cached_tokens * cached
            + sound_tokens * _first(self.sound_per_million, sent)
            + (usage.output_tokens - usage.reasoning_tokens) * received
            + usage.reasoning_tokens * _first(self.reasoning_per_million, received)
        )
        return round(dollars / 1e6 + pictures * self.per_picture, 9)

    def most_usd(self, input_tokens: int, output_tokens: int, *, pictures: int = 0) -> float:
        """The most that a call of so many tokens can cost, whatever kinds of tokens they are."""
        tier = self._tier(input_tokens)
        sent = max(_first(tier.input_per_million, self.input_per_million), self.sound_per_million or 0.0)
        received = max(_first(tier.output_per_million, self.output_per_million), self.reasoning_per_million or 0.0)
        return (input_tokens * sent + output_tokens * received) / 1e6 + pictures * self.per_picture

    def _tier(self, input_tokens: int) -> Tier:
        reached = [tier for tier in self.tiers if input_tokens > tier.above_tokens]
        return max(reached, key=lambda tier: tier.above_tokens, default=Tier(above_tokens=1))


def _first(*prices: float | None) -> float:
    return next((price for price in prices if price is not None), 0.0)
