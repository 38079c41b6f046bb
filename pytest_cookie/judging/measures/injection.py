"""Finds text of an artifact that addresses its judge. It becomes a finding, is never followed, and costs no points.

Searched: the page, text that appeared in use, dialogs, names and alternative texts, the console, and the source with
its comments and hidden texts.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from pytest_cookie.core.step_text import describe_dialog
from pytest_cookie.core.text import shorten
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.measures.artifact_texts import Place, read_texts
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.finding_kinds import FindingKind

MAX_PLACES = 3  # findings; repetitions add no knowledge
_GAP = r"\s{1,20}"
_ADDRESSED_TO_A_JUDGE = re.compile(
    # a verb such as "ignore", then instructions
    rf"\b(ignore|disregard|forget|override){_GAP}((all|any|the|your|of|these|those|previous|prior|above|earlier|other|"
    rf"system){_GAP}){{1,4}}(instructions?|prompts?|rules|guidelines|rubrics?|criteria)\b|"
    # a request for a score
    rf"\b(give|award|assign|rate|score|grant){_GAP}(this|the|it|me|us|both|full|a|an)\b[^.!?\n]{{0,40}}?"
    rf"(\b(full|maximum|highest|perfect|top){_GAP}(scores?|marks?|ratings?|points)\b|\b(8/8|10/10|100/100|8{_GAP}of{_GAP}8)\b)|"
    rf"\b(give|award|assign|rate|score){_GAP}(8/8|10/10|100/100)|"
    # an address to a model or a judge
    rf"\b(you{_GAP}are|as){_GAP}an?{_GAP}(ai|llm|language{_GAP}model|judge|evaluator|grader)\b|"
    rf"\b(note|message|instructions?|attention){_GAP}(to|for){_GAP}(the{_GAP})?(ai|llm|model|judge|evaluator|grader)s?\b|"
    r"忽略(以上|之前|先前|前面|你)(的)?(所有)?(指令|提示|指示|要求)|给(出|予)?(本页|该页面|这个页面|此页面)?(满分|最高分)|"
    rf"ignorier\w{{0,4}}{_GAP}((alle|deine|die|vorherigen|bisherigen|obigen){_GAP}){{1,3}}(anweisungen|befehle|regeln)|"
    rf"ignor\w{{1,4}}{_GAP}((toutes|tes|vos|les|todas|tus|sus|las|as|suas){_GAP}){{1,3}}(instructions|instrucciones|instruções)|"
    r"(以前|これまで|上記)の(指示|命令|プロンプト)を無視|(이전|위의)\s{0,3}(지시|명령)\S{0,4}\s{0,3}무시",
    re.IGNORECASE | re.DOTALL,
)
_NO_LETTERS = re.compile(r"[+_/?&=.-]")
"""Characters that replace spaces in an address."""


def find_judge_appeals(context: RubricContext, source: Path | None = None) -> list[Finding]:
    """Minor findings, at most three; repeated words count at the place nearest to users."""
    found: dict[str, tuple[Place, str]] = {}
    for place in (*_shown(context), *_unseen(context), *read_texts(source)):
        if match := _ADDRESSED_TO_A_JUDGE.search(place.text):
            words = shorten(match.group(), 60)
            found.setdefault(words.casefold(), (place.at(match.start()), words))
        if len(found) >= MAX_PLACES:
            break
    return [_finding(context, place, words) for place, words in found.values()]


def _finding(context: RubricContext, place: Place, words: str) -> Finding:
    return Finding(
        dimension="functionality",
        severity="minor",
        kind=FindingKind.JUDGE_APPEAL.value,
        title=f"The page addresses its judge: “{words}”",
        why=(
            f"This text is {place.where}. It tries to influence an automatic judge. It was treated as page content and "
            "changed no score. Remove it."
        ),
        step=place.step,
        evidence=place.picture or context.picture(),
    )


def _shown(context: RubricContext) -> Iterator[Place]:
    page = context.inventory
    yield Place(page.text if page else "", "on the page")
    for text, step in context.appeared_texts:
        yield Place(text, f"on the page after step {step.index}", step.index, context.picture_of(step))
    for step in context.trace.steps:
        for dialog in step.change.dialogs:
            yield Place(
                describe_dialog(dialog), f"in a dialog of step {step.index}", step.index, context.picture_of(step)
            )


def _unseen(context: RubricContext) -> Iterator[Place]:
    page = context.inventory
    if page is not None:
        yield Place(page.title, "in the page's title")
        for media in page.media:
            yield Place(media.alt or "", "in the alternative text of a picture")
        for control in page.controls:
            yield Place(control.name, "in the name of a control")
        yield Place(page.accessibility_tree, "in the accessibility tree")
    lines = [*context.perception.console, *(line for step in context.trace.steps for line in step.console)]
    for line in lines:
        yield Place(line.text, "on the console")
    for error in (
        *context.perception.page_errors,
        *(problem for step in context.trace.steps for problem in step.page_errors),
    ):
        yield Place(error.message, "in an error that the page throws")
    steps = context.trace.steps
    for request in (
        *context.perception.failed_requests,
        *(failure for step in steps for failure in step.failed_requests),
    ):
        yield Place(_NO_LETTERS.sub(" ", unquote(request.url)), "in the address of a request that failed")
