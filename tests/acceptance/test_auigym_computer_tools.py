"""AUI-Gym with an agent that acts through the computer tool of its provider, in a real browser."""

import json
from collections.abc import Iterator

import pytest

from tests.acceptance.conftest import Project
from tests.provider.computer import CHECK, ComputerProvider

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Teas</title></head><body>
<input aria-label="Tea" style="position:absolute;left:40px;top:100px;width:200px;height:40px">
<output id="last" style="position:absolute;left:40px;top:200px">–</output>
<script>document.querySelector("input").onkeydown = (event) => {
  if (event.key === "Enter") document.querySelector("#last").textContent = event.target.value;
}</script></body></html>"""
CASES = """
- id: teas
  leaf: formula-calculator
  language: en
  brief: A page that notes the last tea.
  artifact: pages/teas.html
  tag: tool
  tasks:
    - {id: note, kind: core, do: Note Assam., outcome: Assam is the last tea., checker: 'text("#last") == "Assam"'}
    - {id: green, kind: edge, do: Note Sencha., outcome: Sencha is the last tea., checker: 'text("#last") == "Sencha"'}
"""
ANTHROPIC = (
    {"action": "screenshot"},
    {"action": "left_click", "coordinate": [5_000, 120]},
    {"action": "left_click", "coordinate": [100, 120]},
    {"action": "type", "text": "Assam"},
    {"action": "key", "text": "Return"},
    "It cannot be done.",
)
OPENAI = (
    {"type": "click", "button": "left", "x": 5_000, "y": 120},
    {"type": "click", "button": "left", "x": 100, "y": 120},
    {"type": "type", "text": "Assam"},
    {"type": "keypress", "keys": ["ENTER"]},
    "It cannot be done.",
)
BATCH = ([*OPENAI[1:4]], "It cannot be done.")


@pytest.fixture
def served(project: Project, monkeypatch: pytest.MonkeyPatch) -> Iterator[ComputerProvider]:
    (project.path / "pyproject.toml").write_text(
        '[tool.pytest-cookie]\nfilm = false\n[tool.pytest-cookie.protocol]\nreplies = "tools"\n'
    )
    (project.path / "pages").mkdir()
    (project.path / "pages/teas.html").write_text(PAGE)
    (project.path / "cases.yaml").write_text(CASES)
    with ComputerProvider(checks=(CHECK,)) as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


@pytest.mark.long
@pytest.mark.parametrize(
    ("model", "replies"),
    [
        ("anthropic/claude-sonnet-4-5", ANTHROPIC),
        ("openai/computer-use-preview", OPENAI),
        ("openai/gpt-5.4", BATCH),
    ],
)
def test_a_task_is_done_by_a_click_a_text_and_a_key(
    project: Project, served: ComputerProvider, model: str, replies: tuple[str | dict | list, ...]
):
    served.replies = list(replies)
    options = ("--cookie-protocol=auigym", f"--cookie-agent={model}", "--cookie-cases=cases.yaml")
    workers = ("-n", "1") if replies is BATCH else ("-p", "no:xdist")  # with a worker, the call server makes the calls
    project.run(*options, *workers).assert_outcomes(passed=1)
    (record,) = project.records()
    assert record["scores"] == {"completeness": 100.0, "success_of_supported": 50.0, "success_rate": 50.0}
    sessions = project.path / "run" / str(record["folder"]) / "evidence/sessions/tasks"
    done, stopped = (json.loads((sessions / f"{task}.json").read_text())["result"] for task in ("note", "green"))
    assert [step["action"]["kind"] for step in done["steps"]] == ["click", "type", "press"]
    assert (done["ending"], stopped["ending"], stopped["reason"]) == ("solved", "unsolved", "It cannot be done.")
    assert len(served.requests) == len(replies)


def test_a_model_without_a_computer_tool_is_refused_before_the_run(
    project: Project, served: ComputerProvider, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("GEMINI_API_KEY", "none")
    options = ("--cookie-protocol=auigym", "--cookie-agent=gemini/any", "--cookie-cases=cases.yaml", "-p", "no:xdist")
    result = project.run(*options)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(['*replies = "tools" of auigym*gemini has none*'])
