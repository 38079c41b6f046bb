"""`YieldingModel`: a model that is asked while the page stands still, so that others may use the processors."""

from pytest_cookie.browser.process.browser_permits import BrowserPermits
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Request


class YieldingModel:
    """A `ChatModel`: `model`, asked by an exploration at `workplace`."""

    def __init__(self, model: ChatModel, workplace: BrowserPermits) -> None:
        self._model, self._workplace = model, workplace

    def complete(self, request: Request) -> Completion:
        """As `model` does; then waits for its turn."""
        with self._workplace.at_rest():
            return self._model.complete(request)
