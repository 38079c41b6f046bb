"""`HostileBuild`: a small project whose build does harm, and the expected result."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.build import FailureKind

_HERE = Path(__file__).parent


@dataclass(frozen=True)
class HostileBuild:
    """`harm/<name>.mjs`, run as a project's build. It ends as one of `kinds`, None for a build that leaves a page.

    `told` are patterns of its output, each required: in the message of its failure, on its page or in its log. `never`
    are patterns that are nowhere. `limits` are smaller than those of a run, as `Limits` has them. `is_short` builds
    are tried daily.
    """

    name: str
    kinds: tuple[FailureKind | None, ...] = (None,)
    told: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    limits: Mapping[str, float] = field(default_factory=dict)
    is_short: bool = False

    @cached_property
    def files(self) -> dict[str, str]:
        """By path, with words for the places that `PageFacts` knows."""
        manifest = {"name": self.name, "private": True, "type": "module", "scripts": {"build": "node build.mjs MARK"}}
        return {
            "package.json": json.dumps(manifest),
            "build.mjs": (_HERE / f"harm/{self.name}.mjs").read_text(encoding="utf-8"),
            "page.mjs": (_HERE / "page.mjs").read_text(encoding="utf-8"),
        }
