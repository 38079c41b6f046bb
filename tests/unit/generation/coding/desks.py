"""A tiny project to work at, a builder without Node.js, a model with scripted replies."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_cookie.core.build import Build, BuildFailure, TypeCheck
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.generation.coding.project_builder import WorkspaceBuilder
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.settings import CodingPrompts
from pytest_cookie.generation.coding.tool_context import ALL_OFF, Services, ToolContext
from pytest_cookie.generation.coding.tools import parse
from pytest_cookie.generation.coding.workspace import Workspace, WorkspaceLimits
from pytest_cookie.generation.react.scaffold import Scaffold
from pytest_cookie.llm.errors import ModelError
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text, ToolCall
from pytest_cookie.sandbox.builder import BuildReport
from pytest_cookie.sandbox.job import BEGUN

ROOT = Path(__file__).parents[4]
TINY = Scaffold(
    ROOT / "tests" / "projects" / "tiny", frozenset({"package.json", "build.mjs", "src/ui", "vite.config.*"})
)
PROMPTS = CodingPrompts.read(ROOT / "pytest_cookie" / "protocols" / "cookie" / "prompts")
KEPT = {"clsx": "2.1.1", "@dnd-kit/core": "6.3.1", "lucide-react": "1.75.0"}
CALL = Spend(calls=1, usage=Usage(input_tokens=900, output_tokens=100), cost_usd=0.01, latency_seconds=1.0)
CASE = Case(
    id="c", brief="A shelf of books {{ files }}", page_type="static", domain="utilities", leaf="timer", language="en",
    complexity=Complexity.model_validate(dict.fromkeys(Complexity.model_fields, 1)), source="test", version=1,
    origin="test", digest="0",
)  # fmt: skip


class WordBuilder:
    """Does not build where a file holds the word BROKEN; otherwise the site is a page with all sources in it."""

    def __init__(self) -> None:
        self.count = 0

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        self.count += 1
        texts = {path: path.read_bytes() for path in sorted(sources.rglob("*")) if path.is_file()}
        broken = next((path for path, text in texts.items() if b"BROKEN" in text), None)
        if broken:
            place = f"{broken.relative_to(sources).as_posix()}:1:1"
            said = (
                f"[PARSE_ERROR] at /project/{place}\n    at parse (file:///project/node_modules/x.js:1:2)\nin 13.89s\n"
            )
            wrong = BuildFailure(kind="syntax", message="[PARSE_ERROR] Unexpected token", place=place)
            return BuildReport(Build(tool="vite", failure=wrong), f"{BEGUN}\n{said}")
        into.mkdir(exist_ok=True)
        (into / entry).write_bytes(b"".join(texts.values()))
        types = TypeCheck(errors=2, first=("src/app.mjs(1,1): TS2322: no",)) if b"TYPES" in texts.popitem()[1] else None
        return BuildReport(
            Build(tool="vite", folder="dist", files=1, size_bytes=2_000, types=types), f"{BEGUN}\nok in 2s\n"
        )


def desk(
    folder: Path, *, limits: WorkspaceLimits | None = None, services: Services = ALL_OFF, builder: object = None
) -> ToolContext:
    workspace = Workspace(TINY, folder / "project", limits)
    return ToolContext(
        workspace, WorkspaceBuilder(builder or WordBuilder(), workspace, folder / "site"), KEPT, services
    )


def use(at: ToolContext, name: str, /, **arguments: object) -> str:
    return parse(ToolCall("1", name, json.dumps(arguments))).use(at)


def refused(at: ToolContext, name: str, /, **arguments: object) -> str:
    """The reason of the refusal; checks also that no file changed."""
    before = at.workspace.snapshot()
    try:
        said = use(at, name, **arguments)
    except RefusedError as error:
        assert at.workspace.snapshot() == before
        return str(error)
    raise AssertionError(f"{name} succeeded: {said}")


Answer = Completion | ModelError | Callable[[Request], Completion]


@dataclass
class Scripted:
    """Answers with `answers`, in order; raises those that are errors."""

    answers: list[Answer]
    asked: list[Request] = field(default_factory=list)

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        answer = self.answers[len(self.asked) - 1]
        if isinstance(answer, ModelError):
            raise answer
        return answer if isinstance(answer, Completion) else answer(request)

    def heard(self, number: int = -1) -> list[str]:
        """What the tools answered until a request, in order."""
        messages = self.asked[number].messages
        return [
            part.text
            for message in messages
            if message.role == "tool"
            for part in message.parts
            if isinstance(part, Text)
        ]


def says(text: str = "", *calls: tuple[str, dict | str], finish: str = "") -> Completion:
    made = tuple(
        ToolCall(f"call_{at}", name, told if isinstance(told, str) else json.dumps(told))
        for at, (name, told) in enumerate(calls)
    )
    reply = Completion(text, made, "tool_calls" if calls else "stop", "any", CALL)
    return replace(reply, finish=finish) if finish else reply
