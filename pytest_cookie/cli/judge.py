"""`pytest-cookie judge`: judges a run's stored evidence again, without a browser."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import get_args

from pytest_cookie.cli.report import write_report
from pytest_cookie.core.errors import CookieError, UsageError
from pytest_cookie.core.stages import Judge
from pytest_cookie.core.verdict import MEASURED, Ablation
from pytest_cookie.core.wording import count
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.contract.added_roles import describe_packages
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.contract.protocol import JudgeInputs
from pytest_cookie.protocols.contract.roles import Roles, check_models
from pytest_cookie.protocols.contract.settings import Settings, find_settings
from pytest_cookie.protocols.contract.stages import Facts
from pytest_cookie.protocols.registry import find_protocol, make_judge, name_prompts
from pytest_cookie.protocols.run.model_access import (
    ModelAccess,
    add_model_options,
    describe_spending,
    refuse_missing_keys,
)
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.protocols.run.rejudge import RejudgeResult, rejudge
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.run import RunFolder
from pytest_cookie.records.temp_dir import TempDir

_SOME_NOT_JUDGED = 1


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    judge = commands.add_parser(
        "judge",
        help="judge the stored evidence of a run again, without a browser",
        epilog="exit codes: 0 all items with evidence judged, 1 some not judged, 2 no item judged or usage error",
    )
    judge.add_argument("run", type=Path, help="run folder to judge")
    judge.add_argument(
        "--judge",
        default=MEASURED,
        help=f"judge: {MEASURED}, a model, or several separated by commas; MODEL*3 takes three samples of its verdict "
        f"(default: {MEASURED})",
    )
    judge.add_argument(
        "--ablation",
        choices=get_args(Ablation),
        help="kind of evidence to withhold from a judging model (default: none)",
    )
    add_model_options(judge)
    judge.add_argument(
        "--at-once",
        type=int,
        default=8,
        metavar="N",
        help="number of items that models judge concurrently (default: 8)",
    )
    judge.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    run = RunFolder.open(options.run)
    project, settings = find_project(run.path)
    roles = Roles(judge=options.judge, ablation=options.ablation)
    roles.check_judges()
    for missing in _missing_checks(run):
        print(f"{missing} is not installed: the new verdicts lack its findings", file=sys.stderr)
    with RunLock(run.path).held():
        found, judge = _rejudged(run, options, project, settings, roles)
        for problem in found.problems:
            print(problem, file=sys.stderr)
        if found.without_evidence:
            items = count(found.without_evidence, "item")
            print(f"{items} ended without evidence; rerun with: pytest --cookie-resume={run.path}", file=sys.stderr)
        if not found.judged and not found.unscored:
            raise CookieError(f"{judge.id} judged none of {count(found.items, 'item')}; the run is unchanged")
        with_evidence = found.items - found.without_evidence
        if found.judged < with_evidence:
            print(
                f"{judge.id} judged {found.judged} of {count(with_evidence, 'item')}. The others keep their previous "
                "record or are unscored, as explained above. To judge them too, run the command again.",
                file=sys.stderr,
            )
        _note_judge(run, roles, judge)
        write_report(run)
        return None if found.judged == with_evidence else _SOME_NOT_JUDGED


def _missing_checks(run: RunFolder) -> list[str]:
    """The checks that packages added to the run and that are not there now, with their packages."""
    there = describe_packages("", Roles())
    made_with = run.manifest.packages.items()
    return [f"the {what} of {name}" for what, name in made_with if what.startswith("check ") and what not in there]


def _rejudged(
    run: RunFolder, options: argparse.Namespace, project: Path, settings: Settings, roles: Roles
) -> tuple[RejudgeResult, Judge]:
    with _models(options, project, settings) as models:
        check_models(models, roles.calls(settings))
        refuse_missing_keys(models, roles.model_judges)
        judge, facts = _judge_of(run, roles, settings, models)
        found = rejudge(run, judge, facts=facts, at_once=options.at_once if roles.ask_models else 1)
        if roles.ask_models:
            print(describe_spending(models.account()))
        return found, judge


def _judge_of(run: RunFolder, roles: Roles, settings: Settings, models: Models) -> tuple[Judge, Facts]:
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
def _models(options: argparse.Namespace, project: Path, settings: Settings) -> Iterator[Models]:
    """With a separate account, so that the budget covers only this command, not the original run."""
    with TempDir("account") as account:
        models = ModelAccess(project, account, options.replay, options.budget_usd).models(settings)
        try:
            yield models
        finally:
            models.close()
