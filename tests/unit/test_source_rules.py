"""Each rule of `tools/source_rules.py` finds the code that breaks it, and lets other code pass."""

from collections.abc import Callable

import pytest

from tools import source_rules as rules
from tools.source_rules import Source

BREAKING: dict[Callable, list[tuple[str, str]]] = {
    rules.long_files_and_functions: [
        ("core/a.py", "x = 1\n" * 401),
        ("core/a.py", "def f():\n" + "    x = 1\n" * 60),
    ],
    rules.lists_of_action_kinds: [
        ("core/a.py", '{"reload", "back"}'),
        ("core/a.py", 'x in ("press", "hold")'),
        ("core/a.py", '{"wait": 1, "back": 2}'),
    ],
    rules.unbounded_reads: [("core/a.py", "path.read_bytes()"), ("core/a.py", "path.read_text('utf-8')")],
    rules.other_parsers_of_json: [("core/a.py", "json.loads(text)"), ("core/a.py", "json.load(file)")],
    rules.other_parsers_of_yaml: [
        ("core/a.py", "yaml.safe_load(text)"),
        ("core/a.py", "yaml.load(text, Loader=L)"),
        ("core/a.py", "yaml.parse(text)"),
    ],
    rules.parsers_that_may_raise: [
        ("judging/a.py", "urlsplit(address)"),
        ("exploration/a.py", "text.isdigit()"),
        ("judging/a.py", "float(found[2])"),
        ("judging/a.py", "int(found.group(1) or 0)"),
        ("judging/a.py", "map(int, found.groups())"),
    ],
    rules.programs_without_encoding: [("core/a.py", "subprocess.run(['x'], text=True)")],
    rules.findings_without_kind: [("judging/a.py", "Finding(title='t')")],
    rules.databases_opened_elsewhere: [("core/a.py", "sqlite3.connect(path)"), ("core/a.py", "from sqlite3 import *")],
    rules.scores_of_cookie: [("reporting/a.py", "x.functionality"), ("reporting/a.js", "let aesthetics = 1")],
}
KEEPING: dict[Callable, list[tuple[str, str]]] = {
    rules.long_files_and_functions: [
        ("core/a.py", "x = 1\n" * 400),
        ("core/a.py", "def f():\n" + "    x = 1\n" * 59),
        ("core/a.js", "x = 1\n" * 401),
    ],
    rules.lists_of_action_kinds: [("core/action.py", '{"reload", "back"}'), ("core/a.py", '{"reload", "other"}')],
    rules.unbounded_reads: [
        ("core/a.py", "resources.files(x).read_bytes()"),
        ("core/a.py", "workspace.read_text(path)"),
        ("deployment/applications/inside.py", "path.read_bytes()"),
    ],
    rules.other_parsers_of_json: [("core/parsing.py", "json.loads(text)"), ("core/a.py", "yaml.load(text)")],
    rules.other_parsers_of_yaml: [("core/yaml_document.py", "yaml.load(text)"), ("core/a.py", "yaml.safe_dump(x)")],
    rules.parsers_that_may_raise: [("records/a.py", "urlsplit(address)"), ("judging/a.py", "float(number)")],
    rules.programs_without_encoding: [("core/a.py", "subprocess.run(['x'], text=True, encoding='utf-8')")],
    rules.findings_without_kind: [
        ("judging/a.py", "Finding(kind='k')"),
        ("judging/a.py", "Finding(**fields)"),
        ("judging/model/a.py", "Finding(title='t')"),
    ],
    rules.databases_opened_elsewhere: [("records/run_database.py", "sqlite3.connect(path)")],
    rules.scores_of_cookie: [("judging/a.py", "x.functionality"), ("reporting/a.py", "x.scores")],
}


def test_every_rule_is_tried_both_ways():
    assert BREAKING.keys() == KEEPING.keys() == set(rules.RULES)


def test_rules_find_what_breaks_them(subtests: pytest.Subtests):
    for expected, examples in ((True, BREAKING), (False, KEEPING)):
        for rule, sources in examples.items():
            for path, text in sources:
                with subtests.test(rule=rule.__name__, path=path, text=text[:40]):
                    assert bool(list(rule(Source(path, text)))) is expected


def test_the_command_names_file_and_line(tmp_path, monkeypatch, capsys):
    (tmp_path / "core").mkdir()
    (tmp_path / "core/a.py").write_text("import json\njson.loads(text)\n")
    monkeypatch.setattr(rules.sources, "__defaults__", (tmp_path,))
    assert rules.main() == 1
    assert capsys.readouterr().out.splitlines() == [
        "core/a.py:2: parse JSON by core/parsing.py",
        "1 files, 1 broken rules",
    ]


def test_the_command_reads_the_whole_package():
    assert len(list(rules.sources())) > 900
