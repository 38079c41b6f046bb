"""Judges the stored evidence of a run again, for the command `judge` and for Python."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.cost.prices import Prices
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.contract.added_roles import describe_packages
from pytest_cookie.protocols.contract.protocol import COOKIE, JudgeInputs
from pytest_cookie.protocols.contract.roles import Roles, check_models
from pytest_cookie.protocols.contract.settings import Settings, find_settings
from pytest_cookie.protocols.contract.stages import Facts
from pytest_cookie.protocols.registry import find_protocol, make_judge, name_prompts
from pytest_cookie.protocols.run.expected_cost import describe_expected, expect_calls
from pytest_cookie.protocols.run.model_access import ModelAccess, describe_spending, refuse_missing_keys
from pytest_cookie.protocols.run.rejudge import RejudgeResult, rejudge
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.temp_dir import TempDir

MOST_AT_ONCE = 8
"""Items that models judge concurrently: as many as a provider usually answers without refusing some."""


@dataclass(frozen=True)
class JudgedRun:
    """How many items got a new verdict, by which judge, and what that cost (empty without a model)."""

    result: RejudgeResult
    judge: Judge
    spending: str


def judge_again(
    run: RunFolder,
    roles: Roles,
    *,
    project: Path,
    settings: Settings,
    replay: Literal["on", "only", "off"] = "on",
    budget_usd: float | None = None,
    at_once: int = MOST_AT_ONCE,
) -> JudgedRun:
    """Write new verdicts and records, and note the judge in the manifest if there are any.

    The caller holds the lock of the run. `project` is the folder that paths in `settings` are relative to. The budget
    covers only these calls. Raises `UsageError` for a judge that is unknown, has no key, or is not of the run's
    protocol.
    """
    roles.check_judges()
    with _models(project, settings, replay, budget_usd) as models:
        check_models(models, roles.calls(settings))
        refuse_missing_keys(models, roles.model_judges)
        judge, facts = judge_of(run, roles, settings, models)
        found = rejudge(run, judge, facts=facts, at_once=at_once if roles.ask_models else 1)
        spending = describe_spending(models.account()) if roles.ask_models else ""
    if found.judged or found.unscored:
        _note_judge(run, roles, judge)
    return JudgedRun(found, judge, spending)


def describe_expected_judging(run: RunFolder, roles: Roles, *, project: Path, settings: Settings) -> list[str]:
    """What judging is expected to take, as lines; none without a model or for a protocol with prompts of its own."""
    if run.manifest.protocol != COOKIE:
        return []
    prices = Prices(project / settings.prices if settings.prices else None)
    return list(describe_expected(expect_calls(roles, settings, prices, items=len(run.gather()[0]), uses=False)))


def judge_of(run: RunFolder, roles: Roles, settings: Settings, models: Models) -> tuple[Judge, Facts]:
    """The judge of the run's protocol, and the inputs of its verdicts. Raises `UsageError` if it is not installed."""
    protocol = find_protocol(run.manifest.protocol)
    if (chosen := protocol.configure(settings.protocol, file=find_settings(Path.cwd()))).name != protocol.name:
        raise UsageError(f"the run's protocol is {protocol.name}, and today's options choose {chosen.name}")
    return make_judge(protocol, JudgeInputs(settings, models, roles, protocol.read_options(settings.protocol)))


def _note_judge(run: RunFolder, roles: Roles, judge: Judge) -> None:
    """Store the new judge in the manifest, also for items that a resumed run has yet to judge."""
    manifest = run.manifest
    prompts = {role: name for role, name in manifest.prompts.items() if role != "judge"}
    prompts |= name_prompts(find_protocol(manifest.protocol), roles)
    options = manifest.options | {"cookie_judge": roles.judge, "cookie_ablation": roles.ablation}
    packages = {what: name for what, name in manifest.packages.items() if not what.startswith("judge ")}
    packages |= describe_packages("", Roles(judge=roles.judge))
    changes = {
        "packages": packages,
        "judge": judge.id,
        "judge_version": judge.version,
        "prompts": prompts,
        "options": options,
    }
    run.write_manifest(manifest.model_copy(update=changes))


@contextmanager
def _models(
    project: Path, settings: Settings, replay: Literal["on", "only", "off"], budget_usd: float | None
) -> Iterator[Models]:
    """With a separate account, so that the budget does not cover the original run."""
    with TempDir("account") as account:
        models = ModelAccess(project, account, replay, budget_usd).models(settings)
        try:
            yield models
        finally:
            models.close()
