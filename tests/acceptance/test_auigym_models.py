"""AUI-Gym with models in all roles: verify → navigate → dashboard → revise → a better success rate."""

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.dataset import load_cases
from pytest_cookie.protocols.auigym.tasks import TaskFields
from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import Project
from tests.acceptance.interrupted import Background, moments
from tests.acceptance.modelled import PRICES
from tests.provider import Asked, Provider, Reply

MODEL = "openai/any"
BARE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Cups</title></head><body>
<h1>Cups of tea</h1><button id="add" style="position:absolute;left:40px;top:100px;width:120px;height:40px">Add</button>
<p style="margin-top:120px">Cups: <output id="total">0</output></p>
<script>let n = 0; document.querySelector("#add").onclick = () => { document.querySelector("#total").textContent = ++n }
</script></body></html>"""
BETTER = BARE.replace(
    "<script>",
    '<button id="reset" style="position:absolute;left:240px;top:100px;width:120px;height:40px">Reset</button>'
    '<p id="status"></p><script>document.querySelector("#reset").onclick = () => { '
    'document.querySelector("#status").textContent = "Empty" };',
)
CASES = """
- id: CASE
  leaf: formula-calculator
  language: en
  brief: A page that counts cups of tea.
  artifact: pages/cups.html
  tag: tool
  tasks:
    - {id: add, kind: core, do: Count two cups., outcome: The total is 2.}
    - {id: reset, kind: workflow, do: Empty the count., outcome: The status says Empty.}
    - {id: idle, kind: edge, do: See the total., outcome: A total shows.}
