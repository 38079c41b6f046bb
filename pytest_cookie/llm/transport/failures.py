"""`CallFailed`: why an attempt failed, whether a retry can help, and what the user can do."""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from email.utils import parsedate_to_datetime
from typing import Literal

from pytest_cookie.llm.transport.api_keys import key_of
from pytest_cookie.llm.transport.model_info import provider_of
from pytest_cookie.llm.transport.secrets import redacted

Kind = Literal["busy", "broken", "final", "schema", "too_long", "parameter", "refused"]
_NO_CREDIT = re.compile(r"insufficient[_ ]quota|exceeded your current quota|credit balance|billing|payment", re.I)
_SCHEMA = re.compile(r"response_?format|json_?schema|structured[_ ]output|response_?schema|output_config", re.I)
_TOO_LONG = re.compile(r"context[_ ](?:length|window)|maximum context|too many tokens|prompt is too long", re.I)
_UNSUPPORTED = re.compile(
    r"n[o']t support|unsupported|unknown|unrecognized|unexpected|not permitted|not allowed|deprecated|cannot both", re.I
)
_NO_MODEL = re.compile(
    r"model_not_found|(?:unknown|no such|not a valid|access to) model|model\b.{0,200}(?:not found|not exist)",
    re.I | re.S,
)
_NO_ADDRESS = re.compile(r"not[ _]?found|not exist", re.I)
_LITELLM_ADVICE = re.compile(r"\bTo drop (?:these|unsupported)\b.*", re.S)
_NO_KEY = re.compile(r"\bmissing .{0,30}(?:credentials|api key)|_KEY is not set|unable to locate credentials", re.I)
_MISSING_MODULE = re.compile(r"No module named '([\w.]{1,80})'")
_NEVER_SENT = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "gaierror", "ConnectionRefusedError"})
_LONGEST_CHAIN = 12
_CLASS_NAMES = re.compile(r"\A(?:(?:litellm\.)?[A-Z]\w{1,60}(?:Error|Exception|Timeout)?(?:: | - ))+")


