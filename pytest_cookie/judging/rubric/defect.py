"""`Defect`: what a check or an item of the rubric finds wrong."""

from dataclasses import dataclass, replace

from pytest_cookie.core.verdict import Finding, Severity
from pytest_cookie.judging.rubric.dimensions import Dimension
from pytest_cookie.judging.rubric.finding_kinds import CheckKind, FindingKind

_MOST_TEXT = 120  # characters; as many as are needed to find it on the page


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
    text: str = ""

    def showing(self, text: str) -> "Defect":
        """The same defect, seen in this text of the page: not in the element that was used, if the step has one."""
        return replace(self, text=text.strip()[:_MOST_TEXT])

    def as_finding(self, dimension: Dimension, item: str) -> Finding:
        """The finding of an item of the rubric."""
        return Finding(**{**vars(self), "kind": self.kind.value}, dimension=dimension, item=item)
