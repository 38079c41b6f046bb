"""The order of severities."""

from pytest_cookie.core.verdict import SEVERITIES, Finding


def worst_first(findings: list[Finding]) -> list[Finding]:
    """By severity, else as they are."""
    return sorted(findings, key=lambda finding: SEVERITIES.index(finding.severity))
