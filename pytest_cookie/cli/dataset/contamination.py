"""`pytest-cookie dataset contamination`: models complete the first half of briefs; do they know the rest?"""

import argparse

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.complete_prefixes import (
    ModelContamination,
    measure_contamination,
    split_queries,
    write_contamination,
)
from pytest_cookie.dataset.construction.pool_options import add_briefs, add_output, read_briefs
from pytest_cookie.dataset.contamination import LEAST_REST, PREFIX_SHARE, SUSPECT
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided

_MAX_NAMED = 8


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser(
        "contamination", help="measure whether models know briefs, by completing their first half", epilog=EXIT_CODES
    )
    add_briefs(step)
    add_model(step, purpose="completes the briefs; several separated by commas")
    step.add_argument(
        "--share", type=float, default=PREFIX_SHARE, metavar="SHARE",
        help=f"share of a brief that the model is given, 0 to 1 (default: {PREFIX_SHARE:g})",
    )  # fmt: skip
    step.add_argument("--most", type=int, metavar="N", help="only the first N briefs (default: all)")
    add_output(step, "contamination.csv")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if not 0 < options.share < 1:
        raise UsageError(f"--share={options.share:g}: must be between 0 and 1")
    queries = read_briefs(options)
    halves = split_queries(queries[: options.most], options.share)
    if not halves:
        raise UsageError(f"no brief has a rest of {LEAST_REST} characters after the given share")
    models = [name.strip() for name in options.model.split(",") if name.strip()]
    with open_clerks(options, *models, what="completed") as clerks:
        found = [measure_contamination(halves, clerk) for clerk in clerks]
        write_contamination(found, options.out / "contamination.csv")
        print(f"{count(len(halves), 'brief')}; ROUGE-L of a model that knows every text: 1.000")
        print("\n".join(_line(result) for result in found))
    print(f"written: {options.out / 'contamination.csv'}")
    return report_undecided([cause for result in found for cause in result.causes])


def _line(found: ModelContamination) -> str:
    if found.rouge_l is None or found.baseline is None:
        return f"  {found.model}: nothing completed"
    named = ", ".join(found.suspects[:_MAX_NAMED]) + (" …" if len(found.suspects) > _MAX_NAMED else "")
    suspects = f"{count(len(found.suspects), 'suspect')} (≥ {SUSPECT:g})" + (f": {named}" if named else "")
    return f"  {found.model}: ROUGE-L {found.rouge_l:.3f}, with other briefs {found.baseline:.3f}; {suspects}"
