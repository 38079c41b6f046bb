"""The file tools: one class for each, whose fields are its arguments."""

from pydantic import Field

from pytest_cookie.generation.coding.matching import matching
from pytest_cookie.generation.coding.patching import apply_patch
from pytest_cookie.generation.coding.project_paths import RefusedError, checked_path
from pytest_cookie.generation.coding.replacing import replaced
from pytest_cookie.generation.coding.searching import search
from pytest_cookie.generation.coding.tool_context import ToolContext
from pytest_cookie.generation.coding.tool_output import lines_of, listed, numbered
from pytest_cookie.llm.messages.tool_calls import ToolArguments


class CodingCall(ToolArguments):
    """A call of one of the tools of a model that builds a project."""

    def use(self, tools: ToolContext) -> str:
        """Execute the call and return its answer. Raises `RefusedError` if it is not allowed or cannot work."""
        raise NotImplementedError


class OnFile(CodingCall):
    """A call that names a file."""

    path: str = Field(description="Relative to the project, such as src/App.tsx.")


class CreateFile(OnFile):
    """Create a file, or replace all of one, with folders as needed."""

    name = "create_file"
    content: str = Field(description="All of it.")

    def use(self, tools: ToolContext) -> str:
        """Write it."""
        was_there = tools.workspace.exists(self.path)
        tools.workspace.write_text(self.path, self.content)
        return (
            f"{'Replaced' if was_there else 'Created'} {checked_path(self.path)}: {len(lines_of(self.content))} lines."
        )


class ReadFile(OnFile):
    """Read a text file, or some of its lines; each is shown with its number and a tab before it."""

    name = "read_file"
    first_line: int = Field(default=1, ge=1, description="The first line to read, counted from 1.")
    last_line: int | None = Field(default=None, ge=1, description="The last line to read; else to the end.")

    def use(self, tools: ToolContext) -> str:
        """Read it."""
        return numbered(tools.workspace.read_text(self.path), self.first_line, self.last_line)


class EditFile(OnFile):
    """Replace text in a file. The text must occur exactly once, with the same whitespace."""

    name = "edit_file"
    old: str = Field(description="The exact text in the file, without line numbers.")
    new: str = Field(description="The replacement.")
    everywhere: bool = Field(default=False, description="Replace every occurrence.")

    def use(self, tools: ToolContext) -> str:
        """Replace it."""
        tools.workspace.check_writable(self.path)
        text, line = replaced(tools.workspace.read_text(self.path), self.old, self.new, everywhere=self.everywhere)
        tools.workspace.write_text(self.path, text)
        return f"Changed {checked_path(self.path)} from line {line} on."


class DeleteFile(OnFile):
    """Delete a file."""

    name = "delete_file"

    def use(self, tools: ToolContext) -> str:
        """Delete it."""
        tools.workspace.delete(self.path)
        return f"Deleted {checked_path(self.path)}."


class ListFiles(CodingCall):
    """List all files of the project, or of a folder, with their sizes and whether they are read-only."""

    name = "list_files"
    folder: str = Field(default="", description="Such as src/components; else the whole project.")

    def use(self, tools: ToolContext) -> str:
        """List them."""
        return _list_paths(tools, _below(tools, self.folder))


class Glob(CodingCall):
    """List the files whose path fits a pattern, such as src/**/*.tsx."""

    name = "glob"
    pattern: str = Field(
        description="With *, ?, [abc], {a,b}, and ** for any number of folders; *.tsx fits in any folder."
    )

    def use(self, tools: ToolContext) -> str:
        """List them."""
        return _list_paths(tools, matching(tools.workspace.paths(), self.pattern))


class Grep(CodingCall):
    """Search the files for a regular expression (RE2: no lookaround). Answers path, line and text of each place."""

    name = "grep"
    pattern: str = Field(min_length=1, description="The expression; it is looked for in each line.")
    files: str = Field(default="", description="A glob pattern or a folder: where to look; else everywhere.")
    literal: bool = Field(default=False, description="Whether the pattern is plain text.")
    ignore_case: bool = Field(default=False, description="Whether A is a.")

    def use(self, tools: ToolContext) -> str:
        """Search."""
        texts = ((path, _text(tools, path)) for path in self._paths(tools))
        return search(texts, self.pattern, literal=self.literal, ignore_case=self.ignore_case)

    def _paths(self, tools: ToolContext) -> tuple[str, ...]:
        paths = tuple(path for path in tools.workspace.paths() if not path.endswith("-lock.json"))
        folder = self.files.strip().removeprefix("./").strip("/.")
        if not folder:
            return paths
        fitting = matching(paths, self.files) or tuple(path for path in paths if path.startswith(f"{folder}/"))
        if not fitting:
            raise RefusedError(f"{self.files[:80]!r} fits no file")
        return fitting


class ApplyPatch(CodingCall):
    """Apply a unified diff of one or several files, completely or not at all. Context and removed lines must match
    the file exactly. /dev/null as the old name creates a file, as the new name deletes it."""

    name = "apply_patch"
    patch: str = Field(min_length=1, description="Begins with --- a/path and +++ b/path.")

    def use(self, tools: ToolContext) -> str:
        """Apply it."""
        return "\n".join(apply_patch(tools.workspace, self.patch))


def _below(tools: ToolContext, folder: str) -> tuple[str, ...]:
    if folder.strip(" ./") == "":
        return tools.workspace.paths()
    inside = checked_path(folder)
    found = tuple(path for path in tools.workspace.paths() if path == inside or path.startswith(f"{inside}/"))
    if not found:
        raise RefusedError(f"{inside} does not exist")
    return found


def _list_paths(tools: ToolContext, paths: tuple[str, ...]) -> str:
    return listed(paths, [_note(tools, path) for path in paths])


def _note(tools: ToolContext, path: str) -> str:
    read_only = ", read-only" if tools.workspace.is_read_only(path) else ""
    return f"({tools.workspace.size(path):,} bytes{read_only})"


def _text(tools: ToolContext, path: str) -> str:
    """The text to search, "" for a binary file."""
    try:
        return tools.workspace.read_text(path)
    except RefusedError:
        return ""
