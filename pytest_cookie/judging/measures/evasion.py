"""How an artifact reacts to being observed, as findings. They cost no points: the page's content is judged as shown."""

from collections.abc import Iterator
from pathlib import Path

from pytest_cookie.core.evidence import FROM_OUTSIDE
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.measures.artifact_texts import read_texts
from pytest_cookie.judging.measures.automation_questions import find_question
from pytest_cookie.judging.measures.script_code import ScriptCode
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind


def find_evasions(context: RubricContext, source: Path | None = None) -> list[Finding]:
    """Minor findings, at most one of each kind."""
    return [*_looks_for_a_test(context, source), *_changes_the_browser(context)]


def _looks_for_a_test(context: RubricContext, source: Path | None) -> Iterator[Finding]:
    for place in read_texts(source):
        if question := find_question(ScriptCode.of(place.file, place.text)):
            where = f"“{shorten(question.text, 40)}” occurs {place.at(question.start).where}."
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
