"""`pytest-cookie dataset release`: a benchmark as case files to run and data to publish; verifies releases, too."""

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.labels import TIERS
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.builtin import BENCHMARK_SETS
from pytest_cookie.dataset.construction.checklist_table import ChecklistTable, read_checklists
from pytest_cookie.dataset.construction.pool import Query, read_pool
from pytest_cookie.dataset.construction.pool_options import holds_cases
from pytest_cookie.dataset.construction.release import CASES, Release, verify_release, write_release
from pytest_cookie.dataset.construction.released_cases import rewrite_case, to_cases
from pytest_cookie.dataset.importing.imported_case import ImportedCase
from pytest_cookie.dataset.load import load_cases, named_protocols
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.contract.protocol import COOKIE
from pytest_cookie.protocols.registry import find_protocol

_LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]{0,60}")
_VERSION = re.compile(r"\d{1,4}\.\d{1,4}\.\d{1,4}")
_LABELS = ("language", "page_type", "domain", "leaf", "difficulty", "voice", "source")
_PROTOCOLS = ("artifactsbench", "vibecode")
"""The protocols whose cases can have a tier. The first one has checklists, and is that of files without a name."""
_WITH_CHECKLISTS = f" --cookie-protocol={_PROTOCOLS[0]} --cookie-judge=JUDGE"
"""The options of a run that uses checklists, which models judge. Other protocols run the cases without them."""


def add(commands: Commands) -> None:
    """Add the step to the parser."""
    step = commands.add_parser(
        "release", help="write a benchmark: case files that pytest runs, datasheet with plots, data, canary, checksums"
    )
    step.add_argument(
        "pool", type=Path, help="CSV or JSON lines, a folder or YAML file of cases, or a release to verify"
    )
    step.add_argument("--column", metavar="NAME", help="column with the query (default: query, brief, prompt, …)")
    step.add_argument(
        "--checklists",
        type=Path,
        metavar="CSV",
        help="table of checklist items, as `dataset draft-checklists` writes it or `dataset decide` admits them "
        "(default: none)",
    )
    step.add_argument(
        "--tiers", type=Path, metavar="CSV", help="tiers.csv of `dataset tiers`: a tier for each case (default: none)"
    )
    step.add_argument(
        "--protocol",
        choices=_PROTOCOLS,
        help="protocol that the cases have fields of (default: the one that the files name, or artifactsbench)",
    )
    step.add_argument("--name", default="benchmark", help="name of the benchmark (default: benchmark)")
    step.add_argument("--version", default="1.0.0", help="version of the release (default: 1.0.0)")
    step.add_argument("--license", default="other", help="licence, as Hugging Face names it (default: other)")
    step.add_argument("--out", type=Path, default=Path("release"), help="empty folder to write to (default: release)")
    step.add_argument("--verify", action="store_true", help="check the files of a release against its checksums")
    step.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int | None:
    if options.verify:
        if problems := verify_release(options.pool):
            raise UsageError(f"{options.pool} differs from its checksums: {'; '.join(problems)}")
        print("all files are as released")
        return None
    if not _VERSION.fullmatch(options.version):
        raise UsageError(f"--version={options.version}: must read like 1.0.0")
    if not _LICENSE.fullmatch(options.license):
        raise UsageError(f"--license={options.license}: must read like apache-2.0, as Hugging Face names it")
    checklists = read_checklists(options.checklists) if options.checklists else ChecklistTable()
    tiers = _tiers(options.tiers)
    protocol = options.protocol or _named_protocol(options.pool) or _PROTOCOLS[0]
    if protocol != _PROTOCOLS[0] and (checklists.complete or not holds_cases(options.pool)):
        raise UsageError(f"--protocol={protocol}: takes case files, without --checklists, which are of {_PROTOCOLS[0]}")
    queries, cases = _read(options, checklists, protocol)
    cases = [_with_tier(case, query.id, tiers) for case, query in zip(cases, queries, strict=True)]
    has_fields = any(not {"checklist", "workflows", "tier"}.isdisjoint(case.extra) for case in cases)
    paths = write_release(
        queries, cases, Release(options.name, options.version, options.license), options.out,
        protocol=protocol if has_fields else "",
    )  # fmt: skip
    print(f"{options.name} {options.version}: {count(len(queries), 'brief')}, {count(len(paths), 'file')}")
    for name in (*(("checklist",) if protocol == _PROTOCOLS[0] else ()), "tier") if has_fields else ():
        print(f"with a {name}: {sum(name in case.extra for case in cases)} of {len(cases)}")
    print(f"written: {options.out / 'README.md'}")
    has_checklists = any("checklist" in case.extra for case in cases)
    print(
        f"run it: pytest{_WITH_CHECKLISTS if has_checklists else ''} --cookie-cases {options.out / CASES} --model=MODEL"
    )
    left_out = [*_left_out(checklists, queries, options.checklists)]
    print("\n".join(left_out), end="\n" if left_out else "")
    return 1 if left_out else None


