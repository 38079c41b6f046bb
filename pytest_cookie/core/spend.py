"""`Spend`: tokens, dollars and seconds of model calls. Part of `Artifact`, `Evidence` and `Verdict`."""

from typing import Self

from pytest_cookie.core.frozen_model import FrozenModel


class Usage(FrozenModel):
    """Tokens, as the provider counts them."""

    input_tokens: int = 0
    """Input tokens."""
    output_tokens: int = 0
    """Output tokens."""
    cached_tokens: int = 0
    """Input tokens that the provider took from its cache. A part of `input_tokens`."""
    cache_write_tokens: int = 0
    """Input tokens that the provider put into its cache, as far as it charges for that. A part of `input_tokens`."""
    reasoning_tokens: int = 0
    """Tokens of reasoning. A part of `output_tokens`."""

    def __add__(self, other: Self) -> Self:
        """The sums."""
        names = type(self).model_fields
        return type(self)(**{name: getattr(self, name) + getattr(other, name) for name in names})


class Spend(FrozenModel):
    """What model calls took together.

    A call answered from the cache counts with its original usage, so a replayed record differs in nothing but
    `replayed_calls` and `replayed_usd`. The rest was paid for this result.
    """

    calls: int = 0
    """Number of calls."""
    usage: Usage = Usage()
    """Tokens of these calls."""
    cost_usd: float | None = 0.0
    """Cost of these calls. Null if the price of one is unknown."""
    latency_seconds: float = 0.0
    """Time spent waiting for responses."""
    replayed_calls: int = 0
    """Calls answered from the cache. A part of `calls`."""
    replayed_usd: float = 0.0
    """Original cost of these, as far as it is known. A part of `cost_usd`."""

    def __add__(self, other: Self) -> Self:
        """The sums; with an unknown price the sum is unknown, too."""
        known = self.cost_usd is not None and other.cost_usd is not None
        return type(self)(
            calls=self.calls + other.calls,
            usage=self.usage + other.usage,
            cost_usd=(self.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
            latency_seconds=self.latency_seconds + other.latency_seconds,
            replayed_calls=self.replayed_calls + other.replayed_calls,
            replayed_usd=self.replayed_usd + other.replayed_usd,
        )

    def as_replayed(self) -> Self:
        """The same calls, answered from the cache."""
        return self.model_copy(update={"replayed_calls": self.calls, "replayed_usd": self.cost_usd or 0.0})


NOTHING = Spend()
