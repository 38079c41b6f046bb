"""Text of an artifact that speaks to whoever judges it: told as a finding, never followed. It costs nothing.

Looked for where a judge could read it: on the page, in what use brought up, in dialogs, names and alternative texts, on
the console, and in the source with its comments and hidden texts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.measurement import shortened
from pytest_cookie.judging.subject import Subject

MAX_PLACES = 3
_MAX_FILES = 60
_MAX_CHARACTERS = 2_000_000
_TEXT_FILES = frozenset({".html", ".htm", ".js", ".mjs", ".css", ".json", ".svg", ".jsx", ".tsx", ".ts", ".md", ".txt"})
_GAP = r"\s{1,20}"
_ADDRESSED_TO_A_JUDGE = re.compile(
    # give way, then what is to be forgotten
    rf"\b(ignore|disregard|forget|override){_GAP}((all|any|the|your|of|these|those|previous|prior|above|earlier|other|"
    rf"system){_GAP}){{1,4}}(instructions?|prompts?|rules|guidelines|rubrics?|criteria)\b|"
    # a score that is asked for
    rf"\b(give|award|assign|rate|score|grant){_GAP}(this|the|it|me|us|both|full|a|an)\b[^.!?\n]{{0,40}}?"
    rf"(\b(full|maximum|highest|perfect|top){_GAP}(scores?|marks?|ratings?|points)\b|\b(8/8|10/10|100/100|8{_GAP}of{_GAP}8)\b)|"
    rf"\b(give|award|assign|rate|score){_GAP}(8/8|10/10|100/100)|"
    # who is spoken to
    rf"\b(you{_GAP}are|as){_GAP}an?{_GAP}(ai|llm|language{_GAP}model|judge|evaluator|grader)\b|"
    rf"\b(note|message|instructions?|attention){_GAP}(to|for){_GAP}(the{_GAP})?(ai|llm|model|judge|evaluator|grader)s?\b|"
    r"忽略(以上|之前|先前|前面|你)(的)?(所有)?(指令|提示|指示|要求)|给(出|予)?(本页|该页面|这个页面|此页面)?(满分|最高分)|"
    rf"ignorier\w{{0,4}}{_GAP}((alle|deine|die|vorherigen|bisherigen|obigen){_GAP}){{1,3}}(anweisungen|befehle|regeln)|"
    rf"ignor\w{{1,4}}{_GAP}((toutes|tes|vos|les|todas|tus|sus|las|as|suas){_GAP}){{1,3}}(instructions|instrucciones|instruções)|"
    r"(以前|これまで|上記)の(指示|命令|プロンプト)を無視|(이전|위의)\s{0,3}(지시|명령)\S{0,4}\s{0,3}무시",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True)
class _Place:
    """A text and where it stands, in words."""

    text: str
    where: str
    step: int | None = None
    picture: str = ""


def addressed_to_a_judge(subject: Subject, source: Path | None = None) -> list[Finding]:
    """Minor findings, at most three; the same words count where they are met first, which is nearest to a user."""
    found: dict[str, tuple[_Place, str]] = {}
    for place in (*_shown(subject), *_unseen(subject), *_written(source)):
        if match := _ADDRESSED_TO_A_JUDGE.search(place.text):
            words = shortened(match.group(), 60)
            found.setdefault(words.casefold(), (_exact(place, match.start()), words))
        if len(found) >= MAX_PLACES:
            break
    return [_finding(subject, place, words) for place, words in found.values()]


def _finding(subject: Subject, place: _Place, words: str) -> Finding:
    return Finding(
        dimension="functionality",
        severity="minor",
        title=f"The page speaks to its judge: “{words}”",
        why=(
            f"This stands {place.where}. Such text is meant to sway an automatic judge; it was read as content and "
            "changed no score."
        ),
        step=place.step,
        evidence=place.picture or subject.picture(),
    )


def _shown(subject: Subject) -> Iterator[_Place]:
    page = subject.inventory
    yield _Place(page.text if page else "", "on the page")
    for text, step in subject.appeared:
        yield _Place(text, f"on the page after step {step.index}", step.index, subject.picture_of(step))
    for step in subject.trace.steps:
        for text in step.change.dialogs:
            yield _Place(text, f"in a dialog of step {step.index}", step.index, subject.picture_of(step))


def _unseen(subject: Subject) -> Iterator[_Place]:
    page = subject.inventory
    if page is not None:
        yield _Place(page.title, "in the page's title")
        for media in page.media:
            yield _Place(media.alt or "", "in the alternative text of a picture")
        for control in page.controls:
            yield _Place(control.name, "in the name of a control")
        yield _Place(page.accessibility_tree, "in the accessibility tree")
    lines = [*subject.perception.console, *(line for step in subject.trace.steps for line in step.console)]
    for line in lines:
        yield _Place(line.text, "on the console")
    for error in (*subject.perception.page_errors, *(one for step in subject.trace.steps for one in step.page_errors)):
        yield _Place(error.message, "in an error that the page throws")


def _written(source: Path | None) -> Iterator[_Place]:
    if source is None:
        return
    paths = sorted(path for path in source.rglob("*") if path.suffix.lower() in _TEXT_FILES and not path.is_symlink())
    left = _MAX_CHARACTERS
    for path in paths[:_MAX_FILES]:
        text = _text(path, left)
        left -= len(text)
        yield _Place(text, f"in the source, {shortened(path.relative_to(source).as_posix(), 80)}")


def _text(path: Path, most: int) -> str:
    """Its beginning; "" for what cannot be read: what is not looked at is no finding."""
    try:
        with path.open("rb") as file:
            return file.read(max(0, most)).decode("utf-8", errors="replace")
    except OSError:
        return ""


def _exact(place: _Place, at: int) -> _Place:
    """In the source: the line, and whether it is a comment there."""
    if not place.where.startswith("in the source"):
        return place
    before = place.text[:at]
    comment = before.rfind("<!--") > before.rfind("-->") or before.rfind("/*") > before.rfind("*/")
    comment = comment or "//" in before[before.rfind("\n") + 1 :].replace("://", "")
    what = "in a comment of the source" if comment else "in the source"
    where = place.where.replace("in the source", what, 1)
    return _Place(place.text, f"{where}, line {before.count(chr(10)) + 1}")
