"""Copy or write files into the item's folder: checked, limited in size, without links."""

import hashlib
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path

from pytest_cookie.core.artifact import Artifact, ArtifactFile, ArtifactProblem, ItemKey
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.sandbox.project import built_site, derived_folders, needs_build

_SIGNATURES = {
    b"%PDF": "a PDF",
    b"PK\x03\x04": "a ZIP archive",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"\x1f\x8b": "a gzip archive",
}
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_SNIFF_BYTES = 4096
_MOST_ENTRIES = 100_000
"""The most files and folders that are scanned in a source."""


@dataclass(frozen=True)
class IntakeLimits:
    """The limits of an artifact: a page of 20 MB, and 64 MB and 4,000 files in total."""

    page_bytes: int = 20_000_000
    total_bytes: int = 64_000_000
    files: int = 4_000


DEFAULT_LIMITS = IntakeLimits()


def take_in(source: Path, key: ItemKey, folder: Path, *, entry: str | None, limits: IntakeLimits) -> Artifact:
    """Copy a file or a folder below `folder` and check that it can be a page.

    A project that must be built is copied as sources; of a folder with a built `dist`, `build` or `out` and no sources,
    only that is copied. An unreadable source raises `GenerationError`; one that cannot be a page gives an artifact with
    a `problem`.
    """
    try:
        source, is_project = _resolve_source(source, entry)
        found = _survey(source, limits, is_project=is_project)
        problem = found if isinstance(found, ArtifactProblem) else None
        paths = () if isinstance(found, ArtifactProblem) else found
        files = tuple(_copy(path, source, folder) for path in paths)
    except OSError as error:
        raise GenerationError(f"cannot read the artifact {source}: {error.strerror or error}") from error
    if is_project:
        return _artifact(key, files, entry or "index.html", problem, needs_build=True)
    if entry and files and entry not in {file.path for file in files}:
        raise GenerationError(f"there is no page {entry} in {source}; correct `entry:` of the case")
    if not files and problem is None:
        problem = ArtifactProblem(kind="empty", message=f"the folder {source.name} is empty.")
    page = entry or (source.name if source.is_file() else _index_of(files))
    return _artifact(key, files, page, problem or _page_problem(folder, page, source=source.name, limits=limits))


def take_in_sources(source: Path, key: ItemKey, folder: Path, *, limits: IntakeLimits) -> Artifact:
    """Copy the sources of an application below `folder`, without installed packages. It needs no page to open.

    Raises `GenerationError` if it cannot be read.
    """
    try:
        found = _survey(source, limits, is_project=True)
        if isinstance(found, ArtifactProblem):
            return _artifact(key, (), "", found)
        files = tuple(_copy(path, source, folder) for path in found)
    except OSError as error:
        raise GenerationError(f"cannot read the application {source}: {error.strerror or error}") from error
    return Artifact(key=key, files=files, entry=None, digest=_digest(files))


def digest_of(source: Path, limits: IntakeLimits, *, entry: str | None = None) -> str | None:
    """The digest that an artifact of `source` would have, None if it cannot be read. Writes no files."""
    try:
        source, is_project = _resolve_source(source, entry)
        found = _survey(source, limits, is_project=is_project)
        if isinstance(found, ArtifactProblem):
            return _digest(())
        return _digest(tuple(_describe_file(path, _relative(path, source)) for path in found))
    except (OSError, GenerationError):
        return None


def write_in(texts: Mapping[str, str], key: ItemKey, folder: Path, *, entry: str, limits: IntakeLimits) -> Artifact:
    """Write texts by path below `folder`, in UTF-8, and check that they can be a page. Paths must be safe.

    Raises `GenerationError` if they cannot be written.
    """
    contents = {path: text.encode(errors="replace") for path, text in sorted(texts.items())}
    if problem := _too_much(len(contents), sum(map(len, contents.values())), limits, "ask for a smaller page."):
        return _artifact(key, (), entry, problem)
    try:
        files = tuple(_write(content, path, folder) for path, content in contents.items())
    except OSError as error:
        raise GenerationError(f"cannot write the artifact to {folder}: {error.strerror or error}") from error
    return _artifact(key, files, entry, _page_problem(folder, entry, source="the reply", limits=limits))


def nothing_in(key: ItemKey, problem: ArtifactProblem) -> Artifact:
    """The artifact of a generator that produced no files."""
    return Artifact(key=key, files=(), entry=None, digest=_digest(()), problem=problem)


def _artifact(
    key: ItemKey,
    files: tuple[ArtifactFile, ...],
    page: str,
    problem: ArtifactProblem | None,
    *,
    needs_build: bool = False,
) -> Artifact:
    return Artifact(
        key=key,
        files=files,
        entry=None if problem else page,
        digest=_digest(files),
        needs_build=needs_build,
        problem=problem,
    )


