"""Finds the artifacts of `--cookie-artifacts`, by model and case."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePath

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.dataset.load import format_path
from pytest_cookie.generation.ready_files import READY, SAMPLE_PREFIX, HandedIn
from pytest_cookie.protocols.run.answer_files import find_answers, list_answer_files
from pytest_cookie.protocols.run.suite import Suite
from pytest_cookie.records.comparability import named
from pytest_cookie.sandbox.project import built_site, needs_build

_PAGES = (".html", ".htm")


def find_provided_artifacts(root: Path, cases: Sequence[Case], models: Sequence[str]) -> HandedIn:
    """Artifacts by model and case: a page `<case>.html`, or a folder `<case>/` with a page or a project.

    A file `<model>.jsonl`, or a folder with such files, has answers of models instead (`answer_files`), never both.

    They lie in `root`, or in one subfolder per model; without named models, each subfolder with artifacts is a model.
    With a single case, `root` may also be its artifact. Raises `UsageError` if `root` has no artifact of any case.
    """
    try:
        if root.exists():
            return _found(root, cases, models)
        raise UsageError(f"--cookie-artifacts: {format_path(root)} does not exist{_nearest(root)}")
    except OSError as error:
        place = _printable(str(error.filename or root))
        raise UsageError(f"--cookie-artifacts: cannot read {place}: {error.strerror}") from error


def describe_coverage(handed_in: HandedIn, suite: Suite) -> str:
    """One line: the number of artifacts of each model, and files that belong to no case."""
    place, total = format_path(handed_in.root), len(suite.cases)
    parts = [f"{model} {len(handed_in.sources.get(model, {}))}" for model in suite.models if model in handed_in.sources]
    line = f"artifacts in {place}: {', '.join(parts)} of {total} cases"
    if any(len(found) < total for found in handed_in.sources.values()):
        line += "; cases without an artifact are skipped (an empty folder counts as a failure)"
    return line + (f"; {_strays(handed_in, suite)}" if handed_in.unknown else "")


def describe_strays(handed_in: HandedIn, suite: Suite) -> list[str]:
    """A closing message that names files that belong to no case; empty if there are none."""
    return [f"--cookie-artifacts: {_strays(handed_in, suite)}"] if handed_in.unknown else []


def _strays(handed_in: HandedIn, suite: Suite) -> str:
    ids = [case.id for case in suite.cases]
    near = (did_you_mean(_case_of(Path(name)), ids) for name in handed_in.unknown)
    return f"not the id of a case: {named(handed_in.unknown)}{next(filter(None, near), '')}"


def _found(root: Path, cases: Sequence[Case], models: Sequence[str]) -> HandedIn:
    authors = [model for model in dict.fromkeys(models) if not model.startswith(SAMPLE_PREFIX)]
    if models and not authors:
        raise UsageError(
            f"--cookie-artifacts: {named(models)} is a sample, so the files in {format_path(root)} would be ignored; "
            f"name their model too, for example --model={READY}"
        )
    ids = [case.id for case in cases]
    if files := list_answer_files(root, authors):
        if pages := _by_case(root, ids):
            both = f"{next(iter(pages.values())).name} and {next(iter(files.values())).name}"
            raise UsageError(
                f"--cookie-artifacts: {format_path(root)} has pages and answers ({both}); keep one kind in a folder"
            )
        return find_answers(root, files, set(ids), authors)
    own = {model: folder for model in authors if (folder := _folder_of(root, model))}
    if len(authors) > 1 or own:
        return _by_model(root, authors, own, ids)
    author = authors[0] if authors else READY
    if found := _by_case(root, ids):
        return HandedIn(root=root, sources={author: found}, unknown=_unknown(root, ids))
    if _is_artifact(root):
        return HandedIn(root=root, sources={author: {_only_case(root, ids): root}})
    folders = {folder.name: folder for folder in _folders(root) if _by_case(folder, ids)} if not authors else {}
    if not folders:
        raise UsageError(f"--cookie-artifacts: {_no_folder(root, author, ids) or _nothing(root, ids)}")
    if odd := [name for name in folders if not name.isprintable()]:
        raise UsageError(
            f"--cookie-artifacts: {_printable(odd[0])} in {format_path(root)} cannot name a model; rename it"
        )
    return _by_model(root, list(folders), folders, ids)


def _by_model(root: Path, models: Sequence[str], folders: Mapping[str, Path], ids: Sequence[str]) -> HandedIn:
    if missing := [model for model in models if model not in folders]:
        raise UsageError(
            f"--cookie-artifacts: {format_path(root)} has no folder for {named(missing)}; with several models, each "
            f"needs its own, such as {format_path(root / missing[0])}"
        )
    sources = {model: _by_case(folders[model], ids) for model in models}
    if empty := [model for model in models if not sources[model]]:
        raise UsageError(f"--cookie-artifacts: {_nothing(folders[empty[0]], ids)}")
    unknown = [f"{model}/{name}" for model in models for name in _unknown(folders[model], ids)]
    return HandedIn(root=root, sources=sources, unknown=tuple(unknown))


def _folder_of(root: Path, model: str) -> Path | None:
    """`<root>/<model>`, where slashes in the model's name separate folders; it never leaves `root`. May be a link."""
    name, folder = PurePath(model), root / model
    leads_elsewhere = not name.parts or ".." in name.parts or name.is_absolute()
    return folder if not leads_elsewhere and folder.is_dir() else None


