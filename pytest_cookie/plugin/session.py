"""A run from start to end: the folder and manifest before the first item, records and report after the last."""

from __future__ import annotations

import datetime
import json
import platform
import shutil
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import pytest
from _pytest.terminal import TerminalReporter

from pytest_cookie.browser.process.chromium import find_chromium, missing_fonts
from pytest_cookie.core.errors import BrowserError, CookieError
from pytest_cookie.core.interruption import Interruption
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.deployment.library.install import HOW_TO_GET_ONE
from pytest_cookie.plugin.items import is_benchmark, planned_of
from pytest_cookie.plugin.missing_records import MissingRecords
from pytest_cookie.plugin.options import INTERRUPTION
from pytest_cookie.plugin.resume import how_to_go_on, join_run, open_run
from pytest_cookie.plugin.session_state import SLOTS
from pytest_cookie.plugin.terminal_output import say, usage_error
from pytest_cookie.protocols.cookie.composition import library_of, prompts_of
from pytest_cookie.protocols.model_access import REPLAY, keyless, spending
from pytest_cookie.protocols.provided_artifacts import coverage, strays
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting import quantities
from pytest_cookie.reporting.bug_reports import bug_lines
from pytest_cookie.reporting.quantities import money
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.summary import write_summary
from pytest_cookie.reporting.terminal import report_lines

if TYPE_CHECKING:
    from collections.abc import Generator

    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.protocols.suite import Suite
    from pytest_cookie.reporting.variance import Variance

_MANY_ITEMS = 1_000
"""Of so many the report takes more than a moment."""

