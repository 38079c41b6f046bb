"""The page in which an artifact runs inside the report, in two nested sandboxed frames without network access.

The report's frame loads this page, which has no script of its own and contains the artifact as the `srcdoc` of a second
frame. The `srcdoc` inherits this page's content security policy, which allows no connections to any host. The policy
also applies to the inner frame from outside: `frame-src 'none'` prevents navigating it, which a policy inside the frame
could not. Both frames are sandboxed: opaque origin, no pop-ups, no access to the parent. Only files beside the artifact
can be loaded.
"""

import html
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files as files_in
from urllib.parse import quote

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.record import Record
from pytest_cookie.deployment.applications.manifest import COMPOSE_FILES, MANIFEST, ManifestError, read_manifest
from pytest_cookie.deployment.confinement import break_shadow_roots, read_confinement
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.environment import PACKAGE

_MOST_BYTES = 8_000_000
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*+[\"']?\s*+([\w-]{2,40})", re.IGNORECASE)

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'unsafe-inline' 'unsafe-eval' 'self' file: data: blob:",
        "style-src 'unsafe-inline' 'self' file: data: blob:",
        "img-src 'self' file: data: blob:",
        "media-src 'self' file: data: blob:",
        "font-src 'self' file: data: blob:",
        "worker-src blob: data:",
        "connect-src 'none'",
        "frame-src 'none'",
        "object-src 'none'",
        "form-action 'none'",
        "base-uri 'self' file:",
    )
)

_FIRST = '<meta http-equiv="x-dns-prefetch-control" content="off"><script>{script}</script>'

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><base href="{base}">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer"><title>The artifact, running</title>
<style>html,body{{margin:0;height:100%}}iframe{{border:0;width:100%;height:100%;display:block}}</style></head>
<body><iframe title="The artifact" sandbox="allow-scripts" referrerpolicy="no-referrer" srcdoc="{page}"></iframe></body>
</html>
"""


@dataclass(frozen=True)
class StartCommands:
    """How to start an application with servers: `lines` for a shell in its folder, the `port` of its pages."""

    lines: tuple[str, ...]
    port: int
    services: tuple[str, ...]


def start_commands(files: ItemFiles, record: Record) -> StartCommands | None:
    """How to start the application of an item; None if it is none, or does not say."""
    if not record.build or record.build.tool != "application":
        return None
    folder, names = files.folder / "artifact", (MANIFEST, *COMPOSE_FILES, "Procfile", "package.json")
    if any((folder / name).exists() and not files.find(f"artifact/{name}") for name in names):
        return None  # links
    try:
        manifest = read_manifest(folder)
    except ManifestError:
        return None
    others = [one.command for one in manifest.processes.values() if one is not manifest.web]
    lines = (*manifest.setup, *(f"{command} &" for command in others), manifest.web.command)
    return StartCommands(lines, manifest.web.port or 0, (*manifest.services, *manifest.optional_services))


def running_page(files: ItemFiles, entry: str) -> str:
    """The page that runs `entry`, a path below the item's folder; "" if that cannot be read or is too large."""
    path = files.find(entry)
    if path is None:
        return ""
    try:
        text = _decoded(read_plain(path, _MOST_BYTES))
    except RecordingError:
        return ""
    plain = break_shadow_roots(text.replace("\0", ""))
    base = quote(posixpath.dirname(posixpath.normpath(entry)), safe="/") + "/"
    return _PAGE.format(base=html.escape(base), policy=_POLICY, page=html.escape(_before() + plain))


@cache
def _before() -> str:
    """Our own script, inserted before the artifact."""
    own = (files_in(PACKAGE) / "assets" / "running.js").read_text(encoding="utf-8")
    return _FIRST.format(script=read_confinement() + own)


def _decoded(content: bytes) -> str:
    """The text as a browser would decode it from disk: UTF-8, or the charset declared in the page."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(content[:1024])
        try:
            return content.decode(named[1].decode() if named else "cp1252", errors="replace")
        except (LookupError, ValueError):
            return content.decode("cp1252", errors="replace")
