"""When a check fails."""

from argparse import ArgumentTypeError

import pytest

from pytest_cookie.core.verdict import Finding, Severity
from pytest_cookie.page_check.checked_page import CheckedPage, PlacedFinding
from pytest_cookie.page_check.fail_on import Limit, find_failure, parse_limit


def page(*severities: Severity, runnable: bool = True, total: float = 80.0) -> CheckedPage:
    placed = tuple(
        PlacedFinding(
            finding=Finding(dimension="functionality", severity=severity, title="t", why="w"),
            file="a.html", line=None, picture="",
        )
        for severity in severities
    )  # fmt: skip
    return CheckedPage(
        page="a.html", device="desktop", brief="", leaf="article", language="en", guessed=(), judge="j",
        runnable=runnable, scores={"total": total}, findings=placed, criteria=(), run="run",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("limit", "found", "failure"),
    [
        ("critical", page("major", "minor"), ""),
        ("major", page("major", "critical", "minor"), "a.html: 2 findings of severity critical or major"),
        ("minor", page("minor"), "a.html: 1 finding of severity critical or major or minor"),
        (80.0, page(), ""),
        (80.5, page(), "a.html: total 80.0 is below 80.5"),
        ("critical", page(runnable=False, total=0.0), "a.html: the page does not run"),
    ],
)
def test_a_limit_is_a_severity_or_a_total(limit: Limit, found: CheckedPage, failure: str):
    assert find_failure(found, limit) == failure


def test_a_limit_is_read_from_text(subtests: pytest.Subtests):
    assert parse_limit("major") == "major"
    assert parse_limit("72.5") == 72.5
    for text in ("bad", "101", "-1", "nan"):
        with subtests.test(text), pytest.raises(ArgumentTypeError, match="must be critical, major, minor, or a total"):
            parse_limit(text)
