"""Tools of a model that builds an application, and the table of their use."""

import json
from pathlib import Path

import pytest
import yaml

from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.deployment.applications.manifest import AppManifest
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.workspace import Workspace
from pytest_cookie.llm.messages.messages import ToolCall
from pytest_cookie.protocols.vibecode.generation.app_tools import (
    TOOLS,
    ApplicationStarts,
    AppToolContext,
    count_phases,
    parse,
)
from pytest_cookie.protocols.vibecode.generation.generator import SCAFFOLD, describe_start
from pytest_cookie.protocols.vibecode.tool_use import (
    ToolUse,
    read_phases,
    read_timeline,
    timeline_panel,
    tool_panel,
)
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.sandbox.builder import BuildReport


class FakeBench:
    """Starts unless a file contains BROKEN."""

    output = "listening"

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.ran: list[tuple[str, bool]] = []

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        broken = any(b"BROKEN" in content for content in self.workspace.snapshot().values())
        failure = BuildFailure(kind="other", message="web ended with 1") if broken else None
        return BuildReport(Build(tool="application", failure=failure), self.output)

    def run(self, command: str, *, in_app: bool) -> str:
        self.ran.append((command, in_app))
        return "Exit code 0."

    def browse(self, commands: tuple) -> tuple[str, bytes]:
        return f"{len(commands)} lines", b"jpeg"


@pytest.fixture
def tools(tmp_path: Path) -> AppToolContext:
    workspace = Workspace(SCAFFOLD, tmp_path / "project")
    bench = FakeBench(workspace)
    return AppToolContext(workspace, ApplicationStarts(bench, workspace, tmp_path / "site"), {}, bench=bench)  # type: ignore[arg-type]


def use(tools: AppToolContext, name: str, **arguments: object) -> str:
    return parse(ToolCall("1", name, json.dumps(arguments))).use(tools)


def test_an_application_is_finished_only_if_it_starts(tools: AppToolContext):
    with pytest.raises(RefusedError, match="not been changed"):
        use(tools, "finish")
    use(tools, "create_file", path="x.txt", content="BROKEN")
    assert "It does not start (other)" in use(tools, "start_app")
    with pytest.raises(RefusedError, match="while it does not start"):
        use(tools, "finish")
    use(tools, "create_file", path="x.txt", content="fine")
    assert "listening" in use(tools, "start_app")
    assert "listening" in use(tools, "start_app")
    assert len(tools.builder.builds) == 3, "an unchanged application is restarted: it may have ended"
    use(tools, "finish", summary="done")
    assert tools.report == "done"
    assert len(tools.builder.builds) == 3
    assert tools.builder.good == tools.workspace.snapshot()


def test_commands_statements_and_looks_go_to_the_workbench(tools: AppToolContext):
    use(tools, "shell", command="ls")
    use(tools, "sql", statement="SELECT 'it''s'")
    assert use(tools, "browse", lines=["open /", "click #a"]) == "2 lines"
    assert tools.take_pictures() == (b"jpeg",)
    assert tools.take_pictures() == ()
    tools.shows_windows = False
    assert use(tools, "browse", lines=["open /"]) == "1 lines"
    assert tools.take_pictures() == ()
    (shell, sql) = tools.workbench.ran  # type: ignore[attr-defined]
    assert shell == ("ls", False)
    assert sql[1]
    assert "\nimport json" in sql[0]
    with pytest.raises(RefusedError, match="begins with"):
        use(tools, "browse", lines=["jump #a"])


@pytest.mark.parametrize("services", [frozenset(), frozenset({"postgres", "mail"}), frozenset({"payments"})])
def test_the_scaffold_starts_with_the_services_of_the_case(services):
    manifest = AppManifest.model_validate(yaml.safe_load(describe_start(services)))
    assert set(manifest.services) == services
    assert manifest.python_packages == (("pg8000",) if "postgres" in services else ())
    assert {"server.py", "migrate.py", "migrations/001_start.sql", "static/index.html"} <= set(SCAFFOLD.paths)


