"""`SessionState`: what a pytest session evaluates and with what. Kept in `config.stash`, one a process."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.process.browser_permits import BrowserPermits, Capacity
from pytest_cookie.generation.coding.services import read_services
from pytest_cookie.generation.coding.tool_context import ALL_OFF, Services
from pytest_cookie.llm.transport.call_server import CallServer
from pytest_cookie.plugin.project import find_project
from pytest_cookie.protocols.cookie.composition import browser_limits, compose
from pytest_cookie.protocols.cookie.roles import Roles
from pytest_cookie.protocols.model_access import STATE, ModelAccess
from pytest_cookie.protocols.parallelism import Bound, Machine, browsers, working
from pytest_cookie.protocols.settings import Settings, read_settings
from pytest_cookie.protocols.suite import PlannedItem, Suite
from pytest_cookie.records.run import RunFolder, claim_run_path, new_run_path

if TYPE_CHECKING:
    from pytest_cookie.generation.ready_files import HandedIn
    from pytest_cookie.llm.models import Models
    from pytest_cookie.plugin.run_snapshot import RunSnapshot
    from pytest_cookie.protocols.pipeline import Stages
    from pytest_cookie.records.shard import Shard


@dataclass
class SessionState:
    """The suite of a run and the stages that run it; the browser starts when the first item needs it.

    `project` is the project's folder, to which paths in settings are relative.
    `frozen` is what the run was asked for; it and `suite` are None where only a fixture of ours is used, without a run.
    `run` is None until the session starts.
    `selected` counts the benchmark's items that `-k`, `-m`, the command line and the shard left; `whole` those of all
    shards together, None where there are none or that is not known yet. `on_wait` is told when this process begins and
    ends to wait for a browser; `workers` is what `-n auto` has come to.

    Of a run that is continued: `done_before` counts the items of which nothing is left to do, `left_out` names those
    that are not run because they were not planned, and `keeps_plan` says that nobody selects anything else. `begun` has
    the folders of the items that this process has begun: what begins there again is to be tried again.
    `is_finished` once records and report are being written.
    """

    config: pytest.Config
    settings: Settings
    project: Path
    frozen: RunSnapshot | None = None
    suite: Suite | None = None
    run: RunFolder | None = None
    selected: int = 0
    shard: Shard | None = None
    whole: int | None = None
    on_wait: Callable[[bool], None] = lambda waits: None
    workers: Bound | None = None
    is_continued: bool = False
    keeps_plan: bool = False
    done_before: int = 0
    left_out: frozenset[str] = frozenset()
    begun: set[str] = field(default_factory=set)
    is_finished: bool = False

    @classmethod
    def of(cls, config: pytest.Config) -> SessionState | None:
        """The state of this session, None where none of our options is used."""
        return config.stash.get(_STATE, None)

    def keep(self) -> None:
        """Make it the state of this session."""
        self.config.stash[_STATE] = self

    @classmethod
    def ensure(cls, config: pytest.Config) -> SessionState:
        """The state of this session; a small one without a suite where only a factory fixture is used."""
        state = cls.of(config)
        if state is None:
            found = find_project(config)
            state = cls(config, read_settings(found.file) if found.file else Settings(), project=found.folder)
            state.keep()
            config.add_cleanup(state.close)
        return state

    @property
    def is_worker(self) -> bool:
        """Whether this process is one of xdist's workers."""
        return hasattr(self.config, "workerinput")

    @property
    def is_told_where(self) -> bool:
        """Whether the user names the run folder."""
        return bool(self.config.option.cookie_run)

    @cached_property
    def run_path(self) -> Path:
        """Where the run goes: as the controller says, as the user says, else a new folder in `reports/`."""
        told: str | None = getattr(self.config, "workerinput", {}).get("cookie_run") or self.config.option.cookie_run
        if told:
            return self.config.invocation_params.dir.joinpath(told)
        return new_run_path(self.project / self.settings.reports)

    def claim_run_path(self) -> None:
        """Make the folder of a run that the user has not named: its name may have been taken by another session.

        Raises `UsageError`.
        """
        if self.is_worker and "cookie_run" in self.config.workerinput:  # type: ignore[attr-defined]
            return
        if not self.is_told_where:
            self.__dict__["run_path"] = claim_run_path(self.project / self.settings.reports)
            for name in ("models", "stages"):  # made with the name that was free when the run was planned
                self.__dict__.pop(name, None)

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
            limits=browser_limits(self.settings),
            workplace=BrowserPermits(self._capacity, lambda waits: self.on_wait(waits)),
        )

    @property
    def _capacity(self) -> Capacity | None:
        """What the workers of a run share; a process alone shares with nobody."""
        told = getattr(self.config, "workerinput", {})
        if self.suite is None or "cookie_max_browsers" not in told:
            return None
        most = int(told["cookie_max_browsers"])
        # a model that makes or judges pages takes minutes, in which a browser would do nothing
        keeps = int(told["workercount"]) <= most and not (self.asks_author or self.roles.first_model_judge)
        return Capacity(self.run_path / SLOTS, most, int(told["cookie_max_working"]), keeps_browser=keeps)

    @cached_property
    def max_browsers(self) -> int:
        """How many browsers the workers may have alive at once. The controller's, as is the next."""
        return self.settings.max_browsers or browsers(Machine.here())

    @cached_property
    def max_working(self) -> int:
        """How many of them may work at once."""
        return self.settings.max_working or working(Machine.here())

    @property
    def roles(self) -> Roles:
        """Who uses and who judges the pages."""
        option = self.config.option
        return Roles(option.cookie_agent, option.cookie_judge, option.cookie_ablation)

    @cached_property
    def models(self) -> Models:
        """What all calls of models go through in this process; loads nothing before the first."""
        option = self.config.option
        told: str | None = getattr(self.config, "workerinput", {}).get("cookie_switchboard")
        access = ModelAccess(
            root=self.project,
            run=self.run_path,
            replay=option.cookie_replay,
            budget_usd=option.cookie_budget_usd,
            switchboard=Path(told) if told else None,
        )
        return access.models(self.settings)

    @cached_property
    def switchboard(self) -> CallServer:
        """What makes the calls of all workers; the controller's, started here."""
        return CallServer()

    @property
    def handed_in(self) -> HandedIn | None:
        """Artifacts that were made elsewhere (`--cookie-artifacts`)."""
        return self.frozen.handed_in if self.frozen else None

    @cached_property
    def stages(self) -> Stages:
        """Generator, deployer, explorer and judge of this run."""
        mode = self.config.option.cookie_mode
        return compose(
            self.settings,
            self.host,
            self.models,
            self.roles,
            mode=mode,
            services=self.services,
            handed_in=self.handed_in,
        )

    @cached_property
    def services(self) -> Services:
        """What a model that builds projects may do outside of them. Raises `UsageError`."""
        path, builds = self.settings.coding_services, self.config.option.cookie_mode == "react"
        return read_services(self.project / path) if path and builds and self.asks_author else ALL_OFF

    @cached_property
    def folder(self) -> RunFolder:
        """The run's folder, made now where a factory fixture needs one outside of a run."""
        if self.run is None:
            self.claim_run_path()
            self.run = RunFolder(self.run_path)
        return self.run

    @property
    def asks_models(self) -> bool:
        """Whether a model makes, uses or judges the artifacts of this run."""
        return self.roles.ask_models or self.asks_author

    @property
    def asks_author(self) -> bool:
        """Whether a model makes the artifacts."""
        return bool(self.suite and self.suite.asked)

    @property
    def is_out_of_budget(self) -> bool:
        """Whether an item of any worker could not make its next call for want of budget."""
        return self._end_of_spending.exists()

    def end_spending(self) -> None:
        """Let no item begin any more, here and in the other workers."""
        self._end_of_spending.parent.mkdir(parents=True, exist_ok=True)
        self._end_of_spending.touch()

    def begin_spending(self) -> None:
        """A session that continues a run finds out anew what its budget allows."""
        self._end_of_spending.unlink(missing_ok=True)

    @property
    def _end_of_spending(self) -> Path:
        return self.run_path / STATE / "out-of-budget"

    @property
    def is_empty_shard(self) -> bool:
        """Whether all items that were selected are in other shards."""
        return self.shard is not None and bool(self.whole) and not self.selected

    def select(self, folders: Collection[str]) -> None:
        """Note which of the benchmark's items were selected, here and in the run's plan."""
        self.selected = len(folders)
        if self.run is not None and not self.is_worker:
            self.run.plan(folders)
            self._note_whole()

    def select_whole(self, count: int) -> None:
        """Note how many of the benchmark's items all shards have together, here and in the manifest."""
        if not self.keeps_plan:  # else it was found out when the run was begun
            self.whole = count
            self._note_whole()

    def _note_whole(self) -> None:
        if self.run is not None and not self.is_worker and self.run.manifest.whole != self.whole:
            self.run.write_manifest(self.run.manifest.model_copy(update={"whole": self.whole}))

    def close(self) -> None:
        """End the browser, where one was started."""
        if "host" in self.__dict__:
            self.host.close()
        if "models" in self.__dict__:
            self.models.close()
        if "switchboard" in self.__dict__:
            self.switchboard.close()


SLOTS = ".slots"
"""The folder in a run's where its workers find out whose turn it is."""
_STATE = pytest.StashKey[SessionState]()
