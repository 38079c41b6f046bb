"""Which shard of the items a session runs: as the user says, else as the scheduler or the CI that started it says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.plugin.items import is_benchmark, planned_of
from pytest_cookie.records.shard import Shard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pytest_cookie.plugin.session_state import SessionState

OFF = "off"
OPTION = "--cookie-shard"
COUNT = "PYTEST_COOKIE_SHARDS"
"""How many shards there are, where a scheduler tells a shard's index alone."""
_WHOLE = "cookie_whole"


class _WorkerNode(Protocol):
    """xdist's `WorkerController`, which has `workeroutput` once its worker has ended by itself."""


@dataclass(frozen=True)
class Allotment:
    """The shard of this session, and who said so: `--cookie-shard`, or the variables of a scheduler or a CI."""

    shard: Shard
    source: str


@dataclass(frozen=True)
class _Scheduler:
    """Who tells the parts of a job which they are: the variables, and whether the first is 0 or 1.

    `proof` is a variable that shows that these are its own, where others use the same names with another meaning.
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
VARIABLES = (*_SLURM, *dict.fromkeys(name for one in _SCHEDULERS for name in (one.index, one.count)))
"""Everything in the environment that can make a session a shard."""


def allotment(told: str | None, environment: Mapping[str, str]) -> Allotment | None:
    """What `told` says, which is `--cookie-shard`; where it is None, what the environment says.

    None where the session runs all items. Raises `UsageError` where it cannot be known which shard this is.
    """
    if told is not None:
        shard = None if told.strip() == OFF else Shard.parse(told, said=f"{OPTION}={told}")
        return Allotment(shard, OPTION) if shard and shard.count > 1 else None
    found = [one for one in (_from_slurm(environment), *_from_others(environment)) if one is not None]
    if len({str(one.shard) for one in found}) > 1:
        listed = " and ".join(f"{one.source} says {one.shard}" for one in found)
        raise UsageError(f"which shard is this? {listed}; say {OPTION}=i/N, or {OPTION}={OFF}")
    return found[0] if found else None


def _from_slurm(environment: Mapping[str, str]) -> Allotment | None:
    """An array's task. Tasks that are a part of a larger array are refused: the others would be run a second time."""
    if "SLURM_ARRAY_TASK_ID" not in environment:
        return None
    source = "a Slurm array"
    task, count, least = (_number(environment, name, source) for name in _SLURM[:3])
    step = _number(environment, _SLURM[3], source) if _SLURM[3] in environment else 1
    position, rest = divmod(task - least, step or 1)
    if count < 2 or rest or not 0 <= position < count or least not in (0, 1, step):
        raise UsageError(
            f"task {task} of a Slurm array of {count} that begins with {least}: the shard can only be read from arrays "
            f"such as 1-8 or 0-7; if this is a part of one, say {OPTION}={task}/N, else {OPTION}={OFF}"
        )
    return Allotment(Shard(index=position + 1, count=count), source)


def _from_others(environment: Mapping[str, str]) -> list[Allotment]:
    found = []
    for one in _SCHEDULERS:
        if one.index not in environment or (one.proof and one.proof not in environment):
            continue
        if one.count not in environment:
            raise UsageError(
                f"{one.name} says which shard this is ({one.index}={environment[one.index]}), but not of how many: "
                f"set {one.count}, or say {OPTION}=i/N, or {OPTION}={OFF}"
            )
        index, count = (_number(environment, name, one.name) for name in (one.index, one.count))
        if count > 1:  # a CI says 1 of 1 wherever a job has no parts
            shard = f"{index + 1 - one.first}/{count}"
            said = f"{one.name}: {one.index}={index}, {one.count}={count}"
            found.append(Allotment(Shard.parse(shard, said=said), one.name))
    return found


def _number(environment: Mapping[str, str], name: str, source: str) -> int:
    text = environment.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise UsageError(f"{source}: {name}={text!r} is no number; say {OPTION}=i/N, or {OPTION}={OFF}")
    return int(text)


class Sharding:
    """Hooks of a session that runs one shard: leaves out the items of the others, last of all that select.

    Tests that ask for no item stay. Raises `UsageError` where a gate is asked for, which decides on whole runs only.
    """

    def __init__(self, state: SessionState, allotted: Allotment) -> None:
        self._state, self._allotted = state, allotted
        state.shard = allotted.shard
        option = state.config.option
        for name, value in (("baseline", option.cookie_baseline), ("fail-under", option.cookie_fail_under)):
            if value is not None and not state.is_worker:
                raise UsageError(
                    f"--cookie-{name}: this is shard {allotted.shard} ({allotted.source}), and a gate decides on whole "
                    "runs; merge the shards, then: pytest-cookie gate"
                )

    def pytest_report_header(self) -> str:
        return f"cookie: shard {self._allotted.shard}, as {self._allotted.source} says"

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        self._state.select_whole(sum(is_benchmark(item) for item in items))
        if others := [item for item in items if not self._holds(item)]:
            config.hook.pytest_deselected(items=others)
            items[:] = [item for item in items if self._holds(item)]

    def _holds(self, item: pytest.Item) -> bool:
        planned = planned_of(item, self._state)
        return planned is None or self._allotted.shard.holds(planned.key)

    @pytest.hookimpl(optionalhook=True, tryfirst=True)
    def pytest_testnodedown(self, node: _WorkerNode) -> None:
        """xdist's controller collects nothing, and is told afterwards by its workers."""
        whole = getattr(node, "workeroutput", {}).get(_WHOLE)
        if isinstance(whole, int):
            self._state.select_whole(whole)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._state.is_worker:
            session.config.workeroutput[_WHOLE] = self._state.whole  # type: ignore[attr-defined]
        elif session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED and self._state.is_empty_shard:
            self._state.select(())
            session.exitstatus = pytest.ExitCode.OK
