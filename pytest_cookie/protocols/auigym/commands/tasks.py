"""`pytest-cookie tasks`: rates of a run of AUI-Gym by kind of application and by revision."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.auigym.episode import ENDINGS
from pytest_cookie.protocols.auigym.panels import agreement_panel
from pytest_cookie.protocols.auigym.pooled_decisions import pool_decisions
from pytest_cookie.protocols.auigym.run_rates import ALL, TagRates, rate_by_revision, rate_by_tag, read_items
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.interval import Interval

_COLUMNS = f"{'':<13} {'apps':>4}  {'complete':<15} {'success':<15} {'of supported':<15} {'steps':>5}"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    tasks = commands.add_parser(
        "tasks", help="show the rates of a run of auigym by kind of application and by revision, with 95 %% intervals"
    )
    tasks.add_argument("run", type=Path, help="run folder to read")
    tasks.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    from pytest_cookie.protocols.auigym.protocol import NAME  # loads every stage

    run = RunFolder.open(options.run)
    if (protocol := run.manifest.protocol) != NAME:
        raise UsageError(f"{run.path} is a run of the protocol {protocol}, not {NAME}")
    items, problems = read_items(run)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not items:
        raise UsageError(f"{run.path} has no scored item")
    revisions = rate_by_revision(items)
    for rates in rate_by_tag(items):
        if rates.tag == ALL:
            print(f"\n{rates.model}: {_spending(rates.spend)}")
            if rates.commented.calls:
                tasks = count(rates.tasks_commented, "failed task")
                print(f"  of these the commenter, for {tasks}: {_spending(rates.commented)}")
            _print_failures(rates)
            _print_revisions(revisions[rates.model])
            print(_COLUMNS)
        print(_row(rates))
    if pooled := pool_decisions(run.records()):
        print(f"\n{agreement_panel(pooled).as_text()}")


def _print_failures(rates: TagRates) -> None:
    for ending, number in rates.endings.most_common():
        if ending != "solved":
            print(f"{number:>6} × {ENDINGS[ending]}")


def _print_revisions(rows: Sequence[tuple[Interval, Interval]]) -> None:
    for number, (complete, success) in enumerate(rows if len(rows) > 1 else ()):
        print(f"  revision {number}: complete {_percent(complete)}, success {_percent(success)}")


def _row(rates: TagRates) -> str:
    steps = "–" if rates.steps is None else f"{rates.steps:.1f}"
    values = (rates.completeness, rates.success, rates.success_of_supported)
    columns = " ".join(f"{_percent(value):<15}" for value in values)
    return f"  {rates.tag:<11} {rates.cases:>4}  {columns} {steps:>5}"


def _spending(spend: Spend) -> str:
    if not spend.calls:
        return "no models"
    cost = "unknown cost" if spend.cost_usd is None else f"${spend.cost_usd:.4f}"
    tokens = f"{spend.usage.input_tokens:,} tokens in, {spend.usage.output_tokens:,} out"
    return f"{count(spend.calls, 'call')}, {tokens}, {cost}"


def _percent(rate: Interval) -> str:
    if rate.mean is None:
        return "–"
    between = "" if rate.low is None or rate.high is None else f" ({100 * rate.low:.0f}–{100 * rate.high:.0f})"
    return f"{100 * rate.mean:.0f} %{between}"
