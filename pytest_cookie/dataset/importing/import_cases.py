"""`import_cases`: data of another benchmark as cases, and those as YAML files of ours."""

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

from pytest_cookie.core.case import fit_scores
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.document import MAX_FILE_BYTES
from pytest_cookie.dataset.importing.artifactsbench import read_tasks
from pytest_cookie.dataset.importing.aui_gym import read_apps
from pytest_cookie.dataset.importing.imported_case import Imported, ImportedCase
from pytest_cookie.dataset.importing.interaction2code import read_pages
from pytest_cookie.dataset.importing.recognize import DESCRIPTIONS, PeerFormat, recognize
from pytest_cookie.dataset.importing.vibe_code_bench import read_tests
from pytest_cookie.dataset.importing.webgen_bench import read_instructions
from pytest_cookie.dataset.importing.webtestbench import read_applications
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.records.files import write_bytes, write_text
from pytest_cookie.records.plain_tree import read_bounded

_READERS: dict[PeerFormat, Callable[[Path], Imported]] = {
    "artifactsbench": read_tasks,
    "aui-app": read_apps,
    "aui-apps": read_apps,
    "interaction2code": read_pages,
    "vcb-tests": read_tests,
    "webgen-bench": read_instructions,
    "webtestbench": read_applications,
}
_INSTEAD: dict[PeerFormat, str] = {
    "cookie-cases": "use it as it is: --cookie-cases {path}",
    "vcb-task": "import the file tests.yaml beside it, or their folder",
    "aui-tasks": "import the folder with the apps (YAML) and this file",
    "artifactsbench-answers": "it has answers, but no checklists; import the file with the tasks",
}
_MAX_PART_BYTES = MAX_FILE_BYTES * 3 // 4
_WIDTH = 120
_NOT_SOURCE = frozenset({"node_modules", ".git"})
"""Folders of a project that its build makes anew, or does not need."""

_DUMPER: type[Any] = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


class _Dumper(_DUMPER):  # type: ignore[misc]
    """Writes texts of several lines as blocks, so that people can read and correct them."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def import_cases(path: Path) -> Imported:
    """The cases of a file or folder of another benchmark, recognized by its content.

    Raises `UsageError` if the format is unknown, or known but without cases to import.
    """
    found = recognize(path)
    if found in _READERS:
        return _READERS[found](path)
    shown = format_path(path)
    names: tuple[PeerFormat, ...] = (
        "artifactsbench", "aui-apps", "interaction2code", "vcb-tests", "webgen-bench", "webtestbench"
    )  # fmt: skip
    readable = ", ".join(DESCRIPTIONS[each] for each in names)
    hint = _INSTEAD.get(found, f"cases can be imported from {readable}").format(path=shown)
    raise UsageError(f"{shown} holds {DESCRIPTIONS[found]}; {hint}")


def write_cases(cases: Sequence[ImportedCase], folder: Path, *, protocol: str = "") -> tuple[Path, ...]:
    """Write the cases as `<domain>/<leaf>.yaml`, in parts where a file would be too large to load, with attachments.

    Returns the YAML files. `protocol` names the protocol whose fields the cases have, so that others leave them out.

    Raises `UsageError` if the folder exists and is not empty: files are never overwritten.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{format_path(folder)} is not an empty folder; name a new one")
    head = f"protocol: {protocol}\n" if protocol else ""
    by_leaf: dict[str, list[ImportedCase]] = defaultdict(list)
    for case in cases:
        by_leaf[case.leaf].append(case)
    written: list[Path] = []
    for leaf in taxonomy().leaves:
        for number, text in enumerate(_parts(f"{head}leaf: {leaf.slug}\n", by_leaf[leaf.slug]), start=1):
            name = f"{leaf.slug}.yaml" if number == 1 else f"{leaf.slug}-{number}.yaml"
            written.append(folder / leaf.domain / name)
            write_text(written[-1], text, durable=False)
        for case in by_leaf[leaf.slug]:
            for name, source in case.attachments.items():
                write_bytes(folder / leaf.domain / name, read_bounded(source), durable=False)
            for name, source in _artifact_files(case):
                write_bytes(folder / leaf.domain / name, read_bounded(source), durable=False)
    return tuple(written)


def _artifact_name(case: ImportedCase) -> str:
    """The case's ready artifact beside its file: a page or a folder."""
    return case.id + (case.artifact.suffix if case.artifact and case.artifact.is_file() else "")


def _artifact_files(case: ImportedCase) -> Iterator[tuple[str, Path]]:
    """The files of the artifact, by their paths beside the case file. Links are left out: they may lead anywhere."""
    if case.artifact is None:
        return
    if case.artifact.is_file():
        yield _artifact_name(case), case.artifact
        return
    for place, folders, files in os.walk(case.artifact):
        folders[:] = sorted(name for name in folders if name not in _NOT_SOURCE)
        for file in (Path(place, name) for name in sorted(files)):
            if not file.is_symlink():
                yield f"{_artifact_name(case)}/{file.relative_to(case.artifact).as_posix()}", file


def _parts(head: str, cases: Sequence[ImportedCase]) -> Iterator[str]:
    part: list[str] = []
    size = 0
    for case in cases:
        text = _entry(case)
        if part and size + len(text.encode()) > _MAX_PART_BYTES:
            yield f"{head}cases:\n{''.join(part)}"
            part, size = [], 0
        part.append(text)
        size += len(text.encode())
    if part:
        yield f"{head}cases:\n{''.join(part)}"


def _entry(case: ImportedCase) -> str:
    """The case as an entry of a list below its leaf."""
    fields = yaml_fields(case)
    del fields["leaf"]
    text: str = yaml.dump([fields], Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=_WIDTH)
    return text


def yaml_fields(case: ImportedCase) -> dict[str, object]:
    """The fields of the case in a file of ours."""
    fields: dict[str, object] = {"id": case.id, "leaf": case.leaf, "language": case.language, "source": case.source}
    if case.level:
        fields["complexity"] = fit_scores(case.level)
    if case.artifact:
        fields["artifact"] = _artifact_name(case)
    return fields | {"brief": case.brief, **case.extra}
