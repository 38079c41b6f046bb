"""`MeasuredJudge`: Evidence → Verdict by measurement alone: no model, no cost, the same verdict every time."""

from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import MEASURED, Finding, Verdict
from pytest_cookie.judging.build_context import build_context
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measures.blank_screens import find_blank_steps
from pytest_cookie.judging.measures.content_amount import count_required_inputs, describe_weights, working_inputs
from pytest_cookie.judging.measures.evasion import find_evasions
from pytest_cookie.judging.measures.injection import find_judge_appeals
from pytest_cookie.judging.measures.label_effects import find_pretenders
from pytest_cookie.judging.measures.runnable import check_complete, explain_not_runnable, fail_verdict, find_gone_blank
from pytest_cookie.judging.measures.untested import explain_untested
from pytest_cookie.judging.measures.unusable_controls import is_unusable
from pytest_cookie.judging.measures.vanishing import is_emptied_before_use, report_vanishing
from pytest_cookie.judging.rubric.aggregate import dimension_score, evidence_share
from pytest_cookie.judging.rubric.context import JudgedCheck, RubricContext
from pytest_cookie.judging.rubric.dimensions import scores_of
from pytest_cookie.judging.rubric.finding_kinds import FindingKind
from pytest_cookie.judging.rubric.severity import MAX_FINDINGS, sort_by_severity
from pytest_cookie.judging.rubric.table import RUBRIC_VERSION, measure_rubric

MOST_OF_UNUSABLE = 20.0
"""The most functionality, of 100, of a page that the brief wants used and that cannot be used at all."""
MOST_OF_LABELS = 30.0
"""The same for a page whose presses only change their own labels: it answers, and does nothing."""
LEAST_EVIDENCE = 0.7
"""Below this share of measured items a score rests on too little evidence, and the verdict has a note."""


class MeasuredJudge:
    """Scores the rubric of Cookie-Bench B.4 as far as it can be measured from the evidence, with the given checks."""

    id = MEASURED

    def __init__(self, checks: tuple[JudgedCheck, ...] = (), *, added: str = "") -> None:
        """`added` names checks of packages with their versions, since they may change a verdict."""
        self._checks = checks
        self.version = f"{RUBRIC_VERSION} {added}".strip()

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict. Raises `JudgingError` if the evidence belongs to another artifact or is incomplete."""
        pictures = EvidencePictures(folder)
        blank = find_blank_steps(evidence.trace, evidence.perception, pictures)
        not_runnable = explain_not_runnable(artifact, evidence) or find_gone_blank(evidence, blank)
        if not_runnable:
            return fail_verdict(not_runnable, judge=self.id, version=self.version)
        check_complete(artifact, evidence)
        context = build_context(case, artifact, evidence, pictures, source=source, checks=self._checks)
        emptied = report_vanishing(context) if is_emptied_before_use(context) else None
        if emptied:
            return fail_verdict(emptied, judge=self.id, version=self.version)
        return self.score(context, source)

    def score(self, context: RubricContext, source: Path | None = None) -> Verdict:
        """The verdict by the rubric, on a page that can be judged."""
        items, findings = measure_rubric(context)
        asides = [*find_judge_appeals(context, source), *find_evasions(context, source)]
        share = evidence_share(items)
        functionality = _limit_unusable(context, findings, dimension_score(items, "functionality"))
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=True,
            scores=scores_of(functionality, dimension_score(items, "aesthetics")),
            items=tuple(items),
            findings=tuple(sort_by_severity([*findings, *asides])[:MAX_FINDINGS]),
            evidence_share=share,
            notes=(*_describe_evidence(share), *describe_weights(context)),
        )


def _limit_unusable(context: RubricContext, findings: list[Finding], functionality: float | None) -> float | None:
    """An interactive page that cannot be used does not get points for lacking faults.

    Where most inputs only answer with their own name, the limit grows with the inputs that do more.
    """
    if functionality is None or context.requirements.interaction != "full":
        return functionality
    untested = explain_untested(context)
    is_dead = any((finding.kind, finding.severity) == (FindingKind.NOTHING_WORKS, "critical") for finding in findings)
    if find_pretenders(context):
        functionality = min(functionality, round(MOST_OF_LABELS + (100.0 - MOST_OF_LABELS) * _real_share(context), 2))
    is_withheld = is_dead or is_unusable(context) or (untested is not None and untested.is_by_page)
    return min(functionality, MOST_OF_UNUSABLE) if is_withheld else functionality


def _real_share(context: RubricContext) -> float:
    """The inputs that do more than answer with their name, as a share of the required ones, 0 to 1."""
    pretenders = find_pretenders(context)
    real = [interaction for interaction in working_inputs(context) if interaction.key not in pretenders]
    return min(1.0, len(real) / count_required_inputs(context))


def _describe_evidence(share: float | None) -> tuple[str, ...]:
    """A note on scores that rest on too little evidence."""
    if share is None or share >= LEAST_EVIDENCE:
        return ()
    return (f"little evidence: only {share:.0%} of a dimension's applicable rubric items could be measured",)
