"""Removes API keys from provider output: the one place that knows what a key looks like.

Every response and failure of a provider passes through here first, so that records, reports, logs, cached responses
and exceptions hold no keys. `redacted` is for provider messages and also removes anything that looks like a key.
`without_secrets` is for model output and removes only the environment's own secrets, in any form that
`secret_encodings` detects.
"""

import os
import re
from functools import lru_cache

from pydantic import JsonValue

from pytest_cookie.core.text import shorten
from pytest_cookie.llm.transport.secret_encodings import SecretEncodings

MAX_SAID = 400
"""Maximum characters of a provider message."""
_MARK = "[redacted]"
_NAME_OF_A_SECRET = re.compile(
    r"KEY(?!BOARD)|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|AUTH(?!OR(?!I))|JWT|BEARER"
    r"|CONNECTION_?STRING|(?:^|_)(?:PAT|PASS|DSN|HEADERS)$",
    re.IGNORECASE,
)
_NAME_OF_A_PLACE = re.compile(
    r"(?:^|_)(?:URL|URI|PATH|FILE|DIR|SOCK|HOST|DOMAIN|ENDPOINT)$|^XAUTHORITY$", re.IGNORECASE
)
"""Names of variables that hold a location instead of a secret; an address may still contain a password."""
_SHORTEST_SECRET = 8
_SHORTEST_IN_A_REPLY = 12
"""Shorter values, such as `none` or `placeholder` for a local server, also occur as words on pages."""
_PASSWORD = re.compile(r"(?<=://)[^/\s:@]{0,200}:([^/\s@]{1,200})(?=@)")
_FORMS_OF_KEYS = (
    re.compile(r"(?i)\b(?:bearer|basic)\s+[\w.~+/=*-]{6,}"),
    re.compile(r"(?i)\b(?:sk|pk|gsk|xai|hf|ghp|gho|pplx|nvapi|r8|fw)[-_][\w*-]{6,}"),
    re.compile(r"\bAIza[\w-]{10,}|\bya29\.[\w.-]{10,}|\bAKIA[A-Z0-9]{12,}|\beyJ[\w-]{10,2000}\.[\w.-]{10,}"),
)
_LOOKS_SECRET = (
    _PASSWORD,
    *_FORMS_OF_KEYS,
    re.compile(
        r"(?i)(?<![a-z])(?:x-)?(?:api[-_ ]?key|access[-_]?key|access[-_]?token|authorization|password|secret|key|token)"
        r"[\"']?\s{0,3}[=:]\s{0,3}[\"']?[^\s\"',;&}]{6,}"
    ),
)


def redacted(text: str) -> str:
    """`text` on one line, without secrets or anything that looks like one, at most `MAX_SAID` characters."""
    secrets = _secrets()
    text = _without(text[: 20 * MAX_SAID], secrets, [value for value in secrets if _is_unlike_words(value)])
    for pattern in _LOOKS_SECRET:
        text = pattern.sub(_MARK, text)
    return shorten("".join(char if char.isprintable() else " " for char in text), MAX_SAID)


def without_secrets(text: str) -> str:
    """`text` without the environment's secrets, whole or in part, plain or encoded. Word-like values are left alone."""
    secrets = [value for value in _secrets() if _is_unlike_words(value)]
    return _without(text, secrets, secrets)


def without_secrets_in(value: JsonValue) -> JsonValue:
    """`without_secrets` for every string in a JSON value; keys stay."""
    match value:
        case str():
            return without_secrets(value)
        case list():
            return [without_secrets_in(inner) for inner in value]
        case dict():
            return {name: without_secrets_in(inner) for name, inner in value.items()}
    return value


def _secrets() -> list[str]:
    return list(_secrets_of(tuple(os.environ.items())))


@lru_cache(maxsize=4)
def _secrets_of(environment: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Secret values, longest first: of variables with the name of a secret, and of any name, if the value has the form
    of a key or is an address with a password, which is the secret then."""
    found = {
        value
        for name, value in environment
        if (_NAME_OF_A_SECRET.search(name) and not _is_place(name, value))
        or any(form.fullmatch(value) for form in _FORMS_OF_KEYS)
    }
    found |= {one[1] for _, value in environment for one in _PASSWORD.finditer(value)}
    return tuple(sorted((value for value in found if len(value) >= _SHORTEST_SECRET), key=len, reverse=True))


def _is_place(name: str, value: str) -> bool:
    return bool(_NAME_OF_A_PLACE.search(name)) and "@" not in value


def _without(text: str, plain: list[str], disguised: list[str]) -> str:
    for value in plain:
        text = text.replace(value, _MARK)
    return SecretEncodings.of(tuple(disguised)).without(text, _MARK)


def _is_unlike_words(value: str) -> bool:
    """Long values with digits, or very long ones. Dummies such as `not-needed` are no secrets.

    Addresses without a password are no secrets either, even under key-like names: they occur on pages.
    """
    if "://" in value and "@" not in value:
        return False
    return len(value) >= _SHORTEST_IN_A_REPLY and (any(char.isdigit() for char in value) or len(value) >= 24)
