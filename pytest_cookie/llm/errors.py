"""What can go wrong with a model that is called. Stages turn these into their own errors at their boundary.

ModelError
├── ProviderError        no answer after all tries: limits, outages, time-outs, a key that is refused
│   ├── ContextTooLongError   the request is longer than the model's window
│   └── SchemaRefusedError    the model takes no reply schema; `Models` then asks for the form in words
├── UnparseableReply     an answer came, and even after repair it is not what was asked for
├── ReplayMissError      `--cookie-replay=only`, and this call was never made
└── BudgetSpentError     the next call could cost more than is left of `--cookie-budget-usd`
"""

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.spend import NOTHING, Spend


class ModelError(CookieError):
    """A call of a model that came to nothing. `spend` is what the tries before took."""

    def __init__(self, message: str, *, model: str = "", spend: Spend = NOTHING) -> None:
        super().__init__(message)
        self.model = model
        self.spend = spend


class ProviderError(ModelError):
    """The provider did not answer, after all tries that there was time for."""


class ContextTooLongError(ProviderError):
    """The request is longer than the model's window: send less."""


class SchemaRefusedError(ProviderError):
    """The model takes no reply schema."""


class UnparseableReply(ModelError):  # noqa: N818 - the name that the field knows it by
    """The model answered, and even after repair the answer is not of the form that was asked for."""


class ReplayMissError(ModelError):
    """The replay cache holds no such call, and no other may be made."""


class BudgetSpentError(ModelError):
    """The next call could cost more than is left: the run stops before it."""
