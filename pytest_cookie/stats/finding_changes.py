"""`finding_changes`: which findings came, went or stayed between two judgments of the same case."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from pytest_cookie.core.verdict import SEVERITIES, Finding

NO_KIND = "without-kind"
"""In place of a finding's kind where it has none, as a judge's that is a model."""
_Element: TypeAlias = tuple[tuple[str, str, str], str]


@dataclass(frozen=True)
class FindingChanges:
    """`came` are findings of B alone, `went` of A alone, `stayed` pairs of A's finding and its counterpart in B.

    Each is sorted by severity, most severe first.
    """

    came: tuple[Finding, ...]
    went: tuple[Finding, ...]
    stayed: tuple[tuple[Finding, Finding], ...]


def finding_changes(a: Iterable[Finding], b: Iterable[Finding]) -> FindingChanges:
    """Match the findings of two sides one to one: first those of one kind on the same element, then of one kind.

    The same finding of several repeats counts once. Another page for the same case has other selectors, so a kind on
    another element is still a counterpart; but two dead controls do not cover three.
    """
    of_a, of_b = _distinct(a), _distinct(b)
    stayed = [(of_a.pop(element), of_b.pop(element)) for element in list(of_a) if element in of_b]
    waiting: dict[tuple[str, str, str], list[_Element]] = defaultdict(list)
    for element in of_b:
        waiting[element[0]].append(element)
    elsewhere = [(element, waiting[element[0]].pop(0)) for element in of_a if waiting[element[0]]]
    stayed += [(of_a.pop(element), of_b.pop(other)) for element, other in elsewhere]
    return FindingChanges(
        came=_by_severity(of_b.values()),
        went=_by_severity(of_a.values()),
        stayed=tuple(sorted(stayed, key=lambda pair: SEVERITIES.index(pair[1].severity))),
    )


def identity_of(finding: Finding) -> tuple[str, str, str]:
    """Dimension, rubric item and kind; without a kind the title, whose numbers vary: "3 controls do nothing"."""
    if finding.kind:
        return finding.dimension, finding.item, finding.kind
    title = "".join("#" if character.isdigit() else character for character in finding.title)
    return finding.dimension, finding.item, title


def _distinct(findings: Iterable[Finding]) -> dict[_Element, Finding]:
    found: dict[_Element, Finding] = {}
    for finding in findings:
        found.setdefault((identity_of(finding), finding.selector), finding)
    return found


def _by_severity(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity)))
