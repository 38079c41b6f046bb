"""Finds the answers of `--cookie-artifacts FILE.jsonl`: a file per model, with an answer to a case in each line."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path, PurePath

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.load import format_path
from pytest_cookie.dataset.problem import CaseProblem
from pytest_cookie.generation.answers import AnswerPlace, digest_of_answer
from pytest_cookie.generation.ready_files import HandedIn

_SUFFIXES = (".jsonl", ".ndjson")
_MOST_UNKNOWN = 20


def list_answer_files(root: Path, models: Sequence[str] = ()) -> dict[str, Path]:
    """The files of answers by the name of their model: `root`, or the files in it. Empty if `root` has none.

    Slashes in the names of `models` separate folders below `root`. Raises `UsageError` for two files of one model, and
    for a file whose name cannot be that of a model.
    """
    files = [root] if root.is_file() else sorted(root.iterdir()) if root.is_dir() else []
    found: dict[str, Path] = {}
    for file in (file for file in files if file.suffix.lower() in _SUFFIXES and file.is_file()):
        if not file.stem.isprintable():
            raise UsageError(f"--cookie-artifacts: {file.name!a} in {format_path(root)} names no model; rename it")
        if file.stem in found:
            both = f"{found[file.stem].name} and {file.name}"
            raise UsageError(f"--cookie-artifacts: {both} in {format_path(root)} are for one model; keep one")
        found[file.stem] = file
    return found | {model: own for model in models if (own := _file_below(root, model))}


def _file_below(root: Path, model: str) -> Path | None:
    """`<root>/openai/gpt.jsonl` for the model `openai/gpt`; it never leaves `root`."""
    name = PurePath(model)
    if len(name.parts) < 2 or ".." in name.parts or name.is_absolute():
        return None
    return next((file for suffix in _SUFFIXES if (file := root / f"{model}{suffix}").is_file()), None)


def find_answers(root: Path, files: Mapping[str, Path], ids: Collection[str], models: Sequence[str]) -> HandedIn:
    """The answers of each model. A single file may be that of the only named model, whatever its name.

    Raises `UsageError` if a named model has no file, or a file no answer to any case.
    """
    authors = dict(files)
    if models:
        if len(files) == 1 and len(models) == 1:
            authors = {models[0]: next(iter(files.values()))}
        elif missing := [model for model in models if model not in files]:
            raise UsageError(f"--cookie-artifacts: {format_path(root)} has no file {missing[0]}.jsonl")
        authors = {model: authors[model] for model in models}
    from pytest_cookie.dataset.importing.artifactsbench import read_answers

    answers: dict[str, dict[str, AnswerPlace]] = {}
    problems: list[CaseProblem] = []
    unknown: list[str] = []
    for model, file in authors.items():
        of_model: dict[str, AnswerPlace] = {}
        for answer in read_answers(file, problems):
            if answer.case not in ids:
                unknown.append(answer.case if answer.case.isprintable() else ascii(answer.case))
                continue
            of_model[answer.case] = AnswerPlace(
                file=file, line=answer.line, offset=answer.offset, length=answer.length, field=answer.field,
                digest=digest_of_answer(answer.text),
            )  # fmt: skip
        if not of_model:
            first = f"; {problems[0]}" if problems else ""
            raise UsageError(
                f"--cookie-artifacts: {format_path(file)} has no answer to any of the {len(ids)} cases{first}"
            )
        answers[model] = of_model
    sources = {model: {case: place.file for case, place in found.items()} for model, found in answers.items()}
    return HandedIn(
        root=root,
        sources=sources,
        answers=answers,
        unknown=tuple(dict.fromkeys(unknown))[:_MOST_UNKNOWN],
        problems=tuple(map(str, problems)),
    )
