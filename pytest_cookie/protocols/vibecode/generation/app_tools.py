"""The tools of a model that builds an application, and to which phase of the work each belongs."""

import json
import shlex
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from pytest_cookie.core.build import Build
from pytest_cookie.generation.coding.file_tools import (
    ApplyPatch,
    CodingCall,
    CreateFile,
    DeleteFile,
    EditFile,
    Glob,
    Grep,
    ListFiles,
    ReadFile,
)
from pytest_cookie.generation.coding.project_builder import WorkspaceBuilder
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.project_tools import DOCS_CALLS, UpdatePlan
from pytest_cookie.generation.coding.tool_context import ToolContext
from pytest_cookie.generation.coding.tool_output import cut
from pytest_cookie.llm.messages.messages import Tool, ToolCall
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.quoting import quoted
from pytest_cookie.llm.messages.tool_calls import read_call, tool_of
from pytest_cookie.protocols.vibecode.generation.workbench import Workbench
from pytest_cookie.protocols.vibecode.script import parse_line

Phase = Literal["write", "read", "run", "browse", "sql", "plan"]
PHASES: dict[Phase, str] = {
    "write": "files written", "read": "files read", "run": "commands and starts", "browse": "looks in the browser",
    "sql": "SQL statements", "plan": "plans and finishes",
}  # fmt: skip
_MAX_ARGUMENTS = 500_000
_VERSION = "2"
_SQL = """
import json, os, sys
statement, path = sys.argv[1], sys.argv[2]
if path:
    import sqlite3
    with sqlite3.connect(path) as db:
        rows = db.execute(statement).fetchmany(200)
else:
    import pg8000.native
    db = pg8000.native.Connection(os.environ["PGUSER"], host=os.environ["PGHOST"], port=int(os.environ["PGPORT"]),
                                  password=os.environ["PGPASSWORD"], database=os.environ["PGDATABASE"])
    rows = (db.run(statement) or [])[:200]
for row in rows:
    print(json.dumps(row, default=str, ensure_ascii=False))
print(f"({len(rows)} rows)")
"""


@dataclass
class AppToolContext(ToolContext):
    """The tool context with the running application."""

    bench: Workbench | None = None
    shows_windows: bool = True
    """Whether the model gets a picture of the window that it looked at."""

    @property
    def workbench(self) -> Workbench:
        """The workbench, which is always there while a model works."""
        assert self.bench is not None
        return self.bench

    @property
    def starts(self) -> "ApplicationStarts":
        """The builder, which starts the application."""
        assert isinstance(self.builder, ApplicationStarts)
        return self.builder


class ApplicationStarts(WorkspaceBuilder):
    """The starts of the application, which count as its builds. `good` are the sources that started last."""

    def restart(self) -> Build:
        """Start it, also if it is unchanged: it may have ended, or changed its database. Raises as `build`."""
        self._built_at = -1
        return self.build()

    def describe(self) -> str:
        """The last start in words for a model."""
        build = self.last
        if build is None:
            return "It was not started yet."
        if build.failure is None:
            return f"It runs.\n{quoted('output of the application', cut(self.output, 4_000) or '(none)')}"
        return f"It does not start ({build.failure.kind}):\n{quoted('why', build.failure.message)}"

    @property
    def output(self) -> str:
        """What the application wrote when it was started."""
        return self._log.strip()


class StartApp(CodingCall):
    """Start the application by its app.yaml, from its setup commands on, with empty databases. Returns whether every
    process with a port became healthy, and the output. An application that runs is ended first."""

    name = "start_app"

    def use(self, tools: ToolContext) -> str:
        """Start it."""
        starts = _of(tools).starts
        starts.restart()
        return starts.describe()


class ReadLog(CodingCall):
    """Read what the processes of the running application wrote."""

    name = "read_log"

    def use(self, tools: ToolContext) -> str:
        """The end of the log."""
        return quoted("output of the application", _of(tools).workbench.output[-8_000:] or "(none)")


