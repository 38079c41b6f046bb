"""Errors of model calls. Stages convert them into their own errors at their boundary.

ModelError
├── ProviderError        no response after all attempts: rate limit, outage, timeout, rejected key
│   ├── ContextTooLongError   the request exceeds the model's context window
│   ├── ModelRefusedError     every call of the model fails (key, name), so it is not called again
│   ├── ParameterRefusedError the model does not support a parameter; `Models` then leaves it out
│   └── SchemaRefusedError    the model does not support response schemas; `Models` then describes the format in text
├── UnparseableReply     the response does not match the requested format, even after repair
├── ReplayMissError      `--cookie-replay=only`, and the response is not cached
└── BudgetSpentError     the next call could exceed the rest of `--cookie-budget-usd`
"""

from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.spend import NOTHING, Spend


class ModelError(CookieError):
    """A failed model call. `spend` covers its earlier attempts."""

    def __init__(self, message: str, *, model: str = "", spend: Spend = NOTHING) -> None:
        super().__init__(message)
        self.model = model
        self.spend = spend


class ProviderError(ModelError):
    """The provider did not respond, after all retries."""


class ContextTooLongError(ProviderError):
    """The request exceeds the model's context window."""


class SchemaRefusedError(ProviderError):
    """The model does not support reply schemas."""


class ModelRefusedError(ProviderError):
    """Every call of the model fails until the user changes something: a key, or the model's name."""


class ParameterRefusedError(ProviderError):
    """The model does not support the request's parameter of the name `parameter`."""

    def __init__(self, message: str, *, model: str, parameter: str) -> None:
        super().__init__(message, model=model)
        self.parameter = parameter


class UnparseableReply(ModelError):  # noqa: N818 - the usual name of this error
    """The model responded, but the response does not match the requested format, even after repair."""


class ReplayMissError(ModelError):
    """The response is not cached, and calls are not allowed."""


class BudgetSpentError(ModelError):
    """The next call could exceed the budget, so it is not made."""
