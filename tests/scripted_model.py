"""`ScriptedModel`: a chat model with given replies, which keeps the requests."""

import json
from typing import Any

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.errors import ModelError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text


class ScriptedModel:
    """Gives its replies in order; the last one stays. Errors are raised; values other than text become JSON."""

    def __init__(self, *replies: Any, spend: Spend = NOTHING) -> None:
        self.replies = list(replies)
        self.spend = spend
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, ModelError):
            raise reply
        if isinstance(reply, Completion):
            return reply
        return Completion(reply if isinstance(reply, str) else json.dumps(reply), spend=self.spend)

    def text(self, number: int) -> str:
        """The texts of a request."""
        messages = self.requests[number].messages
        return "\n".join(part.text for message in messages for part in message.parts if isinstance(part, Text))