def _by_case(folder: Path, ids: Collection[str]) -> dict[str, Path]:
    if not folder.is_dir():
        return {}
    found: dict[str, Path] = {}
    for path in _candidates(folder):
        if (case := _case_of(path)) not in ids:
            continue
        if case in found:
            raise UsageError(
                f"--cookie-artifacts: {format_path(found[case])} and {format_path(path)} are for one case; keep one"
            )
        found[case] = path
    return found


def _unknown(folder: Path, ids: Collection[str]) -> tuple[str, ...]:
    return tuple(_printable(path.name) for path in _candidates(folder) if _case_of(path) not in ids)


def _candidates(folder: Path) -> list[Path]:
    """Pages and folders, without hidden ones."""
    listed = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    return [path for path in listed if path.is_dir() or path.suffix.lower() in _PAGES]


def _folders(root: Path) -> list[Path]:
    return [path for path in _candidates(root) if path.is_dir()] if root.is_dir() else []


def _case_of(path: Path) -> str:
    return path.name if path.is_dir() else path.stem


def _printable(name: str) -> str:
    """A file name for messages and JSON: control characters and undecodable bytes are escaped."""
    return name if name.isprintable() else ascii(name)


def _is_artifact(root: Path) -> bool:
    if root.is_file():
        return root.suffix.lower() in _PAGES
    return (root / "index.html").is_file() or needs_build(root, None) or built_site(root, None) is not None


def _only_case(root: Path, ids: Sequence[str]) -> str:
    """The case of a single artifact: the case with its name, or else the only case."""
    if len(ids) == 1 or _case_of(root) in ids:
        return ids[0] if len(ids) == 1 else _case_of(root)
    raise UsageError(
        f"--cookie-artifacts: {format_path(root)} is a single artifact, but there are {len(ids)} cases. Name it after "
        "its case, or write the brief to measure it against and pass it with --cookie-cases brief.yaml:\n"
        "cases:\n"
        "  - {id: my-page, leaf: article, language: en, brief: What it should be.}"
    )


def _no_folder(root: Path, author: str, ids: Sequence[str]) -> str:
    """The message if `root` has folders of other models, but none of the named one; "" otherwise."""
    others = [folder.name for folder in _folders(root) if _by_case(folder, ids)]
    hint = did_you_mean(author, others)
    return f"{format_path(root)} has no folder {_printable(author)}; it has {named(others)}{hint}" if others else ""


def _nothing(root: Path, ids: Sequence[str]) -> str:
    if root.is_file():
        return f"{format_path(root)} is neither a page nor a folder"
    there = [_printable(_case_of(path)) for path in _candidates(root)]
    hint = did_you_mean(there[0], list(ids)) if there else ""
    return (
        f"{format_path(root)} has no artifact for any of the {len(ids)} cases. Name an artifact "
        f"{format_path(root / '<case id>')}.html, or a folder <case id>; found: {named(there)}{hint}"
    )


def _nearest(root: Path) -> str:
    return did_you_mean(root.name, [path.name for path in root.parent.iterdir()]) if root.parent.is_dir() else ""
