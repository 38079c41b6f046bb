"""Renders the pages of `docs/reference/`: templates with generated tables, and one page for each rubric item.

A template contains directives: lines of the form `{{ name argument … }}`. `_DIRECTIVES` lists them.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from pydoc import locate
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from pydantic_core import CoreSchema
from pydantic_core.core_schema import ModelSchema

from pytest_cookie.core.case import Case
from pytest_cookie.dataset.case_file import CASE_FIELDS
from pytest_cookie.page_check.checked_page import CheckReport
from pytest_cookie.plugin.shard import _SCHEDULERS, _SLURM
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.reporting.export.tables import EXPORT_SCHEMA_VERSION, TableName, columns
from tools.reference import checks, options, python_api, rubric
from tools.reference.findings import findings_of
from tools.reference.layout import layout_table
from tools.reference.models import descriptions, field_table, model_sections
from tools.reference.tables import table, wrapped

TEMPLATES = Path(__file__).parent / "templates"
PAGES = {
    "index.md": "index.md",
    "options.md": "options.md",
    "settings.md": "settings.md",
    "cli.md": "cli.md",
    "python.md": "python.md",
    "records.md": "records.md",
    "export.md": "export.md",
    "checks.md": "checks.md",
    "finding-kinds.md": "finding-kinds.md",
    "rubric/index.md": "rubric-index.md",
}
"""Page to template."""
_NOTE = "<!-- Generated from the code by `make reference`. Change the code or tools/reference/, not this page. -->\n"
_DIRECTIVE = re.compile(r"^\{\{ (\w+)(?: (.*))? \}\}$", re.MULTILINE)


def pages() -> dict[str, str]:
    """The text of every page, by its path relative to `docs/reference/`."""
    written = (
        {name: _render(TEMPLATES / template) for name, template in PAGES.items()}
        | rubric.item_pages()
        | checks.check_pages()
    )
    return {name: _NOTE + wrapped(text) for name, text in written.items()} | {"check.schema.json": _check_schema()}


def _check_schema() -> str:
    """The JSON schema of `pytest-cookie check --format json`."""
    schema = CheckReport.model_json_schema(mode="serialization", schema_generator=_Described)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


class _Described(GenerateJsonSchema):
    """With the docstrings of fields, and the dialect."""

    def generate(self, schema: CoreSchema, mode: JsonSchemaMode = "serialization") -> dict[str, Any]:
        """The whole schema."""
        return {"$schema": self.schema_dialect, **super().generate(schema, mode)}

    def model_schema(self, schema: ModelSchema) -> dict[str, Any]:
        """The schema of a model."""
        found = super().model_schema(schema)
        for name, text in descriptions(schema["cls"]).items():
            found["properties"][name].setdefault("description", text)
        return found


def write_pages(folder: Path) -> None:
    """Write every page and remove other files."""
    written = pages()
    for path in filter(Path.is_file, folder.rglob("*")):
        if path.relative_to(folder).as_posix() not in written:
            path.unlink()
    for name, text in written.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def stale_pages(folder: Path) -> list[str]:
    """The pages that are missing, different or superfluous, sorted."""
    written = pages()
    files = filter(Path.is_file, folder.rglob("*"))
    there = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return sorted(name for name in {*written, *there} if written.get(name) != there.get(name))


def _render(template: Path) -> str:
    shown: set[type[BaseModel]] = set()

    def replace(found: re.Match[str]) -> str:
        return _DIRECTIVES[found[1]](shown, *(found[2] or "").split())

    return _DIRECTIVE.sub(replace, template.read_text(encoding="utf-8"))


def model_named(name: str) -> type[BaseModel]:
    """The model at `pytest_cookie.<name>`. Raises `TypeError` if it is no model."""
    found = locate(f"pytest_cookie.{name}")
    if not (isinstance(found, type) and issubclass(found, BaseModel)):
        raise TypeError(f"a template names pytest_cookie.{name}, which is no model")
    return found


def _function(name: str) -> Callable[..., object]:
    found = locate(f"pytest_cookie.judging.{name}")
    if not callable(found):
        raise TypeError(f"a template names pytest_cookie.judging.{name}, which is no function")
    return found


def _fields(shown: set[type[BaseModel]], name: str, key: str = "field") -> str:
    shown.add(model_named(name))
    return field_table(model_named(name), key=key, defaults=key != "field")


def _columns(_: set[type[BaseModel]], name: TableName) -> str:
    rows = [(f"`{column.name}`", column.kind, column.meaning) for column in columns(name, COOKIE_SCORES)]
    return table(("column", "type", "meaning"), rows)


def _export_version(_: set[type[BaseModel]]) -> str:
    return (
        f"- The schema version is {EXPORT_SCHEMA_VERSION}. It changes when a column is removed or changes its meaning. "
        "New columns are added at the end without a new version."
    )


def _schedulers(_: set[type[BaseModel]]) -> str:
    rows = [("Slurm array", f"`{_SLURM[0]}`", f"`{_SLURM[1]}`")]
    rows += [
        (scheduler.name.removeprefix("a "), f"`{scheduler.index}`", f"`{scheduler.count}`") for scheduler in _SCHEDULERS
    ]
    return table(("system", "index", "number"), rows)


def _findings(_: set[type[BaseModel]], *names: str) -> str:
    return rubric.finding_table(finding for name in names for finding in findings_of(_function(name)))


def _kinds(_: set[type[BaseModel]], *names: str) -> str:
    return rubric.kind_table(_function(name) for name in names)


_DIRECTIVES: dict[str, Callable[..., str]] = {
    "options": lambda shown: options.pytest_table(),
    "commands": lambda shown: options.command_sections(),
    "fields": _fields,
    "models": lambda shown, *names: model_sections(map(model_named, names), shown),
    "columns": _columns,
    "export_version": _export_version,
    "schedulers": _schedulers,
    "findings": _findings,
    "kinds": _kinds,
    "layout": lambda shown: layout_table(),
    "case_fields": lambda shown: field_table(Case, key="key", names=CASE_FIELDS),
    "items": lambda shown: rubric.item_table(),
    "coverage": lambda shown: rubric.coverage_line(),
    "costs": lambda shown: rubric.cost_table(),
    "names": lambda shown, *names: python_api.name_sections(*names),
    "leaves": lambda shown: rubric.leaf_table(),
}
