"""`SessionState`: the suite of a pytest session and its stages. Stored in `config.stash`, once per process.

Browser, models and stages are imported on first use, because sessions that only list items need none of them.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.labels import slug
from pytest_cookie.plugin.project import find_project_location
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol, StageInputs
from pytest_cookie.protocols.contract.roles import CRAWLER, Roles
from pytest_cookie.protocols.contract.settings import Settings, read_settings
from pytest_cookie.protocols.registry import compose_stages, find_protocol
from pytest_cookie.protocols.run.parallelism import Bound, Machine, browsers, working
from pytest_cookie.protocols.run.suite import PlannedItem, Suite
from pytest_cookie.records.files import write_text
from pytest_cookie.records.plain_tree import read_plain_text
from pytest_cookie.records.run import RunFolder, claim_run_path, new_run_path

if TYPE_CHECKING:
    from pytest_cookie.browser.host import BrowserHost
    from pytest_cookie.browser.process.browser_permits import Capacity
    from pytest_cookie.core.score_spec import ScoreSet
    from pytest_cookie.generation.coding.tool_context import Services
    from pytest_cookie.generation.ready_files import HandedIn
    from pytest_cookie.llm.messages.messages import Request
    from pytest_cookie.llm.models import Models
    from pytest_cookie.llm.transport.call_server import CallServer
    from pytest_cookie.plugin.run_snapshot import RunSnapshot
    from pytest_cookie.protocols.contract.stages import Stages
    from pytest_cookie.records.shard import Shard


@dataclass
class SessionState:
    """The suite of a run and the stages that run it; the browser starts when the first item needs it.

    `project` is the project's folder; paths in settings are relative to it.
    `frozen` is the run's snapshot; it and `suite` are None if only a factory fixture is used, without a run.
    `run` is None until the session starts.
    `selected` counts the benchmark items left by `-k`, `-m`, the command line and the shard; `whole` counts those of
    all shards together, None if unknown yet, or without shards. `on_wait` is called when this process starts and stops
    waiting for a browser, `on_call` when a model call begins and ends; `workers` is the result of `-n auto`.

    In a resumed run, `done_before` counts the items completed and `calls_before` the model calls made in earlier
    sessions, `left_out` names items that do not
    run because they were not planned, and `keeps_plan` means that the user made no other selection. `begun` has the
    folders of items that this process has begun; one that begins again is retried.
    `is_finished` is true once records and report are being written.
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
    on_call: Callable[[Request, bool], None] = lambda request, begins: None
    workers: Bound | None = None
    is_continued: bool = False
    keeps_plan: bool = False
    done_before: int = 0
    calls_before: int = 0
    left_out: frozenset[str] = frozenset()
    begun: set[str] = field(default_factory=set)
    is_finished: bool = False
    has_announced: bool = False

    @classmethod
    def of(cls, config: pytest.Config) -> SessionState | None:
        """The state of this session, None if no option of the plugin is used."""
        return config.stash.get(_STATE, None)

    def keep(self) -> None:
        """Store it as the state of this session."""
        self.config.stash[_STATE] = self

    @classmethod
    def ensure(cls, config: pytest.Config) -> SessionState:
        """The state of this session; without a run, a new one without a suite, for factory fixtures."""
        state = cls.of(config)
        if state is None:
            found = find_project_location(config)
            state = cls(config, read_settings(found.file) if found.file else Settings(), project=found.folder)
            state.keep()
            config.add_cleanup(state.close)
        return state

    @property
    def is_worker(self) -> bool:
        """Whether this process is one of xdist's workers."""
        return hasattr(self.config, "workerinput")

    @property
    def has_named_run(self) -> bool:
        """Whether the user named the run folder."""
        return bool(self.config.option.cookie_run)

    @cached_property
    def run_path(self) -> Path:
        """The run folder: the controller's, the user's, or else a new folder in `reports/`."""
        given: str | None = getattr(self.config, "workerinput", {}).get("cookie_run") or self.config.option.cookie_run
        if given:
            return self.config.invocation_params.dir.joinpath(given)
        return new_run_path(self.project / self.settings.reports)

    def claim_run_path(self) -> None:
        """Create the run folder, under another name if a parallel session took the planned one.

        Raises `UsageError`.
        """
        if self.is_worker and "cookie_run" in self.config.workerinput:  # type: ignore[attr-defined]
            return
        if not self.has_named_run:
            self.__dict__["run_path"] = claim_run_path(self.project / self.settings.reports)
            for name in ("models", "stages"):  # they were created for the planned name
                self.__dict__.pop(name, None)

    @cached_property
    def items(self) -> dict[str, PlannedItem]:
        """Planned items by name."""
        return {item.name: item for item in self.suite.items} if self.suite else {}

    @cached_property
    def host(self) -> BrowserHost:
        """The one browser of this process."""
        from pytest_cookie.browser.host import BrowserHost
        from pytest_cookie.browser.process.browser_permits import BrowserPermits
        from pytest_cookie.protocols.run.browser_limits import browser_limits

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
        """The limits that a run's workers share; None for a single process."""
        from pytest_cookie.browser.process.browser_permits import Capacity

        given = getattr(self.config, "workerinput", {})
        if self.suite is None or "cookie_max_browsers" not in given:
            return None
        most = int(given["cookie_max_browsers"])
        # a browser would idle for minutes while a model generates or judges
        keeps = int(given["workercount"]) <= most and not (self.asks_author or self.roles.first_model_judge)
        return Capacity(self.run_path / SLOTS, most, int(given["cookie_max_working"]), keeps_browser=keeps)

    @cached_property
    def max_browsers(self) -> int:
        """The maximum number of live browsers of all workers, set by the controller."""
        return self.settings.max_browsers or browsers(Machine.here())

    @cached_property
    def max_working(self) -> int:
        """The maximum number of busy browsers of all workers, set by the controller."""
        return self.settings.max_working or working(Machine.here())

    @property
    def scores(self) -> ScoreSet:
        """What the scores of this run mean."""
        return self.protocol.scores

    @cached_property
    def protocol(self) -> EvaluationProtocol:
        """The protocol of this run. Raises `UsageError` if there is none of this name."""
        return find_protocol(self.config.option.cookie_protocol).configure(self.settings.protocol)

    @property
    def roles(self) -> Roles:
        """Agent and judge."""
        option = self.config.option
        own = self.protocol.agent
        agent = own if option.cookie_agent == CRAWLER else option.cookie_agent
        return Roles(agent, option.cookie_judge, option.cookie_ablation, built_in_agent=own)

    @property
    def option_models(self) -> tuple[str, ...]:
        """Models that the protocol's options name. Raises `UsageError` for invalid options."""
        named, options = self.protocol.models, self.protocol.read_options(self.settings.protocol)
        return named(self.roles, options) if named else ()

    @cached_property
    def models(self) -> Models:
        """The client for all model calls of this process; litellm is loaded at the first call."""
        from pytest_cookie.protocols.run.model_access import ModelAccess

        option = self.config.option
        given: str | None = getattr(self.config, "workerinput", {}).get("cookie_switchboard")
        access = ModelAccess(
            root=self.project,
            run=self.run_path,
            replay=option.cookie_replay,
            budget_usd=option.cookie_budget_usd,
            switchboard=Path(given) if given else None,
        )
        models = access.models(self.settings)
        models.on_call = lambda request, begins: self.on_call(request, begins)
        return models

    @cached_property
    def switchboard(self) -> CallServer:
        """The server in the controller that makes the calls of all workers. Starts on first use."""
        from pytest_cookie.llm.transport.call_server import CallServer

        return CallServer()

    @property
    def handed_in(self) -> HandedIn | None:
        """Provided artifacts (`--cookie-artifacts`)."""
        return self.frozen.handed_in if self.frozen else None

    @cached_property
    def stages(self) -> Stages:
        """Generator, deployer, explorer and judge of this run."""
        given = StageInputs(
            self.settings,
            self.models,
            self.roles,
            self.protocol.read_options(self.settings.protocol),
            host=self.host,
            services=self.services,
            mode=self.config.option.cookie_mode,
            handed_in=self.handed_in,
            revisions=self.config.option.cookie_revisions or 0,
        )
        return compose_stages(self.protocol, given)

    @cached_property
    def services(self) -> Services:
        """The external services and the documentation of a model that builds projects. Raises `UsageError`."""
        from pytest_cookie.generation.coding.docs import read_docs
        from pytest_cookie.generation.coding.services import read_services
        from pytest_cookie.generation.coding.tool_context import ALL_OFF

        path, docs = self.settings.coding_services, self.settings.coding_docs
        in_react, asks = self.config.option.cookie_mode == "react", self.asks_author
        services = read_services(self.project / path) if path and in_react and asks else ALL_OFF
        is_given = docs and asks and (in_react or self.protocol.builds)
        return replace(services, docs=read_docs(self.project / docs.expanduser())) if docs and is_given else services

    @cached_property
    def folder(self) -> RunFolder:
        """The run's folder, created on first use for a factory fixture outside a run."""
        if self.run is None:
            self.claim_run_path()
            self.run = RunFolder(self.run_path)
        return self.run

    @property
    def asks_models(self) -> bool:
        """Whether a model generates, uses or judges the artifacts of this run."""
        return self.roles.ask_models or self.asks_author

    @property
    def asks_author(self) -> bool:
        """Whether a model generates the artifacts."""
        return bool(self.suite and self.suite.asked)

    @property
    def is_out_of_budget(self) -> bool:
        """Whether an item of any worker lacked the budget for its next call."""
        return self._end_of_spending.exists()

    def end_spending(self) -> None:
        """Let no further item begin, in any worker."""
        self._end_of_spending.parent.mkdir(parents=True, exist_ok=True)
        self._end_of_spending.touch()

    def begin_spending(self) -> None:
        """Reset the state of a resumed run: its budget, and the models that refused every call."""
        self._end_of_spending.unlink(missing_ok=True)
        shutil.rmtree(self._refusals, ignore_errors=True)

    def models_of(self, item: PlannedItem) -> tuple[str, ...]:
        """The models that an item calls: its author, agent, judges, and those of the protocol's options."""
        author = [item.key.model] if self.suite and item.key.model in self.suite.asked else []
        return (*author, *self._shared_models)

    @property
    def called_models(self) -> tuple[str, ...]:
        """All models that the run calls."""
        return (*(self.suite.asked if self.suite else ()), *self._shared_models)

    @property
    def _shared_models(self) -> tuple[str, ...]:
        return (*(model for model, _ in self.roles.calls(self.settings)), *self.option_models)

    def note_refusal(self, item: PlannedItem, failure: str) -> bool:
        """Whether `failure` says that a model of the item refuses every call; its other items then do not begin."""
        if "models" not in self.__dict__:
            return False
        refusals = {model: self.models.refusal(model) for model in self.models_of(item)}
        found = {model: refusal for model, refusal in refusals.items() if refusal and refusal in failure}
        for model, refusal in found.items():
            self._refusals.mkdir(parents=True, exist_ok=True)
            write_text(self._refusals / slug(model), refusal)
        return bool(found)

    def refusals(self, models: Iterable[str]) -> tuple[str, ...]:
        """Why `models` refuse every call, as any worker of this run learned; empty if none does."""
        names = dict.fromkeys(slug(model) for model in models) if self._refusals.is_dir() else {}
        files = (self._refusals / name for name in names)
        return tuple(read_plain_text(file, errors="replace") for file in files if file.is_file())

    @property
    def _refusals(self) -> Path:
        from pytest_cookie.protocols.run.model_access import STATE

        return self.run_path / STATE / "refused"

    @property
    def _end_of_spending(self) -> Path:
        from pytest_cookie.protocols.run.model_access import STATE

        return self.run_path / STATE / "out-of-budget"

    @property
    def is_empty_shard(self) -> bool:
        """Whether all selected items are in other shards."""
        return self.shard is not None and bool(self.whole) and not self.selected

    def select(self, folders: Collection[str]) -> None:
        """Note which benchmark items were selected, here and in the run's plan."""
        self.selected = len(folders)
        if self.run is not None and not self.is_worker:
            self.run.plan(folders)
            self._note_whole()

    def select_whole(self, count: int) -> None:
        """Note the number of benchmark items in all shards together, here and in the manifest."""
        if not self.keeps_plan:  # otherwise the original session has counted them
            self.whole = count
            self._note_whole()

    def _note_whole(self) -> None:
        if self.run is not None and not self.is_worker and self.run.manifest.whole != self.whole:
            self.run.write_manifest(self.run.manifest.model_copy(update={"whole": self.whole}))

    def close(self) -> None:
        """Close the browser and the connections to models, if started."""
        if "host" in self.__dict__:
            self.host.close()
        if "models" in self.__dict__:
            self.models.close()
        if "switchboard" in self.__dict__:
            self.switchboard.close()


SLOTS = ".slots"
"""The subfolder of a run for the locks of workers that take turns."""
_STATE = pytest.StashKey[SessionState]()
