"""What an artifact does about being looked at: told as findings. It costs nothing; what it shows is judged as it is."""

import re
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.evidence import FROM_OUTSIDE
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.checks.artifact_texts import read_texts
from pytest_cookie.judging.rubric.context import RubricContext

_SIGNS_OF_A_TEST = re.compile(
    r"navigator\s{0,9}(?:\?\.|\.)\s{0,9}webdriver\b|[\"'`]webdriver[\"'`]|HeadlessChrome|\b__(?:playwright|pw|puppeteer)_\w{1,40}|"
    r"\b(?:window|globalThis|self)\s{0,9}(?:\?\.|\.)\s{0,9}(?:__cookie\w{0,20}|callPhantom|_phantom|__nightmare|domAutomation\w{0,20})\b|"
    r"\bcdc_\w{10,40}"
)
"""What a browser that a program drives is known by, and what pytest-cookie itself leaves in a page."""


def find_evasions(context: RubricContext, source: Path | None = None) -> list[Finding]:
    """Minor findings, one of a kind."""
    return [*_looks_for_a_test(context, source), *_changes_the_browser(context)]


def _looks_for_a_test(context: RubricContext, source: Path | None) -> Iterator[Finding]:
    for place in read_texts(source):
        if match := _SIGNS_OF_A_TEST.search(place.text):
            where = f"“{shorten(match.group(), 40)}” stands {place.at(match.start()).where}."
            why = "A page can tell by it that a program uses it, and be another one than for people."
            yield _finding(context, "The page looks whether it is being tested", f"{where} {why}")
            return


def _changes_the_browser(context: RubricContext) -> Iterator[Finding]:
    if any(FROM_OUTSIDE in session.notes for session in context.evidence.sessions):
        why = (
            "It was looked at from outside of what it has changed; what a listener alone makes pressable is not known "
            "there."
        )
        yield _finding(context, "The page changes JavaScript or the browser's own interfaces", why)


def _finding(context: RubricContext, title: str, why: str) -> Finding:
    return Finding(dimension="functionality", severity="minor", title=title, why=why, evidence=context.picture())
