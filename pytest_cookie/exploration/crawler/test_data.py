"""Values that a person would type into a field, and values that a page should reject."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

from pydantic import BaseModel, TypeAdapter

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.labels import Language
from pytest_cookie.core.page import Control
from pytest_cookie.core.parsing import add_days, parse_date, parse_number, parse_whole
from pytest_cookie.core.patterns import fits_pattern
from pytest_cookie.exploration.page_facts import Detail

Kind = Literal["date", "month", "time", "datetime-local", "week"]
KINDS: frozenset[str] = frozenset(get_args(Kind))

_TIME = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,3})?)?")
_MONTH = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")
_WEEK = re.compile(r"[0-9]{4}-W(0[1-9]|[1-4][0-9]|5[0-3])")


def is_moment(text: str, kind: Kind) -> bool:
    """Whether a browser accepts it as a value or limit of such a field; `today`, week 54 and the year 0 are invalid."""
    if kind == "date":
        return parse_date(text) is not None
    if kind == "datetime-local":
        day, _, time = text.replace(" ", "T").partition("T")
        return parse_date(day) is not None and _TIME.fullmatch(time) is not None
    if kind == "time":
        return _TIME.fullmatch(text) is not None
    return (_MONTH if kind == "month" else _WEEK).fullmatch(text) is not None and not text.startswith("0000")


def clamp(value: str, kind: Kind, least: str, most: str) -> str:
    """Clamp `value` to its limits. Invalid limits are ignored, as in a browser."""
    if is_moment(least, kind):
        value = max(value, least)
    return min(value, most) if is_moment(most, kind) else value


def shift_later(value: str, kind: Kind, nth: int) -> str:
    """Shift a value by two days per `nth`, or two hours, months or weeks; invalid values stay the same."""
    if not nth or not is_moment(value, kind):
        return value
    if kind in ("date", "datetime-local"):
        day = parse_date(value[:10])
        return f"{add_days(day, 2 * nth)}{value[10:]}" if day else value
    if kind == "time":
        return f"{_within((parse_whole(value[:2]) or 0) + 2 * nth, 0, 23):02}{value[2:]}"
    separator = "-W" if kind == "week" else "-"
    year, number = value.split(separator)
    return f"{year}{separator}{_within((parse_whole(number) or 1) + nth, 1, 12):02}"


def _within(number: int, least: int, most: int) -> int:
    return max(least, min(most, number))


Meaning = Literal[
    "email", "phone", "url", "date", "time", "datetime-local", "month", "week", "color", "password", "search", "name",
    "number", "amount", "age", "postcode", "city", "address", "company", "message", "title", "username", "text",
    "given", "family", "birth", "iban", "card", "cvc", "expiry",
]  # fmt: skip

_MEANING: TypeAdapter[Meaning] = TypeAdapter(Meaning)
_MOMENT: TypeAdapter[Kind] = TypeAdapter(Kind)
_TYPES: dict[str, Meaning] = {"tel": "phone"}
_SUCH_AS = r"e\.? ?g\.?|for example|z\. ?B\.|p\. ?ex\.|par exemple|por ejemplo|ej\.|ex\.|例えば|例如|比如|例|예"
_EXAMPLE = re.compile(rf"(?:{_SUCH_AS})\s*+(?:[:：,]\s*+)?(\S.{{0,60}}?)\s*[)）…]?$", re.IGNORECASE)
_GREATEST, _FINEST = 1e15, 1e-9
"""Limits and steps beyond these are not usable for calculations."""
_FEW = 2
"""A search with this many hits is narrow enough to show that it works."""
_FIGURES = frozenset({"number", "amount", "age"})
_OF_DIGITS = frozenset({"phone", "postcode", "card", "cvc"})
"""Digits that are no number: none can be added to another."""
_COUNTED = frozenset({*_OF_DIGITS, "number", "text", "username", "title"})
_LEAST_DIGITS, _MOST_DIGITS = 3, 20  # "two digits after the point" is about something else
_DIGITS = "123456789012345678901"
_MOST_LENGTHENED = 400  # of a longer one, a person would rather copy a text
_HALF_DAYS = re.compile(r"\b[ap]\.?m\b", re.IGNORECASE)
_DATE_FORM = re.compile(
    r"\b(dd?|tt|jj|mm?|yyyy|jjjj|aaaa)([./-])(dd?|tt|jj|mm?)\2(yyyy|jjjj|aaaa|dd?|tt|jj)\b", re.IGNORECASE
)
_DATE_EXAMPLE = re.compile(r"\b(\d{4}|\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{1,2})\b")
_LAST_FIGURE = re.compile(r"\d(?=\D*$)")
_TELLING_TYPES = frozenset({"email", "url", "color", "password", "search", *KINDS})


class _Digits(BaseModel):
    """How a page says how many digits it wants: the word for them, and the number words before it."""

    words: str
    numbers: dict[str, int]


class _Knowledge(BaseModel):
    """The contents of `test_data.yaml`."""

    hints: tuple[dict[Meaning, str], ...]
    everywhere: dict[Meaning, str]
    texts: dict[Language, dict[Meaning, str]]
    further: dict[Language | Literal["everywhere"], dict[Meaning, str]]
    digits: _Digits
    patterned: tuple[str, ...]


@dataclass(frozen=True)
class WrongValue:
    """A value that a page should reject, and the reason."""

    value: str
    why: str


def classify_field(control: Control, detail: Detail) -> Meaning:
    """Classify a field by its type, then by its name, label, placeholder and autocomplete."""
    hints = " ".join((control.name, detail.label, detail.placeholder, detail.field, detail.autocomplete)).lower()
    hinted = next((meaning for meaning, pattern in _hints() if pattern.search(hints)), None)
    if control.input_type in _TELLING_TYPES or control.input_type in _TYPES:
        is_birth = control.input_type == "date" and hinted == "birth"
        own = _TYPES.get(control.input_type) or _MEANING.validate_python(control.input_type)
        return "birth" if is_birth else own
    if _is_numeric(control, detail):
        is_limited = bool(detail.min or detail.max or detail.step)
        return hinted if hinted in ("age", "amount") or (hinted in _OF_DIGITS and not is_limited) else "number"
    return hinted or ("message" if control.tag == "textarea" else "text")


def valid_value(control: Control, detail: Detail, language: Language, *, nth: int = 0) -> str:
    """Return a plausible value that fits the field's limits, as far as they are simple.

    `nth` counts the fields of one meaning in a form: a second date or time is later than the first.
    """
    knowledge = _knowledge()
    return _fit_value(control, detail, {**knowledge.everywhere, **knowledge.texts[language]}, nth=nth)


def further_value(control: Control, detail: Detail, language: Language, *, nth: int = 0) -> str:
    """Return the value to enter after `valid_value` was accepted: another plausible value, or the same if none is
    known.

    `nth` as in `valid_value`.
    """
    known, further = _knowledge(), _knowledge().further
    words = {**known.everywhere, **known.texts[language], **further["everywhere"], **further[language]}
    return _fit_value(control, detail, words, nth=nth + 1)


def _fit_value(control: Control, detail: Detail, words: Mapping[Meaning, str], *, nth: int) -> str:
    meaning = classify_field(control, detail)
    value = words.get(meaning, words["text"])
    if is_dated(control):  # browsers ignore the pattern of date fields
        kind = _kind(control)
        return clamp(shift_later(value, kind, nth), kind, detail.min, detail.max)
    if (count := _count_digits(control, detail)) and meaning in _COUNTED:
        value = ((_only_digits(value) if meaning in _OF_DIGITS else "") + _DIGITS)[:count]
        value = _next_code(value) if nth else value
    elif _is_numeric(control, detail) and meaning in _FIGURES:
        value = _number_within(detail, preferred=words.get(meaning, words["number"]))
    else:
        value = _write(meaning, value, control, detail, nth)
    if control.input_type == "number":
        return value if meaning in _FIGURES else _only_digits(value)
    value = _match_pattern(detail, value) if detail.pattern else value
    return _cut(_lengthen(value, detail), detail)


def _write(meaning: Meaning, value: str, control: Control, detail: Detail, nth: int) -> str:
    """The value in the notation that the field shows: of a date, a time, or a code such as “RK-2041”."""
    shown = " ".join((detail.placeholder, detail.hint, control.name, detail.label))
    if meaning in ("date", "birth"):
        return _write_date(shift_later(value, "date", nth), shown)
    if meaning == "time":
        value = shift_later(value, "time", nth)
        return f"{(parse_whole(value[:2]) or 0) % 12 or 12}{value[2:]} PM" if _HALF_DAYS.search(shown) else value
    if meaning == "expiry":
        return "12/2030" if re.search(r"yyyy|jjjj|aaaa", shown, re.IGNORECASE) else value
    example = _find_example(detail)
    is_code = meaning == "text" and any(map(str.isdigit, example)) and not re.search(r"\s", example)
    for _ in range(nth + 1 if is_code else 0):  # the example itself may be taken
        value = example = _next_code(example)
    return value


def _write_date(value: str, shown: str) -> str:
    """An ISO date in the form or after the example of a text, such as `TT.MM.JJJJ` or `31/12/2026`."""
    year, month, day = value.split("-")
    if form := _DATE_FORM.search(shown):
        names = {"d": day, "t": day, "m": month}
        parts = [year if len(part) == 4 else names.get(part[0].lower(), day) for part in (form[1], form[3], form[4])]
        return str(form[2]).join(parts)
    if like := _DATE_EXAMPLE.search(shown):
        first, second = (parse_whole(part) or 0 for part in (like[1], like[3]))
        order = (
            (year, month, day)
            if len(like[1]) == 4
            else (month, day, year)
            if second > 12 >= first
            else (day, month, year)
        )
        return str(like[2]).join(order)
    return value


def _next_code(code: str) -> str:
    """The code after it, by its last figure."""
    return _LAST_FIGURE.sub(lambda figure: str(((parse_whole(figure[0]) or 0) + 1) % 10), code, count=1)


def _find_example(detail: Detail) -> str:
    found = _EXAMPLE.search(detail.placeholder)
    return str(found[1]).strip() if found else ""


def _count_digits(control: Control, detail: Detail) -> int:
    """How many digits the page asks for in words; 0 if it does not."""
    told = " ".join((control.name, detail.label, detail.placeholder, detail.hint)).lower()
    found = _digit_words().search(told)
    count = (parse_whole(found[1]) or _knowledge().digits.numbers.get(found[1], 0)) if found else 0
    return count if _LEAST_DIGITS <= count <= _MOST_DIGITS else 0


def _only_digits(value: str) -> str:
    return re.sub(r"\D", "", value)


def _lengthen(value: str, detail: Detail) -> str:
    least = min(parse_whole(detail.minlength) or 0, _MOST_LENGTHENED)
    return (value * (1 + least // len(value)))[: max(least, len(value))] if value and len(value) < least else value


def _cut(value: str, detail: Detail) -> str:
    most = parse_whole(detail.maxlength) or 0
    return value[:most] if most > 0 else value


def _kind(control: Control) -> Kind:
    """The kind of a field that `is_dated`."""
    return _MOMENT.validate_python(control.input_type)


def is_dated(control: Control) -> bool:
    """Whether it is a native date or time field, whose values are ordered."""
    return control.input_type in KINDS


def earlier_value(control: Control, detail: Detail, language: Language) -> str:
    """Return a date or time before the `valid_value` of the first such field."""
    value = valid_value(control, detail, language)
    kind = _kind(control)
    return clamp(shift_later(value, kind, -2), kind, detail.min, "")


def value_instead(control: Control, detail: Detail, language: Language) -> str:
    """Return a plausible value other than the field's; "" if none is known."""
    values = (value_of(control, detail, language) for value_of in (further_value, valid_value))
    return next((value for value in values if value != control.value), "")


