"""`AppTools`: the programming languages that this machine can run."""

import sys
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.sandbox.tools import NodeTools


@dataclass(frozen=True)
class AppTools(NodeTools):
    """Node.js, if the machine has it, and the Python that runs pytest."""

    python: Path = Path(sys.base_prefix)

    @property
    def search_path(self) -> str:
        """`PATH` for an application's commands."""
        return f"./node_modules/.bin:{self.python / 'bin'}:{self.node.parent}:/usr/local/bin:/usr/bin:/bin"


def app_tools(node: NodeTools | None) -> AppTools:
    """The tools of applications on this machine."""
    python = Path(sys.base_prefix)
    shown = () if python.is_relative_to("/usr") else (python,)
    return AppTools(node.node if node else python / "bin" / "python3", (*shown, *(node.shown if node else ())))
