"""`Price`: the prices of a model's tokens and pictures, and the actual and maximum cost of a call."""

from typing import Annotated

from pydantic import Field

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Usage

Dollars = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]


class Tier(FrozenModel):
    """Prices of a call with more than `above_tokens` input tokens. Prices that are left out stay the same."""

    above_tokens: int = Field(gt=0)
    """Number of input tokens above which the prices apply."""
    input_per_million: Dollars | None = None
    """Price of a million input tokens."""
    output_per_million: Dollars | None = None
    """Price of a million output tokens."""
    cached_input_per_million: Dollars | None = None
    """Price of a million cached input tokens."""
    cache_write_per_million: Dollars | None = None
    """Price of a million input tokens that are put into the cache."""


class Price(FrozenModel):
    """The prices of a model in US dollars."""

    input_per_million: Dollars
    """Price of a million input tokens."""
    output_per_million: Dollars
    """Price of a million output tokens."""
    cached_input_per_million: Dollars | None = None
    """Price of a million cached input tokens. Without it, they cost as much as other input."""
    cache_write_per_million: Dollars | None = None
    """Price of a million input tokens that are put into the cache. Without it, they cost as much as other input."""
    reasoning_per_million: Dollars | None = None
    """Price of a million reasoning tokens. Without it, they cost as much as other output."""
    sound_per_million: Dollars | None = None
    """Price of a million input tokens of sound. Without it, they cost as much as other input."""
    per_picture: Dollars = 0.0
    """Price of a picture in the input."""
    max_output_tokens: int | None = Field(default=None, gt=0)
    """Maximum number of output tokens of a call, for calls without a limit of their own."""
    tiers: tuple[Tier, ...] = ()
    """Other prices for calls with much input."""

    def cost_usd(self, usage: Usage, *, sound_tokens: int = 0, pictures: int = 0) -> float:
        """The cost of a call. `sound_tokens` are part of the input and not cached."""
        tier = self._tier(usage.input_tokens)
        sent = _first(tier.input_per_million, self.input_per_million)
        received = _first(tier.output_per_million, self.output_per_million)
        cached = _first(tier.cached_input_per_million, self.cached_input_per_million, sent)
        dollars = (
            (usage.input_tokens - usage.cached_tokens - usage.cache_write_tokens - sound_tokens) * sent
            + usage.cached_tokens * cached
            + usage.cache_write_tokens * _first(tier.cache_write_per_million, self.cache_write_per_million, sent)
            + sound_tokens * _first(self.sound_per_million, sent)
            + (usage.output_tokens - usage.reasoning_tokens) * received
            + usage.reasoning_tokens * _first(self.reasoning_per_million, received)
        )
        return round(dollars / 1e6 + pictures * self.per_picture, 9)

    def most_usd(self, input_tokens: int, output_tokens: int, *, pictures: int = 0) -> float:
        """The maximum cost of a call with these numbers of tokens, of whatever kind."""
        tier = self._tier(input_tokens)
        written = _first(tier.cache_write_per_million, self.cache_write_per_million)
        sent = max(_first(tier.input_per_million, self.input_per_million), self.sound_per_million or 0.0, written)
        received = max(_first(tier.output_per_million, self.output_per_million), self.reasoning_per_million or 0.0)
        return (input_tokens * sent + output_tokens * received) / 1e6 + pictures * self.per_picture

    def _tier(self, input_tokens: int) -> Tier:
        reached = [tier for tier in self.tiers if input_tokens > tier.above_tokens]
        return max(reached, key=lambda tier: tier.above_tokens, default=Tier(above_tokens=1))


def _first(*prices: float | None) -> float:
    return next((price for price in prices if price is not None), 0.0)