def other_value(control: Control, detail: Detail, language: Language) -> str:
    """Return a value to try after the first was refused: the field's own example, a past date, a longer text."""
    if example := _find_example(detail):
        return example
    meaning = classify_field(control, detail)
    if is_dated(control):
        past = {"date": "2024-05-14", "month": "2024-05", "week": "2024-W20", "datetime-local": "2024-05-14T09:30"}
        return clamp(past.get(control.input_type, "09:30"), _kind(control), detail.min, "")
    if _is_numeric(control, detail) and meaning in _FIGURES and not _count_digits(control, detail):
        return _number_within(detail, preferred="2")
    first = valid_value(control, detail, language)
    if control.value and _only_digits(first) != _only_digits(control.value):
        return first  # the page now says what it wants
    longer = _knowledge().texts[language].get("message", first) if meaning in ("text", "message", "title") else first
    return _cut(longer, detail)


def search_term(text: str, cells: Sequence[str] = ()) -> str:
    """Return a rare word of the page's lists and tables (`cells`), so that a search for it must find some entries, not
    all.

    Without `cells`, return a word that occurs once in the page's text, from its middle.
    """
    words: list[str] = [word for cell in cells for word in re.findall(r"[^\W\d_]{3,14}", cell)]
    counts = Counter(words)  # in page order: the first rows come first
    if counts:
        return min(counts, key=lambda word: max(_FEW, counts[word]))
    found = Counter(re.findall(r"[^\W\d_]{4,14}", text))
    once = [word for word, times in found.items() if times == 1]
    return once[len(once) // 2] if once else ""


_UNFIT = ("?", "   ")
"""Few patterns allow a question mark. Those that only want a letter do not allow blanks."""


def wrong_value(control: Control, detail: Detail) -> WrongValue | None:
    """Return an invalid value; None if every text is valid."""
    meaning = classify_field(control, detail)
    if meaning == "email":
        return WrongValue("anna.miller.example.org", "an e-mail address without @")
    if meaning == "url":
        return WrongValue("not an address", "an address with spaces")
    if control.input_type == "number":
        return _out_of_range(detail)
    if meaning in ("number", "amount", "age", "phone", "postcode", "card", "cvc") and control.tag == "input":
        return WrongValue("abc", "letters where a number belongs")
    unfit = (text for text in _UNFIT if detail.pattern and fits_pattern(detail.pattern, text) is False)
    return next((WrongValue(text, "a text that does not fit the pattern asked for") for text in unfit), None)


def _out_of_range(detail: Detail) -> WrongValue:
    if (low := _number(detail.min)) is not None:
        return WrongValue(_format(low - 1), f"a number below the least, {detail.min}")
    if (high := _number(detail.max)) is not None:
        return WrongValue(_format(high + 1), f"a number above the greatest, {detail.max}")
    return WrongValue("-1", "a negative number")


def _is_numeric(control: Control, detail: Detail) -> bool:
    if control.input_type == "number" or control.role == "spinbutton" or detail.inputmode in ("numeric", "decimal"):
        return True
    return control.input_type in ("", "text") and bool(re.fullmatch(r"-?\d+([.,]\d+)?", control.value))


def _number_within(detail: Detail, *, preferred: str) -> str:
    low, high = _number(detail.min), _number(detail.max)
    step = _number(detail.step or "1")  # whole numbers unless the field has another step
    value = parse_number(preferred) or 0.0
    if (low is not None and value < low) or (high is not None and value > high):
        value = ((low or 0.0) + high) / 2 if high is not None else (low or 0.0) + 1
    if step and step >= _FINEST:
        start = low or 0.0
        value = start + round((value - start) / step) * step
    return _format(value)


def _number(text: str) -> float | None:
    value = parse_number(text)
    return value if value is not None and abs(value) <= _GREATEST else None


def _format(value: float) -> str:
    return str(round(value)) if value.is_integer() else f"{value:.6g}"


def _match_pattern(detail: Detail, value: str) -> str:
    """Return the value if it fits the field's pattern, else the first that fits of its words, its digits, the field's
    own example and the samples, else the value anyway."""
    own = (value, *value.split(), _only_digits(value), _find_example(detail), detail.placeholder)
    return next(
        (text for text in (*own, *_knowledge().patterned) if text and fits_pattern(detail.pattern, text)), value
    )


@cache
def _knowledge() -> _Knowledge:
    text = (resources.files("pytest_cookie.exploration.crawler") / "test_data.yaml").read_text(encoding="utf-8")
    return _Knowledge.model_validate(parse_data(text))


@cache
def _digit_words() -> re.Pattern[str]:
    known = _knowledge().digits
    numbers = "|".join(sorted(map(re.escape, known.numbers), key=len, reverse=True))
    return re.compile(rf"(?<![\d])(\d{{1,2}}|{numbers})[\s-]*(?:{known.words})", re.IGNORECASE)


@cache
def _hints() -> tuple[tuple[Meaning, re.Pattern[str]], ...]:
    return tuple((meaning, re.compile(pattern)) for hint in _knowledge().hints for meaning, pattern in hint.items())
