"""What pytest prints of an item's complaint is no order."""

import pytest

from pytest_cookie.core.inert import inert_text
from pytest_cookie.plugin.terminal_output import InertReports, usage_error
from tests.unit.core.test_inert import ORDERS, assert_inert

TITLE = "\n".join(order for order in ORDERS if "\ud800" not in order)


class _Item:
    nodeid = "x::test_artifact[a]"
    stash = pytest.Stash()


def _report(longrepr: object, monkeypatch: pytest.MonkeyPatch) -> pytest.TestReport:
    monkeypatch.setattr("pytest_cookie.plugin.terminal_output.is_benchmark", lambda item: True)
    report = pytest.TestReport("x", ("x", 1, "x"), {}, "failed", longrepr, "call", [("Captured", TITLE)])  # type: ignore[arg-type]
    hook = InertReports().pytest_runtest_makereport(_Item())  # type: ignore[arg-type]
    next(hook)
    with pytest.raises(StopIteration) as end:
        hook.send(report)
    assert end.value.value is report
    return report


@pytest.mark.parametrize("longrepr", [TITLE, ("file.py", 3, f"Skipped: {TITLE}")])
def test_complaints_and_captured_output_are_inert(longrepr: object, monkeypatch: pytest.MonkeyPatch):
    report = _report(longrepr, monkeypatch)
    parts = report.longrepr if isinstance(report.longrepr, tuple) else (report.longrepr,)
    for part in (*parts, report.sections[0][1]):
        assert_inert(str(part))


def test_inert_reports_keep_their_structure(monkeypatch: pytest.MonkeyPatch):
    kept = ("file.py", 3, "Skipped: no budget")
    assert _report(kept, monkeypatch).longrepr == kept


def test_usage_errors_are_inert():
    assert str(usage_error(ValueError(TITLE))) == inert_text(TITLE)