def _left_out(checklists: ChecklistTable, queries: Sequence[Query], path: Path) -> Iterator[str]:
    """Which checklists of the table at `path` the release lacks, and what to do."""
    if incomplete := checklists.incomplete:
        yield (
            f"left out, since a checklist has ten items: {'; '.join(incomplete)}. Add rows to {path}, with new ids "
            f"such as {incomplete[0].split(' ')[0]}#10, and release them to another --out"
        )
    if outdated := [query.id for query in queries if checklists.is_outdated(query)]:
        yield (
            f"left out, since the brief was changed after the checklist was drafted: {', '.join(outdated)}. Review the "
            f"items, write the new brief into the column `brief` of {path}, and release them to another --out"
        )


def _tiers(path: Path | None) -> dict[str, str]:
    """The tier by the id of the case that was run."""
    if path is None:
        return {}
    rows = read_pool(path, column="id")
    if wrong := next((row for row in rows if row.labels.get("tier") not in TIERS), None):
        raise UsageError(f"{path}: {wrong.id}: the column tier must have one of {', '.join(TIERS)}")
    return {row.id: row.labels["tier"] for row in rows}


def _with_tier(case: ImportedCase, query: str, tiers: dict[str, str]) -> ImportedCase:
    tier = tiers.get(case.id) or tiers.get(query)
    return replace(case, extra={**case.extra, "tier": tier}) if tier else case


def _named_protocol(pool: Path) -> str:
    """The protocol that the case files of `pool` name; "" for none. Raises `UsageError` for one without tiers."""
    if not holds_cases(pool):
        return ""
    named = named_protocols(pool) - {"", COOKIE}
    if other := sorted(named - {*_PROTOCOLS}):
        raise UsageError(f"{pool}: cases of {other[0]} cannot be released, only those of {' and '.join(_PROTOCOLS)}")
    if len(named) > 1:
        raise UsageError(f"{pool}: has cases of {' and '.join(sorted(named))}; release each on its own")
    return next(iter(named), "")


def _read(
    options: argparse.Namespace, checklists: ChecklistTable, protocol: str
) -> tuple[list[Query], Sequence[ImportedCase]]:
    """The queries for the data, and their cases."""
    if not holds_cases(options.pool):
        queries = read_pool(options.pool, column=options.column)
        return queries, to_cases(queries, {query.id: checklists.fields_of(query) for query in queries})
    cases = load_cases(options.pool, extra=find_protocol(protocol).case_fields)
    queries = [Query(case.id, case.brief, _labels(case, options.pool)) for case in cases]
    return queries, [
        rewrite_case(case, checklists.fields_of(query)) for case, query in zip(cases, queries, strict=True)
    ]


def _labels(case: Case, pool: Path) -> dict[str, str]:
    """The labels of a case; `set` is the folder below `pool` that it is in, if that is named like a set."""
    labels = {name: str(value) for name in _LABELS if (value := getattr(case, name)) is not None}
    file = Path(case.origin.rpartition(":")[0]).resolve()
    folder = next(iter(file.relative_to(pool.resolve()).parts[:-1]), "") if pool.is_dir() else ""
    return labels | ({"set": folder} if folder in BENCHMARK_SETS else {})
