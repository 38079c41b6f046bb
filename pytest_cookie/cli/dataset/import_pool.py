"""`pytest-cookie dataset import`: brings CSV files, JSON lines and chat logs into one pool."""

import argparse
from collections import Counter
from pathlib import Path

from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import name_languages, read_pool, unite_pools, write_pool
from pytest_cookie.dataset.construction.pool_options import describe_bar
from pytest_cookie.protocols.contract.commands import Commands


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("import", help="unite CSV files, JSON lines and chat logs in one pool")
    step.add_argument("files", type=Path, nargs="+", metavar="FILE", help="CSV or JSON lines")
    step.add_argument("--column", metavar="NAME", help="column with the query (default: query, brief, prompt, …)")
    step.add_argument("--out", type=Path, default=Path("pool.csv"), help="CSV file to write (default: pool.csv)")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    pools = [(path.stem, read_pool(path, column=options.column)) for path in options.files]
    queries = name_languages(unite_pools(pools))
    write_pool(queries, options.out)
    languages = Counter(query.labels["language"] or "not certain" for query in queries)
    print(f"{count(len(queries), 'query', 'queries')} from {count(len(pools), 'file')}")
    print("\n".join(describe_bar(name, number, len(queries)) for name, number in languages.most_common()))
    print(f"written: {options.out}")
