"""A report that fails at the end of a run costs one line, not the summary and the command to continue."""

from types import SimpleNamespace

import pytest

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.plugin import session as session_module
from pytest_cookie.plugin.session import RunSession

FAILURES = (
    (ImportError("cannot import name 'site'\nfrom the package"), "(ImportError: cannot import name 'site' from the"),
    (KeyError("layout"), "(KeyError: 'layout'); try again with: pytest-cookie report"),
    (OSError("No space left"), "cannot write the report: No space left"),
    (RecordingError("no folder"), "cannot write the report: no folder"),
)


def failing(error: Exception):
    def fail(*_arguments: object):
        raise error

    return fail


def test_every_error_of_the_report_is_one_line_with_the_command(subtests, monkeypatch, tmp_path):
    shown: list[str] = []
    monkeypatch.setattr(session_module, "say", lambda reporter, line, *, red=False: shown.append(line))
    monkeypatch.setattr(session_module, "describe_next_steps", lambda *_: ["continue with: pytest"])
    for error, message in FAILURES:
        with subtests.test(type(error).__name__):
            run = SimpleNamespace(path=tmp_path, gather=failing(error))
            state = SimpleNamespace(
                config=SimpleNamespace(stash={}), run=run, run_path=tmp_path, is_worker=False, close=lambda: None
            )
            mine, session = RunSession(state), SimpleNamespace(exitstatus=pytest.ExitCode.OK)
            mine.pytest_sessionfinish(session)
            assert session.exitstatus == pytest.ExitCode.INTERNAL_ERROR
            (problem,) = mine._problems
            assert message in problem
            assert "\n" not in problem

            shown.clear()
            mine._records = (SimpleNamespace(),)
            monkeypatch.setattr(mine, "_write_report", failing(error))
            summary = mine.pytest_terminal_summary(SimpleNamespace(section=lambda title: None))
            next(summary)
            with pytest.raises(StopIteration):
                summary.send(None)
            assert shown == [problem, "continue with: pytest"]
