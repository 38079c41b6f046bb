"""The time that each folder of tests took, beside its budget."""

import pytest

from tests.conftest import budget_table, seconds_by_folder


def report(path: str, seconds: float, *keywords: str) -> pytest.TestReport:
    return pytest.TestReport(
        f"{path}::t", (path, 1, "t"), dict.fromkeys(keywords, 1), "passed", None, "call", duration=seconds
    )


def test_seconds_are_counted_by_folder_and_long_tests_apart():
    subtest = report("tests/unit/core/test_a.py", 9.0)
    subtest.context = "a part of the time of its test"
    reports = [
        report("tests/unit/core/test_a.py", 1.0),
        report("tests/unit/core/deep/test_b.py", 2.0),
        report("tests/unit/test_c.py", 4.0),
        report("tests/browser/test_d.py", 8.0, "long"),
        subtest,
        "no report",
    ]
    assert seconds_by_folder(reports) == {"unit/core": 3.0, "unit": 4.0, "browser, long": 8.0}


def test_a_folder_over_its_budget_is_marked_and_comes_first():
    lines = budget_table(
        seconds_by_folder([report("tests/a/t.py", 5.0), report("tests/b/t.py", 9.0)]), {"a": 2, "b": 9}
    )
    assert [line.split() for line in lines] == [
        ["a", "5", "of", "2", "OVER"],
        ["b", "9", "of", "9"],
        ["all", "14", "of", "11", "OVER"],
    ]