class Shell(CodingCall):
    """Run a command line of sh in the sandbox, without a network, at most 120 s. It sees the project's files; text
    files that it changes and files that it deletes are so in the project, too. With in_app it runs beside the started
    application instead, with its environment, its ports and its database, and changes of files are not kept."""

    name = "shell"
    command: str = Field(min_length=1, max_length=20_000)
    in_app: bool = Field(default=False, description="Whether to run beside the started application.")

    def use(self, tools: ToolContext) -> str:
        """Run it."""
        return _of(tools).workbench.run(self.command, in_app=self.in_app)


class Sql(CodingCall):
    """Run an SQL statement in the database of the running application, and return up to 200 rows."""

    name = "sql"
    statement: str = Field(min_length=1, max_length=20_000)
    sqlite_file: str = Field(default="", max_length=200, description="Path of a file of SQLite; empty for PostgreSQL.")

    def use(self, tools: ToolContext) -> str:
        """Run it beside the application, with its own rights."""
        command = shlex.join(["python", "-c", _SQL, self.statement, self.sqlite_file])
        return _of(tools).workbench.run(command, in_app=True)


class Browse(CodingCall):
    """Look at the running application in a fresh browser session. Lines are followed in order: open /path, open
    inbox:/, open payments:/, click SELECTOR, type SELECTOR = TEXT, select SELECTOR = OPTION, press KEY, wait MS,
    reload, back. Selectors are CSS. Returns errors, the elements and texts at the end, and a picture of the window."""

    name = "browse"
    lines: list[str] = Field(default_factory=list, max_length=60)

    def use(self, tools: ToolContext) -> str:
        """Follow the lines."""
        try:
            commands = tuple(parse_line(line) for line in self.lines)
        except ValueError as error:
            raise RefusedError(str(error)) from error
        told, jpeg = _of(tools).workbench.browse(commands)
        if _of(tools).shows_windows:
            tools.pictures.append(jpeg)
        return told


class FinishApp(CodingCall):
    """Finish the application. It must start; it is started now if it was changed since."""

    name = "finish"
    summary: str = Field(default="", max_length=8_000, description="What you built, in a few sentences.")

    def use(self, tools: ToolContext) -> str:
        """End the work if the application starts."""
        if not tools.workspace.changes:
            raise RefusedError("the application has not been changed yet")
        build: Build = tools.builder.build()
        if build.failure is not None:
            raise RefusedError(f"it cannot be finished while it does not start. {tools.builder.describe()}")
        tools.report = self.summary
        return "It runs, and is finished."


CALLS: dict[type[CodingCall], Phase] = {
    CreateFile: "write", EditFile: "write", DeleteFile: "write", ApplyPatch: "write", ReadFile: "read",
    ListFiles: "read", Glob: "read", Grep: "read", StartApp: "run", Shell: "run", ReadLog: "run", Browse: "browse",
    Sql: "sql", UpdatePlan: "plan", FinishApp: "plan", **dict.fromkeys(DOCS_CALLS, "read"),
}  # fmt: skip
_BY_NAME = {call.name: call for call in CALLS}
TOOLS: tuple[Tool, ...] = tuple(tool_of(call) for call in CALLS if call not in DOCS_CALLS)
TOOLS_PROMPT = Prompt(
    name="application-tools",
    version=_VERSION,
    text=json.dumps([[tool.name, tool.description, tool.parameters] for tool in TOOLS], ensure_ascii=False),
)
"""The tools as a part of the prompt: their descriptions count for its identity."""


def parse(call: ToolCall) -> CodingCall:
    """Parse and check a call. Raises `InvalidCallError`."""
    return read_call(call, _BY_NAME, max_arguments=_MAX_ARGUMENTS)


def phase_of(tool: str) -> Phase | None:
    """The phase of a tool; None if there is no such tool."""
    return CALLS[_BY_NAME[tool]] if tool in _BY_NAME else None


def count_phases(uses: Mapping[str, int]) -> dict[str, int]:
    """Calls by phase, of calls by tool."""
    counted: Counter[str] = Counter()
    for name, number in uses.items():
        counted[CALLS[_BY_NAME[name]]] += number
    return {phase: counted[phase] for phase in PHASES}


def _of(tools: ToolContext) -> AppToolContext:
    assert isinstance(tools, AppToolContext)
    return tools
