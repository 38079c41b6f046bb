"""Judges and agents that installed packages add: entry points of `pytest_cookie.judges` and `pytest_cookie.agents`.

Such an entry point names a function or class that is called with what a judge or an agent may be made from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.protocols.contract.checked_judge import CheckedJudge, check_version
from pytest_cookie.protocols.contract.entry_points import Kind, added_names, describe_source, list_added, load_added

if TYPE_CHECKING:
    from pytest_cookie.core.stages import Judge
    from pytest_cookie.exploration.agent_protocol import Agent
    from pytest_cookie.llm.messages.completion import ChatModel
    from pytest_cookie.protocols.contract.protocol import JudgeInputs
    from pytest_cookie.protocols.contract.roles import Roles
    from pytest_cookie.protocols.contract.settings import Settings

_OPTIONS: dict[Kind, str] = {"judges": "--cookie-judge", "agents": "--cookie-agent"}
_JUDGE_PARTS, _AGENT_PARTS = ("id", "version", "judge"), ("id", "name", "version", "decide")


@dataclass(frozen=True)
class AgentInputs:
    """What an added agent is made from. `models` makes the calls of models."""

    settings: Settings
    models: ChatModel


def make_added_judge(name: str, given: JudgeInputs) -> Judge:
    """The judge that a package adds as `name`. Raises `UsageError` if it fails, is no judge, or has another id."""
    return CheckedJudge(cast("Judge", _make("judges", name, given, _JUDGE_PARTS)), _source_of("judges", name))


def find_added_agent(name: str, given: AgentInputs) -> Callable[[], Agent]:
    """Makes a fresh agent for every exploration. Raises `UsageError` if it fails, is no agent, or has another id."""
    make = _load("agents", name)
    _make("agents", name, given, _AGENT_PARTS)
    return lambda: cast("Agent", make(given))


def version_of_agent(roles: Roles, given: AgentInputs) -> str:
    """The version of an agent that a package adds; "" for the protocol's own and for models."""
    if not roles.adds_agent:
        return ""
    return str(getattr(_make("agents", roles.agent, given, _AGENT_PARTS), "version"))  # noqa: B009


def describe_packages(protocol: str, roles: Roles) -> dict[str, str]:
    """What installed packages add to a run, such as `judge strict`, and the package with its version."""
    used: dict[Kind, tuple[str, ...]] = {
        "protocols": (protocol,),
        "judges": roles.judges,
        "agents": (roles.agent,),
        "checks": tuple(added_names("checks")),
    }
    return {
        f"{kind.removesuffix('s')} {name}": describe_source(point).removeprefix("the ")
        for kind, names in used.items()
        for name in names
        if "/" not in name and name in added_names(kind) and (point := list_added(kind)[name])
    }


def _load(kind: Kind, name: str) -> Callable[[object], object]:
    point = list_added(kind)[name]
    found = load_added(point)
    if not callable(found):
        raise UsageError(
            f"{_OPTIONS[kind]}={name}: {describe_source(point)} gives a {type(found).__name__}, not a function or class"
        )
    return cast("Callable[[object], object]", found)


def _make(kind: Kind, name: str, given: object, parts: tuple[str, ...]) -> object:
    source = _source_of(kind, name)
    make = _load(kind, name)
    try:
        made = make(given)
    except CookieError:
        raise
    except (Exception, SystemExit) as error:  # an installed package can fail in any way
        raise UsageError(f"{source} fails: {type(error).__name__}: {error}") from error
    if lacking := [part for part in parts if not hasattr(made, part)]:
        raise UsageError(f"{source} makes a {type(made).__name__}, which lacks {', '.join(lacking)}")
    if (own := getattr(made, "id")) != name:  # noqa: B009
        raise UsageError(f"{source} makes one with another id, {own}")
    check_version(made, source)
    return made


def _source_of(kind: Kind, name: str) -> str:
    return f"{_OPTIONS[kind]}={name}: {describe_source(list_added(kind)[name])}"
