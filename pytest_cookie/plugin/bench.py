"""`Bench`: what a pytest session evaluates and with what. Kept in `config.stash`, one a process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.protocols.access import STATE, Access
from pytest_cookie.protocols.cookie.composition import compose
from pytest_cookie.protocols.cookie.roles import Roles
from pytest_cookie.protocols.settings import Settings, load_settings
from pytest_cookie.protocols.suite import PlannedItem, Suite, is_asked
from pytest_cookie.records.run import RunFolder, new_run_path

if TYPE_CHECKING:
    from pytest_cookie.llm.models import Models
    from pytest_cookie.protocols.pipeline import Stages


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
    def of(cls, config: pytest.Config) -> Bench | None:
        """The bench of this session, None where none of our options is used."""
        return config.stash.get(_BENCH, None)

    def keep(self) -> None:
        """Make it the bench of this session."""
        self.config.stash[_BENCH] = self

    @classmethod
    def ensure(cls, config: pytest.Config) -> Bench:
        """The bench of this session; a small one without a suite where only a factory fixture is used."""
        bench = cls.of(config)
        if bench is None:
            bench = cls(config, load_settings(config.rootpath))
            bench.keep()
            config.add_cleanup(bench.close)
        return bench

    @property
    def is_worker(self) -> bool:
        """Whether this process is one of xdist's workers."""
        return hasattr(self.config, "workerinput")

    @cached_property
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
            clock=None if self.settings.clock == "auto" else self.settings.clock,
        )

    @property
    def roles(self) -> Roles:
        """Who uses and who judges the pages."""
        option = self.config.option
        return Roles(option.cookie_agent, option.cookie_judge, option.cookie_ablation)

    @cached_property
    def models(self) -> Models:
        """What all calls of models go through in this process; loads nothing before the first."""
        option = self.config.option
        access = Access(self.config.rootpath, self.run_path, option.cookie_replay, option.cookie_budget_usd)
        return access.models(self.settings)

    @cached_property
    def stages(self) -> Stages:
        """Generator, deployer, explorer and judge of this run."""
        return compose(self.settings, self.host, self.models, self.roles)

    @cached_property
    def folder(self) -> RunFolder:
        """The run's folder, made now where a factory fixture needs one outside of a run."""
        if self.run is None:
            self.run = RunFolder(self.run_path)
        return self.run

    @property
    def asks_models(self) -> bool:
        """Whether a model makes, uses or judges the artifacts of this run."""
        named = self.suite.models if self.suite else ()
        return self.roles.ask_models or any(is_asked(model) for model in named)

    @property
    def is_out_of_budget(self) -> bool:
        """Whether an item of any worker could not make its next call for want of budget."""
        return self._end_of_spending.exists()

    def end_spending(self) -> None:
        """Let no item begin any more, here and in the other workers."""
        self._end_of_spending.parent.mkdir(parents=True, exist_ok=True)
        self._end_of_spending.touch()

    @property
    def _end_of_spending(self) -> Path:
        return self.run_path / STATE / "out-of-budget"

    def select(self, count: int) -> None:
        """Note how many of the benchmark's items were selected, here and in the manifest."""
        self.selected = count
        if self.run is not None and not self.is_worker:
            self.run.write_manifest(self.run.manifest.model_copy(update={"planned": count}))

    def close(self) -> None:
        """End the browser, where one was started."""
        if "host" in self.__dict__:
            self.host.close()
        if "models" in self.__dict__:
            self.models.close()


_BENCH = pytest.StashKey[Bench]()