def _digest(files: tuple[ArtifactFile, ...]) -> str:
    return hashlib.sha256("".join(f"{file.sha256}  {file.path}\n" for file in files).encode()).hexdigest()


def _resolve_source(source: Path, entry: str | None) -> tuple[Path, bool]:
    """The folder or file to copy, and whether it is a project that must be built."""
    if needs_build(source, entry):
        return source, True
    return built_site(source, entry) or source, False


def _survey(source: Path, limits: IntakeLimits, *, is_project: bool) -> tuple[Path, ...] | ArtifactProblem:
    if not source.exists():
        raise GenerationError(f"the artifact {source} does not exist; `artifact:` is relative to its YAML file")
    paths: list[Path] = []
    total = 0
    advice = "leave out files that are not sources." if is_project else "provide only the built page."
    left_out = derived_folders(source) if is_project else frozenset[str]()
    entries = _entries(source, left_out)
    if len(entries) > _MOST_ENTRIES:
        return _too_much(len(entries), 0, limits, advice) or _too_many_entries(advice)
    for path in _files_of(source, entries):
        paths.append(path)
        total += path.stat().st_size
        if problem := _too_much(len(paths), total, limits, advice):
            return problem
    return tuple(paths)


def _too_much(files: int, total_bytes: int, limits: IntakeLimits, advice: str) -> ArtifactProblem | None:
    if files <= limits.files and total_bytes <= limits.total_bytes:
        return None
    message = f"more than {limits.files:,} files or {limits.total_bytes / 1e6:.0f} MB; {advice}"
    return ArtifactProblem(kind="too_large", message=message)


def _too_many_entries(advice: str) -> ArtifactProblem:
    return ArtifactProblem(kind="too_large", message=f"more than {_MOST_ENTRIES:,} files and folders; {advice}")


_CACHE = "__pycache__"
"""pip compiles Python files beside them when it installs a package with samples; the bytes differ by machine."""


def _entries(source: Path, left_out: frozenset[str]) -> list[Path]:
    """The files and folders by name, without `left_out`: an installed project has 30,000 files in `node_modules`."""
    if source.is_file():
        return [source]
    tops = (path for path in source.iterdir() if path.name not in left_out and not path.is_symlink())
    every = (path for top in tops for path in chain((top,), top.rglob("*")))
    found = (path for path in every if _CACHE not in path.relative_to(source).parts)
    return sorted(islice(found, _MOST_ENTRIES + 1))


def _files_of(source: Path, entries: list[Path]) -> Iterator[Path]:
    """The files without links, their targets and names that are not text, which a URL cannot name."""
    inside = source.resolve()
    for path in entries:
        if path == source or (
            path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(inside) and _is_text(path)
        ):
            yield path


def _is_text(path: Path) -> bool:
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _copy(path: Path, source: Path, folder: Path) -> ArtifactFile:
    """In portions: a file may be as large as the user allows an artifact to be."""
    name = _relative(path, source)
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, target)
    return _describe_file(target, name)


def _relative(path: Path, source: Path) -> str:
    return path.name if path == source else path.relative_to(source).as_posix()


def _write(content: bytes, path: str, folder: Path) -> ArtifactFile:
    target = folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(content)
    return _describe_file(target, path)


def _describe_file(file: Path, path: str) -> ArtifactFile:
    with file.open("rb") as content:
        digest = hashlib.file_digest(content, "sha256").hexdigest()
        return ArtifactFile(path=path, size_bytes=content.tell(), sha256=digest)


def _index_of(files: tuple[ArtifactFile, ...]) -> str:
    """`index.html` at the top, else the only page there is."""
    pages = [file.path for file in files if file.path.lower().endswith((".html", ".htm"))]
    if "index.html" in pages or len(pages) != 1:
        return "index.html"
    return pages[0]


def _page_problem(folder: Path, page: str, *, source: str, limits: IntakeLimits) -> ArtifactProblem | None:
    path = folder / page
    if not path.is_file():
        return ArtifactProblem(
            kind="no_entry", message=f"{source} has no page {page}; rename the page to open, or name it with `entry:`."
        )
    size = path.stat().st_size
    if size > limits.page_bytes:
        message = f"{page} has {size / 1e6:.0f} MB; a page may have {limits.page_bytes / 1e6:.0f} MB."
        return ArtifactProblem(kind="too_large", message=message)
    with path.open("rb") as file:
        head = file.read(_SNIFF_BYTES)
    if not head.strip():
        return ArtifactProblem(kind="empty", message=f"{page} is empty.")
    disguise = next((name for signature, name in _SIGNATURES.items() if head.startswith(signature)), None)
    if disguise or (b"\0" in head and not head.startswith(_UTF16)):
        return ArtifactProblem(kind="not_html", message=f"{page} is {disguise or 'a binary file'}, not a page.")
    return None