"""


def answer(asked: Asked) -> Reply:
    """A model that reads what it is sent: it verifies, presses the button of the task, comments and revises."""
    text = asked.text
    if asked.reply_name == "task_verification":
        has_reset = 'id="reset"' in text
        rows = [
            {"id": "add", "supported": True, "checker": 'number("#total") == 2', "reason": "the total"},
            {"id": "idle", "supported": True, "checker": 'exists("#total")', "reason": "the total"},
            {"id": "reset", "supported": has_reset, "reason": "" if has_reset else "there is no button to reset",
             "checker": 'text("#status") == "Empty"' if has_reset else ""},
        ]  # fmt: skip
        return Reply(json.dumps({"tasks": rows}))
    if asked.reply_name == "task_proposal":
        rows = [("add", "Count two cups of tea.", "The total is 2."), ("click", "Click a button.", "It is pressed.")]
        tasks = [{"id": name, "kind": "core", "do": do, "outcome": outcome} for name, do, outcome in rows]
        return Reply(json.dumps({"tasks": tasks}))
    if asked.reply_name == "next_action":
        empty = {"to_x": None, "to_y": None, "text": "", "keys": "", "direction": ""}
        x = 300 if "Empty the count" in text else 100
        return Reply(json.dumps({"thought": "I press it.", "action": "click", "x": x, "y": 120, **empty}))
    if asked.reply_name == "page_comment":
        return Reply(json.dumps({"issues": ["no reset"], "changes": ["add a button to reset"]}))
    if asked.reply_name == "task_done":
        return Reply(json.dumps({"done": True, "reason": "It looks done."}))
    assert "there is no button to reset" in text, "the coder gets the list of missing features"
    return Reply(f"```html\n{BETTER}\n```")


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    with Provider(answer) as running:
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        yield running


def lay_out(folder: Path) -> None:
    """Write settings, prices, a page and two cases."""
    settings = '[tool.pytest-cookie]\nfilm = false\nprices = "prices.toml"\n'
    protocol = f'[tool.pytest-cookie.protocol]\nmax_steps = 3\ncoder = "{MODEL}"\n'
    (folder / "pyproject.toml").write_text(settings + protocol)
    (folder / "prices.toml").write_text(PRICES)
    (folder / "pages").mkdir()
    (folder / "pages/cups.html").write_text(BARE)
    (folder / "cases.yaml").write_text(CASES.replace("CASE", "tea") + CASES.replace("CASE", "mugs"))


@pytest.fixture
def tasks(project: Project) -> Project:
    lay_out(project.path)
    return project


OPTIONS = ("--cookie-protocol=auigym", f"--cookie-agent={MODEL}", f"--cookie-judge={MODEL}", "--cookie-revisions=1")


@pytest.mark.long
def test_a_revision_supports_more_tasks_and_a_killed_run_is_resumed_and_replayed(tasks: Project, provider: Provider):
    (tasks.path / "cases.yaml").write_text(CASES.replace("CASE", "tea"))
    begun = ("--cookie-cases=cases.yaml", "--cookie-run=run", *OPTIONS, "-p", "no:xdist")
    with Background(tasks, *begun) as background:
        background.wait_for_phase("tea", "evidence/sessions/revisions/1/coder.json")
        background.kill()
    (sessions,) = (tasks.path / "run").glob("items/*/*/*/*/evidence/sessions")
    complete = {path: written for path, written in moments(sessions).items() if path.endswith(".json")}
    assert {Path(path).name for path in complete} >= {"add.json", "reset.json", "idle.json", "coder.json"}
    tasks.run(*OPTIONS, "-p", "no:xdist").assert_outcomes(passed=1)
    after = moments(sessions)
    assert {path: after[path] for path in complete} == complete, "no complete session is executed again"
    (record,) = tasks.records()
    assert record["scores"] == {
        "completeness": pytest.approx(200 / 3), "success_of_supported": 100.0,
        "success_rate": pytest.approx(200 / 3),
    }  # fmt: skip
    check_item(tasks.path / "run" / str(record["folder"]))
    asked = provider.counts.total()
    tasks.run(*OPTIONS, "-p", "no:xdist", "--cookie-replay=only", run="again").assert_outcomes(passed=1)
    assert provider.counts.total() == asked, "a replay makes no call"
    assert tasks.records("again")[0]["scores"] == record["scores"]
    told = pytest_cookie(tasks.path, "tasks", "run").stdout
    assert "revision 0: complete 33 %" in told
    assert "revision 1: complete 67 %" in told
    assert re.search(r"  tool +1  67 % \(\d+–\d+\)", told)


def check_item(item: Path) -> None:
    """The rounds of an item, its dashboards and panels."""
    results = {
        path.relative_to(item / "evidence/sessions").as_posix(): json.loads(path.read_text())["result"]
        for path in (item / "evidence/sessions").rglob("*.json")
    }
    endings = {name: result["ending"] for name, result in results.items() if "ending" in result}
    assert endings == {
        "tasks/add.json": "solved", "tasks/reset.json": "unsupported", "tasks/idle.json": "true_at_start",
        "revisions/1/tasks/add.json": "solved", "revisions/1/tasks/reset.json": "solved",
        "revisions/1/tasks/idle.json": "true_at_start",
    }  # fmt: skip
    assert results["tasks/reset.json"]["reason"] == "there is no button to reset"
    assert len(results["tasks/add.json"]["steps"]) == 2
    board = results["tasks/add.json"]["dashboard"]
    with Image.open(BytesIO((item / "evidence" / board["file"]).read_bytes())) as picture:
        assert picture.width <= 1920
        assert picture.height <= 1080
        assert board["pixels"] == picture.width * picture.height < board["screenshot_pixels"] / 2
    (path,) = (item / "verdicts").glob("*.json")
    verdict = json.loads(path.read_text())
    panels = {panel["title"]: panel["rows"] for panel in verdict["panels"]}
    assert [row[:5] for row in panels["Revisions"]] == [
        ["0", "33 %", "33 %", "", ""], ["1", "67 %", "67 %", "reset", ""],
    ]  # fmt: skip
    assert panels["Judges of the last picture, compared with the checkers"][0][:3] == [
        "openai/any",
        "2",
        "100.0 % (34–100)",
    ]
    assert verdict["spend"]["calls"] == 2


def test_tasks_are_proposed_reviewed_and_used_as_cases(tmp_path: Path, provider: Provider):
    lay_out(tmp_path)  # without `pytester`, which would unload what the command loads, litellm above all
    done = pytest_cookie(
        tmp_path, "dataset", "tasks", "cases.yaml", "--model", MODEL, "--number", "2", "-o", "proposed"
    )
    assert done.returncode == 1, "both cases lack a task"
    assert "1 fewer than 2 after 3 rounds" in done.stderr
    assert "written: 2 tasks for 2 cases" in done.stdout
    (case, _) = load_cases(tmp_path / "proposed", extra=TaskFields)
    (task,) = TaskFields.model_validate(case.fields).tasks
    assert (task.do, task.checker) == ("Count two cups of tea.", "")
    review = tmp_path / "proposed/review.csv"
    assert "Click a button.,It is pressed.,no,trivial" in review.read_text()
    review.write_text(review.read_text().replace("Count two cups of tea.", "Count two mugs."))
    asked = provider.counts.total()
    again = pytest_cookie(tmp_path, "dataset", "tasks", "cases.yaml", "--reviewed", str(review), "-o", "reviewed")
    assert (again.returncode, provider.counts.total()) == (0, asked)
    (case, _) = load_cases(tmp_path / "reviewed", extra=TaskFields)
    assert TaskFields.model_validate(case.fields).tasks[0].do == "Count two mugs."
