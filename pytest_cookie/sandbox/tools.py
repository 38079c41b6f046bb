"""`NodeTools`: the machine's Node.js, and the paths that a sandbox must show to run it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import BuildError


@dataclass(frozen=True)
class NodeTools:
    """`node` is the resolved path; `shown` are the paths outside `/usr` that it needs."""

    node: Path
    shown: tuple[Path, ...]

    @property
    def search_path(self) -> str:
        """`PATH` for a command in a project."""
        return f"./node_modules/.bin:{self.node.parent}:/usr/local/bin:/usr/bin:/bin"


def find_node() -> NodeTools:
    """The `node` that a shell would run. Raises `BuildError` if it is not installed."""
    found = shutil.which("node")
    if found is None:
        raise BuildError("Node.js was not found, and projects need it to build; install Node.js 20 or newer, with npm")
    node = Path(found).resolve()
    prefix = node.parent.parent
    if prefix.is_relative_to("/usr"):
        return NodeTools(node, ())
    is_installation = (prefix / "lib" / "node_modules").is_dir()  # otherwise it could be a home folder
    return NodeTools(node, (prefix if is_installation else node,))
