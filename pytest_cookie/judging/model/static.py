"""Stage 1, static scoring: what the page promises before anyone uses it (Cookie-Bench 4.1, B.3.1, C.2)."""

from collections.abc import Iterator
from typing import Literal

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.verdict import Dimension, Points, StageOpinion
from pytest_cookie.judging.model.judge_context import Sight
from pytest_cookie.judging.model.pictures import Shown, one_picture, page_pictures
from pytest_cookie.judging.model.prompt_sections import brief_part, console_part, structure_part
from pytest_cookie.judging.model.replies import Breakdown, StaticScoring
from pytest_cookie.llm.messages.messages import Part, Text

View = Literal["all", "one_picture", "source"]
"""What stage 1 sees: everything; the source and one picture (5.2, w/o video); the source alone (5.2, w/o vision)."""

_NO_SOURCE = Text("## Source\nNot available.")


def score_statically(sight: Sight, view: View = "all") -> StageOpinion:
    """Provisional scores, each with its base, bonuses and deductions.

    Raises `JudgingError` where nothing is left to score by, or no usable reply comes.
    """
    shown = _pictures(sight, view)
    if not shown and view != "source":
        raise JudgingError("the evidence holds no picture of the page that could be read: explore again")
    if sight.excerpt is None and view == "source":
        raise JudgingError("a judge without vision needs the artifact's source, and it is not there")
    answered = sight.asking.ask(sight.prompts.static_scoring, tuple(_parts(sight, view, shown)), StaticScoring)
    said = answered.value
    return StageOpinion(
        stage="static",
        judge=sight.judge,
        functionality=said.functionality.score,
        aesthetics=said.aesthetics.score,
        points=(*_points("functionality", said.functionality), *_points("aesthetics", said.aesthetics)),
        reasoning=said.reasoning,
        prompt=sight.prompts.static_scoring.identity,
        saw=(*(one.seen for one in shown), *(sight.excerpt.seen() if sight.excerpt else ())),
        spend=answered.spend,
    )


def _pictures(sight: Sight, view: View) -> list[Shown]:
    notes: list[str] = []
    side = sight.asking.settings.picture_px
    shown: list[Shown] = []
    if view == "all":
        shown = page_pictures(sight.perception, sight.folder, side, notes)
    elif view == "one_picture":
        shown = one_picture(sight.perception, sight.folder, side, notes)
    sight.note(*notes)
    return shown


def _parts(sight: Sight, view: View, shown: list[Shown]) -> Iterator[Part]:
    yield brief_part(sight.case)
    if view == "all":
        yield structure_part(sight.perception)
        yield console_part(sight.perception)
    yield from sight.excerpt.parts() if sight.excerpt else (_NO_SOURCE,)
    yield from (one.part for one in shown)


def _points(dimension: Dimension, breakdown: Breakdown) -> Iterator[Points]:
    yield Points(dimension=dimension, points=round(breakdown.base, 2), reason="base")
    for part in breakdown.bonuses:
        yield Points(dimension=dimension, points=round(part.points, 2), reason=part.reason)
    for part in breakdown.deductions:
        yield Points(dimension=dimension, points=-round(part.points, 2), reason=part.reason)
