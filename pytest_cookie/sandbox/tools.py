"""`NodeTools`: the Node.js of this machine, and what of the machine a command has to see to run it."""

import shutil
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import BuildError


@dataclass(frozen=True)
class NodeTools:
    """`node` as it really lies; `shown` are the paths outside of `/usr` that it cannot do without."""

    node: Path
    shown: tuple[Path, ...]

    @property
    def search_path(self) -> str:
        """`PATH` for a command in a project."""
        return f"./node_modules/.bin:{self.node.parent}:/usr/local/bin:/usr/bin:/bin"


def find_node() -> NodeTools:
    """The `node` that a shell would run. Raises `BuildError` where there is none."""
    found = shutil.which("node")
    if found is None:
        raise BuildError("there is no Node.js to build projects with; install Node.js 20 or newer, with npm")
    node = Path(found).resolve()
    prefix = node.parent.parent
    if prefix.is_relative_to("/usr"):
        return NodeTools(node, ())
    is_installation = (prefix / "lib" / "node_modules").is_dir()  # else it could be somebody's home
    return NodeTools(node, (prefix if is_installation else node,))
