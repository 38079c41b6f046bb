"""Which findings came, went and stayed: by kind and element, one to one."""

import pytest

from pytest_cookie.core.verdict import Finding
from pytest_cookie.stats.finding_changes import finding_changes


def _finding(text: str) -> Finding:
    """`kind selector`; without a kind, `: title`."""
    kind, _, rest = text.partition(" ")
    named = {"title": rest} if kind == ":" else {"title": "any", "kind": kind, "selector": rest}
    return Finding.model_validate({"dimension": "total", "severity": "major", "why": "seen", **named})


def _text(finding: Finding) -> str:
    return f"{finding.kind} {finding.selector}" if finding.kind else f": {finding.title}"


TABLE: dict[str, tuple[list[str], list[str], list[str], list[str], list[str]]] = {
    # A, B, came, went, stayed
    "the same element": (["dead #a"], ["dead #a"], [], [], ["dead #a"]),
    "another page has other selectors": (["dead #a"], ["dead .b"], [], [], ["dead .b"]),
    "one does not cover two": (["dead #a"], ["dead #b", "dead #c"], ["dead #c"], [], ["dead #b"]),
    "the same element goes before another": (["dead #a", "dead #b"], ["dead #b"], [], ["dead #a"], ["dead #b"]),
    "another kind": (["dead #a"], ["late #a"], ["late #a"], ["dead #a"], []),
    "repeats count once": (["dead #a", "dead #a"], ["dead #a"], [], [], ["dead #a"]),
    "by title without a kind": ([": 3 links are dead"], [": 4 links are dead"], [], [], [": 4 links are dead"]),
    "nothing on one side": ([], ["dead #a"], ["dead #a"], [], []),
}  # fmt: skip


def test_findings_are_matched_by_kind_and_element(subtests: pytest.Subtests) -> None:
    for name, (a, b, came, went, stayed) in TABLE.items():
        with subtests.test(name):
            found = finding_changes(map(_finding, a), map(_finding, b))
            assert [_text(one) for one in found.came] == came
            assert [_text(one) for one in found.went] == went
            assert [_text(pair[1]) for pair in found.stayed] == stayed


def test_the_most_severe_changes_come_first() -> None:
    low, high = (
        _finding(f"dead #{n}").model_copy(update={"severity": severity})
        for n, severity in enumerate(("minor", "critical"))
    )
    assert finding_changes([], [low, high]).came == (high, low)
    assert finding_changes([low, high], []).went == (high, low)
