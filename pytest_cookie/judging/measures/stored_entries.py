"""Reads from an artifact's code whether it stores entries that outlast the page."""

import re
from pathlib import Path

from pytest_cookie.judging.measures.artifact_texts import read_texts

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
