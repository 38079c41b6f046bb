"""Scoring without deferral: an opinion after every step, the last one counts (Cookie-Bench 5.2, an ablation)."""

from collections.abc import Iterator
from itertools import pairwise

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding, StageOpinion
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.media_attachments import picture_after
from pytest_cookie.judging.model.prompt_sections import format_brief, format_step
from pytest_cookie.judging.model.replies import StepScoring
from pytest_cookie.judging.model.static_opinion import format_prior, grade_severity, list_prior_findings, score_of
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_TOLD_FALL = 0.1  # of 8 points; smaller falls are noise between two calls


def score_by_steps(context: JudgeContext, prior: StageOpinion) -> tuple[list[StageOpinion], list[Finding]]:
    """An opinion after each step, based on the one before it but no later step; and findings where scores fell.

    Raises `JudgingError` if no usable reply comes.
    """
    opinions = [prior]
    steps = [step for step in context.evidence.trace.steps if not step.action.is_bookkeeping]
    for step in steps:
        opinions.append(_opinion_after(context, step, opinions[-1]))
    falls = [
        fall for step, pair in zip(steps, pairwise(opinions), strict=True) for fall in _falls(context, step, *pair)
    ]
    return opinions[1:], [*falls, *list_prior_findings(prior, context.picture_at_rest)]


def _opinion_after(context: JudgeContext, step: Step, last: StageOpinion) -> StageOpinion:
    shown = picture_after(context.evidence, step, context.pictures)
    context.note(*shown.notes)
    parts = (
        format_brief(context.case),
        format_prior(last),
        Text(f"## Step {step.index}\n{quoted('step', format_step(step))}"),
        *shown.parts,
    )
    answered = context.client.ask(context.prompts.step_scoring, parts, StepScoring)
    return StageOpinion(
        stage="step",
        judge=context.judge,
        scores={name: round(getattr(answered.value, name), 2) for name in DIMENSIONS},
        reasoning=answered.value.reasoning,
        prompt=context.prompts.step_scoring.identity,
        saw=tuple(shown.saw),
        spend=answered.spend,
    )


def _falls(context: JudgeContext, step: Step, before: StageOpinion, after: StageOpinion) -> Iterator[Finding]:
    for name in DIMENSIONS:
        fall = score_of(before, name) - score_of(after, name)
        if fall >= _TOLD_FALL:
            yield Finding(
                dimension=name,
                severity=grade_severity(fall),
                title=f"Step {step.index} lowered {name}",
                why=f"{after.reasoning} ({-fall:+.2f} of 8)",
                step=step.index,
                evidence=context.picture(step.index),
            )
