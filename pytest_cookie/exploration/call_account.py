"""`CallAccount`: what the calls of an agent cost, also those that fail; their errors as errors of the exploration."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.errors import BudgetSpentError, ModelError


class NoReadableReplyError(Exception):
    """The agent gave no reply of the form that was asked for, in several replies."""


@dataclass
class CallAccount:
    """The `spend` of all calls so far; the caller adds that of calls that succeed."""

    spend: Spend = NOTHING

    @contextmanager
    def counting_failures(self, asked: str) -> Iterator[None]:
        """Around calls of `asked`, such as "the agent openai/x".

        Raises `ExplorationError` if they fail, `BudgetSpentError`; both carry the spend so far.
        """
        try:
            yield
        except BudgetSpentError as error:
            error.spend = self.spend = self.spend + error.spend
            raise
        except ModelError as error:
            self.spend += error.spend
            raise ExplorationError(f"{asked} did not answer: {error}", spend=self.spend) from error
