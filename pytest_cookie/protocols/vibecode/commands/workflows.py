"""`pytest-cookie workflows`: accuracy by labels, kinds of failures and agreement of evaluators, of vibecode's runs."""

import argparse
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "workflows",
        help="break down runs of --cookie-protocol=vibecode by difficulty, services, audience, kinds of failures and "
        "tool use; compare their evaluators",
    )
    parser.add_argument("runs", type=Path, nargs="+", metavar="RUN", help="run folder; several for several evaluators")
    parser.add_argument(
        "--people",
        type=Path,
        metavar="FILE",
        help="CSV file with labels of people: evaluator, case, model, workflow, substep, passed",
    )
    parser.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    from pytest_cookie.protocols.vibecode.breakdown import align, break_down, labels_of, read_items, read_people

    items = [item for path in options.runs for item in read_items(RunFolder.open(path))]
    if not items:
        raise UsageError("the runs have no application with an accuracy")
    people = list(read_people(options.people)) if options.people else []
    panels = (*break_down(items), *align(labels_of(items), people))
    print("\n\n".join(panel.as_text() for panel in panels))
