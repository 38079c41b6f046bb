"""`Reply`: a model's reply and its format on the wire."""

import json
import time
from dataclasses import dataclass, field

from tests.provider.asked import Asked

TOKENS_A_PICTURE = 800
"""Approximate number of tokens that providers count for a screenshot."""


@dataclass(frozen=True)
class Call:
    """A tool call; `arguments` may be text that is not JSON."""

    name: str
    arguments: dict | str = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """A reply. If None, `finish` follows from the calls, and `usage` counts a token for every four characters."""

    text: str | None = None
    calls: tuple[Call, ...] = ()
    finish: str | None = None
    refusal: str | None = None
    usage: dict | None = None

    def message(self, asked: Asked) -> dict:
        """The assistant's message."""
        message: dict = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        if self.calls:
            message["tool_calls"] = [
                {
                    "id": f"call_{asked.number}_{index}",
                    "type": "function",
                    "function": {
                        "name": call.name,
                        "arguments": call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments),
                    },
                }
                for index, call in enumerate(self.calls)
            ]
        return message

    @property
    def finish_reason(self) -> str:
        """The reason that is sent."""
        return self.finish or ("tool_calls" if self.calls else "stop")

    def body(self, asked: Asked) -> dict:
        """The whole completion."""
        return {
            "id": f"chatcmpl-{asked.number}",
            "object": "chat.completion",
            "created": int(time.time()),
            "model": asked.model,
            "choices": [{"index": 0, "message": self.message(asked), "finish_reason": self.finish_reason}],
            "usage": usage_of(asked, self) if self.usage is None else self.usage,
        }


def usage_of(asked: Asked, reply: Reply) -> dict:
    """Token counts in proportion to the texts and media."""
    said = sum(len(message.text) + sum(len(call.arguments) for call in message.calls) for message in asked.messages)
    answered = len(reply.text or "") + sum(len(str(call.arguments)) for call in reply.calls)
    sent, back = said // 4 + TOKENS_A_PICTURE * len(asked.media), answered // 4 + 1
    return {
        "prompt_tokens": sent,
        "completion_tokens": back,
        "total_tokens": sent + back,
        "prompt_tokens_details": {"cached_tokens": 0},
    }
