"""Checks whether a page that stores entries still has them after a reload."""

import re
from pathlib import Path

from pytest_cookie.core.action import Reload
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.checks.artifact_texts import read_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.grade import Grade

_WEIGHT = 0.02
_LOOKS = r"(?:theme|dark|dark-?mode|colou?r-?(?:scheme|mode|theme)|lang|language|locale)"
_STORING = re.compile(
    r"\blocalStorage\s{0,9}(?:\?\.|\.)\s{0,9}setItem\s{0,9}\("
    rf"(?!\s{{0,9}}[\"'`](?:[\w.:-]{{0,30}}[_.:-])?{_LOOKS}[\"'`])|"
    rf"\blocalStorage\s{{0,9}}\.\s{{0,9}}(?!{_LOOKS}\b)\w{{1,40}}\s{{0,9}}=(?![=>])|"
    rf"\blocalStorage\s{{0,9}}\[(?!\s{{0,9}}[\"'`]{_LOOKS}[\"'`])[^\]\n]{{1,60}}\]\s{{0,9}}=(?![=>])|"
    r"\bindexedDB\s{0,9}\.\s{0,9}open\s{0,9}\(",
    re.IGNORECASE,
)
"""How scripts store entries that outlast the page; settings of its look do not count."""


def stores_entries(source: Path | None) -> bool:
    """Whether the artifact's own code stores anything in the browser except how the page looks."""
    return any(_STORING.search(place.text) for place in read_texts(source))


def grade_persistence(context: RubricContext) -> list[Grade]:
    """For a page that stores entries and got one before a reload: 0 if it then reads as at first.

    A grade and no finding, since the entry may be of a kind that is not stored, was removed again, or is shown
    elsewhere. If the reload took no text away, everything was kept. Entries that the brief wants kept are a contract
    (`label_contracts.py`).
    """
    steps = [step for step in context.trace.steps if step.outcome == "done"]
    reload = next((step for step in steps if isinstance(step.action, Reload)), None)
    if reload is None or not context.stores_entries or not any(_enters(step) for step in steps[: steps.index(reload)]):
        return []
    missing_target = reload.change.as_at_first and bool(reload.change.state_or_motion or reload.change.vanished_text)
    return [Grade("kept over a reload", 0.0 if missing_target else 1.0, _WEIGHT)]


def _enters(step: Step) -> bool:
    return step.action.fills_field and step.action.intent != "invalid"
