"""Finds forms: the built-in ones, those of the run's protocol, and files that the user names."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from pydantic import ValidationError

from pytest_cookie.annotation.form import Form
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.wording import did_you_mean
from pytest_cookie.core.yaml_document import load_yaml
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS, TITLES
from pytest_cookie.records.plain_tree import read_bounded_text

PACKAGE = "pytest_cookie.annotation"
FAILURE_KINDS = "failure-kinds"
_MAX_BYTES = 1_000_000
BUILT_IN = (
    "points8", "rubric", "pairwise", "ranking", "points5", "substeps", "usability", "findings", "brief",
)  # fmt: skip


@cache
def built_in_form(name: str) -> Form:
    """A form of `forms/`."""
    text = (resources.files(PACKAGE) / "forms" / f"{name}.yaml").read_text(encoding="utf-8")
    return _parse(text)


def _parse(text: str) -> Form:
    """A form from YAML. `options: failure-kinds` means the ten failures of Interaction2Code."""
    content = load_yaml(text)
    questions = content.get("questions") if isinstance(content, dict) else None
    for question in questions if isinstance(questions, list) else ():
        if isinstance(question, dict) and question.get("options") == FAILURE_KINDS:
            question["options"] = [{"value": kind, "label": TITLES[kind]} for kind in KINDS]
    return Form.model_validate(content)


def find_forms(names: Sequence[str], own: Path | None = None) -> tuple[Form, ...]:
    """The forms with these names: built in, below `own` (a protocol's folder), or paths of YAML files.

    Raises `UsageError` for an unknown or invalid form, and for two forms with one id.
    """
    forms = [_find(name, own) for name in names]
    ids = [form.id for form in forms]
    if doubled := next((name for name in ids if ids.count(name) > 1), None):
        raise UsageError(f"--form: {doubled} is given twice; give each form once")
    return tuple(forms)


def list_forms(own: Path | None = None) -> dict[str, Form]:
    """All forms without a path, by id: a protocol's own first."""
    mine = [read_form(path) for path in sorted(own.glob("*.yaml"))] if own else []
    return {form.id: form for form in (*mine, *(built_in_form(name) for name in BUILT_IN))}


def _find(name: str, own: Path | None) -> Form:
    if own and (own / f"{name}.yaml").is_file():
        return read_form(own / f"{name}.yaml")
    if name in BUILT_IN:
        return built_in_form(name)
    if name.endswith((".yaml", ".yml")):
        return read_form(Path(name))
    known = list(list_forms(own))
    raise UsageError(
        f"--form={name}: there is no such form{did_you_mean(name, known)}; the forms are {', '.join(known)}, "
        "or give the path of a YAML file"
    )


def read_form(path: Path) -> Form:
    """The form in a YAML file. Raises `UsageError`."""
    try:
        if path.stat().st_size > _MAX_BYTES:
            raise UsageError(f"{path} is larger than {_MAX_BYTES // 1_000_000} MB")
        return _parse(read_bounded_text(path, _MAX_BYTES))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror or error}") from error
    except ValidationError as error:
        problems = (
            f"{path}: {'.'.join(map(str, problem['loc']))}: {problem['msg']}" for problem in error.errors()[:10]
        )
        raise UsageError("\n".join(problems)) from error
    except ValueError as error:
        raise UsageError(f"{path} is not YAML in UTF-8: {error}") from error
