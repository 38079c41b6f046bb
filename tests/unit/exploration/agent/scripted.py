"""A model that answers from a script and keeps its requests."""

import json
from collections.abc import Callable
from pathlib import Path

from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.exploration.agent.model_agent import ModelAgent
from pytest_cookie.exploration.agent.settings import AgentPrompts, AgentSettings
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, ToolCall

PROMPTS = AgentPrompts.read(Path(__file__).parents[4] / "pytest_cookie" / "protocols" / "cookie" / "prompts")
SPEND = Spend(calls=1, usage=Usage(input_tokens=1_000, output_tokens=50), cost_usd=0.01, latency_seconds=2.0)

Answer = Completion | Exception | Callable[[Request], Completion]


class Scripted:
    """One answer a request, in order; the last one for ever."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, Completion) else answer(request)


def calls(*wanted: tuple[str, dict], text: str = "", **fields) -> Completion:
    """Return tool calls; a call without a thought gets one."""
    made = tuple(
        ToolCall(f"c{nth}", name, json.dumps({"thought": f"try {name}", **arguments}))
        for nth, (name, arguments) in enumerate(wanted)
    )
    return Completion(text, made, **{"finish": "tool_calls", "model": "m", "spend": SPEND, **fields})


def said(text: str, **fields) -> Completion:
    return Completion(text, **{"model": "m", "spend": SPEND, **fields})


def agent(*answers: Answer, **settings) -> tuple[ModelAgent, Scripted]:
    model = Scripted(*answers)
    return ModelAgent("openai/any", model, PROMPTS, AgentSettings(**settings)), model


def text_of(message: Message) -> str:
    return "\n".join(part.text for part in message.parts if isinstance(part, Text))


def texts(request: Request) -> str:
    return "\n".join(text_of(message) for message in request.messages)


def pictures(request: Request) -> list[Picture]:
    return [part for message in request.messages for part in message.parts if isinstance(part, Picture)]
