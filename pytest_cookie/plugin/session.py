"""The course of a run: folder and manifest before the first item, records and report after the last."""

from __future__ import annotations

import datetime
import json
import platform
import shlex
import shutil
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.browser.process.chromium import find_chromium
from pytest_cookie.core.errors import BrowserError, CookieError
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.builtin import describe_set
from pytest_cookie.plugin.expected_calls import announce_expected
from pytest_cookie.plugin.items import find_planned_item, is_benchmark, labels_of
from pytest_cookie.plugin.missing_records import MissingRecords
from pytest_cookie.plugin.options import INTERRUPTION, RUN_PATH
from pytest_cookie.plugin.report_header import header_lines
from pytest_cookie.plugin.resume import describe_next_steps, join_run, open_run
from pytest_cookie.plugin.session_state import SLOTS
from pytest_cookie.plugin.terminal_output import say, usage_error
from pytest_cookie.protocols.contract.added_roles import AgentInputs, describe_packages, version_of_agent
from pytest_cookie.protocols.registry import name_prompts
from pytest_cookie.protocols.run.provided_artifacts import describe_strays
from pytest_cookie.records.interruption import Interruption
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.text.quantities import money

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.protocols.run.suite import Suite
    from pytest_cookie.reporting.variance import Variance

_MANY_ITEMS = 1_000
"""From this number of items, writing the report takes noticeable time."""

_MAX_CAUSE = 300
"""Characters of an unexpected error in the summary."""

_OPTIONS = (
    "cookie_cases",
    "cookie_set",
    "cookie_artifacts",
    "cookie_judge",
    "cookie_repeats",
    "cookie_revisions",
    "cookie_ablation",
    "cookie_budget_usd",
    "cookie_replay",
    "numprocesses",
    "dist",
    "keyword",
    "markexpr",
)


