"""`docs/reference/` is current, and every option, setting, field and column has a description."""

import argparse
import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel

import pytest_cookie.judging
from pytest_cookie.cli import _parser as cli_parser
from pytest_cookie.core.action import ActionKind
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.machine import MachineTime
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.judging.measures import runnable
from pytest_cookie.judging.measures.evasion import find_evasions
from pytest_cookie.judging.measures.injection import find_judge_appeals
from pytest_cookie.judging.rubric.guide import rubric_guide
from pytest_cookie.judging.rubric.table import RUBRIC
from pytest_cookie.plugin import options as plugin_options
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.export.tables import columns
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.summary import Summary, write_summary
from tests.modelled_run import write_modelled_run
from tests.synthetic_run import write_synthetic_run
from tools.reference import __main__ as command
from tools.reference import options, pages
from tools.reference.findings import findings_of, gives_findings
from tools.reference.layout import FILES
from tools.reference.models import descriptions, reachable, type_of
from tools.reference.reach import reach
from tools.reference.tables import split_default, wrapped

ROOT = Path(__file__).parents[2]
STARS, STAR = re.escape("**"), re.escape("*")
CHECKS = (runnable.explain_not_runnable, runnable.find_gone_blank, find_evasions, find_judge_appeals)
DIRECTIVE = re.compile(r"^\{\{ (?:models|fields) (.*) \}\}$", re.MULTILINE)


@cache
def reference() -> dict[str, str]:
    """The generated pages by name."""
    return pages.pages()


def models_of_the_pages() -> set[type[BaseModel]]:
    templates = [path.read_text(encoding="utf-8") for path in pages.TEMPLATES.glob("*.md")]
    names = [name for text in templates for found in DIRECTIVE.findall(text) for name in found.split() if "." in name]
    return {model for name in names for model in reachable(pages.model_named(name))}


def test_the_pages_are_current():
    assert pages.stale_pages(command.FOLDER) == [], "run: make reference"


def test_every_public_name_has_a_section():
    named = re.findall(r"^## (\w+)$", reference()["python.md"], re.MULTILINE)
    assert sorted(named) == sorted(pytest_cookie.__all__)


