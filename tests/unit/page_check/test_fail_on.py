"""When a check fails."""

from argparse import ArgumentTypeError

import pytest

from pytest_cookie.core.verdict import Finding, Severity, Verdict
from pytest_cookie.page_check.fail_on import Limit, find_failure, parse_limit
from tests.scores import scores


def verdict(*severities: Severity, runnable: bool = True, total: float = 80.0) -> Verdict:
    findings = tuple(
        Finding(dimension="functionality", severity=severity, title="t", why="w") for severity in severities
    )
    return Verdict(
        judge="j",
        judge_version="1",
        runnable=runnable,
        scores=scores(total, total),
        findings=findings if runnable else (),
    )


@pytest.mark.parametrize(
    ("limit", "found", "failure"),
    [
        ("critical", verdict("major", "minor"), ""),
        ("major", verdict("major", "critical", "minor"), "2 findings of severity critical or major"),
        ("minor", verdict("minor"), "1 finding of severity critical or major or minor"),
        (80.0, verdict(), ""),
        (80.5, verdict(), "total 80.0 is below 80.5"),
        ("critical", verdict(runnable=False, total=0.0), "the page does not run"),
    ],
)
def test_a_limit_is_a_severity_or_a_total(limit: Limit, found: Verdict, failure: str):
    assert find_failure(found, limit) == failure


def test_a_limit_is_read_from_text(subtests: pytest.Subtests):
    assert parse_limit("major") == "major"
    assert parse_limit("72.5") == 72.5
    for text in ("bad", "101", "-1", "nan"):
        with subtests.test(text), pytest.raises(ArgumentTypeError, match="must be critical, major, minor, or a total"):
            parse_limit(text)
