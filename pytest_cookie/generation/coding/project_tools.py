"""The tools for the project as a whole: building, packages, pictures, the outside, the plan, the end."""

from pydantic import Field, field_validator

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
    """Build the project as it is now. Answers whether it builds, with what the build and the check of types say."""

    name = "build"

    def use(self, desk: ToolContext) -> str:
        """Build it."""
        desk.yard.build()
        return desk.yard.told()


class NpmInstall(CodingCall):
    """Install packages of npm. There is no network: only what is kept with the project can be had."""

    name = "npm_install"
    packages: list[str] = Field(min_length=1, max_length=30, description="Names, such as clsx or @scope/name.")

    @field_validator("packages", mode="before")
    @classmethod
    def _apart(cls, told: object) -> object:
        return told.split() if isinstance(told, str) else told

    def use(self, desk: ToolContext) -> str:
        """Say of each whether it is there."""
        return installed(self.packages, desk.packages)


class Search(CodingCall):
    """Search the web."""

    name = "web_search"
    query: str = Field(min_length=1, max_length=1_000)

    def use(self, desk: ToolContext) -> str:
        """Search, where that is on."""
        if desk.services.search is None:
            raise RefusedError("searching the web is off in this run; work with what you know")
        return quoted("what was found", cut(desk.services.search(self.query)))


class Fetch(CodingCall):
    """Fetch a page of the web as text."""

    name = "web_fetch"
    url: str = Field(min_length=1, max_length=2_000)

    def use(self, desk: ToolContext) -> str:
        """Fetch it, where that is on."""
        if desk.services.fetch is None:
            raise RefusedError("fetching pages is off in this run; work with what you know")
        return quoted("what was fetched", cut(desk.services.fetch(self.url)))


class GenerateImage(OnFile):
    """Make a picture and put it into the project, as PNG, JPEG, WebP or SVG by the ending of its path."""

    name = "generate_image"
    description: str = Field(min_length=1, max_length=2_000, description="What is to be seen.")
    width: int = Field(default=1_024, ge=16, le=2_048, description="Pixels.")
    height: int = Field(default=768, ge=16, le=2_048, description="Pixels.")

    def use(self, desk: ToolContext) -> str:
        """Make it; a placeholder where nobody draws."""
        size, draw = f"{self.width}×{self.height}", desk.services.draw
        if draw is None:
            picture = placeholder(self.path, self.description, width=self.width, height=self.height)
            said = f"Drawing is off in this run: a placeholder of {size} px, a plain gradient, is at"
        else:
            picture = in_format(self.path, draw(self.description, self.width, self.height))
            said = f"A picture of {size} px is at"
        desk.workspace.write_picture(self.path, picture)
        return f"{said} {checked_path(self.path)}."


class UpdatePlan(CodingCall):
    """Write down your plan, or how far you are with it. It changes nothing in the project."""

    name = "update_plan"
    steps: list[str] = Field(min_length=1, max_length=_MAX_STEPS, description="All steps, in order, a sentence each.")
    done: int = Field(default=0, ge=0, le=_MAX_STEPS, description="How many of them, from the first, are done.")

    def use(self, desk: ToolContext) -> str:
        """Note it."""
        marks = ("x" if number < self.done else " " for number in range(len(self.steps)))
        desk.plan = tuple(f"[{mark}] {step[:_MAX_STEP]}" for mark, step in zip(marks, self.steps, strict=True))
        return "\n".join(desk.plan)


class Finish(CodingCall):
    """Say that the project is done. It has to build; what has changed since the last build is built now."""

    name = "finish"
    summary: str = Field(default="", max_length=8_000, description="What you built, in a few sentences.")

    def use(self, desk: ToolContext) -> str:
        """End, where it builds."""
        if not desk.workspace.changes:
            raise RefusedError("nothing in the project has been changed yet")
        if desk.yard.build().failure is not None:
            raise RefusedError(f"it is not done while it does not build. {desk.yard.told()}")
        desk.report = self.summary
        return desk.yard.told()
