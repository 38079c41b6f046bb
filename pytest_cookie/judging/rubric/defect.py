"""`Defect`: what a check or an item of the rubric finds wrong."""

from dataclasses import dataclass

from pytest_cookie.core.verdict import Finding, Severity
from pytest_cookie.judging.rubric.dimensions import Dimension
from pytest_cookie.judging.rubric.finding_kinds import CheckKind, FindingKind


@dataclass(frozen=True)
class Defect:
    """A finding without item and dimension, which the rubric adds."""

    kind: FindingKind | CheckKind
    severity: Severity
    title: str
    why: str
    selector: str = ""
    step: int | None = None
    evidence: str = ""

    def as_finding(self, dimension: Dimension, item: str) -> Finding:
        """The finding of an item of the rubric."""
        return Finding(**{**vars(self), "kind": self.kind.value}, dimension=dimension, item=item)
