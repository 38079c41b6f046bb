"""`pytest-cookie gate`: decides whether a run is good enough, and reports it as the exit code."""

import argparse
import sys
import textwrap
from pathlib import Path

from pytest_cookie.cli.command import WIDEST, add_mode, write_outputs
from pytest_cookie.core.errors import UsageError
from pytest_cookie.gate import standard_policy, worst
from pytest_cookie.gate.decision import EXIT_CODES, gate_report
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.gate_report.decision_lines import gate_lines, gravest_in_words
from pytest_cookie.reporting.gate_report.files import gate_junit, gate_markdown
from pytest_cookie.reporting.gate_report.run_gate import (
    BaselineRun,
    baseline_of_last,
    gate_run,
    read_calibration,
    read_policy,
)


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    gate = commands.add_parser(
        "gate",
        help="check a run against rules and a baseline; the exit code is the result",
        epilog="exit codes: 0 good, 10 worse, 11 undecided with this sample, 12 broken run, 2 usage error",
    )
    gate.add_argument("run", type=Path, help="run folder to check")
    gate.add_argument(
        "--baseline", type=Path, metavar="RUN", help="run folder of the baseline, which the run must not be worse than"
    )
    gate.add_argument(
        "--last",
        type=int,
        metavar="N",
        help="number of runs of the baseline: --baseline is then a folder of runs, of which the newest before this run "
        "with the same settings count",
    )
    gate.add_argument(
        "--policy",
        type=Path,
        metavar="FILE",
        help="TOML file of rules (default: a minimum coverage; with a baseline, also margins for the scores)",
    )
    gate.add_argument("--model", metavar="MODEL", help="model to check (default: each model)")
    add_mode(gate)
    gate.add_argument(
        "--baseline-model", metavar="MODEL", help="model of the baseline (default: the same model, else its only model)"
    )
    gate.add_argument(
        "--anyway", action="store_true", help="accept a baseline with a different judge, agent or settings"
    )
    gate.add_argument(
        "--calibration",
        type=Path,
        metavar="FILE",
        help="calibration of the judge: a calibration.json, or a file with a number from 0 to 1",
    )
    gate.add_argument(
        "--seed", type=int, default=0, metavar="N", help="random seed of the confidence intervals (default: 0)"
    )
    gate.add_argument("--json", type=Path, metavar="FILE", help="output file for the decisions as JSON")
    gate.add_argument(
        "--markdown", type=Path, metavar="FILE", help="output file for a Markdown summary, such as for a pull request"
    )
    gate.add_argument(
        "--junit", type=Path, metavar="FILE", help="output file for JUnit XML, with one test case for each rule"
    )
    gate.set_defaults(command=_run)


def _baseline(options: argparse.Namespace, run: RunFolder) -> BaselineRun | None:
    if options.last is not None:
        if not options.baseline:
            raise UsageError("--last is a number of runs in a folder; name the folder with --baseline")
        return baseline_of_last(
            options.baseline, run, options.last, model=options.baseline_model, anyway=options.anyway
        )
    if not options.baseline:
        return None
    return BaselineRun(RunFolder.open(options.baseline), options.baseline_model, anyway=options.anyway)


def _run(options: argparse.Namespace) -> int:
    run = RunFolder.open(options.run)
    baseline = _baseline(options, run)
    for problem in (*run.problems(), *(baseline.run.problems() if baseline else ())):
        print(problem, file=sys.stderr)
    scores = run.scores_of(run.records())
    asked = read_policy(options.policy, scores) if options.policy else None
    decisions = gate_run(
        run,
        asked or standard_policy(scores, has_baseline=baseline is not None),
        baseline=baseline,
        model=options.model,
        mode=options.mode,
        calibration=read_calibration(options.calibration) if options.calibration else None,
        seed=options.seed,
    )
    print("\n\n".join("\n".join(gate_lines(decision, WIDEST)) for decision in decisions))
    if gravest := gravest_in_words(decisions):
        print("", *textwrap.wrap(gravest, WIDEST, subsequent_indent="  "), sep="\n")
    write_outputs(
        [
            (options.json, gate_report(decisions)),
            (options.markdown, gate_markdown(decisions)),
            (options.junit, gate_junit(decisions)),
        ]
    )
    return EXIT_CODES[worst(decisions)]
