"""`Bench`: what a pytest session evaluates and with what. Kept in `config.stash`, one a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.builtin import builtin_cases_folder
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.cookie.composition import check_roles, compose, sample_files
from pytest_cookie.protocols.settings import Settings, load_settings
from pytest_cookie.protocols.suite import PlannedItem, Suite, plan_suite
from pytest_cookie.records.run import RunFolder, new_run_path

if TYPE_CHECKING:
    from pytest_cookie.core.labels import Mode
    from pytest_cookie.protocols.pipeline import Stages

_NOT_OURS = ("device", "slowmo", "tracing", "video", "screenshot")


@dataclass
class Bench:
    """The suite of a run and the stages that run it; the browser starts when the first item needs it.

    `suite` is None where only a fixture of ours is used, without a run; `run` is None until the session starts.
    `selected` counts the benchmark's items that `-k`, `-m` and the command line left.
    """

    config: pytest.Config
    settings: Settings
    suite: Suite | None = None
    run: RunFolder | None = None
    selected: int = 0

    @classmethod
    def install(cls, config: pytest.Config) -> None:
        """Read the options, load the cases, plan the items; usage errors come before anything runs."""
        from pytest_cookie.plugin.attachments import AllureAttachments, HtmlAttachments
        from pytest_cookie.plugin.progress import Progress
        from pytest_cookie.plugin.session import Session
        from pytest_cookie.plugin.transport import Transport

        try:
            bench = cls(config, load_settings(config.rootpath))
            bench.suite = bench._plan()
            bench._check_other_plugins()
        except UsageError as error:
            raise pytest.UsageError(str(error)) from error
        config.stash[_BENCH] = bench
        plugins: list[object] = [Session(bench), Transport(bench), Progress(bench)]
        if html := getattr(config.option, "htmlpath", None):
            plugins.append(HtmlAttachments(bench, config.invocation_params.dir / html))
        if getattr(config.option, "allure_report_dir", None):
            plugins.append(AllureAttachments(bench))
        for plugin in plugins:
            config.pluginmanager.register(plugin, f"cookie-{type(plugin).__name__.lower()}")

    @classmethod
    def of(cls, config: pytest.Config) -> Bench | None:
        """The bench of this session, None where none of our options is used."""
        return config.stash.get(_BENCH, None)

    @classmethod
    def ensure(cls, config: pytest.Config) -> Bench:
        """The bench of this session; a small one without a suite where only a factory fixture is used."""
        bench = cls.of(config)
        if bench is None:
            bench = cls(config, load_settings(config.rootpath))
            config.stash[_BENCH] = bench
            config.add_cleanup(bench.close)
        return bench

    @property
    def is_worker(self) -> bool:
        """Whether this process is one of xdist's workers."""
        return hasattr(self.config, "workerinput")

    @property
    def run_path(self) -> Path:
        """Where the run goes: as the controller says, as the user says, else a new folder in `reports/`."""
        told: str | None = getattr(self.config, "workerinput", {}).get("cookie_run") or self.config.option.cookie_run
        if told:
            return self.config.invocation_params.dir.joinpath(told)
        return new_run_path(self.config.rootpath / self.settings.reports)

    @cached_property
    def items(self) -> dict[str, PlannedItem]:
        """Planned items by their name."""
        return {item.name: item for item in self.suite.items} if self.suite else {}

    @cached_property
    def host(self) -> BrowserHost:
        """The one browser of this process."""
        option = self.config.option
        return BrowserHost(
            chromium=self.settings.chromium,
            headed=getattr(option, "headed", False),
            channel=getattr(option, "browser_channel", None),
        )

    @cached_property
    def stages(self) -> Stages:
        """Generator, deployer, explorer and judge of this run."""
        option = self.config.option
        return compose(self.settings, self.host, agent=option.cookie_agent, judge=option.cookie_judge)

    @cached_property
    def folder(self) -> RunFolder:
        """The run's folder, made now where a factory fixture needs one outside of a run."""
        if self.run is None:
            self.run = RunFolder(self.run_path)
        return self.run

    def select(self, count: int) -> None:
        """Note how many of the benchmark's items were selected, here and in the manifest."""
        self.selected = count
        if self.run is not None and not self.is_worker:
            self.run.write_manifest(self.run.manifest.model_copy(update={"planned": count}))

    def close(self) -> None:
        """End the browser, where one was started."""
        if "host" in self.__dict__:
            self.host.close()

    def _plan(self) -> Suite:
        option = self.config.option
        check_roles(agent=option.cookie_agent, judge=option.cookie_judge)
        if option.cookie_mode != "html":
            raise UsageError("--cookie-mode=react: this version does not build projects yet; leave the option out")
        if option.cookie_repeats < 1:
            raise UsageError(f"--cookie-repeats={option.cookie_repeats}: at least 1")
        here = self.config.invocation_params.dir
        path = here / option.cookie_cases if option.cookie_cases else builtin_cases_folder()
        return plan_suite(
            load_cases(path),
            option.cookie_model,
            mode=cast("Mode", option.cookie_mode),
            repeats=option.cookie_repeats,
            samples=sample_files(self.settings),
        )

    def _check_other_plugins(self) -> None:
        """Options of pytest-playwright are honoured or refused, never ignored."""
        option = self.config.option
        for name in _NOT_OURS:
            if getattr(option, name, None) not in (None, 0, "off"):
                raise UsageError(f"--{name} has no meaning for items of pytest-cookie; run your other tests apart")
        if others := [name for name in getattr(option, "browser", None) or [] if name != "chromium"]:
            raise UsageError(f"--browser={others[0]}: items of pytest-cookie run in Chromium only")
        output = getattr(option, "output", None)  # pytest-playwright empties it whenever a worker starts
        if output and option.cookie_run and self.run_path.is_relative_to(self.config.invocation_params.dir / output):
            raise UsageError(f"--cookie-run lies in --output={output}, which pytest-playwright empties; choose another")


_BENCH = pytest.StashKey[Bench]()
