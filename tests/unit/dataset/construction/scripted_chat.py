"""A model in this process for the steps of construction: the scripted curator, behind faults that a test plans."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

from pytest_cookie.dataset.construction.ask_each import Clerk
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text
from tests.provider.asked import Asked, Said
from tests.provider.curator import curate

Fault = Callable[[Request, int], Completion | None]


@dataclass
class ScriptedChat:
    """Answers as the curator does unless `fault`, of the request and its number from 1, answers or raises."""

    fault: Fault = lambda request, number: None
    requests: list[Request] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def complete(self, request: Request) -> Completion:
        with self.lock:
            self.requests.append(request)
            number = len(self.requests)
        return self.fault(request, number) or Completion(curate(asked(request)).text or "")


def asked(request: Request) -> Asked:
    said = tuple(
        Said(message.role, "\n".join(part.text for part in message.parts if isinstance(part, Text)))
        for message in request.messages
    )
    return Asked(1, 0.0, request.model, said, reply_name=request.reply_name)


def clerk(chat: ScriptedChat, **options: object) -> Clerk:
    return Clerk(chat, "openai/any", at_once=1, **options)
