"""`pytest-cookie compare`: compares a model of one run with a model of another, query by query."""

import argparse
import sys
from pathlib import Path

from pytest_cookie.cli.command import WIDEST, add_mode, write_outputs
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import compare_sides, remarks, select_side
from pytest_cookie.reporting.comparison_report.comparison_lines import comparison_lines
from pytest_cookie.reporting.comparison_report.comparison_markdown import comparison_markdown
from pytest_cookie.stats.comparison import TIE


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    compare = commands.add_parser("compare", help="compare two runs, case by case")
    compare.add_argument("a", type=Path, metavar="A", help="run folder of the baseline")
    compare.add_argument("b", type=Path, metavar="B", help="run folder of the candidate, compared with the baseline")
    compare.add_argument("--model-a", metavar="MODEL", help="model of run A (default: its only model)")
    compare.add_argument("--model-b", metavar="MODEL", help="model of run B (default: its only model)")
    add_mode(compare)
    compare.add_argument(
        "--anyway", action="store_true", help="compare although the runs used different judges, agents or settings"
    )
    compare.add_argument(
        "--tie",
        type=float,
        default=TIE,
        metavar="POINTS",
        help="largest difference that counts as a tie, in percent of a score's range: points of 0 to 100 (default: 1)",
    )
    compare.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of intervals and test (default: 0)"
    )
    compare.add_argument("--json", type=Path, metavar="FILE", help="output file for the results as JSON")
    compare.add_argument("--markdown", type=Path, metavar="FILE", help="output file for the results as Markdown")
    compare.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    a = select_side(RunFolder.open(options.a), options.model_a, option="--model-a", mode=options.mode)
    b = select_side(RunFolder.open(options.b), options.model_b, option="--model-b", mode=options.mode)
    for problem in (*a.problems, *b.problems):
        print(problem, file=sys.stderr)
    found = compare_sides(a, b, anyway=options.anyway, tie=options.tie, seed=options.seed)
    differing = remarks(a, b)
    print("\n".join(comparison_lines(found, WIDEST, remarks=differing)))
    write_outputs([(options.json, found), (options.markdown, comparison_markdown(found, remarks=differing))])
