"""`pytest-cookie compare`: compares a model of one run with a model of another, query by query."""

import argparse
import sys
from pathlib import Path

from pytest_cookie.cli.command import TERMINAL_WIDTH, Commands, add_mode, write_outputs
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import compare_entries, entry, remarks
from pytest_cookie.reporting.comparison_report.comparison_lines import comparison_lines
from pytest_cookie.reporting.comparison_report.comparison_markdown import comparison_markdown
from pytest_cookie.stats.comparison import TIE


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    compare = commands.add_parser("compare", help="compare a model in run B with a model in run A, query by query")
    compare.add_argument("a", type=Path, metavar="A", help="the run to compare with")
    compare.add_argument("b", type=Path, metavar="B", help="the run of which is asked what became better or worse")
    compare.add_argument("--model-a", metavar="M", help="which model of A; default: its only one")
    compare.add_argument("--model-b", metavar="M", help="which model of B; default: its only one")
    add_mode(compare)
    compare.add_argument("--anyway", action="store_true", help="also where the runs were not made alike")
    compare.add_argument(
        "--tie",
        type=float,
        default=TIE,
        metavar="POINTS",
        help="up to which difference a query is a tie; default: 1 of 100",
    )
    compare.add_argument("--seed", type=int, default=0, help="of intervals and test; default: 0")
    compare.add_argument("--json", type=Path, metavar="FILE", help="write everything there too")
    compare.add_argument("--markdown", type=Path, metavar="FILE", help="write it there as Markdown too")
    compare.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    a = entry(RunFolder.open(options.a), options.model_a, option="--model-a", mode=options.mode)
    b = entry(RunFolder.open(options.b), options.model_b, option="--model-b", mode=options.mode)
    for problem in (*a.problems, *b.problems):
        print(problem, file=sys.stderr)
    found = compare_entries(a, b, anyway=options.anyway, tie=options.tie, seed=options.seed)
    differing = remarks(a, b)
    print("\n".join(comparison_lines(found, TERMINAL_WIDTH, remarks=differing)))
    write_outputs([(options.json, found), (options.markdown, comparison_markdown(found, remarks=differing))])
