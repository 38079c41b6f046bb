"""`pytest-cookie dataset classify`: a model gives each query its leaf, and if asked its difficulty."""

import argparse
from collections import Counter
from pathlib import Path

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.classify import classify, default_definitions, read_definitions
from pytest_cookie.dataset.construction.pool import write_pool
from pytest_cookie.dataset.construction.pool_options import add_output, add_pool, describe_bar, read_queries
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("classify", help="give each query a leaf by a model", epilog=EXIT_CODES)
    add_pool(step)
    add_model(step, purpose="classifies the queries")
    add_definitions(step)
    step.add_argument("--difficulty", action="store_true", help="also grade the six dimensions of difficulty")
    add_output(step, "classified.csv")
    step.set_defaults(command=_run)


def add_definitions(step: argparse.ArgumentParser) -> None:
    """Add the file of sharpened definitions."""
    step.add_argument(
        "--definitions",
        type=Path,
        metavar="YAML",
        help="file of `leaf: definition` that replaces built-in definitions (default: none)",
    )


def definitions_of(options: argparse.Namespace) -> dict[str, str]:
    """The definitions in use."""
    return read_definitions(options.definitions) if options.definitions else default_definitions()


def _run(options: argparse.Namespace) -> int | None:
    queries, definitions = read_queries(options), definitions_of(options)
    with open_clerks(options, options.model, what="classified") as (clerk,):
        found = classify(queries, clerk, definitions, grade=options.difficulty)
        labelled = [each.labelled() for each in found]
        write_pool(labelled, options.out / "classified.csv")
        print(count(len(found), "query", "queries"))
        for label in ("domain", *(("difficulty",) if options.difficulty else ())):
            numbers = Counter(query.labels.get(label) or "undecided" for query in labelled)
            print("\n".join([label, *(describe_bar(name, n, len(found)) for name, n in numbers.most_common())]))
    print(f"written: {options.out / 'classified.csv'}")
    return report_undecided([each.cause for each in found if each.cause])
