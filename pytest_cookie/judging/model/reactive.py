"""Scoring without deferral: an opinion after every step, the last one counts (Cookie-Bench 5.2, an ablation)."""

from collections.abc import Iterator
from itertools import pairwise

from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding, StageOpinion
from pytest_cookie.judging.model.judge_context import JudgeContext
from pytest_cookie.judging.model.media_attachments import picture_after
from pytest_cookie.judging.model.prompt_sections import brief_part, step_line
from pytest_cookie.judging.model.replies import StepScoring
from pytest_cookie.judging.model.static_opinion import DIMENSIONS, prior_findings, prior_part, score_of, severity_of
from pytest_cookie.llm.messages.messages import Text
from pytest_cookie.llm.messages.quoting import quoted

_TOLD_FALL = 0.1


def score_by_steps(matter: JudgeContext, prior: StageOpinion) -> tuple[list[StageOpinion], list[Finding]]:
    """An opinion after each step, which saw the one before it and nothing of what follows; and where they fell.

    Raises `JudgingError` where no usable reply comes.
    """
    opinions = [prior]
    steps = [step for step in matter.evidence.trace.steps if step.action.kind not in ("look", "finish")]
    for step in steps:
        opinions.append(_opinion_after(matter, step, opinions[-1]))
    falls = [fall for step, pair in zip(steps, pairwise(opinions), strict=True) for fall in _falls(matter, step, *pair)]
    return opinions[1:], [*falls, *prior_findings(prior, matter.picture(None))]


def _opinion_after(matter: JudgeContext, step: Step, last: StageOpinion) -> StageOpinion:
    shown = picture_after(matter.evidence, step, matter.folder, matter.asking.settings.keyframe_px)
    matter.note(*shown.notes)
    parts = (
        brief_part(matter.case),
        prior_part(last),
        Text(f"## Step {step.index}\n{quoted('step', step_line(step))}"),
        *shown.parts,
    )
    answered = matter.asking.ask(matter.prompts.step_scoring, parts, StepScoring)
    return StageOpinion(
        stage="step",
        judge=matter.judge,
        functionality=round(answered.value.functionality, 2),
        aesthetics=round(answered.value.aesthetics, 2),
        reasoning=answered.value.reasoning,
        prompt=matter.prompts.step_scoring.identity,
        saw=tuple(shown.saw),
        spend=answered.spend,
    )


def _falls(matter: JudgeContext, step: Step, before: StageOpinion, after: StageOpinion) -> Iterator[Finding]:
    for name in DIMENSIONS:
        fall = score_of(before, name) - score_of(after, name)
        if fall >= _TOLD_FALL:
            yield Finding(
                dimension=name,
                severity=severity_of(fall),
                title=f"Step {step.index} lowered {name}",
                why=f"{after.reasoning} ({-fall:+.2f} of 8)",
                step=step.index,
                evidence=matter.picture(step.index),
            )
