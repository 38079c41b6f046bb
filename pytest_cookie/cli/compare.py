"""`pytest-cookie compare`: compares two runs, the models of one run, or two judges of one run, query by query."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.annotation.human_ratings_csv import add_scale, read_opinions
from pytest_cookie.cli.command import WIDEST, add_mode, write_outputs
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import (
    Comparisons,
    remarks,
    select_side,
)
from pytest_cookie.reporting.comparison_report.comparison_lines import comparison_lines
from pytest_cookie.reporting.comparison_report.comparison_markdown import comparison_markdown
from pytest_cookie.reporting.comparison_report.lineup import (
    Lineup,
    judge_lineup,
    judged_side,
    model_lineup,
    pair_lineup,
)
from pytest_cookie.reporting.item_files import file_size
from pytest_cookie.stats.comparison import TIE


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    compare = commands.add_parser("compare", help="compare two runs, models or judges, case by case")
    compare.add_argument("a", type=Path, metavar="A", help="run folder of the baseline")
    compare.add_argument(
        "b",
        type=Path,
        metavar="B",
        nargs="?",
        help="run folder of the candidate, compared with the baseline (default: compare the models or judges of A)",
    )
    compare.add_argument("--model-a", metavar="MODEL", help="model of run A (default: its only model)")
    compare.add_argument("--model-b", metavar="MODEL", help="model of run B (default: its only model)")
    compare.add_argument(
        "--judge-a", metavar="JUDGE", help="judge of run A, of which verdicts are stored (default: that of its records)"
    )
    compare.add_argument(
        "--judge-b", metavar="JUDGE", help="judge of run B; without B, a second judge of run A (default: as --judge-a)"
    )
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
    compare.add_argument(
        "--html",
        type=Path,
        metavar="FOLDER",
        help="output folder for a page with every case side by side, its pictures and its films",
    )
    compare.add_argument(
        "--human", type=Path, metavar="FILE", help="CSV file of human scores or ranks, for the page of --html"
    )
    add_scale(compare)
    compare.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    lineup = _lineup(options)
    sides = [side for strand in lineup.strands for side in strand.sides]
    for problem in dict.fromkeys(problem for side in sides for problem in side.problems):
        print(problem, file=sys.stderr)
    found = lineup.compare(anyway=options.anyway, tie=options.tie, seed=options.seed)
    differing = remarks(sides[0], sides[-1])
    comparisons = [one for of_strand in found for one in of_strand]
    print("\n\n".join("\n".join(comparison_lines(one, WIDEST, remarks=differing)) for one in comparisons))
    write_outputs(
        [
            (options.json, _joined(comparisons)),
            (options.markdown, "\n".join(comparison_markdown(one, remarks=differing) for one in comparisons)),
        ]
    )
    if options.html:
        _write_page(options, lineup, found, differing)
    elif options.human:
        raise UsageError("--human shows ratings in the page of --html; for agreement alone: pytest-cookie agree")


def _lineup(options: argparse.Namespace) -> Lineup:
    a = RunFolder.open(options.a)
    if options.b is None:
        if options.model_b:
            raise UsageError(
                "--model-b names a model of run B, which is missing; to compare two models of A, name A twice"
            )
        if options.judge_b:
            records = a.records()
            judge = options.judge_a or (records[0].judge if records else "")
            return judge_lineup(a, (judge, options.judge_b), model=options.model_a, mode=options.mode)
        if options.judge_a:
            raise UsageError("--judge-a names one of two judges; name the other with --judge-b")
        return model_lineup(a, first=options.model_a, mode=options.mode)
    b = RunFolder.open(options.b)
    return pair_lineup(
        judged_side(select_side(a, options.model_a, option="--model-a", mode=options.mode), options.judge_a),
        judged_side(
            select_side(b, options.model_b, option="--model-b", mode=options.mode), options.judge_b or options.judge_a
        ),
    )


def _joined(found: Sequence[Comparisons]) -> Comparisons:
    """All comparisons in one file; each names its sides."""
    return Comparisons(
        comparisons=tuple(one for each in found for one in each.comparisons),
        uncompared=tuple(one for each in found for one in each.uncompared),
    )


def _write_page(
    options: argparse.Namespace, lineup: Lineup, found: Sequence[Sequence[Comparisons]], differing: Sequence[str]
) -> None:
    from pytest_cookie.reporting.site.comparison.people import people_view
    from pytest_cookie.reporting.site.comparison.write import write_comparison

    people = None
    if options.human:
        scores = lineup.strands[0].sides[0].manifest.scores
        opinions = read_opinions(options.human, options.scale, scores.ids)
        people = people_view(lineup, opinions, options.scale, scores, seed=options.seed)
    written = write_comparison(lineup, found, options.html, people=people, remarks=differing)
    queries = count(written.queries, "case", "cases")
    print(f"written: {written.page} ({queries}, {file_size(written.size_bytes)})")
