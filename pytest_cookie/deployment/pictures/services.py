"""Parses addresses of image services into image requests, with the table in `services.toml`."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast, get_args
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from pytest_cookie.core.page import PictureStyle

Format = Literal["png", "jpeg", "webp", "gif", "svg"]

MAX_SIDE = 4096
MAX_PIXELS = 8_000_000
"""Larger images are scaled down, with the same aspect ratio."""
_LONGEST_ADDRESS = 4_000
_LONGEST_TEXT = 120
_MOST_FIELDS = 60
_FORMATS: dict[str, Format] = {
    "png": "png", "jpg": "jpeg", "jpeg": "jpeg", "webp": "webp", "avif": "webp", "gif": "gif", "svg": "svg",
}  # fmt: skip
_FORM = {
    "w": r"(?P<w>\d{1,9})",
    "h": r"(?P<h>\d{1,9})",
    "size": r"(?P<w>\d{1,9})(?:[xX×*:](?P<h>\d{1,9}))?",
    "background": r"(?P<background>[0-9A-Za-z]{1,24})(?:,\d{1,3})?",
    "colour": r"(?P<colour>[0-9A-Za-z]{1,24})(?:,\d{1,3})?",
    "text": r"(?P<text>[^/]+)",
    "one": r"[^/]+",
    "rest": r".*",
}
_ENDING = r"(?:@\dx)?(?:[./](?:" + "|".join(_FORMATS) + r"))?"
_NAMED_FORMAT = re.compile(r"[./](?P<format>" + "|".join(_FORMATS) + r")(?=/|\Z)", re.IGNORECASE)
_TIMES = re.compile(r"@(?P<times>\d)x(?=[./]|\Z)")
_QUERY = {
    "w": "w", "width": "w", "h": "h", "height": "h", "size": "size", "s": "size", "dpr": "times",
    "text": "text", "name": "text", "background": "background", "backgroundcolor": "background", "bg": "background",
    "color": "colour", "fg": "colour", "fm": "format", "format": "format",
}  # fmt: skip
_OF_THE_SIZE = frozenset({"w", "h", "size", "times", "format"})


@dataclass(frozen=True)
class Service:
    """An entry of the table; `forms` are its path patterns."""

    hosts: tuple[str, ...]
    style: PictureStyle
    size: tuple[int, int]
    ratio: float
    format: Format
    forms: tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class ImageRequest:
    """`service` is the host; `subject` is the same for all sizes of one image.

    Colours are as written in the address, "" for none.
    """

    service: str
    style: PictureStyle
    width: int
    height: int
    format: Format
    subject: str
    text: str = ""
    background: str = ""
    colour: str = ""


def find_picture_service(host: str) -> Service | None:
    """The service at a host; None if there is none."""
    host = host.lower().rstrip(".")
    parent = host.partition(".")[2]
    return _services().get(host) or _services().get(f"*.{parent}")


def is_ended_service(host: str) -> bool:
    """Whether a picture service was at this host and no longer exists."""
    return host.lower().rstrip(".") in _table()["gone"]


def parse_image_request(url: str) -> ImageRequest | None:
    """The image that an address requests; None if it is not an image service. Never raises."""
    try:
        parts = urlsplit(url[:_LONGEST_ADDRESS])
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    service = find_picture_service(host)
    if service is None or parts.scheme not in ("http", "https") or port not in (None, 80, 443):
        return None
    fields = _read_fields(service, parts)
    width, height = _size(service, fields)
    return ImageRequest(
        service=host,
        style=service.style,
        width=width,
        height=height,
        format=_FORMATS.get(fields.get("format", "").lower(), service.format),
        subject=_subject(host, service, parts),
        text=" ".join(fields.get("text", "").replace("\\n", " ").split())[:_LONGEST_TEXT],
        background=fields.get("background", ""),
        colour=fields.get("colour", ""),
    )


def _read_fields(service: Service, parts: SplitResult) -> dict[str, str]:
    """The fields of path and query by name; the query takes precedence."""
    path, _, in_path = unquote(parts.path, errors="replace").partition("&")
    fields: dict[str, str] = {}
    for found in (_NAMED_FORMAT.search(path), _TIMES.search(path), _fitting(service, path)):
        fields |= {name: text for name, text in (found.groupdict() if found else {}).items() if text}
    for name, value in (*_fields(in_path), *_fields(parts.query)):
        known = _QUERY.get(name.lower())
        if known == "size":
            fields["w"], _, fields["h"] = value.lower().partition("x")
        elif known:
            fields[known] = value
    return fields


def _fitting(service: Service, path: str) -> re.Match[str] | None:
    return next((found for form in service.forms if (found := form.fullmatch(path))), None)


def _fields(query: str) -> Iterator[tuple[str, str]]:
    try:
        yield from parse_qsl(query, errors="replace", max_num_fields=_MOST_FIELDS)
    except ValueError:  # too many fields
        return


def _size(service: Service, fields: Mapping[str, str]) -> tuple[int, int]:
    times = min(max(_number(fields.get("times", "")), 1), 3)
    width, height = _number(fields.get("w", "")), _number(fields.get("h", ""))
    if not width and not height:
        width, height = service.size
    width = width or round(height / service.ratio)
    height = height or round(width * service.ratio)
    shrink = min(1.0, MAX_SIDE / (max(width, height) * times), (MAX_PIXELS / (width * height * times**2)) ** 0.5)
    return max(1, int(width * times * shrink)), max(1, int(height * times * shrink))


def _number(text: str) -> int:
    """A number of pixels; 0 if the text is not a valid one."""
    digits = re.match(r"\s*+(\d{1,9})(?:\.\d{0,9})?\s*+(?:px\s*+)?\Z", text, re.ASCII)
    return int(digits[1]) if digits else 0


def _subject(host: str, service: Service, parts: SplitResult) -> str:
    path = unquote(parts.path, errors="replace")
    found = _fitting(service, path)
    for name in ("h", "w"):
        if found and name in found.re.groupindex and found[name]:
            path = path[: found.start(name)] + path[found.end(name) :]
    rest = [(name, value) for name, value in _fields(parts.query) if _QUERY.get(name.lower()) not in _OF_THE_SIZE]
    return f"{host} {path} {rest}"


@cache
def _services() -> Mapping[str, Service]:
    """The services by host."""
    services = [_service(entry) for entry in _table()["service"]]
    return {host: service for service in services for host in service.hosts}


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((Path(__file__).parent / "services.toml").read_text(encoding="utf-8"))


def _service(entry: Mapping[str, object]) -> Service:
    style, made = entry["style"], entry.get("format")
    if style not in get_args(PictureStyle) or made not in (None, *get_args(Format)):
        raise ValueError(f"services.toml: unknown style or format: {style}, {made}")
    width, height = cast(list[int], entry["size"])
    return Service(
        hosts=tuple(cast(list[str], entry["hosts"])),
        style=cast(PictureStyle, style),
        size=(width, height),
        ratio=float(cast(float, entry.get("ratio", 1))),
        format=cast(Format, made or ("png" if style in ("label", "initials") else "jpeg")),
        forms=tuple(_form(path) for path in cast(list[str], entry["paths"])),
    )


def _form(path: str) -> re.Pattern[str]:
    """`/{w}/{h}` as a pattern that allows suffixes after each part."""
    pattern = ""
    for part in path.removeprefix("/").split("/"):
        pieces = re.split(r"\{(\w+)\}", part)
        pattern += "/" + "".join(_FORM[piece] if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
        pattern += _ENDING
    return re.compile(pattern + "/*", re.IGNORECASE)
