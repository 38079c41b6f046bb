"""`pytest-cookie cases`: checks cases and shows their distribution; imports cases of other benchmarks."""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pydantic import BaseModel

from pytest_cookie.cli.command import terminal_width
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import count
from pytest_cookie.dataset.case_file import FieldsOf
from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.load import load_cases, named_protocols
from pytest_cookie.dataset.problem import problems_error
from pytest_cookie.dataset.validate import validate
from pytest_cookie.judging.brief.extract import extract_requirements
from pytest_cookie.judging.rubric.dimensions import ITEMS_OF
from pytest_cookie.protocols.contract.commands import Commands
from pytest_cookie.protocols.contract.protocol import COOKIE, EvaluationProtocol
from pytest_cookie.protocols.registry import find_protocol, protocols_with_field
from pytest_cookie.reporting.case_distribution import balance_lines, label_lines

_IMPORT = "import"


def add(commands: Commands) -> None:
    """Add the command to the parser."""
    cases = commands.add_parser(
        "cases",
        help="check case files and show the distribution of their labels, or import cases of another benchmark",
        usage="%(prog)s [-h] [--protocol NAME] [--list] [PATH]\n       %(prog)s import FILE -o FOLDER",
    )
    cases.add_argument(
        "path",
        type=Path,
        nargs="*",
        metavar="PATH",
        help="YAML file of cases, or a folder (default: the benchmark's cases); or `import FILE` to write the cases of "
        "another benchmark as YAML: tasks of ArtifactsBench, apps of AUI-Gym, pages of Interaction2Code, workflows of "
        "Vibe Code Bench, instructions of WebGen-Bench, applications of WebTestBench",
    )
    cases.add_argument(
        "--protocol",
        metavar="NAME",
        help=f"protocol of the cases, which may define further fields (default: what the file names, or {COOKIE})",
    )
    cases.add_argument("--list", action="store_true", help="list every case, and the leaves without a case")
    cases.add_argument(
        "--requirements", action="store_true", help="list what the measured judge looks for in each brief"
    )
    cases.add_argument(
        "--lint", action="store_true", help="list what is unfair in the protocol's cases; exit code 1 if anything is"
    )
    cases.add_argument(
        "-o", "--output", type=Path, metavar="FOLDER", help="with `import`: a new folder for the YAML files"
    )
    cases.set_defaults(command=_run)


def _run(options: argparse.Namespace) -> int:
    paths: list[Path] = options.path
    if paths and str(paths[0]) == _IMPORT:
        return _import(paths[1:], options.output)
    if len(paths) > 1:
        raise UsageError(f"cases takes one path, not {len(paths)}; to import a file, write `cases import FILE -o DIR`")
    if options.output:
        raise UsageError("-o is for `cases import FILE -o DIR`")
    path = paths[0] if paths else None
    protocol = find_protocol(options.protocol) if options.protocol else _protocol_of(path)
    if options.lint:
        return _lint(path, protocol)
    fields_of = None if options.protocol else _fields_of
    _check(path, protocol, fields_of, is_list=options.list, are_requirements=options.requirements)
    return 0


def _protocol_of(path: Path | None) -> EvaluationProtocol:
    """The protocol that all files name; Cookie if they name none, an unknown one or several."""
    names = named_protocols(path) if path else frozenset()
    with suppress(UsageError):  # named with its line, by `_fields_of`
        return find_protocol(next(iter(names)) if len(names) == 1 and "" not in names else COOKIE)
    return find_protocol(COOKIE)


def _fields_of(protocol: str) -> type[BaseModel] | None:
    return find_protocol(protocol).case_fields


def _check(
    path: Path | None,
    protocol: EvaluationProtocol,
    fields_of: FieldsOf | None,
    *,
    is_list: bool,
    are_requirements: bool,
) -> None:
    found = validate(
        path,
        ITEMS_OF,
        extra=protocol.case_fields,
        readers=protocols_with_field,
        fields_of=fields_of,
        benchmark=protocol.cases,
        may_be_alike=protocol.rebuilds,
    )
    if is_list:
        for case in found.cases:
            print(f"{case.domain}/{case.leaf}  {case.id}  {case.difficulty}  {case.language}  {case.origin}")
    if are_requirements:
        print("\n".join(line for case in found.cases for line in _requirement_lines(case)))
    are_leaves_listed = is_list or (path is None and protocol.cases is None)
    labels = [protocol.labels_of(case) for case in found.cases] if protocol.slices else []
    lines = balance_lines(found.cases, terminal_width(), leaves=are_leaves_listed)
    print("\n".join([*lines, *label_lines(labels, protocol.slices, terminal_width())]), flush=True)
    if found.problems:
        raise UsageError(f"{count(len(found.problems), 'problem')}\n{problems_error(found.problems, most=None)}")
    named = f", protocol: {protocol.name}" if protocol.name != COOKIE else ""
    print(f"no problems (cases: {len(found.cases)}, fault lists: {len(found.fault_lists)}{named})")


def _lint(path: Path | None, protocol: EvaluationProtocol) -> int:
    """Print what makes cases unfair: exit code 1 if there is anything."""
    folder = path or protocol.cases
    if protocol.lint is None or folder is None:
        raise UsageError(f"--lint: the protocol {protocol.name} has no such checks")
    cases = load_cases(folder, extra=protocol.case_fields, readers=protocols_with_field)
    complaints = [f"{case.id}: {line}" for case in cases for line in protocol.lint(case)]
    print("\n".join([*complaints, f"{count(len(complaints), 'complaint')} ({count(len(cases), 'case')})"]))
    return 1 if complaints else 0


def _import(paths: list[Path], folder: Path | None) -> int:
    """Write the readable cases, then report the problems: exit code 2 if there was one."""
    if len(paths) != 1 or folder is None:
        raise UsageError("write `pytest-cookie cases import FILE -o FOLDER`: one file or folder, and a new folder")
    found = import_cases(paths[0])
    files = write_cases(found.cases, folder)
    print(f"written: {count(len(found.cases), 'case')} in {count(len(files), 'file')} below {folder}", flush=True)
    if found.problems:
        problems = problems_error(found.problems, most=None)
        raise UsageError(f"{count(len(found.problems), 'problem')}; those records were left out\n{problems}")
    return 0


def _requirement_lines(case: Case) -> Iterator[str]:
    yield f"{case.id}  {case.language}  {case.origin}"
    for found in extract_requirements(case.brief, case.language):
        wanted = "" if found.wanted else "  not needed"
        words = " ".join(found.words.split())
        yield f"  {found.kind:<11}  {found.confidence:.2f}  {found.start:>5}  {words}  → {found.value}{wanted}"
