"""The shard of a session: named by the user, or else derived from the scheduler or CI that started it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.plugin.items import find_planned_item, is_benchmark
from pytest_cookie.records.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_cookie.plugin.session_state import SessionState
    from pytest_cookie.plugin.worker_node import WorkerNode

OFF = "off"
OPTION = "--cookie-shard"
COUNT = "PYTEST_COOKIE_SHARDS"
"""The number of shards, for schedulers that only provide an index."""
_WHOLE = "cookie_whole"


@dataclass(frozen=True)
class ShardChoice:
    """The shard of this session and its source: `--cookie-shard`, or the environment of a scheduler or CI."""

    shard: Shard
    source: str


@dataclass(frozen=True)
class _Scheduler:
    """The environment variables of a scheduler: index and count of a part; `first` is the lowest index.

    `proof` is a variable that only this scheduler sets, needed if other tools use the same names differently.
    """

    name: str
    index: str
    count: str
    first: int
    proof: str = ""


_SCHEDULERS = (
    _Scheduler("a Kubernetes Indexed Job", "JOB_COMPLETION_INDEX", COUNT, first=0),
    _Scheduler("GitLab CI", "CI_NODE_INDEX", "CI_NODE_TOTAL", first=1, proof="GITLAB_CI"),
    _Scheduler("CircleCI", "CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", first=0),
    _Scheduler("Buildkite", "BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", first=0),
)
_SLURM = ("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP")
VARIABLES = (*_SLURM, *dict.fromkeys(name for scheduler in _SCHEDULERS for name in (scheduler.index, scheduler.count)))
"""All environment variables that can make a session a shard."""


def choose_shard(given: str | None, environment: Mapping[str, str]) -> ShardChoice | None:
    """The shard from `given`, the value of `--cookie-shard`, or else from the environment.

    None if the session runs all items. Raises `UsageError` if the shard is ambiguous or invalid.
    """
    if given is not None:
        shard = None if given.strip() == OFF else Shard.parse(given, source=f"{OPTION}={given}")
        return ShardChoice(shard, OPTION) if shard and shard.count > 1 else None
    found = [choice for choice in (_from_slurm(environment), *_from_others(environment)) if choice is not None]
    if len({str(choice.shard) for choice in found}) > 1:
        listed = " but ".join(f"{choice.source} sets {choice.shard}" for choice in found)
        raise UsageError(f"the shard is ambiguous: {listed}; pass {OPTION}=i/N, or {OPTION}={OFF}")
    return found[0] if found else None


def _from_slurm(environment: Mapping[str, str]) -> ShardChoice | None:
    """The shard of an array task. Parts of a larger array are refused, because the other parts would run twice."""
    if "SLURM_ARRAY_TASK_ID" not in environment:
        return None
    source = "a Slurm array"
    task, count, least = (_number(environment, name, source) for name in _SLURM[:3])
    step = _number(environment, _SLURM[3], source) if _SLURM[3] in environment else 1
    position, rest = divmod(task - least, step or 1)
    if count < 2 or rest or not 0 <= position < count or least not in (0, 1, step):
        raise UsageError(
            f"task {task} of a Slurm array of {count} that begins with {least}: only arrays such as 1-8 or 0-7 define "
            f"a shard; pass {OPTION}={task}/N if this array is a part of a larger one, or else {OPTION}={OFF}"
        )
    return ShardChoice(Shard(index=position + 1, count=count), source)


def _from_others(environment: Mapping[str, str]) -> list[ShardChoice]:
    found = []
    for scheduler in _SCHEDULERS:
        if scheduler.index not in environment or (scheduler.proof and scheduler.proof not in environment):
            continue
        if scheduler.count not in environment:
            raise UsageError(
                f"{scheduler.name} sets the index of a shard ({scheduler.index}={environment[scheduler.index]}), but "
                f"not the number: set {scheduler.count}, or pass {OPTION}=i/N, or {OPTION}={OFF}"
            )
        index, count = (_number(environment, name, scheduler.name) for name in (scheduler.index, scheduler.count))
        if count > 1:  # CI systems also set 1 of 1 for jobs without parts
            shard = f"{index + 1 - scheduler.first}/{count}"
            source = f"{scheduler.name}: {scheduler.index}={index}, {scheduler.count}={count}"
            found.append(ShardChoice(Shard.parse(shard, source=source), scheduler.name))
    return found


def _number(environment: Mapping[str, str], name: str, source: str) -> int:
    text = environment.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UsageError(f"{source}: {name}={text!r} is not a number; pass {OPTION}=i/N, or {OPTION}={OFF}")
    return int(text)


class Sharding:
    """Hooks of a shard: deselect the items of other shards, after all other selection.

    Tests that use no item stay. Raises `UsageError` for a gate, which needs the whole run.
    """

    def __init__(self, state: SessionState, allotted: ShardChoice) -> None:
        self._state, self._allotted = state, allotted
        state.shard = allotted.shard
        option = state.config.option
        for name, value in (("baseline", option.cookie_baseline), ("fail-under", option.cookie_fail_under)):
            if value is not None and not state.is_worker:
                raise UsageError(
                    f"--cookie-{name}: this is only shard {allotted.shard} ({allotted.source}), and a gate needs the "
                    "whole run; merge the shards, then use: pytest-cookie gate"
                )

    def pytest_report_header(self) -> str:
        return f"cookie: shard {self._allotted.shard}, set by {self._allotted.source}"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        self._state.select_whole(sum(is_benchmark(item) for item in items))
        if others := [item for item in items if not self._holds(item)]:
            config.hook.pytest_deselected(items=others)
            items[:] = [item for item in items if self._holds(item)]

    def _holds(self, item: pytest.Item) -> bool:
        planned = find_planned_item(item, self._state)
        return planned is None or self._allotted.shard.holds(planned.key)

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_testnodedown(self, node: WorkerNode) -> None:
        """xdist's controller does not collect, so its workers report the count when they exit."""
        whole = getattr(node, "workeroutput", {}).get(_WHOLE)
        if isinstance(whole, int):
            self._state.select_whole(whole)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._state.is_worker:
            session.config.workeroutput[_WHOLE] = self._state.whole  # type: ignore[attr-defined]
        elif session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self._state.is_empty_shard:
            self._state.select(())
            session.exitstatus = pytest.ExitCode.OK
