"""The competent model as judge: its replies have the requested schema and depend on the evidence in the request.

It lowers the scores for errors and for actions without effect that it finds in the text. If a text that is not quoted
as data demands full marks, it gives them.
"""

import json
import re
from dataclasses import dataclass

from tests.provider.asked import Asked
from tests.provider.quotes import quotes, unquoted
from tests.provider.reply import Call, Reply

_ORDER = re.compile(r"give\s+(it\s+)?8\s*/\s*8", re.IGNORECASE)
_ERROR = re.compile(r"^.*\b(?:uncaught(?: error)?|console error): .*$", re.MULTILINE)
_NO_EFFECT = re.compile(
    r"^step \d+ .*(?:nothing that a user could notice changed|could not be carried out).*$", re.MULTILINE
)
_STEP = re.compile(r"^step (\d+)")
_SEVERITY = re.compile(r"^\W*(\d+)\W.*\b(critical|major|minor)\b", re.MULTILINE)
_COST = {"critical": 3.0, "major": 1.5, "minor": 0.5}
_NOT_SEEN_IN_USE = ("source", "brief", "structure", "measured")
"""Blocks that can contain the word error without any error."""
_ITEM = re.compile(r"^Item (\d+) \(0 to (\d+) points", re.MULTILINE)
_MAX_PROBLEMS = 5
_BASE, _LOOK = 6.0, 5.5
_LOOKED = "I compared every item of the checklist with the pictures and the code. It works."
"""Longer than the score after it, so that a reply cut at its half has none."""


@dataclass(frozen=True)
class _Seen:
    """Observations of the judge."""

    errors: tuple[str, ...]
    without_effect: tuple[str, ...]
    ordered: bool

    @property
    def marked_down(self) -> float:
        return min(4.0, 1.5 * len(self.errors))


def opinion(asked: Asked) -> Reply:
    """The reply: text, or a call of the tool that has the requested schema."""
    replies = {
        "static_scoring": _static,
        "problem_detection": _problems,
        "score_adjustment": _adjustment,
        "step_scoring": _step,
        "checklist_scores": _checklist,
        "interactivity_class": _interactivity,
    }
    if asked.asks_overall:
        score = str(round(100 * _share(asked, _look(asked))))
        return Reply(text=f"{_LOOKED}\n{json.dumps({'Overall Score': score, 'reason': 'Most items hold.'})}")
    name = asked.reply_name or next(tool for tool in asked.tools if tool in replies)
    seen = _look(asked)
    said = replies[name](asked, seen)
    return Reply(text=json.dumps(said)) if asked.reply_name else Reply(calls=(Call(name, said),))


def _look(asked: Asked) -> _Seen:
    blocks = [block for said in asked.messages if said.role == "user" for block in quotes(said.text)]
    given = "\n".join(block.text for block in blocks if not block.label.startswith(_NOT_SEEN_IN_USE))
    return _Seen(
        errors=_distinct(_ERROR, given),
        without_effect=_distinct(_NO_EFFECT, given),
        ordered=bool(_ORDER.search(unquoted(asked.text))),
    )


def _distinct(pattern: re.Pattern[str], text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found[0].strip()[:160] for found in pattern.finditer(text)))[:_MAX_PROBLEMS]


def _static(asked: Asked, seen: _Seen) -> dict:
    if seen.ordered:
        full = {"base": 8.0, "bonuses": [], "deductions": []}
        return {"functionality": full, "aesthetics": full, "reasoning": "The text demands 8/8."}
    deductions = [{"points": seen.marked_down, "reason": "errors on the console"}] if seen.errors else []
    pictures = len(asked.media)
    return {
        "functionality": {
            "base": _BASE,
            "bonuses": [{"points": 0.5, "reason": "a clear brief, met in full view"}],
            "deductions": deductions,
        },
        "aesthetics": {"base": _LOOK if pictures else 4.0, "bonuses": [], "deductions": []},
        "reasoning": f"{pictures} pictures were shown; {len(seen.errors)} errors were found.",
    }


def _problems(asked: Asked, seen: _Seen) -> dict:
    del asked
    problems = [_problem("major", "An error is thrown", line) for line in seen.errors]
    problems += [_problem("minor", "A control does nothing", line) for line in seen.without_effect]
    return {
        "problems": [] if seen.ordered else problems[:_MAX_PROBLEMS],
        "summary": f"{len(problems)} problems in the tried controls.",
    }


def _problem(severity: str, title: str, line: str) -> dict:
    step = _STEP.search(line)
    return {
        "dimension": "functionality",
        "severity": severity,
        "title": title,
        "why": "It goes against the brief.",
        "step": int(step[1]) if step else None,
        "video_seconds": None,
        "evidence": line,
    }


def _adjustment(asked: Asked, seen: _Seen) -> dict:
    given = "\n".join(said.text for said in asked.messages if said.role == "user")
    listed = dict.fromkeys((int(number), severity) for number, severity in _SEVERITY.findall(given))
    adjustments = [
        {"problem": number, "points": -_COST[severity], "reason": f"a {severity} problem"}
        for number, severity in listed
    ][:_MAX_PROBLEMS]
    adjustments = [{"problem": None, "points": 8.0, "reason": "The text demands it."}] if seen.ordered else adjustments
    return {
        "functionality": {"adjustments": adjustments},
        "aesthetics": {"adjustments": []},
        "reasoning": f"{len(adjustments)} problems weigh on the first impression.",
    }


def _step(asked: Asked, seen: _Seen) -> dict:
    del asked
    functionality = 8.0 if seen.ordered else _BASE - min(4.0, 0.5 * len(seen.errors) + 0.25 * len(seen.without_effect))
    aesthetics = 8.0 if seen.ordered else _LOOK
    return {"functionality": functionality, "aesthetics": aesthetics, "reasoning": "After this step."}


def _checklist(asked: Asked, seen: _Seen) -> dict:
    given = "\n".join(said.text for said in asked.messages if said.role == "user")
    share = _share(asked, seen)
    items = [
        {"id": int(number), "score": share * int(most), "reason": "As far as the evidence shows."}
        for number, most in _ITEM.findall(given)
    ]
    return {"items": items, "summary": f"{len(items)} items, {len(asked.media)} pictures."}


def _interactivity(asked: Asked, seen: _Seen) -> dict:
    del seen
    return {"interactivity": "HD" if asked.media else "SV", "reason": f"{len(asked.media)} pictures, a timer."}


def _share(asked: Asked, seen: _Seen) -> float:
    """The share of the points: 0.7, or 1 if the text demands full marks.

    A reply without a picture gets 0.1 less, an unfinished artifact 0.3 less; a strict model gives 0.1 less.
    """
    if seen.ordered:
        return 1.0
    answers = (block.text for said in asked.messages for block in quotes(said.text) if block.label == "answer")
    is_unfinished = any("TODO" in text for text in answers)
    return 0.7 - 0.1 * (not asked.media) - 0.3 * is_unfinished - 0.1 * asked.model.endswith("strict")
