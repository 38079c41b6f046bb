"""The long description of the package: README.md without its pictures and without links to files of the repository.

PyPI shows neither, as it has only the text.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^\]]*\]\((?!https?:)[^)]*\)\n+", re.MULTILINE)
_LINK = re.compile(r"\[([^\[\]]*)\]\((?!https?:)[^)]*\)")
_FENCE = re.compile(r"(^ *```.*?^ *```)", re.MULTILINE | re.DOTALL)


def describe(readme: str) -> str:
    """The description by the text of README.md."""
    parts = _FENCE.split(readme)  # every second part is a block of code
    return "".join(
        part if number % 2 else _LINK.sub(r"\1", _PICTURE.sub("", part)) for number, part in enumerate(parts)
    )


class ReadmeHook(MetadataHookInterface):
    """Called by hatchling, as pyproject.toml says."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": describe(text)}
