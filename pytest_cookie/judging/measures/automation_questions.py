"""Questions in a page's code that only somebody asks who wants to know whether a program uses the browser.

They are those of public detection scripts. Left out is what ordinary pages ask, too: the device behind a user agent,
languages, the graphics card, `window.chrome`, whether a function is native, and search engines' crawlers.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.judging.measures.script_code import Literal, ScriptCode

_MOST_CANDIDATES = 200
"""Places that are examined in a file, and"""
_MOST_NAMES = 9
"""variables that are followed; both bound the time, since artifacts are hostile."""
_NEAR = 80
_OUR_HOST = ORIGIN.partition("://")[2]
_NOT_A_NAME = r"(?<![\w$.])"
_DOT = r"\s{0,9}(?:\?\.|\.)\s{0,9}"
_GLOBAL = rf"(?:(?:window|globalThis|self){_DOT})?"

# Properties that drivers add to windows and documents, and pytest-cookie's own.
_MARK = (
    r"(?:__(?:playwright|pw|puppeteer|nightmare|selenium|phantom)\w{0,40}|__\$?(?:web|fx)?driver_?\w{3,40}|"
    r"_?callPhantom|callSelenium|_phantom|_selenium|_Selenium_IDE_Recorder|domAutomation(?:Controller)?|"
    r"\$?cdc_\w{10,40}|\$chrome_asyncScriptInfo|__cookie(?:Time|Sound|Workers)?)"
)
_QUESTIONS = re.compile(
    rf"{_NOT_A_NAME}{_MARK}(?![\w$])|(?:window|globalThis|self|document){_DOT}{_MARK}(?![\w$])|"
    # a browser without a window, and one without plugins
    rf"{_NOT_A_NAME}{_GLOBAL}outer(?:Width|Height)\s{{0,9}}={{2,3}}\s{{0,9}}0(?![\d.])|"
    rf"!\s{{0,9}}{_GLOBAL}outer(?:Width|Height)\b|"
    rf"navigator{_DOT}(?:plugins|mimeTypes){_DOT}length\s{{0,9}}(?:={{2,3}}\s{{0,9}}0|<\s{{0,9}}1|<=\s{{0,9}}0)(?![\d.])|"
    rf"(?<!!)!\s{{0,9}}{_GLOBAL}navigator{_DOT}(?:plugins|mimeTypes){_DOT}length\b"
)
_PROPERTIES = ("webdriver", "selenium")
_EXACT_MARK = re.compile(_MARK)
_TOOLS = re.compile(r"headless|phantomjs|slimerjs|playwright|puppeteer|selenium|webdriver", re.IGNORECASE)
_WORDS = re.compile(
    rf"{_TOOLS.pattern}|phantom|nightmare|driver|cdc_|chrome_async|domAutomation|__|outer|plugins|mimeTypes|"
    rf"{_OUR_HOST.partition('.')[0]}",
    re.IGNORECASE,
)
"""One of them is in every question; most artifacts have none, and are not read further."""
_HOST = re.compile(re.escape(_OUR_HOST).replace(r"\.", r"\\{0,2}\."))
_NAVIGATOR = re.compile(rf"([A-Za-z_$][\w$]{{0,40}})\s{{0,9}}=\s{{0,9}}{_GLOBAL}navigator\b(?!\s{{0,9}}(?:\?\.|\.|\[))")
_USER_AGENT = re.compile(
    rf"([A-Za-z_$][\w$]{{0,40}})\s{{0,9}}=\s{{0,9}}\(?{_GLOBAL}navigator{_DOT}(?:userAgent|appVersion)"
)
_ASSIGNED = re.compile(r"\b(?:const|let|var)\s{1,9}([A-Za-z_$][\w$]{0,40})\s{0,9}=[^=]")


class Question(NamedTuple):
    """The place of a question and its words."""

    start: int
    text: str


def find_question(code: ScriptCode) -> Question | None:
    """The first question in the code, None if it asks none."""
    return min(_find_questions(code), default=None) if _WORDS.search(code.text) else None


def _find_questions(code: ScriptCode) -> Iterator[Question]:
    if found := _QUESTIONS.search(code.bare):
        yield Question(found.start(), found.group())
    navigators = "|".join(["navigator", "clientInformation", *_names(_NAVIGATOR, code.bare)])
    property_ = (
        rf"(?<![\w$])(?:{navigators}){_DOT}webdriver\b|"
        rf"\{{[^{{}}]{{0,{_NEAR}}}\bwebdriver\b[^{{}}]{{0,{_NEAR}}}\}}\s{{0,9}}=\s{{0,9}}{_GLOBAL}(?:{navigators})\b"
    )
    if found := re.search(property_, code.bare):
        yield Question(found.start(), found.group())
    marks = (one for one in code.literals if _HOST.search(one.text) or _EXACT_MARK.fullmatch(one.text[1:-1]))
    tools = [one for one in code.literals if _TOOLS.search(one.text)][:_MOST_CANDIDATES]
    properties = (one for one in tools if one.text[1:-1] in _PROPERTIES and _is_read(code, one, navigators))
    first = (next(marks, None), next(properties, None), _find_comparison(code, tools) if tools else None)
    yield from (Question(found.start, found.text) for found in first if found)


def _is_read(code: ScriptCode, literal: Literal, navigators: str) -> bool:
    """Whether a name is a property asked of the browser, or an attribute of an element."""
    owner = rf"(?<![\w$])(?:{navigators}|Navigator\s{{0,9}}\.\s{{0,9}}prototype)"
    before = code.bare[max(0, literal.start - _NEAR) : literal.start]
    asked = rf"{owner}\s{{0,9}}(?:\?\.)?\s{{0,9}}[\[,]\s{{0,9}}$|(?:get|has)Attribute\s{{0,9}}\(\s{{0,9}}$"
    after = code.bare[literal.end : literal.end + _NEAR]
    return bool(re.search(asked, before) or re.match(rf"\s{{0,9}}in\s{{1,9}}{_GLOBAL}{owner}", after))


def _find_comparison(code: ScriptCode, tools: list[Literal]) -> Literal | None:
    """The first tool's name that is compared with the user agent: in one statement, or through a variable."""
    names = ["userAgent[A-Za-z]*", "appVersion", "ua", "UA", *_names(_USER_AGENT, code.bare)]
    agent = re.compile(rf"(?<![\w$])(?:{'|'.join(names)})(?![\w$])")
    kept: dict[str, Literal] = {}
    for literal in tools:
        statement = code.statement(literal.start, literal.end)
        if agent.search(statement):
            return literal
        for name in _ASSIGNED.findall(statement):
            kept.setdefault(name, literal)
    for name, literal in list(kept.items())[:_MOST_NAMES]:
        uses = re.finditer(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", code.bare)
        if any(agent.search(code.statement(*use.span())) for use in islice(uses, _MOST_CANDIDATES)):
            return literal
    return None


def _names(pattern: re.Pattern[str], text: str) -> list[str]:
    """The variables that `pattern` finds, as patterns."""
    found = dict.fromkeys(match.group(1) for match in islice(pattern.finditer(text), _MOST_CANDIDATES))
    return [re.escape(name) for name in list(found)[:_MOST_NAMES]]
