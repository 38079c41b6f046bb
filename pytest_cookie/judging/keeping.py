"""Whether a page that stores what is entered has it again after a reload."""

import re
from pathlib import Path

from pytest_cookie.judging.grade import Grade
from pytest_cookie.judging.places import written
from pytest_cookie.judging.subject import Subject

_WEIGHT = 0.02
_STORING = re.compile(
    r"\blocalStorage\s{0,9}(?:\.\s{0,9}setItem\s{0,9}\(|\.\w{1,40}\s{0,9}=(?!=)|\[[^\]\n]{1,60}\]\s{0,9}=(?!=))\s{0,9}"
    r"(?![\"'`][\w.-]{0,30}(?:theme|dark|colou?r|lang|locale)[\w.-]{0,30}[\"'`])|"
    r"\bindexedDB\s{0,9}\.\s{0,9}open\s{0,9}\(",
    re.IGNORECASE,
)
"""How scripts put something into the browser's keeping that is to outlast the page; how it looks is no entry."""


def stores_entries(source: Path | None) -> bool:
    """Whether the artifact's own code keeps anything in the browser but how the page looks."""
    return any(_STORING.search(place.text) for place in written(source))


def keeping(subject: Subject) -> list[Grade]:
    """Of a page that stores entries and was used before a reload: 0 where it then reads as before anybody came.

    A grade and no finding, since what was entered may have been of a kind that is not stored, or was removed again.
    What the brief wants kept is a promise (`promises.py`).
    """
    reloads = [step for step in subject.trace.steps if step.action.kind == "reload" and step.outcome == "done"]
    first = reloads[0].index if reloads else 0
    used = any(step.change.states or step.change.dom_added for step in subject.trace.steps[:first])
    if not (subject.stores_entries and reloads and used):
        return []
    return [Grade("kept over a reload", 0.0 if reloads[0].change.as_at_first else 1.0, _WEIGHT)]
