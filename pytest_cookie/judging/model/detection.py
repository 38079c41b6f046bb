"""Stage 3a, problem detection: problems in use, found from film or keyframes, sound and trace (Cookie-Bench B.3.2)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pytest_cookie.core.verdict import Finding, Points, StageOpinion
from pytest_cookie.judging.model.cited_source import format_cited_source, split_sentences
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
from pytest_cookie.judging.model.static_opinion import format_prior, number_deductions
from pytest_cookie.llm.messages.messages import Text


@dataclass(frozen=True)
class Detected:
    """The problems, checked against the evidence, and what stage 3b is shown again: the cited source and the sound,
    without a stage 1 all media."""

    opinion: StageOpinion
    showing: MediaAttachments
    cited: tuple[Text, ...] = ()
    """The source that stage 1 names, which alone can prove a problem that no step shows."""
    sound_texts: tuple[Text, ...] = ()
    """The description of the sound."""
    confirmed: Mapping[int, int] = field(default_factory=dict)
    """Number of a problem to the number of the provisional deduction that it confirms."""

    @property
    def problems(self) -> tuple[Finding, ...]:
        """The problems, numbered from 1 in the next stage."""
        return self.opinion.problems


def detect_problems(context: JudgeContext, prior: StageOpinion | None) -> Detected:
    """Ask the model for problems. Steps and times that do not exist are dropped with a note.

    Raises `JudgingError` if no usable reply comes.
    """
    showing = show_exploration(context.evidence, context.pictures, context.client.settings, context.case.brief)
    if prior is None:
        _show_page(context, showing)
    notes: list[str] = []
    sound = tuple(describe_sound(context.evidence, context.folder, notes))
    parts = (
        format_brief(context.case),
        *((format_prior(prior),) if prior is not None else (format_console(context.perception),)),
        *(cited := format_cited(context, prior)),
        context.facts,
        format_trace(context.evidence.trace, film_of(context.evidence)),
        *sound,
        *showing.parts,
    )
    context.note(*notes, *showing.notes)
    answered = context.client.ask(
        context.prompts.problem_detection, parts, ProblemDetection, lambda said: _find_fault(prior, said)
    )
    confirmed = dict(_confirmed(context, prior, answered.value.problems))
    deductions = number_deductions(prior)
    opinion = StageOpinion(
        stage="detection",
        judge=context.judge,
        problems=tuple(
            _checked(context, number, one, deductions.get(confirmed.get(number, 0)))
            for number, one in enumerate(answered.value.problems, start=1)
        ),
        reasoning=answered.value.summary,
        prompt=context.prompts.problem_detection.identity,
        saw=tuple(showing.saw),
        spend=answered.spend,
    )
    return Detected(opinion, showing, cited, sound, confirmed)


def format_cited(context: JudgeContext, prior: StageOpinion | None) -> tuple[Text, ...]:
    """The parts of the source that stage 1 or the explorer's report names."""
    if prior is None or context.excerpt is None:
        return ()
    deductions = [deduction.reason for deduction in number_deductions(prior).values()]
    told = [*split_sentences(prior.reasoning), *split_sentences(context.evidence.trace.report)]
    return tuple(format_cited_source(context.excerpt.files, [*deductions, *told]))


def _find_fault(prior: StageOpinion | None, said: ProblemDetection) -> str:
    """Deduction numbers that cannot be, in words for the model: without its number a fault could be deducted twice."""
    known = number_deductions(prior)
    named = [(number, one.deduction) for number, one in enumerate(said.problems, start=1) if one.deduction is not None]
    first = {deduction: number for number, deduction in reversed(named)}
    faults = [
        f"problem {number} names deduction D{deduction}, "
        + ("which does not exist" if deduction not in known else f"as problem {first[deduction]} does")
        for number, deduction in named
        if deduction not in known or first[deduction] != number
    ]
    if not faults:
        return ""
    there = f"There are {', '.join(f'D{number}' for number in known)}." if known else "There is no deduction."
    return f"{'; '.join(faults)}. {there} Each belongs to the one problem with the same cause; others have null."


def _confirmed(
    context: JudgeContext, prior: StageOpinion | None, problems: Sequence[Problem]
) -> Iterator[tuple[int, int]]:
    """Pairs of a problem and the deduction that it confirms; each deduction once."""
    left = set(number_deductions(prior))
    for number, problem in enumerate(problems, start=1):
        if problem.deduction is None:
            continue
        if problem.deduction in left:
            left.remove(problem.deduction)
            yield number, problem.deduction
        else:
            context.note(f"problem {number} names deduction D{problem.deduction}, which is not there or already named")


def _show_page(context: JudgeContext, showing: MediaAttachments) -> None:
    """Add the picture of the whole page, since no stage 1 has seen it."""
    shown = show_whole_page(context.perception, context.pictures, showing.notes)
    showing.parts[:0] = [one.part for one in shown]
    showing.saw[:0] = [one.seen for one in shown]


def _checked(context: JudgeContext, number: int, problem: Problem, deduction: Points | None) -> Finding:
    """The problem as a finding, with only existing steps and moments, in the dimension of the deduction it confirms."""
    step = problem.step
    if step is not None and step not in context.steps:
        context.note(f"problem {number} names step {step}, which does not exist")
        step = None
    seen = f" Seen: {problem.evidence}" if problem.evidence else ""
    return Finding(
        dimension=deduction.dimension if deduction else problem.dimension,
        severity=problem.severity,
        title=problem.title,
        why=f"{problem.why}{seen}",
        step=step,
        video_ms=_moment(context, number, problem.video_seconds, step),
        evidence=context.picture(step, f"{problem.title} {problem.why} {problem.evidence}"),
    )


def _moment(context: JudgeContext, number: int, seconds: float | None, step: int | None) -> int | None:
    """The moment in the film, in ms: the given one, else the end of the step. None outside the film or without one."""
    film = film_of(context.evidence)
    has_film = film is not None and bool(film.file)
    if seconds is None:
        return min(context.steps[step].page_ms, film.duration_ms) if film and has_film and step is not None else None
    if film is None or not has_film or not 0 <= seconds * 1000 <= film.duration_ms:
        context.note(f"problem {number} names {seconds:.1f} s, which is outside the film")
        return None
    return round(seconds * 1000)