class RunSession:
    """Hooks of a run. The controller writes the manifest and the report; workers only run items."""

    def __init__(self, state: SessionState) -> None:
        self._state = state
        self._records: tuple[Record, ...] = ()
        self._problems: tuple[str, ...] = ()
        self._variance: tuple[Variance, ...] = ()
        self._losses = MissingRecords()
        self._interruption = state.config.stash.get(INTERRUPTION, Interruption())

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        labels = {label for item in self._suite.items for label in labels_of(item).values()}
        for label in sorted(labels | {"html", "react"}):
            config.addinivalue_line("markers", f"{label}: items of pytest-cookie with this label")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        state = self._state
        if state.is_worker:
            state.run = RunFolder(state.run_path)
            join_run(state)
            return
        if session.config.option.collectonly:
            return
        try:
            self._check_keys()
            browser = self._browser()
            state.run = open_run(state, self._manifest(browser))
            session.config.stash[RUN_PATH] = state.run.path
        except CookieError as error:
            raise usage_error(error) from error

    def pytest_runtest_logstart(self) -> None:
        self._interruption.raise_again()

    @pytest.hookimpl(trylast=True)
    def pytest_keyboard_interrupt(self) -> None:
        """After pytest has restored the captured terminal."""
        self._interruption.redirect_closed_terminal()

    def pytest_report_header(self) -> list[str]:
        return header_lines(self._state, self._suite)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not self._state.is_worker and session.items:
            planned = (find_planned_item(item, self._state) for item in session.items if is_benchmark(item))
            folders = {item.folder for item in planned if item is not None}
            self._state.select(folders)
            announce_expected(self._state, folders)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._state.close()
        if self._state.is_worker or self._state.run is None:
            return
        self._state.is_finished = True
        shutil.rmtree(self._state.run.path / SLOTS, ignore_errors=True)
        try:
            self._records, self._problems = self._state.run.gather()
            self._problems += tuple(self._losses.describe(self._state.run, self._records))
            self._problems += tuple(self._state.frozen.changed()) if self._state.frozen else ()
            self._note_left_out(session)
            self._problems += (
                tuple(describe_strays(self._state.handed_in, self._suite)) if self._state.handed_in else ()
            )
            self._state.run.write_records(self._records)
            if self._records:
                self._announce_long_report(session)
                self._write_files(self._state.run)
            elif not (self._state.is_empty_shard or self._state.is_continued):
                # the folder of an empty shard shows that the shard ran and is complete
                self._state.run.discard_if_empty()
                if self._is_misaddressed(self._state.run):
                    session.exitstatus = pytest.ExitCode.USAGE_ERROR
        except Exception as error:  # noqa: BLE001 - a package that was changed during the run fails in its own way
            self._problems += (self._describe_failure(error),)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def _describe_failure(self, error: Exception) -> str:
        """One line on a report that failed; `pytest-cookie report` shows the traceback of an unexpected error."""
        if isinstance(error, CookieError | OSError):
            return f"cannot write the report: {error}"
        cause = f"{type(error).__name__}: {' '.join(str(error).split())[:_MAX_CAUSE]}"
        again = shlex.join(["pytest-cookie", "report", str(self._state.run_path)])
        return f"cannot write the report, because of an unexpected error ({cause}); try again with: {again}"

    def _write_files(self, run: RunFolder) -> None:
        from pytest_cookie.reporting.site import write_site
        from pytest_cookie.reporting.summary import write_summary

        self._variance = write_summary(run).variance
        write_site(run, variance=self._variance)

    def _note_left_out(self, session: pytest.Session) -> None:
        """Report records of the input that could not be used; the run then does not succeed."""
        left_out = self._state.frozen.left_out if self._state.frozen else ()
        self._problems += tuple(f"left out: {problem}" for problem in left_out)
        if left_out and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self._state.is_worker:
            self._losses.note(report)

    def _announce_long_report(self, session: pytest.Session) -> None:
        reporter = session.config.pluginmanager.getplugin("terminalreporter")
        if len(self._records) >= _MANY_ITEMS and isinstance(reporter, TerminalReporter):
            say(reporter, f"cookie: writing the report of {len(self._records)} items …")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None, object, object]:
        """After pytest's list of failures, which may be long, so that the results come last."""
        result = yield
        if self._state.run is not None:
            terminalreporter.section("pytest-cookie")
            for problem in self._problems:
                say(terminalreporter, problem, red=True)
            try:
                self._write_report(terminalreporter, self._state.run)
            except Exception as error:  # noqa: BLE001 - as where the report is written
                if (failure := self._describe_failure(error)) not in self._problems:
                    say(terminalreporter, failure, red=True)
            if self._records:
                for line in describe_next_steps(self._state, self._state.run, self._records):
                    say(terminalreporter, line)
        return result

    def _write_report(self, terminalreporter: TerminalReporter, run: RunFolder) -> None:
        from pytest_cookie.reporting.bug_reports import bug_lines
        from pytest_cookie.reporting.terminal import report_lines

        if not self._records:
            say(terminalreporter, self._why_no_records(run))
            return
        width = terminalreporter._tw.fullwidth
        report = run.path / "index.html"
        for line in report_lines(
            self._records, width, run.scores_of(self._records), report=report, variance=self._variance
        ):
            say(terminalreporter, line)
        self._report_inputs(terminalreporter)
        if self._state.shard is not None:
            say(terminalreporter, f"{_shard_line(self._state)}; merge all with: pytest-cookie merge OUT SHARD SHARD …")
        if self._state.is_out_of_budget:
            budget = money(self._state.config.option.cookie_budget_usd)
            stopped = f"stopped: the next model call could have exceeded --cookie-budget-usd ({budget})"
            say(terminalreporter, stopped, red=True)
        for refusal in self._state.refusals(self._state.called_models):
            say(terminalreporter, f"stopped: {refusal}", red=True)
        for line in bug_lines(self._records, run):
            say(terminalreporter, line)

    def _report_inputs(self, terminalreporter: TerminalReporter) -> None:
        """Which cases the models were given, and what their calls cost."""
        name = self._state.config.option.cookie_set
        if self._suite.asked and name and not self._state.protocol.cases:
            say(terminalreporter, f"cases: {describe_set(name)}")
        if self._state.asks_models:
            from pytest_cookie.protocols.run.model_access import describe_spending
            from pytest_cookie.reporting.model_costs import total_of

            account, before = self._state.models.account(), self._state.calls_before
            say(terminalreporter, describe_spending(account, total_of(self._records), before=before))

    def _is_misaddressed(self, run: RunFolder) -> bool:
        """Whether the user asked for a run, but the named tests use no item."""
        option = self._state.config.option
        is_narrowed = option.keyword or option.markexpr
        return not (is_narrowed or self._state.selected or (run.path / "tests").is_dir())

    def _why_no_records(self, run: RunFolder) -> str:
        if self._state.is_empty_shard:
            return f"{_shard_line(self._state)}: the shard is empty, which is not an error"
        if self._is_misaddressed(run):
            arguments = " ".join(self._state.config.invocation_params.args)
            return f"the named tests use no item; run: pytest --pyargs pytest_cookie.benchmark {arguments}"
        if (run.path / "tests").is_dir():
            return f"evidence of your own tests: {run.path / 'tests'}"
        if self._state.selected:
            return f"the run ended before the first of {count(self._state.selected, 'item')} began"
        return f"-k and -m selected none of {count(len(self._suite.items), 'item')}"

    @property
    def _suite(self) -> Suite:
        assert self._state.suite is not None
        return self._state.suite

    def _check_keys(self) -> None:
        """Raise `UsageError` if a new run would call a model without a key. Results of an old run may need no call."""
        state = self._state
        if state.asks_models and not (state.has_named_run and RunFolder.is_run(state.run_path)):
            from pytest_cookie.protocols.run.model_access import refuse_missing_keys

            refuse_missing_keys(state.models, state.called_models)

    def _browser(self) -> str:
        """Name and version of the browser.

        Raises `BrowserError` before anything runs if there is no browser, or none that supports the chosen clock.
        """
        option = self._state.config.option
        if channel := getattr(option, "browser_channel", None):
            self._state.host.check_clock()
            return f"channel {channel}"
        chromium = find_chromium(self._state.settings.chromium, headed=getattr(option, "headed", False))
        if chromium is None:
            raise BrowserError("no Chromium found; install one with: pytest-cookie browser --install")
        self._state.host.check_clock()
        return f"Chromium {chromium.version}"

    def _manifest(self, browser: str) -> Manifest:
        from pytest_cookie.protocols.run.library import library_of

        option, settings = self._state.config.option, self._state.settings
        protocol, roles, judge = self._state.protocol, self._state.roles, self._state.stages.judge
        own = protocol.read_options(settings.protocol)
        return Manifest(
            version=version("pytest-cookie"),
            started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            protocol=protocol.name,
            protocol_version=protocol.version,
            scores=self._state.scores,
            slices=protocol.all_slices,
            models=self._suite.models,
            mode=option.cookie_mode,
            agent=roles.agent,
            agent_version=version_of_agent(roles, AgentInputs(settings, self._state.models)),
            judge=judge.id,
            judge_version=judge.version,
            repeats=option.cookie_repeats,
            seed=settings.seed,
            browser=browser,
            python=platform.python_version(),
            platform=platform.platform(),
            cases={case.id: case.digest for case in self._suite.cases},
            prompts=name_prompts(
                protocol, roles, options=own, mode=option.cookie_mode, generates=self._state.asks_author
            ),
            packages=describe_packages(protocol.name, roles),
            shard=str(self._state.shard) if self._state.shard else None,
            options={name: getattr(option, name, None) for name in _OPTIONS}
            | _plain(settings.model_dump(mode="json", exclude={"seed", "exports"}))
            | {"library": library.key if (library := library_of(settings)) else "none"}
            | self._building_options(),
        )

    def _building_options(self) -> dict[str, str | None]:
        """What a model that builds projects is given, by contents: its files may lie elsewhere, or change."""
        from pytest_cookie.protocols.run.scaffold import scaffold_of

        builds = self._state.config.option.cookie_mode == "react" and self._state.asks_author
        return {
            "coding_services": self._state.services.identity or None,
            "coding_docs": docs.identity if (docs := self._state.services.docs) else None,
            **({"scaffold": scaffold_of(self._state.settings).digest} if builds else {}),
        }


def _shard_line(state: SessionState) -> str:
    if state.whole is None:
        return f"shard {state.shard}"
    return f"shard {state.shard}: {state.selected} of {count(state.whole, 'item')}"


def _plain(settings: dict[str, object]) -> dict[str, str | int | float | bool | None]:
    """Nested tables become JSON strings, because the manifest's options are flat."""
    return {
        name: value if isinstance(value, str | int | float | bool | None) else json.dumps(value, sort_keys=True)
        for name, value in settings.items()
    }
