"""`Spend`: tokens, dollars and seconds of model calls. Part of `Artifact`, `Evidence` and `Verdict`."""

from typing import Self

from pytest_cookie.core.frozen_model import FrozenModel


class Usage(FrozenModel):
    """Tokens as the provider counts them; `cached_tokens` and `reasoning_tokens` are parts of the first two."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0

    def __add__(self, other: Self) -> Self:
        """The sums."""
        names = type(self).model_fields
        return type(self)(**{name: getattr(self, name) + getattr(other, name) for name in names})


class Spend(FrozenModel):
    """The total of `calls` successful calls. `cost_usd` is None if the price of one of them is unknown.

    A call answered from the cache counts with its original usage, so that a replayed record is identical.
    """

    calls: int = 0
    usage: Usage = Usage()
    cost_usd: float | None = 0.0
    latency_seconds: float = 0.0

    def __add__(self, other: Self) -> Self:
        """The sums; with an unknown price the sum is unknown, too."""
        known = self.cost_usd is not None and other.cost_usd is not None
        return type(self)(
            calls=self.calls + other.calls,
            usage=self.usage + other.usage,
            cost_usd=(self.cost_usd or 0.0) + (other.cost_usd or 0.0) if known else None,
            latency_seconds=self.latency_seconds + other.latency_seconds,
        )


NOTHING = Spend()
