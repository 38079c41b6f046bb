"""Shared by commands that call a model for each of many queries: options, client, progress and costs."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.ask_each import SAMPLING, Clerk
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.run.model_access import (
    ModelAccess,
    add_model_options,
    describe_missing_keys,
    describe_spending,
    refuse_missing_keys,
)
from pytest_cookie.protocols.run.project import find_project
from pytest_cookie.records.temp_dir import TempDir

SOME_UNDECIDED = 1
"""The exit code if a query is left without a decision."""
EXIT_CODES = "exit codes: 0 all queries decided, 1 some undecided (run the command again), 2 usage error"
_LINES = 10
_COLD = SAMPLING["temperature"]


def add_model(parser: "argparse._ActionsContainer", *, purpose: str, required: bool = True) -> None:
    """Add the model, its budget, the cache and the decoding."""
    parser.add_argument("--model", required=required, metavar="MODEL", help=f"model that {purpose}")
    parser.add_argument(
        "--temperature",
        type=_temperature,
        default=_COLD,
        metavar="T",
        help="temperature with a top-p of 0.9, or `none` for models that take none "
        f"(default: {SAMPLING['temperature']})",
    )
    parser.add_argument("--at-once", type=int, default=8, metavar="N", help="concurrent calls (default: 8)")
    add_model_options(parser)


def _temperature(text: str) -> float | None:
    if text == "none":
        return None
    try:
        return float(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError("must be a number or none") from error


@contextmanager
def open_clerks(options: argparse.Namespace, *models: str, what: str) -> Iterator[tuple[Clerk, ...]]:
    """A clerk for each model. Prints the progress, and at the end the cost of the calls.

    If it is interrupted, prints that the responses so far are cached.
    """
    with ExitStack() as stack:
        project, settings = find_project()
        state = stack.enter_context(TempDir("account"))
        client = ModelAccess(project, state, options.replay, options.budget_usd).models(settings)
        stack.callback(client.close)
        parameters = _parameters(options)
        for model in models:
            client.check(model, parameters)
        refuse_missing_keys(client, models)
        for problem in describe_missing_keys(models, options.replay):
            print(problem, file=sys.stderr)
        try:
            yield tuple(
                Clerk(client, model, parameters, options.at_once, on_done=_progress(client, what)) for model in models
            )
        except KeyboardInterrupt:
            print("responses so far are cached; the same command goes on from here", file=sys.stderr)
            raise
        print(describe_spending(client.account()))


def _parameters(options: argparse.Namespace) -> dict[str, JsonValue]:
    return {} if options.temperature is None else dict(SAMPLING) | {"temperature": options.temperature}


def _progress(client: Models, what: str) -> Callable[[int, int], None]:
    def show(done: int, whole: int) -> None:
        if done * _LINES // whole > (done - 1) * _LINES // whole and whole >= _LINES:
            spent = f", ${client.account().cost_usd:.2f}" if client.account().cost_usd else ""
            print(f"{what}: {done:,} of {whole:,}{spent}", file=sys.stderr, flush=True)

    return show


def report_undecided(causes: list[str], *, absent_from: Path | None = None) -> int | None:
    """Print how many queries are undecided and why, and the table that lacks them, if any. Returns the exit code."""
    if not causes:
        return None
    print(
        f"{count(len(causes), 'query', 'queries')} undecided; the same command asks only about these:", file=sys.stderr
    )
    for cause, number in sorted({cause: causes.count(cause) for cause in causes}.items(), key=lambda each: -each[1])[
        :5
    ]:
        print(f"  {number:,} × {cause}", file=sys.stderr)
    if absent_from:
        print(f"  {absent_from} lacks them; a step that reads it now loses them", file=sys.stderr)
    return SOME_UNDECIDED
