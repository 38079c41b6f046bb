"""`Project`: a folder with a `package.json`, and how it is built. Reads files, runs nothing."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.core.build import BuildTool

MANIFEST = "package.json"
BUILT_FOLDERS = ("dist", "build", "out")
"""Where projects leave what they have built, the likeliest first."""
DERIVED = frozenset({"node_modules", ".git", ".next", ".nuxt", ".svelte-kit", ".astro", ".vite", ".turbo", ".cache"})
"""Folders that are made from the others, or of no use to a build."""

_FOLDERS_OF: dict[BuildTool, tuple[str, ...]] = {
    "vite": BUILT_FOLDERS,
    "next": ("out",),
    "script": ("dist", "build", "out", "build/client", ".output/public", "_site", "."),
}
_ON_TOP_OF_VITE = frozenset(
    {"@sveltejs/kit", "astro", "nuxt", "@remix-run/dev", "@react-router/dev", "@solidjs/start", "vitepress"}
)
_SOURCES = frozenset(
    {".html", ".htm", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".vue", ".svelte", ".astro", ".css"}
)
_MAX_MANIFEST_BYTES = 1_000_000
_VITE = 'vite build --base=/ --outDir="$PWD/dist" --emptyOutDir'
_CHECKS = re.compile(r"(?:npx\s+)?(?:vue-)?tsc\b[\w\s./=-]*")
_BUILDS_BY_VITE = re.compile(r"(?:npx\s+)?vite\s+build\b([\w\s./=:-]*)")
_WE_SAY_WHERE = re.compile(r"\s--(?:base|outDir)(?:=|\s+)\S+|\s--emptyOutDir\b")
_BY_OTHER_WORDS = re.compile(r"[;|`$<>()\n\\&]")
"""What a line of `sh` may hold that makes it more than commands one after the other."""

Dependencies: TypeAlias = Mapping[str, str]
KINDS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")


class ManifestError(Exception):
    """`package.json` cannot be read as what it should be; the message says why."""


@dataclass(frozen=True)
class Project:
    """`dependencies` by kind (`dependencies`, `devDependencies`, …), `scripts` as they stand in the manifest."""

    folder: Path
    dependencies: Mapping[str, Dependencies]
    scripts: Mapping[str, str]
    manifest: Mapping[str, object]

    @property
    def named(self) -> frozenset[str]:
        """Every package that it says it needs."""
        return frozenset(name for kind in self.dependencies.values() for name in kind)

    @property
    def tool(self) -> BuildTool:
        """What builds it, "" where nothing does."""
        if "next" in self.named:
            return "next"
        if "vite" in self.named and _ON_TOP_OF_VITE.isdisjoint(self.named):
            return "vite"
        return "script" if "build" in self.scripts else ""

    @property
    def built_folders(self) -> tuple[str, ...]:
        """Where its build leaves a site, in the order in which they are looked at."""
        return _FOLDERS_OF.get(self.tool, ())

    @property
    def command(self) -> str:
        """A line for `sh` that builds it: its own script and what npm would run around it, without checks of types.

        Vite is told where the site will stand and where to leave it, whatever the configuration says.
        """
        parts = [self.scripts[name] for name in ("prebuild", "build", "postbuild") if name in self.scripts]
        if "build" not in self.scripts:
            return {"vite": _VITE, "next": "next build"}.get(self.tool, "")
        return " && ".join(_without_checks(part) for part in parts)


def read_project(folder: Path) -> Project:
    """The project in `folder`. Raises `ManifestError`, and `OSError` where its manifest cannot be read."""
    with (folder / MANIFEST).open("rb") as file:
        raw = file.read(_MAX_MANIFEST_BYTES + 1)
    if len(raw) > _MAX_MANIFEST_BYTES:
        raise ManifestError(f"{MANIFEST} has more than {_MAX_MANIFEST_BYTES / 1e6:.0f} MB")
    try:
        manifest = json.loads(raw.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise ManifestError(f"{MANIFEST} is no JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise ManifestError(f"{MANIFEST} holds no object")
    dependencies = {kind: _texts(manifest, kind) for kind in KINDS if kind in manifest}
    return Project(folder, dependencies, _texts(manifest, "scripts"), manifest)


def needs_build(folder: Path, entry: str | None = None) -> bool:
    """Whether a page comes of this folder only by a build.

    So it is where there is a manifest that names something which builds; one that cannot be read counts where there is
    no page without it either.
    """
    if not (folder / MANIFEST).is_file():
        return False
    is_there = built_site(folder, entry) is not None
    if is_there and not _has_sources(folder):
        return False
    try:
        return read_project(folder).tool != "" or not is_there
    except (ManifestError, OSError):
        return not is_there


def built_site(folder: Path, entry: str | None = None) -> Path | None:
    """The folder in which a page is there already: `folder` itself, or a `dist`, `build` or `out` in it."""
    page = entry or "index.html"
    candidates = (folder, *(folder / name for name in BUILT_FOLDERS))
    return next((path for path in candidates if (path / page).is_file()), None)


def derived_folders(folder: Path) -> frozenset[str]:
    """The folders of a project that are no sources: what tools make, and a site that was built before."""
    built = (name for name in BUILT_FOLDERS if (folder / name / "index.html").is_file())
    return frozenset({*DERIVED, *built})


def _has_sources(folder: Path) -> bool:
    """Whether there is anything that a build could read, beside what it has left and what describes it."""
    known = {*BUILT_FOLDERS, *DERIVED}
    return any(
        path.name not in known and not path.name.startswith(".") if path.is_dir() else path.suffix.lower() in _SOURCES
        for path in folder.iterdir()
    )


def _texts(manifest: Mapping[str, object], field: str) -> dict[str, str]:
    value = manifest.get(field, {})
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ManifestError(f"{field} of {MANIFEST} must map names to text")
    return value


def _without_checks(script: str) -> str:
    """The script without `tsc`, and with a `vite build` that is told where: if it is so simple that that is sure."""
    commands = [command.strip() for command in script.split("&&")]
    if any(_BY_OTHER_WORDS.search(command) for command in commands):
        return script
    kept = [command for command in commands if not _CHECKS.fullmatch(command)]
    return " && ".join(_told(command) for command in kept) or "true"


def _told(command: str) -> str:
    built = _BUILDS_BY_VITE.fullmatch(command)
    return f"{_VITE}{_WE_SAY_WHERE.sub('', built[1]).rstrip()}" if built else command
