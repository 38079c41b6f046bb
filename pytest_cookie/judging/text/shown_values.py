"""`read_values`: what a column of texts says in numbers, dates, times or durations, in each way it can be read.

Public notations only: decimal points and commas, grouping, currencies, units, percentages, dates of three orders,
month names of five languages by their beginnings, times of day, durations.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from pytest_cookie.core.parsing import parse_shown_number, parse_shown_whole

_LONGEST = 40
_MINUS = str.maketrans({"−": "-", "–": "-", "‐": "-", "＋": "+", "％": "%"})
_MISSING = re.compile(r"(?:[-–—−.?/*…]+|n\W?a\W?|k\W{0,2}a\W?|s\W?d\W?|null|none|nil|tbd)?", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?P<before>(?:[A-Z]{1,3}|[Kk]r|Fr|Rs|No|Nr)\.?(?:\s|(?=[^\w\s.,+()'’-])))?(?P<sign>[+-]?)\s?"
    r"(?:[^\w\s.,+()'’-]\s?)?(?P<inner>[+-]?)(?P<figure>\d[\d.,'’\s]*)"
    r"(?P<unit>(?:\s?(?:[^\W\d_]{1,12}|[^\w\s.,+()-])){0,2}(?:/[^\W\d_]{1,6})?\.?[²³]?)"
)
_DIGITS = re.compile(r"\d+")
_GROUPED = re.compile(r"\d{1,3}(?:['’\s]\d{3})+|\d[\d.,]*")
"""A figure whose blanks and apostrophes stand before three digits, unlike `6'11` of a height or `030 12` of a phone."""
_FIGURE = re.compile(r"(?:\d+|\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3})")
_FAMILIES: tuple[dict[str, float], ...] = (
    {"": 1, "k": 1e3, "m": 1e6, "b": 1e9, "bn": 1e9, "tsd": 1e3, "mio": 1e6, "mrd": 1e9},
    {"": 1, "千": 1e3, "万": 1e4, "萬": 1e4, "億": 1e8, "亿": 1e8, "만": 1e4, "억": 1e8},
    {"b": 1, "byte": 1, "bytes": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 1e3, "mib": 1e6, "gib": 1e9},
    {"mm": 1e-3, "cm": 1e-2, "m": 1, "km": 1e3},
    {"mg": 1e-3, "g": 1, "kg": 1e3, "t": 1e6},
    {"ml": 1e-3, "cl": 1e-2, "dl": 0.1, "l": 1, "hl": 100},
)
"""Units of one kind and their sizes. A column may mix them."""
_SECONDS = {
    "ms": 0.001, "s": 1, "sec": 1, "secs": 1, "sek": 1, "second": 1, "seconds": 1, "秒": 1, "초": 1,
    "m": 60, "min": 60, "mins": 60, "minute": 60, "minutes": 60, "minuten": 60, "minutos": 60, "分": 60, "分钟": 60,
    "분": 60, "h": 3600, "hr": 3600, "hrs": 3600, "std": 3600, "hour": 3600, "hours": 3600, "stunden": 3600,
    "heures": 3600, "horas": 3600, "小时": 3600, "時間": 3600, "시간": 3600, "d": 86400, "day": 86400, "days": 86400,
    "tage": 86400, "tag": 86400, "jours": 86400, "jour": 86400, "días": 86400, "dias": 86400, "天": 86400, "日": 86400,
    "일": 86400, "w": 604800, "week": 604800, "weeks": 604800, "wochen": 604800,
}  # fmt: skip
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan ene", "feb fev fév", "mar mär maerz mrz", "apr abr avr", "may mai", "jun juin", "jul juil", "aug ago aoû",
         "sep set", "oct okt out", "nov", "dec dez dic déc"), 1,
    )
    for name in names.split()
}  # fmt: skip
_TIME = r"(\d{1,2}):(\d{2})(?:[:.\d]*\s?([AaPp])\.?[Mm]\b)?.*"
_DATE = re.compile(r"(\d{1,4})\s?[./\-年년]\s?(\d{1,2})\s?[./\-月월]\s?(\d{1,4})[日일.]?(?:[T, ]+" + _TIME + ")?")
_WORDED = re.compile(
    r"(?:[^\W\d]{2,10}[,.]?\s+)??(?:(\d{1,2})(?:st|nd|rd|th|er)?\.?\s+)?(?:de\s+)?([^\W\d]{3,10})\.?"
    r"(?:\s+(\d{1,2})(?:st|nd|rd|th)?(?!\d))?(?:,?\s+(?:de\s+)?(\d{4}))?(?:,?\s+(?:at\s+)?" + _TIME + ")?"
)
_VERSION = re.compile(r"(0|[1-9]\d{0,3})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})")
_MONTH = re.compile(r"(\d{1,2})\s?[./-]\s?((?:19|20)\d{2})")
_DAY = re.compile(r"(\d{1,2})\.(\d{2})")
_CLOCK = re.compile(r"(\d{1,3}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s?([ap]\.?m\.?)?", re.IGNORECASE)
_SPAN = re.compile(r"(\d{1,9}(?:[.,]\d{1,4})?)\s?([^\W\d_]{1,8})\.?")

Reader = Callable[[str], float | None]


def is_missing(text: str) -> bool:
    """Whether it stands for a value that is not there: empty, a dash, n/a."""
    return _MISSING.fullmatch(text.strip()) is not None


def read_values(texts: Sequence[str]) -> Iterator[tuple[float, ...]]:
    """Each way in which all texts are values of one kind; none if they are words, codes or values of several kinds."""
    cleaned = [re.sub(r"\s+", " ", text.translate(_MINUS)).strip() for text in texts]
    if not cleaned or any(not text or len(text) > _LONGEST for text in cleaned):
        return
    if all(_DIGITS.fullmatch(text) for text in cleaned) and any(text[0] == "0" and len(text) > 1 for text in cleaned):
        return  # codes, such as postal codes
    readers = [*_numbers(cleaned), _read_clock, _read_span, *(_date_reader(order) for order in ("ymd", "dmy", "mdy"))]
    for reader in (*readers, _read_worded, _read_lap, _read_month, _read_day, _read_version):
        values = [reader(text) for text in cleaned]
        if all(value is not None for value in values):
            yield tuple(value for value in values if value is not None)


def _numbers(texts: Sequence[str]) -> list[Reader]:
    """Readers of numbers: all with one unit, or with units of one kind."""
    matches = [match for text in texts if (match := _match_number(text))]
    if len({match["before"] for match in matches}) > 1:
        return []  # codes, such as flight numbers
    units = {_unit(match) for match in matches}
    stems = {unit.rstrip("s") for unit in units}
    families = [family for family in _FAMILIES if units <= family.keys()]
    if len(stems - {""}) <= 1:
        families = families if len(units) > 1 else [{}]
        families = families or [{}]
    return [_number_reader(point, family) for family in families for point in ".,"]


def _match_number(text: str) -> re.Match[str] | None:
    return _NUMBER.fullmatch(text[1:-1] if text.startswith("(") and text.endswith(")") else text)


def _unit(match: re.Match[str]) -> str:
    return match["unit"].strip().rstrip(".").casefold()


def _number_reader(point: str, family: dict[str, float]) -> Reader:
    def read(text: str) -> float | None:
        match = _match_number(text)
        if match is None:
            return None
        whole, separator, fraction = match["figure"].strip().partition(point)
        if not _GROUPED.fullmatch(whole):
            return None
        whole = re.sub(r"['’\s]", "", whole)
        if not _FIGURE.fullmatch(whole) or (separator and not _DIGITS.fullmatch(fraction)):
            return None
        value = parse_shown_number(f"{re.sub('[.,]', '', whole)}.{fraction or 0}")
        is_negative = "-" in (match["sign"], match["inner"]) or text.startswith("(")
        return None if value is None else value * family.get(_unit(match), 1.0) * (-1 if is_negative else 1)

    return read


def _read_clock(text: str) -> float | None:
    match = _CLOCK.fullmatch(text)
    if match is None or _whole(match[2]) > 59:
        return None
    return _hour(match[1], match[4]) * 3600 + _whole(match[2]) * 60 + _whole(match[3])


def _read_lap(text: str) -> float | None:
    """A duration of minutes and seconds, beside others with hours: `45:10`, `1:02:03`."""
    return _read_clock(text if text.count(":") > 1 else f"0:{text}")


def _read_span(text: str) -> float | None:
    """A duration or an age, such as `1 h 20 min` or `3 days ago`."""
    bare = re.sub(r"^(?:vor|il y a|hace|há|in) | ago$| ?前$| ?전$", "", text.casefold())
    parts = _SPAN.findall(bare)
    if not parts or _SPAN.sub("", bare).strip(" ,") or any(unit not in _SECONDS for _, unit in parts):
        return None
    return sum((parse_shown_number(figure) or 0.0) * _SECONDS[unit] for figure, unit in parts)


def _date_reader(order: str) -> Reader:
    def read(text: str) -> float | None:
        match = _DATE.fullmatch(text)
        if match is None:
            return None
        parts = dict(zip(order, map(_whole, match.groups()[:3]), strict=True))
        is_long = len(match[1]) == len("2025")
        if is_long != (order == "ymd") or not 1 <= parts["m"] <= 12 or parts["d"] > 31:
            return None
        return _moment(parts["y"], parts["m"], parts["d"], *match.groups()[3:])

    return read


def _read_month(text: str) -> float | None:
    match = _MONTH.fullmatch(text)
    return _moment(_whole(match[2]), _whole(match[1]), 0) if match and _is_month(match[1]) else None


def _read_day(text: str) -> float | None:
    """A day without its year: `28.02`."""
    match = _DAY.fullmatch(text)
    is_day = match is not None and _is_month(match[2]) and 1 <= _whole(match[1]) <= 31
    return _moment(0, _whole(match[2]), _whole(match[1])) if match and is_day else None


def _is_month(text: str) -> bool:
    return 1 <= _whole(text) <= 12


def _read_worded(text: str) -> float | None:
    """A date with the month's name: `5 Mar 2025`, `March 5`, `5. März 2025, 14:00`, `Mar 2025`."""
    match = _WORDED.fullmatch(text)
    name = match[2].casefold() if match else ""
    month = _MONTHS.get(name[:4]) or _MONTHS.get(name[:3])
    if match is None or month is None or not (match[1] or match[3] or match[4]):
        return None
    return _moment(_whole(match[4]), month, _whole(match[1] or match[3]), *match.groups()[4:])


def _read_version(text: str) -> float | None:
    match = _VERSION.fullmatch(text)
    return _whole(match[1]) * 1e6 + _whole(match[2]) * 1e3 + _whole(match[3]) if match else None


def _moment(
    year: int, month: int, day: int, hour: str | None = None, minute: str | None = None, half: str | None = None
) -> float:
    return ((year * 12 + month) * 31 + day) * 1440.0 + _hour(hour, half) * 60 + _whole(minute)


def _hour(text: str | None, half: str | None) -> int:
    """The hour of the day; `half` begins with "a" or "p" if it is one of twelve."""
    first = _whole(text)
    return first % 12 + (12 if half[0] in "pP" else 0) if half else first


def _whole(text: str | None) -> int:
    return parse_shown_whole(text) or 0
