"""`parse_mail`: the readable part of a mail, at a cost that no mail can raise.

The standard library's own policy for mails takes time that grows faster than the length of a header, and each level of
nested parts adds to the cost of each line. So headers are read by the older policy, which only keeps them, and bytes,
lines, parts and the length of a header are limited. What is beyond a limit is not read.
"""

import codecs
import html
import re
from collections.abc import Iterable, Iterator
from email import message_from_bytes, policy
from email.errors import MessageError
from email.header import decode_header
from email.message import Message
from email.policy import Policy

from pytest_cookie.deployment.applications.caught_mail import Mail

_MAX_TEXT = 20_000
_MAX_SUBJECT = 500
_MAX_BYTES = 300_000
_MAX_LINES = 5_000
_MAX_PARTS = 50
_MAX_HEADER = 2_000
_SLOW_CODECS = frozenset({"punycode", "idna"})
"""Their cost grows with the square of the length."""
_HIDDEN = re.compile(r"(?is)<(style|script)\b(?:(?!</\1\b).)*+(?:</\1\s{0,9}>)?")
_HEAD_END = re.compile(r"(?i)</head\s{0,9}>")
_ANCHOR = re.compile(
    r"""(?is)<a\b(?=[^<>]{0,5000}>)[^<>]{0,2000}?href\s{0,9}=\s{0,9}["']([^"'<>]{1,2000})["'][^<>]{0,2000}>"""
    r"""((?:(?!<a\b).){0,2000}?)</a>"""
)
_BREAK = re.compile(r"(?i)<(?:br|/p|/div|/tr|/li|/h[1-6])\b[^<>]*>")
_TAG = re.compile(r"<[^<>]*>")
_FOLD = re.compile(r"[\r\n]+")


def parse_mail(content: bytes, recipients: Iterable[str], sender: str) -> Mail:
    """The readable part of a mail. One that cannot be read is shown as it came."""
    lines = content[:_MAX_BYTES].splitlines()[:_MAX_LINES]
    try:
        message = message_from_bytes(b"\n".join(lines), _PartMaker(), policy=policy.compat32)
        subject, text = _read_subject(message), _read_text(message)
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError, MessageError):  # broken in any way
        subject, text = "(unreadable)", content[: 4 * _MAX_TEXT].decode(errors="replace")
    return Mail(tuple(recipients), sender, subject[:_MAX_SUBJECT], text[:_MAX_TEXT])


class _Part(Message):
    """A part with short headers."""

    def set_raw(self, name: str, value: str) -> None:
        """Keep a header; called by the parser."""
        super().set_raw(name, value[:_MAX_HEADER])


class _PartMaker:
    """Makes the parts of one mail for the parser. Raises `ValueError` if they are too many."""

    def __init__(self) -> None:
        self._parts = 0

    def __call__(self, policy: Policy = policy.compat32) -> _Part:
        self._parts += 1
        if self._parts > _MAX_PARTS:
            raise ValueError(f"the mail has more than {_MAX_PARTS} parts")
        return _Part(policy)


def _read_subject(message: Message) -> str:
    for name, value in message.raw_items():
        if name.lower() == "subject":
            source = _FOLD.sub("", str(value)).encode("ascii", "surrogateescape").decode(errors="replace")
            return "".join(_decode_word(*word) for word in decode_header(source))
    return ""


def _decode_word(word: bytes | str, charset: str | None) -> str:
    if isinstance(word, str):
        return word
    return _decode(word, charset) if charset else word.decode("raw-unicode-escape", errors="replace")


def _read_text(message: Message) -> str:
    """Its first plain text, else the text of its first HTML."""
    parts = list(_find_texts(message))
    for kind in ("text/plain", "text/html"):
        for part in parts:
            if part.get_content_type() == kind:
                content = part.get_payload(decode=True)
                assert isinstance(content, bytes)
                source = _decode(content, part.get_content_charset())
                return source if kind == "text/plain" else html.unescape(_text_of(source))
    return ""


def _find_texts(part: Message) -> Iterator[Message]:
    """The texts of a mail, without its attachments and the mails in it."""
    if part.get_content_disposition() == "attachment":
        return
    inner = part.get_payload()
    if part.get_content_maintype() == "text":
        yield part
    elif part.get_content_maintype() == "multipart" and isinstance(inner, list):
        for one in inner[:1] if part.get_content_subtype() == "related" else inner:
            if isinstance(one, Message):
                yield from _find_texts(one)


def _decode(content: bytes, charset: str | None) -> str:
    try:
        name = codecs.lookup(charset or "utf-8").name
        return content.decode("utf-8" if name in _SLOW_CODECS else name, errors="replace")
    except (LookupError, ValueError):  # no such charset, or none of texts
        return content.decode(errors="replace")


def _text_of(source: str) -> str:
    """The text of HTML, without markup."""
    body = _HEAD_END.split(_HIDDEN.sub("", source[: 5 * _MAX_TEXT]), maxsplit=1)[-1]
    shown = _ANCHOR.sub(r"\2 \1", body)
    return _TAG.sub("", _BREAK.sub("\n", shown)).strip()
