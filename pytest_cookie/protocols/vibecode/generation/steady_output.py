"""Output of applications without the moments at which it was written, so that conversations about it can be replayed.

A request is found among stored ones by its whole text: a time of day in the answer of a tool would ask the model anew.
"""

import re

_LOGGED = re.compile(r"\[\d{1,2}/[A-Z][a-z]{2}/\d{4}[ :]\d\d:\d\d:\d\d[^\]\n]{0,12}\]")
"""The moment in the common log format, which web servers write for each request."""
_VARYING = (
    re.compile(r"\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z\b| ?[+-]\d\d:?\d\d\b)?"),
    re.compile(r"\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b"),
    re.compile(r"\b\d+(?:\.\d+)?\s?ms\b"),
    re.compile(r"\bapp_\d+_[0-9a-f]{8}\b"),
)
"""Moments, durations, and the name of the application's database."""


def steady_requests(text: str) -> str:
    """Without the moments of requests alone: what a command says may be about times."""
    return _LOGGED.sub("[…]", text)


def steady_log(text: str) -> str:
    """A log without moments, durations and random names."""
    text = steady_requests(text)
    for pattern in _VARYING:
        text = pattern.sub("…", text)
    return text
