"""`YieldingModel`: yields this browser's turn while a model thinks, so that others may use the processors."""

from pytest_cookie.browser.process.browser_permits import BrowserPermits
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Request


class YieldingModel:
    """A `ChatModel` that wraps `model` for an exploration with the permits of `workplace`."""

    def __init__(self, model: ChatModel, workplace: BrowserPermits) -> None:
        self._model, self._workplace = model, workplace

    def complete(self, request: Request) -> Completion:
        """Call `model`, then wait for a turn."""
        with self._workplace.yield_turn():
            return self._model.complete(request)