def test_calls_are_counted_by_phase_and_read_from_the_conversation(tmp_path: Path):
    phases = count_phases({"create_file": 2, "apply_patch": 1, "shell": 3, "sql": 1, "finish": 1})
    assert phases == {"write": 3, "read": 0, "run": 3, "browse": 0, "sql": 1, "plan": 1}
    assert sum(count_phases({tool.name: 1 for tool in TOOLS}).values()) == len(TOOLS)
    log = [json.dumps({"role": "user", "text": '{"end": 1}'}), json.dumps({"end": {"why": "done", "phases": phases}})]
    (tmp_path / "coding.jsonl").write_text("\n".join(log))
    assert read_phases(ItemFolder(tmp_path)) == phases
    for wrong in ("", '{"end": 3}', '{"end": {"phases": {"walk": 1, "run": "x"}}}', '{"end"'):
        (tmp_path / "coding.jsonl").write_text(wrong)
        assert read_phases(ItemFolder(tmp_path)) == {}
    assert read_phases(ItemFolder(tmp_path / "none")) == {}


def test_phases_have_a_timeline(tmp_path: Path, subtests):
    said = [
        {"role": "assistant", "calls": [["1", "create_file", "{}"], ["2", "unknown", "{}"]]},
        {"role": "assistant", "text": "thinking"},
        {"role": "assistant", "calls": [["3", "shell", "{}"]]},
        {"end": {"why": "done"}},
    ]
    (tmp_path / "coding.jsonl").write_text("\n".join(map(json.dumps, said)))
    assert read_timeline(ItemFolder(tmp_path)) == ("write", "run")
    assert read_timeline(ItemFolder(tmp_path / "none")) == ()
    panel = timeline_panel({"a": [("write",) * 10 + ("run",) * 10, ("write", "run")], "b": [()]})
    assert panel is not None
    assert panel.rows == (
        ("a", "files written", *["100 %"] * 5, *["0 %"] * 5), ("a", "commands and starts", *["0 %"] * 5, *["100 %"] * 5)
    )  # fmt: skip
    assert timeline_panel({}) is None


def test_tool_use_is_correlated_with_accuracy_over_applications_and_models():
    """Worked by hand: browse is 0, 2, 4 and 2 at 20, 60, 100 and 60 %, so r is 1; writing is constant.

    With 10, 20, 40 and 30 s, r is 0.949 for both with the time, and nothing of browsing is left but accuracy itself.
    """
    uses = [
        ToolUse(model, accuracy, {"write": 5, "browse": looks}, seconds)
        for model, accuracy, looks, seconds in (
            ("a", 20.0, 0, 10.0),
            ("a", 60.0, 2, 20.0),
            ("b", 100.0, 4, 40.0),
            ("c", 60.0, 2, 30.0),
        )
    ]
    panel = tool_panel(uses)
    assert panel is not None
    rows = {row[0]: row[1:] for row in panel.rows}
    found = ("r, applications", "given time", "r, models", "given time", "r, medians")
    assert panel.columns == ("calls for", "a", "b", "c", *found)
    assert rows["looks in the browser"] == (
        "1.0", "4.0", "2.0", "+1.00 (4)", "+1.00 (4)", "+1.00 (3)", "–", "+1.00 (3)",
    )  # fmt: skip
    assert rows["files written"] == ("5.0", "5.0", "5.0", *["–"] * 5)
    assert tool_panel(()) is None
    thirds = [
        ToolUse(model, value, {"sql": at})
        for at, (model, value) in enumerate([("a", 200 / 3), ("b", 0.1 + 200 / 3 - 0.1), ("c", 100 - 100 / 3)])
    ]
    assert len({use.accuracy for use in thirds}) > 1, "they differ in their last digits"
    equal = tool_panel(thirds)
    assert equal is not None
    assert {row[-5:] for row in equal.rows} == {("–",) * 5}
