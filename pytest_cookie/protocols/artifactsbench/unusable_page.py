"""Artifacts that fail without a referee: their answer has no page, or the page cannot be used."""

from collections.abc import Sequence

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.judging.measures.runnable import check_complete, explain_not_runnable
from pytest_cookie.judging.rubric.finding_kinds import FindingKind


def fail_if_unusable(
    artifact: Artifact, evidence: Evidence, names: Sequence[str], judge: str, version: str
) -> Verdict | None:
    """The verdict on an artifact that is no page, the worst of every score; None if it can be judged.

    Raises `JudgingError` if the evidence does not belong to the artifact.
    """
    defect = explain_not_runnable(artifact, evidence)
    if defect is None or (defect.kind is FindingKind.BLANK_PAGE and _is_small_drawing(evidence)):
        check_complete(artifact, evidence)
        return None
    finding = Finding(
        dimension=names[0], severity=defect.severity, kind=defect.kind.value, title=defect.title, why=defect.why,
        step=defect.step, evidence=defect.evidence,
    )  # fmt: skip
    return Verdict(
        judge=judge, judge_version=version, runnable=False, scores=dict.fromkeys(names, 0.0), findings=(finding,)
    )


def _is_small_drawing(evidence: Evidence) -> bool:
    """Whether a page that counts as blank still shows a drawing: tasks ask for icons of 24 px, too."""
    inventory = evidence.perception.inventory
    desktop = evidence.perception.view("desktop")
    if inventory is None or desktop is None or not desktop.ink:
        return False
    return any(medium.tag in {"svg", "img"} and medium.loaded for medium in inventory.media) or any(
        canvas.blank is False for canvas in inventory.canvases
    )
