"""The actions that a brief names, found without a model: hover for a second, hold a key, double-click, wait. Pure."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from pytest_cookie.core.action import ActionKind
from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.text import shorten
from pytest_cookie.exploration.crawler.games import letter_keys, movement_keys

_SENTENCE = re.compile(r"[^.;!?。；！？\n]+(?:\.(?=\d)[^.;!?。；！？\n]+)*")
_WRAP = re.compile(r"(?<=[^\s:])\n(?=[^\W\d_])")
"""A line break within a paragraph."""
_QUOTED = 120  # characters of the brief in a trace
_MAX_ACTIONS = 6  # a longer list would leave no steps for what the brief does not name
_MAX_KEYS = 3
_LEAST_MS, _MOST_MS = 100, 10_000  # shorter times are over at once; a longer one takes too much of all page time
_LEAST_WAIT_MS = 1_200  # the first look at the page lasts so long
_NEAR = 25  # characters between an action and its thing: "over one of the product cards"
_CLAUSE = re.compile(r"[,、，]|\b(?:and|its|und|et|y)\b")
_VERB_LAST = re.compile(r"[\u3040-\u30ff\uac00-\ud7a3]")
_THOUSANDS = re.compile(r"\d{1,3}[.,]\d{3}")
_FACTORS = {"ms": 1, "s": 1000}


@dataclass(frozen=True)
class NamedAction:
    """An action with the `words` of the brief that name it.

    `lasts_ms` is the time that they name, 0 without one. `key` is the key to press or hold, "" for the pointer. `makes`
    are tags and roles of what is acted on, empty if the words do not tell.
    """

    name: ActionKind
    words: str
    lasts_ms: int = 0
    key: str = ""
    makes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Kind:
    """The words for an action, and what else of a sentence belongs to it."""

    words: re.Pattern[str]
    takes_time: bool
    takes_key: bool
    takes_thing: bool


_TAKEN = ("time", "key", "thing")  # in the order of the fields


def find_named_actions(brief: str) -> tuple[NamedAction, ...]:
    """The actions in the order of the brief, each with the same key and thing once, one wait; at most six."""
    found: dict[tuple[object, ...], NamedAction] = {}
    for sentence in _SENTENCE.findall(_WRAP.sub(" ", brief)):
        for action in _in_sentence(sentence.strip()):
            of_its_own = (action.key, action.makes) if action.name != "wait" else ()
            found.setdefault((action.name, *of_its_own), action)
    return tuple(found.values())[:_MAX_ACTIONS]


def _in_sentence(sentence: str) -> list[NamedAction]:
    kinds = {name: kind for name, kind in _actions().items() if _is_named(kind.words, sentence)}
    if "hold" in kinds:
        kinds.pop("press", None)
    if any(kind.takes_time for name, kind in kinds.items() if name != "wait"):
        kinds.pop("wait", None)  # the time is that of the pointer or the key
    words, time_ms = shorten(sentence, _QUOTED), _find_time(sentence)
    found: list[NamedAction] = []
    for name, kind in kinds.items():
        lasts_ms = time_ms if kind.takes_time else 0
        if name == "wait" and lasts_ms < _LEAST_WAIT_MS:
            continue
        keys = _keys(sentence) if kind.takes_key else ()
        if kind.takes_thing and not keys:
            found.append(NamedAction(name, words, lasts_ms, makes=_makes(kind, sentence)))
        elif kind.takes_key:
            found += [NamedAction(name, words, lasts_ms, key) for key in keys]
        else:
            found.append(NamedAction(name, words, lasts_ms))
    return found


def _is_named(pattern: re.Pattern[str], sentence: str) -> bool:
    match = pattern.search(sentence)
    return match is not None and not _refusal().search(sentence[: match.start()])


def _find_time(sentence: str) -> int:
    """The first time in a sentence, in ms; 0 without one that can be waited for."""
    match = _time().search(sentence)
    if match is None:
        return 0
    number, unit = match["number"].casefold(), "ms" if match["ms"] else "s"
    if unit == "ms" and _THOUSANDS.fullmatch(number):
        number = number.replace(",", "").replace(".", "")
    try:
        value = float(_data()["numbers"].get(number) or number.replace(",", "."))
    except ValueError:  # a word that is one in capital letters alone
        return 0
    lasts_ms = round(value * _FACTORS[unit])
    return lasts_ms if _LEAST_MS <= lasts_ms <= _MOST_MS else 0


def _keys(sentence: str) -> tuple[str, ...]:
    """The keys and chords that a sentence names; an arrow of each direction."""
    special = [key for key, pattern in _data()["keys"].items() if re.search(pattern, sentence, re.IGNORECASE)]
    has_arrows = _search(_data()["grammar"]["arrows"], sentence)
    arrows = ["ArrowRight", "ArrowDown"] if has_arrows else []
    moving = [*arrows, *(["Space"] if "Space" in movement_keys(sentence) else [])]
    letters = [] if special else [key for key in letter_keys(sentence) if key != "a"]  # an article
    return tuple(dict.fromkeys([*special, *moving, *letters]))[:_MAX_KEYS]


def _makes(kind: _Kind, sentence: str) -> tuple[str, ...]:
    """Of the thing right after the action, or in Japanese and Korean right before it."""
    match = kind.words.search(sentence)
    if match is None:
        return ()
    is_before = _VERB_LAST.search(sentence) is not None
    near = sentence[: match.start()][-_NEAR:] if is_before else sentence[match.end() :][:_NEAR]
    thing = _CLAUSE.split(near)[-1 if is_before else 0]
    return next((tuple(makes.split()) for makes, words in _data()["things"].items() if _search(words, thing)), ())


def _search(pattern: str, text: str) -> bool:
    return re.search(pattern, text, re.IGNORECASE) is not None


@cache
def _data() -> dict[str, dict[Any, Any]]:
    text = (resources.files("pytest_cookie.exploration.crawler") / "named_actions.yaml").read_text(encoding="utf-8")
    data: dict[str, dict[Any, Any]] = parse_data(text)
    return data


@cache
def _actions() -> dict[ActionKind, _Kind]:
    entries: dict[ActionKind, dict[str, Any]] = _data()["actions"]
    return {
        name: _Kind(re.compile(entry["words"], re.IGNORECASE), *(one in entry["takes"] for one in _TAKEN))
        for name, entry in entries.items()
    }


@cache
def _time() -> re.Pattern[str]:
    return re.compile(_data()["grammar"]["time"].replace("NUMBERS", "|".join(_data()["numbers"])), re.IGNORECASE)


@cache
def _refusal() -> re.Pattern[str]:
    return re.compile(_data()["grammar"]["refusal"], re.IGNORECASE)