class CallFailed(Exception):  # noqa: N818 - not part of the public error tree: handled inside `llm`
    """`kind`: `busy` (slow down) and `broken` (may work again) are retried; the others need another request or a user.

    `refused` fails every call of the model: no key, a wrong one, or an unknown model. `parameter`: the model does not
    support the request's parameter of this name; a `final` failure may name one, too, whose value is wrong.
    `retry_after`: the provider's Retry-After in seconds. `maybe_paid`: the model may have responded, so the call may
    be billed.
    """

    def __init__(
        self,
        message: str,
        kind: Kind,
        *,
        retry_after: float | None = None,
        maybe_paid: bool = False,
        status: int = 0,
        parameter: str = "",
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.retry_after = retry_after
        self.maybe_paid = maybe_paid
        self.status = status
        self.parameter = parameter


def timed_out(seconds: float) -> CallFailed:
    """The response was not complete in time."""
    return CallFailed(f"no complete response within {seconds:.3g} s", "broken", maybe_paid=True)


def unreadable(what: str) -> CallFailed:
    """The response cannot be parsed."""
    return CallFailed(what, "broken", maybe_paid=True)


def failure_of(
    error: Exception, model: str, *, has_schema: bool, now: float, parameters: Iterable[str] = ()
) -> CallFailed:
    """Classify a litellm exception by its status, headers and text. The exception itself is never shown or chained.

    `parameters` are those that the request sets.
    """
    headers = _headers(error)
    text = redacted(_message_of(error))
    status = _status(error, answered=bool(headers))
    if not headers and _NO_KEY.search(text):
        return CallFailed(f"no API key: {_advice(401, model)}", "refused")
    kind, advice = _classify(error, status, text, model, has_schema=has_schema)
    parameter = _named_parameter(text, parameters) if kind == "final" and status in {400, 422} else ""
    if parameter and _UNSUPPORTED.search(text):
        kind = "parameter"
    return CallFailed(
        (f"HTTP {status}: {text}" if status else _without_status(error, text)) + (f" ({advice})" if advice else ""),
        kind,
        retry_after=retry_after(headers.get("retry-after", ""), now),
        maybe_paid=kind == "broken" and not headers and not _never_sent(error),
        status=status,
        parameter=parameter,
    )


def retry_after(value: str, now: float) -> float | None:
    """Parse a Retry-After header (seconds or a date) to seconds; `now` in seconds since 1970."""
    if re.fullmatch(r"\s*\d{1,9}(?:\.\d{0,9})?\s*", value, re.ASCII):
        return float(value)
    try:
        return max(parsedate_to_datetime(value[:60]).timestamp() - now, 0.0)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _classify(error: Exception, status: int, text: str, model: str, *, has_schema: bool) -> tuple[Kind, str]:
    """The kind of failure, and advice for the user."""
    name = type(error).__name__
    if missing := _MISSING_MODULE.search(text):
        return "refused", f"this provider needs the package {missing[1]}: install it"
    if name == "ContextWindowExceededError" or (status in {400, 413, 422} and _TOO_LONG.search(text)):
        return "too_long", "the request exceeds the model's context window"
    if status in {400, 422} and has_schema and _SCHEMA.search(text):
        return "schema", "the model does not support response schemas"
    if status in {400, 402, 403, 429} and _NO_CREDIT.search(text):
        return "final", "the account has no credit left"
    if status in {429, 503, 529}:
        return "busy", ""
    if status in {0, 408, 409, 425} or status >= 500:
        return "broken", _address(model) if _never_sent(error) else ""
    if status == 401 or (status in {400, 403, 404} and _NO_MODEL.search(text)):
        return "refused", _advice(404 if status == 400 else status, model)
    return "refused" if status == 404 and _NO_ADDRESS.search(text) else "final", _advice(status, model)


def _named_parameter(text: str, parameters: Iterable[str]) -> str:
    """The parameter that the text names first; the last one if two exclude each other; "" if it names none."""
    found = [(match.start(), name) for name in parameters if (match := re.search(rf"\b{re.escape(name)}\b", text))]
    if not found:
        return ""
    return (max if "cannot both" in text else min)(found)[1]


def _address(model: str) -> str:
    """A hint for a refused connection: the variable that holds the address, never its value."""
    name = (provider_of(model) or "openai").upper()
    variables = [variable for variable in (f"{name}_BASE_URL", f"{name}_API_BASE") if os.environ.get(variable)]
    return f"is a server running at {variables[0]}?" if variables else ""


def _advice(status: int, model: str) -> str:
    match status:
        case 401 | 403:
            return f"set {key_of(model)} to a key that may use {model}"
        case 404:
            return f"check that the model {model} exists and that the provider's address is right"
        case _:
            return "the provider rejects the request"


def _status(error: Exception, *, answered: bool) -> int:
    """The HTTP status; 0 if litellm made up a 408 or 500 for a call without a response."""
    status = getattr(error, "status_code", None)
    if not isinstance(status, int) or (status in {408, 500} and not answered):
        return 0
    return status


def _without_status(error: Exception, text: str) -> str:
    if type(error).__name__ in {"Timeout", "APITimeoutError"}:
        return "timed out"
    if text.startswith("Connection error") or _never_sent(error):
        return f"connection failed or was cut: {text}"
    return f"the response cannot be parsed: {text}"


def _headers(error: Exception) -> dict[str, str]:
    for holder in (error, getattr(error, "response", None)):
        found = getattr(holder, "litellm_response_headers", None) or getattr(holder, "headers", None)
        if isinstance(found, Mapping) and found:
            return {str(name).lower(): str(value) for name, value in found.items()}
    return {}


def _message_of(error: Exception) -> str:
    message = getattr(error, "message", None)
    text = message if isinstance(message, str) and message else str(error)
    text = _LITELLM_ADVICE.sub("", text.partition("Traceback (most recent")[0][:4_000])
    return _CLASS_NAMES.sub("", text).strip() or type(error).__name__


def _never_sent(error: BaseException) -> bool:
    """Whether no connection was made, so that the call cannot be billed."""
    return any(type(cause).__name__ in _NEVER_SENT for cause in _chain(error))


def _chain(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    for _ in range(_LONGEST_CHAIN):
        if cause is None:
            return
        yield cause
        cause = cause.__cause__ or cause.__context__
