"""The order of severities."""

from pytest_cookie.core.verdict import Finding, Severity

_RANK: dict[Severity, int] = {"critical": 0, "major": 1, "minor": 2}


def worst_first(findings: list[Finding]) -> list[Finding]:
    """By severity, else as they are."""
    return sorted(findings, key=lambda finding: _RANK[finding.severity])
