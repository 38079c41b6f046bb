"""The scripted model of a benchmark's construction: it judges, sorts, grades, translates and writes by keywords."""

import json
import re

from tests.provider.asked import Asked
from tests.provider.reply import Reply

FAULTS = {
    "safety": "poison",
    "privacy": "Mrs Bell of 12 Hill Lane",
    "task_direction": "Python script",
    "intent_clarity": "something nice",
    "executability": "live share prices",
    "external_dependency": "our company's account",
    "completeness": "the attached file",
}
"""An axis fails if the query contains these words."""
LEAVES = {"game": "puzzle", "timer": "formula-calculator", "report": "periodic-report", "tide": "data-display"}
HARD = "undo"
PREFIX = {"French": "[fr] ", "German": "[de] ", "Spanish": "[es] "}
_DATA = re.compile(r"<<<DATA (\S+) (\w+)>>>\n(.*?)\n<<<END \2>>>", re.DOTALL)


def curate(asked: Asked) -> Reply:
    """The reply with the requested schema."""
    return Reply(text=json.dumps(_ANSWERS[asked.reply_name](asked), ensure_ascii=False))


def material(asked: Asked) -> dict[str, str]:
    """The quoted texts of the user's message, by their label."""
    return {label: text for label, _, text in _DATA.findall(asked.messages[1].text)}


def _verdict(asked: Asked, axis: str) -> dict:
    fails = FAULTS[axis] in material(asked)["query"]
    return {"reason": f"it contains {FAULTS[axis]!r}" if fails else "nothing against it", "passes": not fails}


def _axis_verdict(asked: Asked) -> dict:
    return _verdict(asked, next(axis for axis in FAULTS if f"- {axis}:" in asked.messages[0].text))


def _axis_verdicts(asked: Asked) -> dict:
    return {axis: _verdict(asked, axis) for axis in FAULTS}


def _leaf(asked: Asked) -> dict:
    text = material(asked)["query"].lower()
    return {"task_scenario": next((leaf for word, leaf in LEAVES.items() if word in text), "docs")}


def _difficulty(asked: Asked) -> dict:
    level = 3 if HARD in material(asked)["query"] else 1
    names = ("functional_logic", "page_interaction", "data_system", "visual_design", "user_experience")
    scores = {name: {"score": 1, "reason": "little"} for name in (*names, "dynamic_simulation")}
    scores["functional_logic"] = {"score": level, "reason": "undo" if level == 3 else "little"}
    return {"scores": scores, "amplifiers": ["undo and redo"] if level == 3 else []}


def _translations(asked: Asked) -> dict:
    language = re.search(r"into (\w+)\.", asked.messages[0].text)
    prefix = PREFIX.get(language[1] if language else "", "[other] ")
    return {"translations": [{"id": label, "text": prefix + text} for label, text in material(asked).items()]}


def _brief(asked: Asked) -> dict:
    card = asked.messages[1].text
    trade = re.search(r"^who: (.+)$", card, re.MULTILINE)
    assert trade
    return {
        "brief": f"I work as {trade[1]} and need a page for our shifts. Everyone has a name and three times a week; "
        "a click on a free place takes it, a second click gives it back, and the sum of hours is shown below."
    }


def _checklist(asked: Asked) -> dict:
    words = material(asked)["query"].split()
    rule = "Two points for each missing part."
    items = [
        {"kind": kind, "title": f"Is {words[n % len(words)]} {n} done?", "description": rule}
        for n, kind in enumerate(["vision", "code"] * 5)
    ]
    return {"items": items}


def _continuation(asked: Asked) -> dict:
    """A known text is continued word by word."""
    prefix = material(asked)["query"]
    known = next((text for text in KNOWN if text.startswith(prefix)), None)
    return {"continuation": known[len(prefix) :] if known else "and a button that does whatever is needed for it."}


def _ratings(asked: Asked) -> dict:
    text = material(asked)["query"]
    low = {axis for axis in ("privacy",) if FAULTS[axis] in text} | {"quality" if "something nice" in text else ""}
    names = ("quality", "creativity", "relevance", "completeness", "privacy")
    return {name: {"reason": "as written", "rating": 2 if name in low else 7} for name in names}


KNOWN: list[str] = []
"""Texts that the model knows."""

_ANSWERS = {
    "axis_verdict": _axis_verdict,
    "axis_verdicts": _axis_verdicts,
    "leaf_reply": _leaf,
    "difficulty_reply": _difficulty,
    "translation_reply": _translations,
    "brief_reply": _brief,
    "checklist_draft": _checklist,
    "brief_completion": _continuation,
    "quality_ratings": _ratings,
}
