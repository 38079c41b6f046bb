"""How an artifact reacts to being observed, as findings. They cost no points: the page's content is judged as shown."""

import re
from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.evidence import FROM_OUTSIDE
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.checks.artifact_texts import read_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

_SIGNS_OF_A_TEST = re.compile(
    r"navigator\s{0,9}(?:\?\.|\.)\s{0,9}webdriver\b|[\"'`]webdriver[\"'`]|HeadlessChrome|\b__(?:playwright|pw|puppeteer)_\w{1,40}|"
    r"\b(?:window|globalThis|self)\s{0,9}(?:\?\.|\.)\s{0,9}(?:__cookie\w{0,20}|callPhantom|_phantom|__nightmare|domAutomation\w{0,20})\b|"
    r"\bcdc_\w{10,40}"
)
"""Marks of an automated browser, and what pytest-cookie itself adds to a page."""


def find_evasions(context: RubricContext, source: Path | None = None) -> list[Finding]:
    """Minor findings, at most one of each kind."""
    return [*_looks_for_a_test(context, source), *_changes_the_browser(context)]


def _looks_for_a_test(context: RubricContext, source: Path | None) -> Iterator[Finding]:
    for place in read_texts(source):
        if match := _SIGNS_OF_A_TEST.search(place.text):
            where = f"“{shorten(match.group(), 40)}” occurs {place.at(match.start()).where}."
            why = (
                "With it, a page can detect an automated browser and behave differently than for people. "
                "Remove the check."
            )
            yield _finding(
                context, FindingKind.TEST_DETECTION, "The page checks whether it is being tested", f"{where} {why}"
            )
            return


def _changes_the_browser(context: RubricContext) -> Iterator[Finding]:
    if any(FROM_OUTSIDE in session.notes for session in context.evidence.sessions):
        why = (
            "The page was observed from an isolated world that it cannot change. Elements that only a script listener "
            "makes clickable may have been missed. Leave built-in interfaces as they are."
        )
        yield _finding(
            context, FindingKind.ALTERED_BROWSER, "The page changes built-in JavaScript or browser interfaces", why
        )


def _finding(context: RubricContext, kind: FindingKind, title: str, why: str) -> Finding:
    return Finding(
        dimension="functionality",
        severity="minor",
        kind=kind.value,
        title=title,
        why=why,
        evidence=context.picture(),
    )
