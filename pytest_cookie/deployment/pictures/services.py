"""Which addresses ask a service for a picture, and for which: `services.toml` is the table, this its one reader."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

Style = Literal["photo", "label", "initials", "portrait"]
Format = Literal["png", "jpeg", "webp", "gif", "svg"]

MAX_SIDE = 4096
MAX_PIXELS = 8_000_000
"""A larger picture is given smaller, in the same shape."""
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
    """An entry of the table; `forms` are its paths as patterns."""

    hosts: tuple[str, ...]
    style: Style
    size: tuple[int, int]
    ratio: float
    format: Format
    forms: tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class WantedPicture:
    """`service` is the host; `subject` is what is alike in addresses of one picture in several sizes.

    Colours are as the address has them, "" for none.
    """

    service: str
    style: Style
    width: int
    height: int
    format: Format
    subject: str
    text: str = ""
    background: str = ""
    colour: str = ""


def picture_service(host: str) -> Service | None:
    """The service that answers at a host; None where none does."""
    host = host.lower().rstrip(".")
    parent = host.partition(".")[2]
    return _services().get(host) or _services().get(f"*.{parent}")


def wanted_picture(url: str) -> WantedPicture | None:
    """The picture for which an address asks; None where it is of no service. Never raises."""
    try:
        parts = urlsplit(url[:_LONGEST_ADDRESS])
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    service = picture_service(host)
    if service is None or parts.scheme not in ("http", "https") or port not in (None, 80, 443):
        return None
    told = _told(service, parts)
    width, height = _size(service, told)
    return WantedPicture(
        service=host,
        style=service.style,
        width=width,
        height=height,
        format=_FORMATS.get(told.get("format", "").lower(), service.format),
        subject=_subject(host, service, parts),
        text=" ".join(told.get("text", "").replace("\\n", " ").split())[:_LONGEST_TEXT],
        background=told.get("background", ""),
        colour=told.get("colour", ""),
    )


def _told(service: Service, parts: SplitResult) -> dict[str, str]:
    """What path and query say, by name; the query has the last word."""
    path, _, in_path = unquote(parts.path, errors="replace").partition("&")
    told: dict[str, str] = {}
    for found in (_NAMED_FORMAT.search(path), _TIMES.search(path), _fitting(service, path)):
        told |= {name: text for name, text in (found.groupdict() if found else {}).items() if text}
    for name, value in (*_fields(in_path), *_fields(parts.query)):
        known = _QUERY.get(name.lower())
        if known == "size":
            told["w"], _, told["h"] = value.lower().partition("x")
        elif known:
            told[known] = value
    return told


def _fitting(service: Service, path: str) -> re.Match[str] | None:
    return next((found for form in service.forms if (found := form.fullmatch(path))), None)


def _fields(query: str) -> Iterator[tuple[str, str]]:
    try:
        yield from parse_qsl(query, errors="replace", max_num_fields=_MOST_FIELDS)
    except ValueError:  # more of them than that
        return


def _size(service: Service, told: Mapping[str, str]) -> tuple[int, int]:
    times = min(max(_number(told.get("times", "")), 1), 3)
    width, height = _number(told.get("w", "")), _number(told.get("h", ""))
    if not width and not height:
        width, height = service.size
    width = width or round(height / service.ratio)
    height = height or round(width * service.ratio)
    shrink = min(1.0, MAX_SIDE / (max(width, height) * times), (MAX_PIXELS / (width * height * times**2)) ** 0.5)
    return max(1, int(width * times * shrink)), max(1, int(height * times * shrink))


def _number(text: str) -> int:
    """0 where it is none, or none that a picture can have."""
    digits = re.match(r"\s*(\d{1,9})(?:\.\d{0,9})?\s*(?:px)?\s*\Z", text, re.ASCII)
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
    """By host."""
    table = tomllib.loads((Path(__file__).parent / "services.toml").read_text(encoding="utf-8"))
    services = [_service(entry) for entry in table["service"]]
    return {host: service for service in services for host in service.hosts}


def _service(entry: Mapping[str, object]) -> Service:
    style, made = entry["style"], entry.get("format")
    if style not in get_args(Style) or made not in (None, *get_args(Format)):
        raise ValueError(f"services.toml: no such style or format: {style}, {made}")
    width, height = cast(list[int], entry["size"])
    return Service(
        hosts=tuple(cast(list[str], entry["hosts"])),
        style=cast(Style, style),
        size=(width, height),
        ratio=float(cast(float, entry.get("ratio", 1))),
        format=cast(Format, made or ("png" if style in ("label", "initials") else "jpeg")),
        forms=tuple(_form(path) for path in cast(list[str], entry["paths"])),
    )


def _form(path: str) -> re.Pattern[str]:
    """`/{w}/{h}` as a pattern that takes endings behind each part."""
    pattern = ""
    for part in path.removeprefix("/").split("/"):
        pieces = re.split(r"\{(\w+)\}", part)
        pattern += "/" + "".join(_FORM[piece] if index % 2 else re.escape(piece) for index, piece in enumerate(pieces))
        pattern += _ENDING
    return re.compile(pattern + "/*", re.IGNORECASE)
