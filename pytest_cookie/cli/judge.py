"""`pytest-cookie judge`: judges a run's stored evidence again, without a browser."""

import argparse
import sys
from pathlib import Path
from typing import get_args

from pytest_cookie.cli.export import print_exports
from pytest_cookie.cli.report import write_report
from pytest_cookie.core.errors import CookieError
from pytest_cookie.core.verdict import MEASURED, Ablation
from pytest_cookie.core.wording import count
from pytest_cookie.page_check.judged_run import MOST_AT_ONCE, describe_expected_judging, judge_again
from pytest_cookie.protocols.contract.added_roles import describe_packages
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.run.model_access import add_model_options
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.lock import RunLock
from pytest_cookie.records.run import RunFolder

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
        default=MOST_AT_ONCE,
        metavar="N",
        help=f"number of items that models judge concurrently (default: {MOST_AT_ONCE})",
    )
    judge.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    run = RunFolder.open(options.run)
    project, settings = find_project(run.path)
    roles = Roles(judge=options.judge, ablation=options.ablation)
    roles.check_judges()
    for missing in _missing_checks(run):
        print(f"{missing} is not installed: the new verdicts lack its findings", file=sys.stderr)
    if options.replay != "only":
        for line in describe_expected_judging(run, roles, project=project, settings=settings):
            print(line, file=sys.stderr, flush=True)
    with RunLock(run.path).held():
        judged = judge_again(
            run,
            roles,
            project=project,
            settings=settings,
            replay=options.replay,
            budget_usd=options.budget_usd,
            at_once=options.at_once,
        )
        found, judge = judged.result, judged.judge
        if judged.spending:
            print(judged.spending)
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
        write_report(run)
        print_exports(run, settings.exports, project)
        return None if found.judged == with_evidence else _SOME_NOT_JUDGED


def _missing_checks(run: RunFolder) -> list[str]:
    """The checks that packages added to the run and that are not there now, with their packages."""
    there = describe_packages("", Roles())
    made_with = run.manifest.packages.items()
    return [f"the {what} of {name}" for what, name in made_with if what.startswith("check ") and what not in there]
