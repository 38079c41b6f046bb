"""`pytest-cookie export`: writes a run as tables, or in the format of another program."""

import argparse
import sys
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.export import BUILT_IN, FORMATS, export_run, write_exports


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    export = commands.add_parser(
        "export",
        help="export a run as tables, or to Inspect, MLflow, W&B, OpenTelemetry, Hugging Face, promptfoo, CTRF",
    )
    export.add_argument("run", type=Path, help="run folder to export")
    export.add_argument(
        "--to",
        metavar="NAME",
        help=f"tables: {', '.join(FORMATS)}; other programs: {', '.join(BUILT_IN)}; or a name that an installed "
        "package adds (default: from the suffix of --output, else csv)",
    )
    export.add_argument(
        "--output",
        type=Path,
        metavar="PATH",
        help="output file; for huggingface, inspect, mlflow and wandb a folder. CSV and Parquet have the findings in a "
        "second file next to it (default: below export/ in the run; mlruns/ for mlflow, wandb/ for wandb)",
    )
    export.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the exporter, repeatable, such as --option experiment=nightly for mlflow",
    )
    export.set_defaults(command=_run)


def print_exports(run: RunFolder, exports: dict[str, dict[str, str]], project: Path) -> None:
    """Write the exports that the project sets up, and print where they are, or why there are none."""
    for line in write_exports(run, exports, project):
        print(line)


def _run(options: argparse.Namespace) -> None:
    run = RunFolder.open(options.run)
    records, problems = run.read()
    for problem in problems:
        print(problem, file=sys.stderr)
    if not records:
        raise UsageError(f"{run.path} has no records; if it was stopped, first run: pytest-cookie report {run.path}")
    for written in export_run(run, records, options.to, options.output, _pairs(options.option)):
        rows = ", ".join(count(number, name.removesuffix("s")) for name, number in written.tables)
        print(f"{written.path}: {rows}")


def _pairs(given: list[str]) -> dict[str, str]:
    """Raises `UsageError` for one without a name."""
    pairs = {}
    for text in given:
        name, separator, value = text.partition("=")
        if not (name and separator):
            raise UsageError(f"--option {text}: must be NAME=VALUE")
        pairs[name] = value
    return pairs
