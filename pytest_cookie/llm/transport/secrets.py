"""Removes API keys from provider output: the one place that knows what a key looks like.

Every response and failure of a provider passes through here first, so that records, reports, logs, cached responses
and exceptions hold no keys. A secret of the environment is found as is, with any of its characters escaped for a URL,
JSON or a script, and in base64, also as a part of an encoded text. `without_secrets` is for model output. `redacted` is
for provider messages and also removes anything that looks like a key.
"""

import base64
import os
import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from pydantic import JsonValue

from pytest_cookie.core.text import shorten

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
_CLEAR_FORMS = (
    re.compile(r"(?i)\b(?:bearer|authorization:\s{0,3}basic)\s{1,3}(?=[^\s\d]{0,200}\d)[\w.~+/=-]{20,}"),
    re.compile(r"(?i)\b(?:sk|pk|gsk|xai|hf|ghp|gho|pplx|nvapi|r8|fw)[-_](?=[^\s\d]{0,200}\d)[\w-]{16,}"),
    _FORMS_OF_KEYS[2],
)
"""Of texts of pages, in which “basic calculator” and `fw-semibold` are words: longer ones with a digit."""
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
    text = _without(text[: 20 * MAX_SAID], _secrets())
    for pattern in _LOOKS_SECRET:
        text = pattern.sub(_MARK, text)
    return shorten("".join(char if char.isprintable() else " " for char in text), MAX_SAID)


def without_secrets(text: str) -> str:
    """`text` without the environment's secrets, plain, escaped or in base64. Word-like values are left alone."""
    return _without(text, filter(_is_unlike_words, _secrets()))


def key_remover() -> Callable[[str], str]:
    """`without_secrets` for many texts that leave the machine, and without what clearly has the form of a key."""
    secrets = tuple(filter(_is_unlike_words, _secrets()))

    def remove(text: str) -> str:
        text = _without(text, secrets)
        for pattern in (_PASSWORD, *_CLEAR_FORMS):
            text = pattern.sub(_MARK, text)
        return text

    return remove


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


def find_secrets(text: str) -> set[str]:
    """The environment's secrets that `text` holds in any of the forms."""
    return {secret for secret in _secrets() if any(form.search(text) for form in _forms(secret))}


def _secrets() -> tuple[str, ...]:
    return _secrets_of(tuple(os.environ.items()))


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
    found |= {password[1] for _, value in environment for password in _PASSWORD.finditer(value)}
    return tuple(sorted((value for value in found if len(value) >= _SHORTEST_SECRET), key=len, reverse=True))


def _is_place(name: str, value: str) -> bool:
    return bool(_NAME_OF_A_PLACE.search(name)) and "@" not in value


def _without(text: str, secrets: Iterable[str]) -> str:
    for secret in secrets:
        for form in _forms(secret):
            text = form.sub(_MARK, text)
    return text


@lru_cache(maxsize=256)
def _forms(secret: str) -> tuple[re.Pattern[str], ...]:
    """What finds the secret: with any of its characters escaped, and in base64 at each offset."""
    data = secret.encode(errors="surrogateescape")
    encoded = (base64.b64encode(bytes(offset) + data).decode() for offset in range(3))
    inner = (text[-(-offset * 8 // 6) : (offset + len(data)) * 8 // 6] for offset, text in enumerate(encoded))
    either_alphabet = (re.escape(text).replace(r"\+", "[+-]").replace("/", "[/_]") for text in inner)
    return re.compile("".join(map(_escaped, secret))), re.compile("|".join(either_alphabet))


def _escaped(character: str) -> str:
    """A pattern of the character as is, or escaped for JSON, a script or a URL, up to three times.

    Each branch starts with a literal, which makes the search fast.
    """
    code, short = ord(character), {"\n": "n", "\r": "r", "\t": "t"}.get(character, character)
    in_json = rf"\\\\{{0,7}}(?:{re.escape(short)}|(?i:u{code:04x}|x{code:02x}))"
    in_url = "".join(f"%(?:25){{0,2}}(?i:{byte:02x})" for byte in character.encode(errors="surrogateescape"))
    return f"(?:{re.escape(character)}|{in_json}|{in_url})"


def _is_unlike_words(value: str) -> bool:
    """Long values with digits, or very long ones. Dummies such as `not-needed` are no secrets.

    Addresses without a password are no secrets either, even under key-like names: they occur on pages.
    """
    if "://" in value and "@" not in value:
        return False
    return len(value) >= _SHORTEST_IN_A_REPLY and (any(char.isdigit() for char in value) or len(value) >= 24)
