"""Stage 3a, problem detection: problems in use, found from film or keyframes, sound and trace (Cookie-Bench B.3.2)."""

from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding, StageOpinion
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.media_attachments import MediaAttachments, show_exploration
from pytest_cookie.judging.model.pictures import show_whole_page
from pytest_cookie.judging.model.prompt_sections import (
    describe_sound,
    film_of,
    format_brief,
    format_console,
    format_trace,
)
from pytest_cookie.judging.model.replies import Problem, ProblemDetection
from pytest_cookie.judging.model.static_opinion import format_prior


@dataclass(frozen=True)
class Detected:
    """The problems, checked against the evidence, and the media shown, which stage 3b needs again without a stage 1."""

    opinion: StageOpinion
    showing: MediaAttachments

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The problems, numbered from 1 in the next stage."""
        return self.opinion.problems


def detect_problems(context: JudgeContext, prior: StageOpinion | None) -> Detected:
    """Ask the model for problems. Steps and times that do not exist are dropped with a note.

    Raises `JudgingError` if no usable reply comes.
    """
    showing = show_exploration(context.evidence, context.folder, context.client.settings)
    if prior is None:
        _show_page(context, showing)
    notes: list[str] = []
    parts = (
        format_brief(context.case),
        *((format_prior(prior),) if prior is not None else (format_console(context.perception),)),
        context.facts,
        format_trace(context.evidence.trace, film_of(context.evidence)),
        *describe_sound(context.evidence, context.folder, notes),
        *showing.parts,
    )
    context.note(*notes, *showing.notes)
    answered = context.client.ask(context.prompts.problem_detection, parts, ProblemDetection)
    opinion = StageOpinion(
        stage="detection",
        judge=context.judge,
        problems=tuple(_checked(context, number, one) for number, one in enumerate(answered.value.problems, start=1)),
        reasoning=answered.value.summary,
        prompt=context.prompts.problem_detection.identity,
        saw=tuple(showing.saw),
        spend=answered.spend,
    )
    return Detected(opinion, showing)


def _show_page(context: JudgeContext, showing: MediaAttachments) -> None:
    """Add the picture of the whole page, since no stage 1 has seen it."""
    side = context.client.settings.picture_px
    for one in show_whole_page(context.perception, context.folder, side, showing.notes):
        showing.parts.insert(0, one.part)
        showing.saw.insert(0, one.seen)


def _checked(context: JudgeContext, number: int, problem: Problem) -> Finding:
    """The problem as a finding, with only steps and moments that exist."""
    step = problem.step
    if step is not None and step not in context.steps:
        context.note(f"problem {number} names step {step}, which does not exist")
        step = None
    seen = f" Seen: {problem.evidence}" if problem.evidence else ""
    return Finding(
        dimension=problem.dimension,
        severity=problem.severity,
        title=problem.title,
        why=f"{problem.why}{seen}",
        step=step,
        video_ms=_moment(context, number, problem.video_seconds),
        evidence=context.picture(step),
    )


def _moment(context: JudgeContext, number: int, seconds: float | None) -> int | None:
    """The moment in the film, in ms; None if it is outside the film or there is no film."""
    film = film_of(context.evidence)
    if seconds is None:
        return None
    if film is None or not film.file or not 0 <= seconds * 1000 <= film.duration_ms:
        context.note(f"problem {number} names {seconds:.1f} s, which is outside the film")
        return None
    return round(seconds * 1000)
