"""Judges of installed packages that break their contract: the item is not judged, and the package is named."""

import os
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.contract import entry_points
from pytest_cookie.protocols.contract.added_roles import find_added_agent, make_added_judge
from pytest_cookie.protocols.run.rejudge import rejudge
from pytest_cookie.records.run import RunFolder
from tests.unit.protocols.one_page import OnePage, pipeline, walk

CODE = """
import os, pathlib, sys
from pytest_cookie.core.verdict import Verdict


class Unreadable(Exception):
    def __str__(self):
        raise KeyError("text")


class Stop(BaseException):
    pass


class Odd:
    id, version, name, decide = "odd", VERSION, "odd", None

    def __init__(self, given):
        if BODY == "constructor":
            sys.exit(0)

    def judge(self, case, artifact, evidence, folder, *, source=None):
        given = dict.fromkeys(("functionality", "aesthetics", "total"), 50)
        verdict = Verdict(judge="odd", judge_version="1", runnable=True, scores=given)
        exec(BODY)
        return eval(RESULT)
"""


@pytest.fixture
def judge_with(monkeypatch: pytest.MonkeyPatch):
    """Installs a package whose judge runs `body` and returns `result`."""
    point = EntryPoint("odd", "odd_package:Odd", "pytest_cookie.judges")
    monkeypatch.setattr(
        entry_points, "entry_points", lambda group: [point] if group.endswith(("judges", "agents")) else []
    )

    def install(body: str = "", result: str = "verdict", version: object = "1") -> Judge:
        module = ModuleType("odd_package")
        module.__dict__.update(BODY=body, RESULT=result, VERSION=version)
        exec(CODE, module.__dict__)
        monkeypatch.setitem(sys.modules, "odd_package", module)
        return make_added_judge("odd", None)  # type: ignore[arg-type]

    return install


def changed(fields: str) -> dict[str, str]:
    return {"result": f"verdict.model_copy(update=dict({fields}))"}


BUG = "a bug in the entry point odd_package:Odd: "
UNSTORABLE = "the verdict of odd cannot be stored: "
CHANGED = "changed files that it may only read, such as "
BROKEN = (
    ({"body": "sys.exit(0)"}, f"{BUG}SystemExit: sys.exit(0) was called"),
    ({"body": "raise Stop('enough')"}, f"{BUG}Stop: enough"),
    ({"body": "raise Unreadable"}, f"{BUG}Unreadable: its message raises KeyError"),
    ({"body": "open('weights.json')"}, f"{BUG}FileNotFoundError: [Errno 2] No such file or directory: 'weights.json'"),
    ({"body": "Verdict(judge='odd', judge_version='1', runnable=True, scores={'total': True})"}, "not True"),
    (changed("scores={'total': True}"), f"{UNSTORABLE}Verdict: scores.total: must be a number"),
    (
        changed("scores={'total': '100'}"),
        f"{UNSTORABLE}Verdict: scores.total: must be a number",
    ),
    (changed("findings=[None]"), f"{UNSTORABLE}Verdict: findings.0"),
    (changed("notes=('\\ud800',)"), UNSTORABLE),
    (changed("scores={'total': float('nan')}"), f"{UNSTORABLE}Verdict: scores.total"),
    (changed("judge='measured'"), "returned a verdict with judge 'measured'; it must be its own, 'odd'"),
    (changed("judge_version='2'"), "returned a verdict with judge_version '2'; it must be its own, '1'"),
    ({"body": "os.chdir('/')"}, "the judge odd changed the working directory of the process to /"),
    (
        {"body": "(folder / 'little/a.png').unlink()"},
        f"{CHANGED}evidence/little/a.png",
    ),
    ({"body": "(folder / 'own.json').touch()"}, f"{CHANGED}evidence/own.json"),
    (
        {"body": "(source / 'index.html').write_text('x')"},
        f"{CHANGED}artifact/index",
    ),
)


def test_a_judge_that_breaks_its_contract_changes_no_record(subtests, judge_with, run: RunFolder):
    walk(pipeline(run, OnePage()))
    (before, *_), _ = run.collect()
    directory = Path.cwd()
    for given, wanted in BROKEN:
        with subtests.test(wanted, **given):
            found = rejudge(run, judge_with(**given), facts={})
            assert (found.judged, found.unscored) == (0, 0)
            assert wanted in found.problems[0]
            assert run.collect()[0] == (before,)
            assert Path.cwd() == directory
        os.chdir(directory)
    assert rejudge(run, judge_with(), facts={}).judged == 1


def test_a_judge_that_exits_leaves_an_unscored_record_in_a_run(judge_with, run: RunFolder):
    item = pipeline(run, OnePage())
    artifact = item.generate()
    with item.deploy(artifact) as deployment:
        evidence = item.explore(artifact, deployment)
    item.stages = item.stages.__class__(**{**vars(item.stages), "judge": judge_with("sys.exit(0)")})
    with pytest.raises(SystemExit):
        item.judge(artifact, evidence)
    cause = item.record.cause
    assert cause
    assert (cause.stage, cause.kind, cause.message) == ("judge", "SystemExit", f"{BUG}sys.exit(0) was called")


@pytest.mark.parametrize("version", [None, 2, "", "1\n2", "\ud800"])
def test_a_version_that_no_manifest_can_hold_is_a_usage_error(judge_with, version: object):
    with pytest.raises(UsageError, match="a version is a line of text"):
        judge_with(version=version)
    with pytest.raises(UsageError, match="a version is a line of text"):
        find_added_agent("odd", None)  # type: ignore[arg-type]


def test_a_constructor_that_exits_is_a_usage_error(judge_with):
    with pytest.raises(UsageError, match="odd_package:Odd fails: SystemExit: 0"):
        judge_with("constructor")
