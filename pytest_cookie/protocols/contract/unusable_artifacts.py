"""Artifacts that fail before a protocol's judge sees them: there is no page, or it cannot be used as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_cookie.core.verdict import Finding, RefereeScores, Verdict
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measures.blank_screens import find_blank_steps
from pytest_cookie.judging.measures.runnable import explain_not_runnable, find_gone_blank

if TYPE_CHECKING:
    from pytest_cookie.core.artifact import Artifact
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.evidence import Evidence
    from pytest_cookie.core.score_spec import ScoreSet
    from pytest_cookie.core.stages import Judge
    from pytest_cookie.judging.rubric.defect import Defect


class UsablePageJudge:
    """Wraps `judge` under its id and version, so that it only gets pages that can be used.

    All other artifacts fail with the worst of every score and one finding, as with Cookie's judges: a reply without a
    page, a project that does not build, a page that does not load, crashes, cannot be observed, is blank, or goes
    blank by itself.
    """

    def __init__(self, judge: Judge, scores: ScoreSet) -> None:
        self.id, self.version = judge.id, judge.version
        self.referee_ids: tuple[str, ...] = tuple(getattr(judge, "referee_ids", ()))
        self._judge = judge
        self._scores = scores

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The wrapped judge's verdict. Raises as it does."""
        if defect := find_unusable(artifact, evidence, folder):
            failed = fail_unusable(defect, self._scores, judge=self.id, version=self.version)
            alike = tuple(RefereeScores(judge=referee, scores=failed.scores) for referee in self.referee_ids)
            return failed.model_copy(update={"referees": alike})
        return self._judge.judge(case, artifact, evidence, folder, source=source)


def find_unusable(artifact: Artifact, evidence: Evidence, folder: Path) -> Defect | None:
    """Why the artifact cannot be used as a whole; None if it can. `folder` is that of the evidence."""
    blank = find_blank_steps(evidence.trace, evidence.perception, EvidencePictures(folder))
    return explain_not_runnable(artifact, evidence) or find_gone_blank(evidence, blank)


def fail_unusable(defect: Defect, scores: ScoreSet, *, judge: str, version: str) -> Verdict:
    """The verdict on an artifact that cannot be used: the worst of every score, and the defect as its finding."""
    finding = Finding(
        dimension=scores.ranking.id,
        severity=defect.severity,
        kind=defect.kind.value,
        title=defect.title,
        why=defect.why,
        step=defect.step,
        evidence=defect.evidence,
    )
    worst = {spec.id: spec.worst for spec in scores}
    return Verdict(judge=judge, judge_version=version, runnable=False, scores=worst, findings=(finding,))
