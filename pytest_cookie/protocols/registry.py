"""Finds protocols by name, built-in ones and those of installed packages, and composes the stages of a run.

The only module that knows the built-in protocols.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from pydantic import BaseModel

from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.labels import Mode
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.protocols.contract.checked_judge import CheckedJudge
from pytest_cookie.protocols.contract.entry_points import (
    describe_error,
    describe_source,
    list_added,
    load_added,
)
from pytest_cookie.protocols.contract.protocol import COOKIE, EvaluationProtocol, JudgeInputs, StageInputs
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.stages import Facts, Stages
from pytest_cookie.protocols.cookie.protocol import compose_cookie, make_cookie_judge

P = ParamSpec("P")
R = TypeVar("R")

_BUILT_IN: Mapping[str, str] = {
    COOKIE: "pytest_cookie.protocols.cookie.protocol",
    "artifactsbench": "pytest_cookie.protocols.artifactsbench.protocol",
    "artifactsbench-published": "pytest_cookie.protocols.artifactsbench.published_protocol",
    "artifactsbench-dom": "pytest_cookie.protocols.artifactsbench.keyless",
    "auigym": "pytest_cookie.protocols.auigym.protocol",
    "interaction2code": "pytest_cookie.protocols.interaction2code.protocol",
    "vibecode": "pytest_cookie.protocols.vibecode.protocol",
    "webtestbench": "pytest_cookie.protocols.webtestbench.protocol",
}
"""Modules with a `PROTOCOL`."""
_FUNCTIONS = (
    "judge",
    "compose",
    "check_cases",
    "check_artifacts",
    "check_agent",
    "notes",
    "lint",
    "variant",
    "prompts",
    "models",
    "label_case",
)
"""The functions of a protocol that are called before any item is judged."""


def find_protocol(name: str) -> EvaluationProtocol:
    """The protocol `name`. Raises `UsageError` if there is none, or its package is broken."""
    if name in _BUILT_IN:
        built_in: EvaluationProtocol = import_module(_BUILT_IN[name]).PROTOCOL
        return built_in
    added = list_added("protocols")
    if taken := next((point for point in added.values() if point.name in _BUILT_IN), None):
        raise UsageError(f"{describe_source(taken)} adds the protocol {taken.name}, which is built in; uninstall it")
    if name not in added:
        known = [*_BUILT_IN, *added]
        hint = did_you_mean(name, known) or f"; the protocols are {', '.join(known)}"
        raise UsageError(f"--cookie-protocol={name}: there is no such protocol{hint}")
    found = load_added(added[name])
    source = describe_source(added[name])
    if not isinstance(found, EvaluationProtocol):
        raise UsageError(
            f"--cookie-protocol={name}: {source} gives a {type(found).__name__}, not an EvaluationProtocol"
        )
    if found.name != name:
        raise UsageError(f"--cookie-protocol={name}: {source} gives a protocol of another name, {found.name}")
    return _name_source(found, f"--cookie-protocol={name}: {source}")


def protocols_with_field(name: str) -> tuple[str, ...]:
    """The names of the protocols whose cases have the field `name`. Packages that cannot be loaded are left out."""
    names = [*_BUILT_IN]
    with suppress(UsageError):
        names += list_added("protocols")
    found = []
    for protocol in names:
        with suppress(UsageError):
            fields = find_protocol(protocol).case_fields
            found += [protocol] if fields and name in fields.model_fields else []
    return tuple(found)


def _name_source(protocol: EvaluationProtocol, source: str) -> EvaluationProtocol:
    """The protocol, whose functions raise `UsageError` that names their package in place of unexpected errors."""
    functions = {name: getattr(protocol, name) for name in _FUNCTIONS}
    named: dict[str, Any] = {
        name: _raise_usage_errors(call, f"{source}: {name}") for name, call in functions.items() if call
    }
    if make := named.get("judge"):
        named["judge"] = lambda given: CheckedJudge(make(given), f"{source}: judge")
    return replace(protocol, **named)


def _raise_usage_errors(call: Callable[P, R], what: str) -> Callable[P, R]:
    @wraps(call)
    def guarded(*arguments: P.args, **named: P.kwargs) -> R:
        try:
            return call(*arguments, **named)
        except CookieError:
            raise
        except (Exception, SystemExit) as error:  # an installed package can fail in any way
            raise UsageError(f"{what} fails: {type(error).__name__}: {describe_error(error)}") from error

    return guarded


def compose_stages(protocol: EvaluationProtocol, given: StageInputs) -> Stages:
    """The stages of a run; without `compose`, a protocol has those of Cookie.

    The keys of verdicts also depend on name, version and options of the protocol, and on the parameters of judging
    models.
    """
    stages = (protocol.compose or compose_cookie)(replace(given, samples=protocol.samples))
    if protocol.name == COOKIE:
        return stages
    own_judge = protocol.make_judge(given)
    judge = own_judge or stages.judge
    own = {} if own_judge else stages.inputs.judge
    inputs = replace(stages.inputs, judge={**own, **protocol.facts(judge, given)})
    referees = tuple(getattr(judge, "referee_ids", ()))
    return replace(
        stages,
        judge=judge,
        inputs=inputs,
        scores=protocol.scores,
        protocol=protocol.name,
        referees=referees,
        labels_of=protocol.labels_of,
    )


def make_judge(protocol: EvaluationProtocol, given: JudgeInputs) -> tuple[Judge, Facts]:
    """The judge for the stored evidence of a run, and the inputs of its verdicts. Raises `UsageError`."""
    if own := protocol.make_judge(given):
        protocol.check_roles(given.roles)
        return own, protocol.facts(own, given)
    judge, facts = make_cookie_judge(given)
    return judge, facts if protocol.name == COOKIE else {**facts, **protocol.facts(judge, given)}


def name_prompts(
    protocol: EvaluationProtocol,
    roles: Roles,
    *,
    options: BaseModel | None = None,
    mode: Mode = "html",
    generates: bool = False,
) -> dict[str, str]:
    """The prompts of every role that a model plays, for the manifest: those of Cookie, or the protocol's own.

    `options` are those of the protocol.
    """
    from pytest_cookie.protocols.cookie.composition import prompts_of  # loads every stage

    named = prompts_of(roles, mode=mode, generates=generates, judges=protocol.judge is None)
    if protocol.prompts is None:
        return named
    author = {role: name for role, name in named.items() if role == "generate"}
    own = {role: name for role, name in protocol.prompts(roles, options).items() if generates or role != "generate"}
    return author | own
