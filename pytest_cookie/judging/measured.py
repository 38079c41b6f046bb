"""`MeasuredJudge`: Evidence → Verdict by measurement alone: no model, no cost, the same verdict every time."""

import re
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import Finding, Severity, Verdict
from pytest_cookie.judging.aggregate import dimension_score
from pytest_cookie.judging.measurement import shortened
from pytest_cookie.judging.rubric import RUBRIC_VERSION, measured_by_rubric
from pytest_cookie.judging.runnable import reason_not_runnable
from pytest_cookie.judging.subject import Subject

MAX_FINDINGS = 20
_RANK: dict[Severity, int] = {"critical": 0, "major": 1, "minor": 2}
_ADDRESSED_TO_A_JUDGE = re.compile(
    r"(ignore|disregard|forget)\s+(all\s+|any\s+)?(the\s+)?(previous|prior|above|earlier)\s+(instructions?|prompts?|rules)|"
    r"(give|award|assign|rate)\s+(this|the|it)\b.{0,40}\b(full|maximum|highest|perfect|top)\s+(score|marks?|rating|points)|"
    r"\b(you are|as) an? (ai|llm|language model|judge|evaluator|grader)\b|"
    r"忽略(以上|之前|先前|前面)(的)?(所有)?(指令|提示|指示|要求)|给(出|予)?(本页|该页面|这个页面)?满分|"
    r"ignorier\w*\s+(alle\s+)?(vorherigen|bisherigen|obigen)\s+(anweisungen|befehle)",
    re.IGNORECASE | re.DOTALL,
)


class MeasuredJudge:
    """Scores the rubric of Cookie-Bench B.4 as far as it can be measured from the evidence."""

    id = "measured"
    version = RUBRIC_VERSION

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict. Raises `JudgingError` where the evidence is another artifact's or is not complete."""
        not_runnable = reason_not_runnable(artifact, evidence)
        if not_runnable:
            finding = Finding(
                dimension="functionality",
                severity=not_runnable.severity,
                title=not_runnable.title,
                why=not_runnable.why,
                item="1",
                evidence=not_runnable.evidence,
            )
            return self._verdict(runnable=False, functionality=0.0, aesthetics=0.0, findings=(finding,))
        _check(artifact, evidence)
        return self._by_rubric(Subject(case, evidence))

    def _by_rubric(self, subject: Subject) -> Verdict:
        items, findings = measured_by_rubric(subject)
        verdict = self._verdict(
            runnable=True,
            functionality=dimension_score(items, "functionality"),
            aesthetics=dimension_score(items, "aesthetics"),
            findings=tuple(_worst_first([*findings, *_addressed_to_a_judge(subject)])[:MAX_FINDINGS]),
        )
        return verdict.model_copy(update={"items": tuple(items)})

    def _verdict(
        self, *, runnable: bool, functionality: float | None, aesthetics: float | None, findings: tuple[Finding, ...]
    ) -> Verdict:
        return Verdict(
            judge=self.id,
            judge_version=self.version,
            runnable=runnable,
            functionality=functionality,
            aesthetics=aesthetics,
            findings=findings,
        )


def _check(artifact: Artifact, evidence: Evidence) -> None:
    if evidence.artifact_digest != artifact.digest:
        raise JudgingError(
            f"the evidence is of artifact {evidence.artifact_digest[:12]}, not of {artifact.digest[:12]}: explore again"
        )
    if evidence.perception.inventory is None or not evidence.perception.views:
        raise JudgingError("the page loaded but the evidence holds no inventory or no view of it: explore again")


def _worst_first(findings: list[Finding]) -> list[Finding]:
    return sorted(findings, key=lambda finding: _RANK[finding.severity])


def _addressed_to_a_judge(subject: Subject) -> list[Finding]:
    """Text that speaks to whoever judges the page: told, never followed, and it costs nothing."""
    texts = [subject.inventory.text if subject.inventory else "", *(text for text, _ in subject.appeared)]
    found = next((match for text in texts if (match := _ADDRESSED_TO_A_JUDGE.search(text))), None)
    if found is None:
        return []
    return [
        Finding(
            dimension="functionality",
            severity="minor",
            title=f"The page speaks to its judge: “{shortened(found.group(), 60)}”",
            why="Such text is meant to sway an automatic judge; it was read as content and changed no score.",
            evidence=subject.picture(),
        )
    ]
