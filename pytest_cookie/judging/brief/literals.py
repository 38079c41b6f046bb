"""Texts, names and figures that a brief gives literally."""

import re
from collections.abc import Iterator

from pytest_cookie.judging.brief.numbers import NUMBER, read_number
from pytest_cookie.judging.brief.requirement import Requirement
from pytest_cookie.judging.brief.vocabulary import flatten, read_data

_QUOTED = re.compile(
    r"「([^「」\n]{1,40})」|『([^『』\n]{1,40})』|“([^“”„\n]{2,60})”|„([^„“”\n]{2,60})[“”]|«\s?([^«»\n]{2,60}?)\s?»|"
    r"»([^«»\n]{2,60})«|‘([^‘’\n]{2,40})’|(?<![\w\"])\"([^\"\n]{2,60})\"(?![\w\"])|‹([^‹›\n]{2,40})›"
)
_AROUND = " .,;:!?…。，；：！？"
_UNITS = (
    r"mm|cm|km|m²|m2|kg|g|mg|ml|l|kWh|kW|W|V|Hz|kHz|GHz|MB|GB|TB|°C|°F|€|\$|£|¥|%|ppm|min|h|inch|kcal|mAh|mph|"
    r"英寸|厘米|毫米|公里|公斤|克|秒|分钟|小时|天|年|元|円|時間|分|日|원|시간|食|개|마리|장"
)
_FIGURE = re.compile(
    rf"(?<![\w.,])(?:((?:R\$|[€$£¥₹₩])\s?{NUMBER})|({NUMBER}(?:\s?[x×]\s?{NUMBER}){{0,2}}[ \u00a0\u202f]?(?:{_UNITS})))"
    r"(?![A-Za-zÀ-ÿ]|['’][A-Za-zÀ-ÿ])"
)
_CELL = re.compile(rf"(?<![\w.,:/#-]){NUMBER}(?![\w:/-])")
_ROW_CELLS = 3  # numbers that make a line a row of a table; two are a range or a ratio
_LETTERS_OF_A_CELL = 14  # letters for each number; prose has more
_SEPARATED = re.compile(r"[;|\t,、，；]|\s\|\s|\d\s+\d")
_PARENTHESES = re.compile(r"[(（]([^()（）]{5,300})[)）]")
_AFTER_COLON = re.compile(r"[:：]\s*([^:：.。;；!?！？()（），]{5,400})(?=[.。;；!?！？\n(（]|$)")
_ITEMS = re.compile(r"\s{0,9}[,、/／·|]\s{0,9}|\s{1,9}(?:and|or|und|oder|et|ou|y|o|e)\s{1,9}", re.IGNORECASE)
_NO_NAME = re.compile(
    r"[\d=<>+→＝，:：\"“”„«»「」‘!?！？]|https?:|\.\w{2,4}$|[了就要不把被几谁]|什么|-$", re.IGNORECASE
)
_BEGINNING = re.compile(
    r"(with|from|on|to|for|by|in|at|the|so|but|not|no|it|you|i|we|mit|von|auf|für|bei|der|die|das|ohne|auch|aber|nur|"
    r"avec|sans|pour|dans|le|la|les|un|une|con|sin|para|en|el|los|com|sem|na|no|os|as)\b",
    re.IGNORECASE,
)
_LONGEST_ITEM = 26  # characters; longer parts of a list are clauses
_MOST_WORDS = 3  # as for characters
_LONGEST_IDEOGRAPHIC = 8  # characters of a name in ideograms
_FEWEST_ITEMS = 3  # two names are no list: an aside in parentheses


def find_texts(brief: str) -> Iterator[Requirement]:
    """Quoted texts. A word before the quotation, such as "button" or "labelled", raises the confidence."""
    leads = re.compile(read_data("grammar")["quoting"], re.IGNORECASE)
    for match in _QUOTED.finditer(brief):
        group = next(index for index, part in enumerate(match.groups(), 1) if part is not None)
        text = match.group(group).strip(_AROUND)
        start = match.start(group) + len(match.group(group)) - len(match.group(group).lstrip(_AROUND))
        led = bool(leads.search(brief[max(0, match.start() - 24) : match.start()]))
        if text and any(character.isalnum() for character in text):
            yield _literal("text", text, start, 0.85 if led else 0.6)


def find_figures(brief: str) -> Iterator[Requirement]:
    """Numbers with a unit or currency, and the numbers of a table: of lines with three numbers or more."""
    taken: set[int] = set()
    for match in _FIGURE.finditer(brief):
        taken.update(range(match.start(), match.end()))
        yield _figure(match.group().strip(), match.start(), 0.7)
    start = 0
    for line in brief.splitlines(keepends=True):
        cells = [cell for cell in _CELL.finditer(line) if start + cell.start() not in taken]
        letters = sum(character.isalpha() for character in line)
        separated = len(_SEPARATED.findall(line)) >= _ROW_CELLS - 1
        if len(cells) >= _ROW_CELLS and separated and letters <= _LETTERS_OF_A_CELL * len(cells):
            for cell in cells:
                if len(re.sub(r"\D", "", cell.group())) > 1 and read_number(cell.group()):
                    yield _figure(cell.group(), start + cell.start(), 0.6)
        start += len(line)


def find_names(brief: str) -> Iterator[Requirement]:
    """The entries of lists of three or more short names, in parentheses or after a colon."""
    for pattern, sure in ((_PARENTHESES, 0.7), (_AFTER_COLON, 0.55)):
        for match in pattern.finditer(brief):
            items = list(_split(match.group(1)))
            named = [(text, at) for text, at in items if _is_name(text)]
            if len(named) >= _FEWEST_ITEMS and len(named) >= 0.8 * len(items):
                for text, at in named:
                    yield _literal("name", text, match.start(1) + at, sure)


def _split(text: str) -> Iterator[tuple[str, int]]:
    start = 0
    for gap in [*_ITEMS.finditer(text), None]:
        part = text[start : gap.start() if gap else len(text)]
        if part.strip(" \n…·"):
            yield part.strip(' \n…·"“”「」«»'), start + len(part) - len(part.lstrip())
        start = gap.end() if gap else start


def _is_name(text: str) -> bool:
    if not text or _NO_NAME.search(text) or _BEGINNING.match(text) or len(text) > _LONGEST_ITEM or "\n" in text.strip():
        return False
    ideographic = any("\u3040" <= one <= "\u9fff" for one in text)
    return len(text) <= _LONGEST_IDEOGRAPHIC if ideographic else len(text.split()) <= _MOST_WORDS and len(text) > 1


def _literal(kind: str, text: str, start: int, confidence: float) -> Requirement:
    return Requirement.model_validate(
        {"kind": kind, "words": text, "start": start, "value": flatten(text), "confidence": confidence}
    )


def _figure(text: str, start: int, confidence: float) -> Requirement:
    numbers = re.findall(NUMBER, text)
    number = max(read_number(numbers[0]), default=None) if len(numbers) == 1 else None
    return Requirement(
        kind="figure", words=text, start=start, value=flatten(text), number=number, confidence=confidence
    )
