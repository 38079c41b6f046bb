"""`pytest-cookie gate`: decides whether a run is good enough, and reports it as the exit code."""

import argparse
import sys
import textwrap
from pathlib import Path

from pytest_cookie.cli.command import TERMINAL_WIDTH, Commands, add_mode, write_outputs
from pytest_cookie.gate import standard_policy, worst
from pytest_cookie.gate.decision import EXIT_CODES, gate_report
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.gate_report.decision_lines import gate_lines, gravest_in_words
from pytest_cookie.reporting.gate_report.files import gate_junit, gate_markdown
from pytest_cookie.reporting.gate_report.run_gate import BaselineRun, gate_run, read_calibration, read_policy


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    gate = commands.add_parser(
        "gate",
        help="decide whether a run is good enough: exit code 0, or 10, 11, 12",
        epilog="exit codes: 0 good, 10 worse, 11 cannot tell with this sample, 12 the run is broken, 2 wrong usage",
    )
    gate.add_argument("run", type=Path, help="the run to decide on")
    gate.add_argument("--baseline", type=Path, metavar="RUN", help="the run that it must not be worse than")
    gate.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="the rules, in TOML (docs/comparing.md); default: coverage, with a baseline margins, too",
    )
    gate.add_argument("--model", metavar="M", help="decide on this model; default: on each")
    add_mode(gate)
    gate.add_argument("--baseline-model", metavar="M", help="default: the same model, else the baseline's only one")
    gate.add_argument("--anyway", action="store_true", help="also against a baseline that was not made alike")
    gate.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="the judge's: a calibration.json, or a file with a number of 0 to 1",
    )
    gate.add_argument("--seed", type=int, default=0, help="of the intervals' resampling; default: 0")
    gate.add_argument("--json", type=Path, metavar="FILE", help="write the decisions there as data")
    gate.add_argument("--markdown", type=Path, metavar="FILE", help="write a summary there, for a pull request")
    gate.add_argument("--junit", type=Path, metavar="FILE", help="write each rule there as a test case")
    gate.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    run = RunFolder.open(options.run)
    baseline = RunFolder.open(options.baseline) if options.baseline else None
    for problem in (*run.problems(), *(baseline.problems() if baseline else ())):
        print(problem, file=sys.stderr)
    decisions = gate_run(
        run,
        read_policy(options.policy) if options.policy else standard_policy(has_baseline=baseline is not None),
        baseline=BaselineRun(baseline, options.baseline_model, anyway=options.anyway) if baseline else None,
        model=options.model,
        mode=options.mode,
        calibration=read_calibration(options.calibration) if options.calibration else None,
        seed=options.seed,
    )
    print("\n\n".join("\n".join(gate_lines(decision, TERMINAL_WIDTH)) for decision in decisions))
    if gravest := gravest_in_words(decisions):
        print("", *textwrap.wrap(gravest, TERMINAL_WIDTH, subsequent_indent="  "), sep="\n")
    write_outputs(
        [
            (options.json, gate_report(decisions)),
            (options.markdown, gate_markdown(decisions)),
            (options.junit, gate_junit(decisions)),
        ]
    )
    return EXIT_CODES[worst(decisions)]
