"""Keeps keys out of everything that is said: messages of providers go through `redacted` before they go anywhere."""

import os
import re

MAX_SAID = 400
"""Characters that are kept of what a provider says."""
_MARK = "[redacted]"
_NAME_OF_A_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH", re.IGNORECASE)
_SHORTEST_SECRET = 8
_LOOKS_SECRET = (
    re.compile(r"(?<=://)[^/\s:@]{1,200}:[^/\s@]{1,200}(?=@)"),
    re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=*-]{6,}"),
    re.compile(r"(?i)\b(?:sk|pk|gsk|xai|hf|ghp|gho|pplx|nvapi|r8|fw)[-_][\w*-]{6,}"),
    re.compile(r"\bAIza[\w-]{10,}|\bya29\.[\w.-]{10,}|\bAKIA[A-Z0-9]{12,}|\beyJ[\w-]{10,}\.[\w.-]{10,}"),
    re.compile(
        r"(?i)(?<![a-z])(?:x-)?(?:api[-_ ]?key|access[-_]?key|access[-_]?token|authorization|password|secret|key|token)"
        r"[\"']?\s{0,3}[=:]\s{0,3}[\"']?[^\s\"',;&}]{6,}"
    ),
)


def redacted(text: str) -> str:
    """`text` on one line, without the environment's secrets and whatever looks like one, at most `MAX_SAID` long."""
    text = text[: 20 * MAX_SAID]
    for value in _secrets():
        text = text.replace(value, _MARK)
    for pattern in _LOOKS_SECRET:
        text = pattern.sub(_MARK, text)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= MAX_SAID else text[: MAX_SAID - 1] + "…"


def _secrets() -> list[str]:
    """Values of variables that are named like secrets, the longest first."""
    named = {value for name, value in os.environ.items() if _NAME_OF_A_SECRET.search(name)}
    return sorted((value for value in named if len(value) >= _SHORTEST_SECRET), key=len, reverse=True)
