"""`pytest-cookie dataset card`: releases a benchmark with its datasheet, and verifies releases."""

import argparse
import re
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.construction.pool import Query, read_pool
from pytest_cookie.dataset.construction.release import Release, verify_release, write_release
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.contract.commands import Commands

_LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,60}")
_VERSION = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}")


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser("card", help="release a benchmark: datasheet with plots, data, canary, checksums")
    step.add_argument(
        "pool", type=Path, help="CSV or JSON lines, a folder or YAML file of cases, or a release to verify"
    )
    step.add_argument("--column", metavar="NAME", help="column with the query (default: query, brief, prompt, …)")
    step.add_argument("--name", default="benchmark", help="name of the benchmark (default: benchmark)")
    step.add_argument("--version", default="1.0.0", help="version of the release (default: 1.0.0)")
    step.add_argument("--license", default="other", help="licence, as Hugging Face names it (default: other)")
    step.add_argument("--out", type=Path, default=Path("release"), help="empty folder to write to (default: release)")
    step.add_argument("--verify", action="store_true", help="check the files of a release against its checksums")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> None:
    if options.verify:
        if problems := verify_release(options.pool):
            raise UsageError(f"{options.pool} differs from its checksums: {'; '.join(problems)}")
        print("all files are as released")
        return
    if not _VERSION.fullmatch(options.version):
        raise UsageError(f"--version={options.version}: must read like 1.0.0")
    if not _LICENSE.fullmatch(options.license):
        raise UsageError(f"--license={options.license}: must read like apache-2.0, as Hugging Face names it")
    queries = _queries(options)
    paths = write_release(queries, Release(options.name, options.version, options.license), options.out)
    print(f"{options.name} {options.version}: {count(len(queries), 'brief')}, {count(len(paths), 'file')}")
    print(f"written: {options.out / 'README.md'}")


def _queries(options: argparse.Namespace) -> list[Query]:
    if not (options.pool.is_dir() or options.pool.suffix in (".yaml", ".yml")):
        return read_pool(options.pool, column=options.column)
    names = ("language", "page_type", "domain", "leaf", "difficulty", "source")
    return [
        Query(case.id, case.brief, {name: str(getattr(case, name)) for name in names})
        for case in load_cases(options.pool)
    ]