def test_generation_is_deterministic_and_needs_neither_extras_nor_litellm():
    program = (
        "import sys; sys.modules.update(dict.fromkeys(['litellm', 'pyarrow', 'pytest_html', 'allure_commons']));"
        "from tools.reference.__main__ import main; sys.exit(main(['--check']))"
    )
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_check_fails_on_changed_missing_and_superfluous_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    folder = tmp_path / "reference"
    shutil.copytree(command.FOLDER, folder)
    monkeypatch.setattr(command, "FOLDER", folder)
    assert command.main(["--check"]) == 0
    (folder / "options.md").write_text(reference()["options.md"] + "more\n", encoding="utf-8")
    (folder / "rubric/2a.md").unlink()
    (folder / "rubric/99.md").write_text("an item that is no more", encoding="utf-8")
    assert command.main(["--check"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert [line.split()[0] for line in lines] == [
        f"docs/reference/{name}" for name in ("options.md", "rubric/2a.md", "rubric/99.md")
    ]
    assert all("make reference" in line for line in lines)
    assert command.main([]) == 0
    assert pages.stale_pages(folder) == []
    assert not (folder / "rubric/99.md").exists()


def test_unknown_arguments_are_refused(capsys: pytest.CaptureFixture[str]):
    assert command.main(["--chekc"]) == 2
    assert "usage" in capsys.readouterr().err


def test_every_pytest_option_has_a_help_text_with_its_default(subtests: pytest.Subtests):
    for action in options.pytest_options():
        with subtests.test(option=action.dest):
            meaning, default = split_default(action.help)
            assert len(meaning) > 10
            if action.dest in plugin_options._DEFAULTS:
                assert default == str(plugin_options._DEFAULTS[action.dest])
            assert f"`{action.option_strings[0]}`" in reference()["options.md"]


def test_every_command_prints_its_help():
    for name, parser in options.commands().items():
        assert f"usage: pytest-cookie {name}" in " ".join(parser.format_help().split())
    assert "usage: pytest-cookie" in cli_parser().format_help()


def test_every_command_argument_has_a_help_text_with_its_default(subtests: pytest.Subtests):
    for name, parser in options.commands().items():
        section = reference()["cli.md"].split(f"\n## {name}\n")[1].split("\n## ")[0]
        for action in options.arguments(parser):
            with subtests.test(command=name, argument=action.dest):
                check_argument(action, section)


def check_argument(action: argparse.Action, section: str) -> None:
    meaning, default = split_default(action.help or "")
    assert len(meaning) > 10
    if isinstance(action.default, int | float) and not isinstance(action.default, bool):
        assert default == f"{action.default:g}"
    elif isinstance(action.default, str) and action.default:
        assert default == action.default
    shown = action.option_strings[0] if action.option_strings else str(action.metavar or action.dest.upper())
    assert shown in section


def test_every_field_has_a_description():
    undescribed = {
        (model.__name__, name)
        for model in models_of_the_pages()
        for name in model.model_fields
        if len(descriptions(model).get(name, "")) < 5
    }
    assert undescribed == set()


def test_a_union_has_a_table_of_shared_fields_and_a_row_for_each_variant():
    section = reference()["records.md"].split("\n### Action\n")[1].split("\n### ")[0]
    shared, variants = section.split("\n| kind | meaning | additional fields |\n")
    assert "| `value` | string |" in shared
    assert "to_x" not in shared
    rows = {row.split("`")[1]: row for row in variants.splitlines() if row.startswith("| `")}
    assert tuple(rows) == get_args(ActionKind)
    assert [kind for kind, row in rows.items() if "`to_x` (number or null):" in row] == ["drag"]
    assert "[Action](#action)" in reference()["records.md"]
    assert "#click" not in reference()["records.md"]


def test_a_model_with_a_subclass_of_other_kind_is_no_union():
    class Lamp(BaseModel):
        """A lamp."""

        watt: int
        """Power."""

    class Torch(Lamp):
        """A lamp with a battery."""

        hours: int
        """Time until it is empty."""

    class Room(BaseModel):
        """A room."""

        light: Lamp | Torch | None
        """Its light."""

    assert type_of(Room.model_fields["light"]) == "[Lamp](#lamp) or [Torch](#torch) or null"
    assert list(reachable(Room)) == [Room, Lamp, Torch]


def test_every_linked_model_has_a_table():
    text = reference()["records.md"]
    linked = set(re.findall(r"\]\(#(\w+)\)", text))
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
    assert linked - headings == set()
    assert {"record", "finding", "manifest", "verdict", "step", "action", "summary", "machinetime"} <= headings


@pytest.mark.parametrize("model", [Record, Manifest, Summary, MachineTime, FilmSummary, SoundDescription])
def test_schema_versions_are_current(model: type[BaseModel]):
    table = reference()["records.md"].split(f"\n### {model.__name__}\n")[1].split("\n### ")[0]
    version = model.model_fields["schema_version"].default
    assert re.search(
        rf"\| `schema_version` \| (integer|`{version}`) \| Version of this schema\.", table.replace("|  |", "|")
    )
    assert f"It is {version}." in table


def test_every_export_column_has_a_description():
    tables = [columns(name, COOKIE_SCORES) for name in get_args(pages.TableName)]
    assert all(len(column.meaning) > 5 for table in tables for column in table)


def test_every_item_has_a_page_with_its_findings():
    assert list(rubric_guide()) == [item.id for item in RUBRIC]
    for item in RUBRIC:
        page = reference()[f"rubric/{item.id}.md"]
        assert page.splitlines()[1] == f"# {item.id} {item.name}"
        for told in findings_of(item.measure):
            assert told.severities, told.title
            assert told.title.replace("|", "\\|") in page
        assert findings_of(item.measure), item.id


def test_every_defect_in_the_code_is_on_a_page():
    """Each function that creates one is used by an item, or by a check of `checks.md`."""
    reached = {code.function.__qualname__ + code.function.__module__ for code in _reached()}
    for path in Path(pytest_cookie.judging.__path__[0]).rglob("*.py"):
        if "model" in path.parts:
            continue
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and _makes_defects(function):
                module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
                assert function.name + module in reached


def _reached():
    starts = (*(item.measure for item in RUBRIC), *CHECKS)
    return [code for start in starts for code in reach(start, through=gives_findings)]


def _makes_defects(function: ast.FunctionDef) -> bool:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    makers = ("Defect", "page_defect", "step_defect")
    return any(isinstance(call, ast.Name) and call.id in makers for call in calls)


def test_findings_are_read_from_the_code():
    titles = {told.title: told.severities for told in findings_of(rubric_item("5"))}
    assert titles == {
        "A script fails without any action: …": ("major",),
        "The page logs an error on the console": ("minor",),
    }
    assert [told.title for told in findings_of(runnable.find_gone_blank)] == ["The page goes blank by itself"]
    assert findings_of(inspect.cleandoc) == ()


def rubric_item(name: str):
    return next(item.measure for item in RUBRIC if item.id == name)


@pytest.mark.parametrize("write", [write_synthetic_run, write_modelled_run])
def test_every_file_of_a_run_is_in_the_layout(tmp_path: Path, write):
    folder = RunFolder(write(tmp_path / "run"))
    write_summary(folder)
    write_site(folder)
    known = [re.compile(f"{re.escape(pattern).replace(STARS, '.*').replace(STAR, '[^/]*')}$") for pattern, _ in FILES]
    files = [path.relative_to(folder.path).as_posix() for path in folder.path.rglob("*") if path.is_file()]
    assert [file for file in files if not any(pattern.match(file) for pattern in known)] == []


def test_pages_have_no_machine_paths_and_no_dead_links(subtests: pytest.Subtests):
    for name, page in reference().items():
        with subtests.test(page=name):
            assert str(ROOT) not in page
            assert "{{" not in page
            targets = re.findall(r"\]\(([^)#]+\.md)", page)
            own = [target for target in targets if not re.match(r"(\.\./)+(how-to|explanation)/", target)]
            assert [target for target in own if not (command.FOLDER / name).parent.joinpath(target).is_file()] == []


def test_lines_outside_of_tables_have_at_most_120_characters():
    texts = {name: page for name, page in reference().items() if name.endswith(".md")}
    lines = [(name, line) for name, page in texts.items() for line in page.splitlines()]
    assert [(name, line) for name, line in lines if len(line) > 120 and not line.startswith("|")] == []


def test_lists_and_paragraphs_are_wrapped_and_tables_are_not():
    long = " ".join(["word"] * 60)
    text = f"# {long}\n\n{long}\n\n- {long}\n- short\n\n| {long} |\n"
    heading, paragraph, items, table = wrapped(text).rstrip("\n").split("\n\n")
    assert (heading, table) == (f"# {long}", f"| {long} |")
    assert paragraph.count("\n") == 2
    assert items.splitlines()[1].startswith("  word")
    assert items.splitlines()[-1] == "- short"
    assert wrapped(wrapped(text)) == wrapped(text)
