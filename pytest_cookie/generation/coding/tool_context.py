"""`ToolContext`: the state that the tools of one model share. `Services`: external services, off by default."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue

from pytest_cookie.generation.coding.docs import Docs
from pytest_cookie.generation.coding.project_builder import WorkspaceBuilder
from pytest_cookie.generation.coding.workspace import Workspace


@dataclass(frozen=True)
class Services:
    """A service that is None is off, and its tool refuses calls.

    `search` takes a query and `fetch` a URL; both return text. `draw` takes a description, width and height in px, and
    returns a PNG file. `identity` is a hash of their source file, "" for none. `docs` is documentation on this machine.
    """

    search: Callable[[str], str] | None = None
    fetch: Callable[[str], str] | None = None
    draw: Callable[[str, int, int], bytes] | None = None
    identity: str = ""
    docs: Docs | None = None

    @property
    def note(self) -> str:
        """What the instructions say of the documentation."""
        return self.docs.note if self.docs else ""

    @property
    def facts(self) -> dict[str, JsonValue]:
        """Hashes of what a model is given, by name; without those that are off."""
        hashes = {"services": self.identity, "docs": self.docs.identity if self.docs else ""}
        return {name: value for name, value in hashes.items() if value}


ALL_OFF = Services()


@dataclass
class ToolContext:
    """`packages` maps importable packages to their versions. `report` is the model's final summary.

    `pictures` are JPEGs that the model sees after the answers to its calls.
    """

    workspace: Workspace
    builder: WorkspaceBuilder
    packages: Mapping[str, str]
    services: Services = ALL_OFF
    plan: tuple[str, ...] = ()
    report: str | None = None
    pictures: list[bytes] = field(default_factory=list)

    def take_pictures(self) -> tuple[bytes, ...]:
        """The pictures that were not shown yet."""
        taken = tuple(self.pictures)
        self.pictures.clear()
        return taken
