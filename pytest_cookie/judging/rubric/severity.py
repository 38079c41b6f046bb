"""The order of severities."""

from pytest_cookie.core.verdict import SEVERITIES, Finding


def sort_by_severity(findings: list[Finding]) -> list[Finding]:
    """By severity, else as they are."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
