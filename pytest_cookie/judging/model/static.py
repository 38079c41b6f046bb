"""Stage 1, static scoring: what the page promises before it is used (Cookie-Bench 4.1, B.3.1, C.2)."""

from collections.abc import Iterator
from typing import Literal

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.verdict import Points, StageOpinion
from pytest_cookie.judging.model.judge_context import StaticContext
from pytest_cookie.judging.model.pictures import Shown, show_page, show_whole_page
from pytest_cookie.judging.model.prompt_sections import format_brief, format_console, format_structure
from pytest_cookie.judging.model.replies import Breakdown, StaticScoring
from pytest_cookie.judging.rubric.dimensions import Dimension
from pytest_cookie.llm.messages.messages import Part, Text

View = Literal["all", "one_picture", "source"]
"""The input of stage 1: everything; the source and one picture (5.2, w/o video); the source alone (5.2, w/o vision)."""

_NO_SOURCE = Text("## Source\nNot available.")


def score_statically(context: StaticContext, view: View = "all") -> StageOpinion:
    """Provisional scores, each with its base, bonuses and deductions.

    Raises `JudgingError` if there is no input to score, or no usable reply comes.
    """
    shown = _pictures(context, view)
    if not shown and view != "source":
        raise JudgingError("the evidence has no readable picture of the page: explore again")
    if context.excerpt is None and view == "source":
        raise JudgingError("a judge without vision needs the artifact's source, which is missing")
    answered = context.client.ask(context.prompts.static_scoring, tuple(_parts(context, view, shown)), StaticScoring)
    said = answered.value
    return StageOpinion(
        stage="static",
        judge=context.judge,
        scores={"functionality": said.functionality.score, "aesthetics": said.aesthetics.score},
        points=(*_points("functionality", said.functionality), *_points("aesthetics", said.aesthetics)),
        reasoning=said.reasoning,
        prompt=context.prompts.static_scoring.identity,
        saw=(*(picture.seen for picture in shown), *(context.excerpt.seen() if context.excerpt else ())),
        spend=answered.spend,
    )


def _pictures(context: StaticContext, view: View) -> list[Shown]:
    notes: list[str] = []
    shown: list[Shown] = []
    if view == "all":
        shown = show_page(context.perception, context.pictures, notes)
    elif view == "one_picture":
        shown = show_whole_page(context.perception, context.pictures, notes)
    context.note(*notes)
    return shown


def _parts(context: StaticContext, view: View, shown: list[Shown]) -> Iterator[Part]:
    yield format_brief(context.case)
    if view == "all":
        yield format_structure(context.perception)
        yield format_console(context.perception)
    yield from context.excerpt.parts() if context.excerpt else (_NO_SOURCE,)
    yield from (picture.part for picture in shown)


def _points(dimension: Dimension, breakdown: Breakdown) -> Iterator[Points]:
    yield Points(dimension=dimension, points=round(breakdown.base, 2), reason="base")
    for part in breakdown.counted_bonuses:
        yield Points(dimension=dimension, points=round(part.points, 2), reason=part.reason)
    for part in breakdown.deductions:
        yield Points(dimension=dimension, points=-round(part.points, 2), reason=part.reason)
