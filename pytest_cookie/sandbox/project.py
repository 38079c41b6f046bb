"""`Project`: a folder with a `package.json`, and how it is built. Only reads files."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from pytest_cookie.core.build import BuildTool
from pytest_cookie.core.parsing import load_json

MANIFEST = "package.json"
BUILT_FOLDERS = ("dist", "build", "out")
"""The output folders of builds, the most common first."""
DERIVED = frozenset({"node_modules", ".git", ".next", ".nuxt", ".svelte-kit", ".astro", ".vite", ".turbo", ".cache"})
"""Folders that tools generate, or that a build does not need."""

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
_MAX_TEXT_BYTES = 20_000
"""Of a script or version. Linux takes no argument above 128 kB, and a build joins three scripts."""
_VITE = 'vite build --base=/ --outDir="$PWD/dist" --emptyOutDir'
_CHECKS = re.compile(r"(?:npx\s+)?(?:vue-)?tsc\b[\w\s./=-]*")
_BUILDS_BY_VITE = re.compile(r"(?:npx\s+)?vite\s+build\b([\w\s./=:-]*)")
_OUTPUT_OPTIONS = re.compile(r"\s--(?:base|outDir)(?:=|\s+)\S+|\s--emptyOutDir\b")
_SHELL_SYNTAX = re.compile(r"[;|`$<>()\n\\&]")
"""Characters that make a `sh` command more than a sequence of simple commands."""

Dependencies: TypeAlias = Mapping[str, str]
KINDS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")


class ManifestError(Exception):
    """`package.json` is invalid; the message gives the reason."""


@dataclass(frozen=True)
class Project:
    """`dependencies` by kind (`dependencies`, `devDependencies`, …), `scripts` as written in the manifest."""

    folder: Path
    dependencies: Mapping[str, Dependencies]
    scripts: Mapping[str, str]
    manifest: Mapping[str, object]

    @property
    def named(self) -> frozenset[str]:
        """Every package that the manifest names."""
        return frozenset(name for kind in self.dependencies.values() for name in kind)

    @property
    def tool(self) -> BuildTool:
        """The tool that builds it, "" for none."""
        if "next" in self.named:
            return "next"
        if "vite" in self.named and _ON_TOP_OF_VITE.isdisjoint(self.named):
            return "vite"
        return "script" if "build" in self.scripts else ""

    @property
    def built_folders(self) -> tuple[str, ...]:
        """The folders to search for the built site, in this order."""
        return _FOLDERS_OF.get(self.tool, ())

    @property
    def command(self) -> str:
        """The `sh` command that builds it: its own script with npm's pre and post scripts, without type checks.

        Vite gets the base path and the output folder as options, which override the configuration.
        """
        parts = [self.scripts[name] for name in ("prebuild", "build", "postbuild") if name in self.scripts]
        if "build" not in self.scripts:
            return {"vite": _VITE, "next": "next build"}.get(self.tool, "")
        return " && ".join(_without_checks(part) for part in parts)


def read_project(folder: Path) -> Project:
    """The project in `folder`. Raises `ManifestError`, and `OSError` if the manifest cannot be read."""
    with (folder / MANIFEST).open("rb") as file:
        raw = file.read(_MAX_MANIFEST_BYTES + 1)
    if len(raw) > _MAX_MANIFEST_BYTES:
        raise ManifestError(f"{MANIFEST} is larger than {_MAX_MANIFEST_BYTES / 1e6:.0f} MB")
    try:
        manifest = load_json(raw.decode("utf-8-sig"))
    except ValueError as error:
        raise ManifestError(f"{MANIFEST} is not valid JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise ManifestError(f"{MANIFEST} is not a JSON object")
    dependencies = {kind: _texts(manifest, kind) for kind in KINDS if kind in manifest}
    return Project(folder, dependencies, _texts(manifest, "scripts"), manifest)


def needs_build(folder: Path, entry: str | None = None) -> bool:
    """Whether this folder must be built before it has a page.

    True if the manifest names a build tool. An unreadable manifest counts only if the folder has no page without it.
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
    """The folder that already contains the page: `folder` itself, or its `dist`, `build` or `out`."""
    page = entry or "index.html"
    candidates = (folder, *(folder / name for name in BUILT_FOLDERS))
    return next((path for path in candidates if (path / page).is_file()), None)


def derived_folders(folder: Path) -> frozenset[str]:
    """The folders of a project that are not sources: generated ones, and an existing built site."""
    built = (name for name in BUILT_FOLDERS if (folder / name / "index.html").is_file())
    return frozenset({*DERIVED, *built})


def _has_sources(folder: Path) -> bool:
    """Whether the folder has sources besides build output, generated folders and configuration."""
    known = {*BUILT_FOLDERS, *DERIVED}
    return any(
        path.name not in known and not path.name.startswith(".") if path.is_dir() else path.suffix.lower() in _SOURCES
        for path in folder.iterdir()
    )


def _texts(manifest: Mapping[str, object], field: str) -> dict[str, str]:
    value = manifest.get(field, {})
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ManifestError(f"{field} of {MANIFEST} must map names to text")
    for name, text in value.items():
        if not _can_be_passed(name) or not _can_be_passed(text):
            raise ManifestError(
                f"{field}.{name[:80]!a} of {MANIFEST} has more than {_MAX_TEXT_BYTES:,} bytes or a character that no "
                "command can have (U+0000, half of a pair of surrogates)"
            )
    return value


def _can_be_passed(text: str) -> bool:
    """Whether a program can be given the text as an argument."""
    try:
        return "\0" not in text and len(text.encode()) <= _MAX_TEXT_BYTES
    except UnicodeEncodeError:
        return False


def _without_checks(script: str) -> str:
    """Drop `tsc` from the script and set the output of `vite build`. A script with other shell syntax is unchanged."""
    commands = [command.strip() for command in script.split("&&")]
    if any(_SHELL_SYNTAX.search(command) for command in commands):
        return script
    kept = [command for command in commands if not _CHECKS.fullmatch(command)]
    return " && ".join(_set_vite_output(command) for command in kept) or "true"


def _set_vite_output(command: str) -> str:
    built = _BUILDS_BY_VITE.fullmatch(command)
    return f"{_VITE}{_OUTPUT_OPTIONS.sub('', built[1]).rstrip()}" if built else command
