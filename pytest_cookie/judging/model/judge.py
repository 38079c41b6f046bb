"""`ModelJudge`: Evidence → Verdict in three stages, once the evidence is complete (Cookie-Bench 4.1)."""

from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.verdict import Ablation, Finding, StageOpinion, Verdict
from pytest_cookie.judging.build_context import build_context
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measures.evasion import find_evasions
from pytest_cookie.judging.measures.injection import find_judge_appeals
from pytest_cookie.judging.measures.runnable import check_complete, explain_not_runnable, fail_verdict
from pytest_cookie.judging.model.adjustment import adjust_scores
from pytest_cookie.judging.model.detection import detect_problems
from pytest_cookie.judging.model.judge_context import JudgeContext, StaticContext
from pytest_cookie.judging.model.model_client import JudgeModelClient
from pytest_cookie.judging.model.reactive import score_by_steps
from pytest_cookie.judging.model.settings import JudgePrompts, JudgeSettings
from pytest_cookie.judging.model.static import score_statically
from pytest_cookie.judging.model.static_opinion import list_prior_findings
from pytest_cookie.judging.rubric.aggregate import to_reported_scale
from pytest_cookie.judging.rubric.context import JudgedCheck
from pytest_cookie.judging.rubric.dimensions import DIMENSIONS, scores_of
from pytest_cookie.judging.rubric.severity import MAX_FINDINGS, sort_by_severity
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION
from pytest_cookie.llm.messages.completion import ChatModel

MATERIAL_VERSION = "8"
"""Changes whenever the same evidence is shown to a model in another way."""

_DEFAULTS = JudgeSettings()


class ModelJudge:
    """A `Judge` (`core.stages`) that calls one model.

    `id` is the model's, with `~<ablation>` for a judge that does not get everything, so that their scores never share a
    leaderboard. `version` names prompts, material and the rubric whose measurements are shown.
    """

    def __init__(
        self,
        model: str,
        chat: ChatModel,
        prompts: JudgePrompts,
        settings: JudgeSettings = _DEFAULTS,
        *,
        ablation: Ablation | None = None,
        checks: tuple[JudgedCheck, ...] = (),
    ) -> None:
        self.model = model
        self.ablation = ablation
        self.id = f"{model}~{ablation}" if ablation else model
        self.version = f"{prompts.identity(ablation)} material {MATERIAL_VERSION} rubric {RUBRIC_VERSION}"
        self._chat = chat
        self._prompts = prompts
        self._settings = settings
        self._checks = checks

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict; an artifact that is no page costs no call.

        Raises `BudgetSpentError`, and `JudgingError` with the cost.
        """
        not_runnable = explain_not_runnable(artifact, evidence)
        if not_runnable:
            verdict = fail_verdict(not_runnable, judge=self.id, version=self.version)
            return verdict.model_copy(update={"ablation": self.ablation})
        check_complete(artifact, evidence)
        pictures = EvidencePictures(folder)
        context = JudgeContext(
            case=case,
            perception=evidence.perception,
            pictures=pictures,
            source=source,
            client=self._asking(artifact.key.repeat),
            prompts=self._prompts,
            judge=self.id,
            evidence=evidence,
            rubric=build_context(case, artifact, evidence, pictures, source=source, checks=self._checks),
        )
        stages, findings = self._stages(context)
        return self._verdict(context, stages, findings)

    def first_impression(
        self, case: Case, perception: StaticPerception, static_folder: Path, source: Path | None
    ) -> StageOpinion:
        """Stage 1 alone, for an explorer that receives its result (C.3.1). `static_folder` holds the pictures.

        Raises `JudgingError`, `BudgetSpentError`.
        """
        context = StaticContext(
            case=case,
            perception=perception,
            pictures=EvidencePictures(static_folder.parent),
            source=source,
            client=self._asking(1),
            prompts=self._prompts,
            judge=self.model,
        )
        return score_statically(context)

    def _asking(self, repeat: int) -> JudgeModelClient:
        return JudgeModelClient(self.model, self._chat, self._settings, repeat)

    def _stages(self, context: JudgeContext) -> tuple[list[StageOpinion], list[Finding]]:
        """The opinions in order, and the findings. The last opinion gives the scores."""
        if self.ablation in ("no_vision", "no_video"):
            only = score_statically(context, "source" if self.ablation == "no_vision" else "one_picture")
            return [only], list_prior_findings(only, context.picture_at_rest)
        prior = None if self.ablation == "no_static_score" else self._prior(context)
        if prior is not None and self.ablation == "no_deferred_scoring":
            opinions, findings = score_by_steps(context, prior)
            return [prior, *opinions], findings
        detected = detect_problems(context, prior)
        final, findings = adjust_scores(context, prior, detected)
        return [*([prior] if prior else []), detected.opinion, final], findings

    def _prior(self, context: JudgeContext) -> StageOpinion:
        """Stage 1: the opinion that the explorer received, if this judge gave it; else a new one."""
        earlier = context.evidence.impression
        if earlier is None:
            return score_statically(context)
        if earlier.judge == self.model and earlier.prompt == self._prompts.static_scoring.identity:
            context.note("stage 1 is the opinion that the explorer received; its cost is part of the exploration")
            return earlier.model_copy(update={"judge": self.id})
        context.note(f"the explorer received the stage 1 opinion of {earlier.judge}; this judge formed its own")
        return score_statically(context)

    def _verdict(self, context: JudgeContext, stages: list[StageOpinion], findings: list[Finding]) -> Verdict:
        final = stages[-1]
        asides = [*find_judge_appeals(context.rubric, context.source), *find_evasions(context.rubric, context.source)]
        every = sort_by_severity([*findings, *asides])
        if len(every) > MAX_FINDINGS:
            context.note(f"{len(every) - MAX_FINDINGS} more findings are only in the stages")
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=scores_of(*(to_reported_scale(final.scores[name]) for name in DIMENSIONS)),
            findings=tuple(every[:MAX_FINDINGS]),
            stages=tuple(stages),
            ablation=self.ablation,
            notes=tuple(context.notes),
            spend=context.client.spend,
        )