_OPTIONS = (
    "cookie_cases",
    "cookie_artifacts",
    "cookie_judge",
    "cookie_repeats",
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
        suite = self._suite
        labels = {label for item in suite.items for label in _marker_names(item.case)}
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
            browser = self._browser()
            state.run = open_run(state, self._manifest(browser))
        except CookieError as error:
            raise usage_error(error) from error

    def pytest_runtest_logstart(self) -> None:
        self._interruption.raise_again()

    @pytest.hookimpl(trylast=True)
    def pytest_keyboard_interrupt(self) -> None:
        """Once pytest has given the terminal back to where it captured it."""
        self._interruption.redirect_closed_terminal()

    def pytest_report_header(self, config: pytest.Config) -> list[str]:
        suite, option = self._suite, config.option
        items = quantities.count(len(suite.items), "item")
        lines = [
            f"cookie: {items}, {', '.join(suite.models)}; agent {option.cookie_agent}, judge {option.cookie_judge}"
        ]
        lines.append(f"cookie: settings: {self._where_settings_are()}")
        if handed_in := self._state.handed_in:
            lines.append(f"cookie: {coverage(handed_in, suite)}")
        if chosen := self._state.workers:
            lines.append(f"cookie: -n auto: {quantities.count(chosen.most, 'worker')}: {chosen.why}")
        if self._state.asks_models:
            lines.append(self._how_models_are_asked())
            blind = ", ".join(self._state.roles.blind(self._state.models))
            lines += [f"cookie: {blind}: takes no pictures, says litellm's map; will be sent some"] if blind else []
            lines += [f"cookie: {line}" for line in keyless(self._models_asked(), option.cookie_replay)]
        if any(item.case.cdn for item in suite.items) and library_of(self._state.settings) is None:
            lines.append(f"cookie: libraries from CDNs are refused, none are installed; get them by {HOW_TO_GET_ONE}")
        if (names := sys.getfilesystemencoding()) != "utf-8":
            lines.append(f"cookie: names of files are {names} here: pages that have others break; set PYTHONUTF8=1")
        languages = {item.case.language for item in suite.items}
        if lacking := languages & set(missing_fonts()):
            names = ", ".join(sorted(lacking))
            lines.append(f"cookie: no fonts for {names} here, pictures will show boxes; get fonts-noto-cjk or alike")
        return lines

    def _where_settings_are(self) -> str:
        frozen = self._state.frozen
        if frozen is None or frozen.settings_file is None:
            return f"defaults; no [tool.pytest-cookie] for {self._state.project}"
        return str(frozen.settings_file)

    def _models_asked(self) -> list[str]:
        roles = (model for model, _ in self._state.roles.calls(self._state.settings))
        return [*self._suite.asked, *roles]

    def _how_models_are_asked(self) -> str:
        option, kept = self._state.config.option, self._state.settings.reports / REPLAY
        answers = {"on": f"answers of before from {kept}", "only": f"answered from {kept} alone", "off": "all asked"}
        budget = "no budget" if option.cookie_budget_usd is None else f"budget {money(option.cookie_budget_usd)}"
        return f"cookie: models: {answers[option.cookie_replay]}; {budget}"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session: pytest.Session) -> None:
        if not self._state.is_worker and session.items:
            asked = (planned_of(item, self._state) for item in session.items if is_benchmark(item))
            self._state.select({item.folder for item in asked if item is not None})

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        self._state.close()
        if self._state.is_worker or self._state.run is None:
            return
        self._state.is_finished = True
        shutil.rmtree(self._state.run.path / SLOTS, ignore_errors=True)
        try:
            self._records, self._problems = self._state.run.gather()
            self._problems += tuple(self._losses.told(self._state.run, self._records))
            self._problems += tuple(self._state.frozen.changed()) if self._state.frozen else ()
            self._problems += tuple(strays(self._state.handed_in, self._suite)) if self._state.handed_in else ()
            self._state.run.write_records(self._records)
            if self._records:
                self._say_that_it_takes_a_while(session)
                self._variance = write_summary(self._state.run).variance
                write_site(self._state.run, variance=self._variance)
            elif not (self._state.is_empty_shard or self._state.is_continued):
                # an empty shard's folder tells that it is there, and that nothing is missing
                self._state.run.discard_if_empty()
                if self._is_misaddressed(self._state.run):
                    session.exitstatus = pytest.ExitCode.USAGE_ERROR
        except (CookieError, OSError) as error:
            self._problems += (f"the report could not be written: {error}",)
            if session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.INTERNAL_ERROR

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self._state.is_worker:
            self._losses.note(report)

    def _say_that_it_takes_a_while(self, session: pytest.Session) -> None:
        reporter = session.config.pluginmanager.getplugin("terminalreporter")
        if len(self._records) >= _MANY_ITEMS and isinstance(reporter, TerminalReporter):
            say(reporter, f"cookie: writing the report of {len(self._records)} items …")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: TerminalReporter) -> Generator[None, object, object]:
        """After pytest's own list of what failed, which may be long: what was asked for stands at the end."""
        result = yield
        if self._state.run is not None:
            self._write_report(terminalreporter, self._state.run)
        return result

    def _write_report(self, terminalreporter: TerminalReporter, run: RunFolder) -> None:
        terminalreporter.section("pytest-cookie")
        for problem in self._problems:
            say(terminalreporter, problem, red=True)
        if not self._records:
            say(terminalreporter, self._why_no_records(run))
            return
        width = terminalreporter._tw.fullwidth
        report = run.path / "index.html"
        for line in report_lines(self._records, width, report=report, variance=self._variance):
            say(terminalreporter, line)
        if self._state.asks_models:
            say(terminalreporter, spending(self._state.models.account()))
        if self._state.shard is not None:
            say(terminalreporter, f"{_shard_line(self._state)}; together: pytest-cookie merge OUT SHARD SHARD …")
        if self._state.is_out_of_budget:
            budget = money(self._state.config.option.cookie_budget_usd)
            stopped = f"stopped: the next call could have passed --cookie-budget-usd, which is {budget}"
            say(terminalreporter, stopped, red=True)
        for line in bug_lines(self._records, run):
            say(terminalreporter, line)
        for line in how_to_go_on(self._state, run, self._records):
            say(terminalreporter, line)

    def _is_misaddressed(self, run: RunFolder) -> bool:
        """Whether the user asked for a run, and pytest was sent where no test asks for an item."""
        option = self._state.config.option
        is_narrowed = option.keyword or option.markexpr
        return not (is_narrowed or self._state.selected or (run.path / "tests").is_dir())

    def _why_no_records(self, run: RunFolder) -> str:
        if self._state.is_empty_shard:
            return f"{_shard_line(self._state)}: it is empty, which is no error"
        if self._is_misaddressed(run):
            asked = " ".join(self._state.config.invocation_params.args)
            return f"no test here asks for an item; run: pytest --pyargs pytest_cookie.benchmark {asked}"
        if (run.path / "tests").is_dir():
            return f"evidence of your own tests: {run.path / 'tests'}"
        if self._state.selected:
            return f"ended before any of {quantities.count(self._state.selected, 'item')} had begun"
        return f"-k and -m left none of {quantities.count(len(self._suite.items), 'item')}"

    @property
    def _suite(self) -> Suite:
        assert self._state.suite is not None
        return self._state.suite

    def _browser(self) -> str:
        """Name and version of the browser. Raises `BrowserError` before anything runs.

        Where there is none, or none that has the clock that was asked for.
        """
        option = self._state.config.option
        if channel := getattr(option, "browser_channel", None):
            self._state.host.check_clock()
            return f"channel {channel}"
        chromium = find_chromium(self._state.settings.chromium, headed=getattr(option, "headed", False))
        if chromium is None:
            raise BrowserError("no Chromium was found; get one with: pytest-cookie browser --install")
        self._state.host.check_clock()
        return f"Chromium {chromium.version}"

    def _manifest(self, browser: str) -> Manifest:
        option, settings = self._state.config.option, self._state.settings
        return Manifest(
            version=version("pytest-cookie"),
            started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            models=self._suite.models,
            mode=option.cookie_mode,
            agent=option.cookie_agent,
            judge=self._state.stages.judge.id,
            judge_version=self._state.stages.judge.version,
            repeats=option.cookie_repeats,
            seed=settings.seed,
            browser=browser,
            python=platform.python_version(),
            platform=platform.platform(),
            cases={case.id: case.digest for case in self._suite.cases},
            prompts=prompts_of(self._state.roles, mode=option.cookie_mode, generates=self._state.asks_author),
            shard=str(self._state.shard) if self._state.shard else None,
            options={name: getattr(option, name, None) for name in _OPTIONS}
            | _plain(settings.model_dump(mode="json", exclude={"seed"}))
            | {"library": library.key if (library := library_of(settings)) else "none"},
        )


def _shard_line(state: SessionState) -> str:
    if state.whole is None:
        return f"shard {state.shard}"
    return f"shard {state.shard}: {state.selected} of {quantities.count(state.whole, 'item')}"


def _plain(settings: dict[str, object]) -> dict[str, str | int | float | bool | None]:
    """Tables as one line of JSON: the manifest's options are flat."""
    return {
        name: value if isinstance(value, str | int | float | bool | None) else json.dumps(value, sort_keys=True)
        for name, value in settings.items()
    }


def _marker_names(case: object) -> set[str]:
    names = ("domain", "leaf", "difficulty", "language", "page_type")
    return {str(getattr(case, name)) for name in names}
