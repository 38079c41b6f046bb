"""The options of `pytest-cookie calibrate`, and the `CalibrationRequest` made from them."""

import argparse
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.plan import FAST, FAST_ARTIFACTS
from pytest_cookie.core.verdict import MEASURED
from pytest_cookie.protocols.contract.roles import CRAWLER, Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.run.model_access import add_model_options
from pytest_cookie.records.calibrations import CALIBRATIONS
from pytest_cookie.stats.calibration import Half

if TYPE_CHECKING:
    from pytest_cookie.calibration.calibrate import CalibrationRequest


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add all options of the command."""
    judge = parser.add_argument_group("judge and models")
    judge.add_argument(
        "--judge", default=MEASURED, help="judge: measured, a model, or several separated by commas (default: measured)"
    )
    judge.add_argument(
        "--agent", default=CRAWLER, help="explorer that uses the pages: crawler or a model (default: crawler)"
    )
    add_model_options(judge)
    _add_pairs(parser.add_argument_group("pairs of a good page and a page with a defect"))
    how = parser.add_argument_group("execution")
    how.add_argument("--repeats", type=int, default=1, metavar="N", help="number of runs of each page (default: 1)")
    how.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="number of processes, each with its own browser (default: 1)",
    )
    how.add_argument("--fresh", action="store_true", help="ignore earlier results and run all pages again")
    how.add_argument(
        "--output",
        type=Path,
        metavar="DIR",
        help="output folder (default: reports/calibrations, where runs look for calibrations)",
    )


def _add_pairs(pairs: "argparse._ArgumentGroup") -> None:
    pairs.add_argument(
        "--cookie-cases",
        type=Path,
        metavar="PATH",
        help="YAML file or folder of cases with good artifacts, used in addition to the polished samples",
    )
    pairs.add_argument("--without-samples", action="store_true", help="use only the cases of --cookie-cases")
    some = pairs.add_mutually_exclusive_group()
    some.add_argument(
        "--fast", action="store_true", help=f"run {FAST} pairs of {FAST_ARTIFACTS} artifacts, for a quick check"
    )
    some.add_argument(
        "--pairs", type=int, metavar="N", help="number of pairs, spread evenly over the kinds of defects (default: all)"
    )
    pairs.add_argument(
        "--families",
        default="",
        metavar="A,B",
        help="kinds of defects to seed, separated by commas; --list shows them (default: all)",
    )
    pairs.add_argument("--split", choices=get_args(Half), help="half of the artifacts to run (default: both)")
    pairs.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="random seed that selects the elements with defects and the pairs (default: 0)",
    )
    pairs.add_argument("--list", action="store_true", help="list the kinds of defects and exit")


def request_of(options: argparse.Namespace, settings: Settings, root: Path) -> "CalibrationRequest":
    """The request that the options describe; `root` is the project's folder."""
    from pytest_cookie.calibration.calibrate import CalibrationRequest  # loads every stage

    return CalibrationRequest(
        roles=Roles(agent=options.agent, judge=options.judge),
        output=options.output or root / settings.reports / CALIBRATIONS,
        cases=options.cookie_cases,
        samples=not options.without_samples,
        pairs=FAST if options.fast else options.pairs,
        artifacts=FAST_ARTIFACTS if options.fast else None,
        operators=families_of(options),
        repeats=options.repeats,
        seed=options.seed,
        half=options.split,
        workers=options.workers,
        fresh=options.fresh,
    )


def families_of(options: argparse.Namespace) -> tuple[str, ...]:
    """The kinds of defects in `--families`; empty for all."""
    return tuple(name.strip() for name in options.families.split(",") if name.strip())


def list_operators(names: Collection[str]) -> list[str]:
    """A line for each kind of defect in `names`, or for all: name, dimension, severity, rubric items, title."""
    return [
        f"{operator.id:24} {operator.dimension:13} {operator.severity:8} "
        f"{' '.join(operator.items[:3]):9} {operator.title}"
        for operator in MUTATION_OPERATORS
        if not names or operator.id in names
    ]
