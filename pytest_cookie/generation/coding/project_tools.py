"""The tools for the whole project: building, packages, pictures, the web, the plan, finishing."""

from pydantic import Field, field_validator

from pytest_cookie.generation.coding.docs import Docs
from pytest_cookie.generation.coding.file_tools import CodingCall, OnFile
from pytest_cookie.generation.coding.images import in_format, placeholder
from pytest_cookie.generation.coding.packages import installed
from pytest_cookie.generation.coding.project_paths import RefusedError, checked_path
from pytest_cookie.generation.coding.tool_context import ToolContext
from pytest_cookie.generation.coding.tool_output import cut
from pytest_cookie.llm.messages.quoting import quoted

_MAX_STEPS = 50
_MAX_STEP = 300


class BuildProject(CodingCall):
    """Build the current project. Returns whether it builds, with the output of the build and of the type check."""

    name = "build"

    def use(self, tools: ToolContext) -> str:
        """Build it."""
        tools.builder.build()
        return tools.builder.describe()


class NpmInstall(CodingCall):
    """Install npm packages. There is no network: only the packages kept with the project are available."""

    name = "npm_install"
    packages: list[str] = Field(min_length=1, max_length=30, description="Names, such as clsx or @scope/name.")

    @field_validator("packages", mode="before")
    @classmethod
    def _split(cls, names: object) -> object:
        return names.split() if isinstance(names, str) else names

    def use(self, tools: ToolContext) -> str:
        """Report for each whether it is installed."""
        return installed(self.packages, tools.packages)


class Search(CodingCall):
    """Search the web."""

    name = "web_search"
    query: str = Field(min_length=1, max_length=1_000)

    def use(self, tools: ToolContext) -> str:
        """Search, if the service is on."""
        if tools.services.search is None:
            raise RefusedError("searching the web is off in this run; work with what you know")
        return quoted("search results", cut(tools.services.search(self.query)))


class Fetch(CodingCall):
    """Fetch a page of the web as text."""

    name = "web_fetch"
    url: str = Field(min_length=1, max_length=2_000)

    def use(self, tools: ToolContext) -> str:
        """Fetch it, if the service is on."""
        if tools.services.fetch is None:
            raise RefusedError("fetching pages is off in this run; work with what you know")
        return quoted("fetched page", cut(tools.services.fetch(self.url)))


class SearchDocs(CodingCall):
    """Search the documentation that comes with this work. Returns passages with their paths, best first."""

    name = "search_docs"
    query: str = Field(min_length=1, max_length=1_000, description="Words, such as names of functions or options.")

    def use(self, tools: ToolContext) -> str:
        """Search it."""
        return quoted("documentation", cut(_docs(tools).search(self.query)))


class ReadDocs(CodingCall):
    """Read a file of the documentation from a character on. Its end says how to go on if there is more."""

    name = "read_docs"
    path: str = Field(min_length=1, max_length=1_000, description="As search_docs names it.")
    offset: int = Field(default=0, ge=0, description="The first character, counted from 0.")

    def use(self, tools: ToolContext) -> str:
        """Read it."""
        return quoted("documentation", cut(_docs(tools).read(self.path, self.offset)))


DOCS_CALLS: tuple[type[CodingCall], ...] = (SearchDocs, ReadDocs)
"""Offered only with documentation."""


def _docs(tools: ToolContext) -> Docs:
    if tools.services.docs is None:
        raise RefusedError("there is no documentation in this run; work with what you know")
    return tools.services.docs


class GenerateImage(OnFile):
    """Make a picture and put it into the project, as PNG, JPEG, WebP or SVG by the ending of its path."""

    name = "generate_image"
    description: str = Field(min_length=1, max_length=2_000, description="What the picture shows.")
    width: int = Field(default=1_024, ge=16, le=2_048, description="Pixels.")
    height: int = Field(default=768, ge=16, le=2_048, description="Pixels.")

    def use(self, tools: ToolContext) -> str:
        """Draw it, or make a placeholder if drawing is off."""
        size, draw = f"{self.width}×{self.height}", tools.services.draw
        if draw is None:
            picture = placeholder(self.path, self.description, width=self.width, height=self.height)
            answer = f"Drawing is off in this run: a placeholder of {size} px, a plain gradient, is at"
        else:
            picture = in_format(self.path, draw(self.description, self.width, self.height))
            answer = f"A picture of {size} px is at"
        tools.workspace.write_picture(self.path, picture)
        return f"{answer} {checked_path(self.path)}."


class UpdatePlan(CodingCall):
    """Write down your plan and your progress. It does not change the project."""

    name = "update_plan"
    steps: list[str] = Field(min_length=1, max_length=_MAX_STEPS, description="All steps, in order, a sentence each.")
    done: int = Field(default=0, ge=0, le=_MAX_STEPS, description="How many of them, from the first, are done.")

    def use(self, tools: ToolContext) -> str:
        """Note it."""
        marks = ("x" if number < self.done else " " for number in range(len(self.steps)))
        tools.plan = tuple(f"[{mark}] {step[:_MAX_STEP]}" for mark, step in zip(marks, self.steps, strict=True))
        return "\n".join(tools.plan)


class Finish(CodingCall):
    """Finish the project. It must build; changes since the last build are built now."""

    name = "finish"
    summary: str = Field(default="", max_length=8_000, description="What you built, in a few sentences.")

    def use(self, tools: ToolContext) -> str:
        """End the work if the project builds."""
        if not tools.workspace.changes:
            raise RefusedError("the project has not been changed yet")
        if tools.builder.build().failure is not None:
            raise RefusedError(f"the project cannot be finished while it does not build. {tools.builder.describe()}")
        tools.report = self.summary
        return tools.builder.describe()
