"""The order of findings and their number in a verdict."""

from pytest_cookie.core.verdict import SEVERITIES, Finding

MAX_FINDINGS = 20  # as many as a reader takes in; the worst come first


def sort_by_severity(findings: list[Finding]) -> list[Finding]:
    """By severity, else as they are."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
