"""Asks in words for what a model takes no schema for."""

import json
from dataclasses import replace

from pytest_cookie.llm.messages.messages import Request, Text, user


def asked_in_words(request: Request) -> Request:
    """The same request with its reply schema as text in the last message."""
    words = (
        "Reply with one JSON object and nothing else: no explanation, no code fence. It must satisfy this schema:\n"
        + json.dumps(request.reply_schema, ensure_ascii=False)
    )
    return replace(request, messages=(*request.messages, user(Text(words))), reply_schema=None)
