"""`ToolContext`: what the tools of one model work with. `Services`: what reaches outside, all of it off by default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pytest_cookie.generation.coding.project_builder import WorkspaceBuilder
from pytest_cookie.generation.coding.workspace import Workspace


@dataclass(frozen=True)
class Services:
    """What is None is off, and the tool that needs it says so.

    `search` answers a question, `fetch` an address, both with text; `draw` makes a picture of `description`, width and
    height, as the bytes of a PNG file. `identity` is a hash of where they come from, "" for none.
    """

    search: Callable[[str], str] | None = None
    fetch: Callable[[str], str] | None = None
    draw: Callable[[str, int, int], bytes] | None = None
    identity: str = ""


ALL_OFF = Services()


@dataclass
class ToolContext:
    """`packages` can be imported, name to version. `report` is what the model said when it was done."""

    workspace: Workspace
    yard: WorkspaceBuilder
    packages: Mapping[str, str]
    services: Services = ALL_OFF
    plan: tuple[str, ...] = ()
    report: str | None = None
