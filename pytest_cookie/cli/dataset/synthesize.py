"""`pytest-cookie dataset synthesize`: a model writes queries by role-play."""

import argparse
from pathlib import Path
from typing import cast

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import LANGUAGES, Language
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import Query, write_pool
from pytest_cookie.dataset.construction.synthesize import Synthesized, deal_cards, synthesize
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.run.model_options import EXIT_CODES, add_model, open_clerks, report_undecided

_MOST = 10_000


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("synthesize", help="write queries by role-play", epilog=EXIT_CODES)
    step.add_argument("number", type=int, metavar="N", help="number of queries")
    add_model(step, purpose="writes the queries")
    everything = ",".join(LANGUAGES)
    step.add_argument("--languages", default=everything, help=f"languages, evenly (default: {everything})")
    step.add_argument("--leaves", default="", metavar="LEAF,…", help="leaves, evenly (default: all 54)")
    step.add_argument("--seed", type=int, default=0, help="seed of the cards (default: 0)")
    step.add_argument("--out", type=Path, default=Path("synthetic.csv"), help="CSV to write (default: synthetic.csv)")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if not 1 <= options.number <= _MOST:
        raise UsageError(f"N: must be from 1 to {_MOST:,}")
    languages = options.languages.split(",")
    if unknown := [name for name in languages if name not in LANGUAGES]:
        raise UsageError(f"--languages: {unknown[0]!r} is none of {', '.join(LANGUAGES)}")
    leaves = [taxonomy().leaf(slug) for slug in options.leaves.split(",") if slug]
    cards = deal_cards(options.number, languages=cast("list[Language]", languages), seed=options.seed, leaves=leaves)
    with open_clerks(options, options.model, what="written") as (clerk,):
        found = synthesize(cards, clerk)
        written = [_row(each.query, each) for each in found if each.query]
        write_pool(written, options.out)
    doubtful = sum(bool(each.problems) for each in found if each.query)
    print(f"{count(len(written), 'query', 'queries')}; rules object to {doubtful}, see the column `problems`")
    print(f"written: {options.out}")
    return report_undecided([each.problems[0] for each in found if each.query is None], absent_from=options.out)


def _row(query: Query, each: Synthesized) -> Query:
    return Query(query.id, query.text, query.labels | {"problems": "; ".join(each.problems)})
