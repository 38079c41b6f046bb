"""The page in which an artifact runs within the report: two frames around it, without a network.

The report's frame loads this page, which has no script of its own, and this page holds the artifact as the text of a
frame. That text inherits the policy of the page around it: nothing may be asked of any host or port. The policy is also
that of the artifact's frame as seen from outside: `frame-src 'none'` forbids to navigate it, which no policy of its own
could do. Both frames are sandboxed: no origin, no pop-ups, no way up. What is loaded are files beside the artifact.
"""

import html
import posixpath
import re
from functools import cache
from importlib.resources import files as files_in
from urllib.parse import quote

from pytest_cookie.core.errors import RecordingError
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
_SHADOW = re.compile("shadowrootmode", re.IGNORECASE)
"""A closed root that is written as markup could not be looked into."""

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><base href="{base}">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta http-equiv="x-dns-prefetch-control" content="off">
<meta name="referrer" content="no-referrer"><title>The artifact, running</title>
<style>html,body{{margin:0;height:100%}}iframe{{border:0;width:100%;height:100%;display:block}}</style></head>
<body><iframe title="The artifact" sandbox="allow-scripts" referrerpolicy="no-referrer" srcdoc="{page}"></iframe></body>
</html>
"""


def running_page(files: ItemFiles, entry: str) -> str:
    """The page that runs `entry`, a path below the item's folder; "" where that cannot be read, or is too large."""
    path = files.find(entry)
    if path is None:
        return ""
    try:
        text = _decoded(read_plain(path, _MOST_BYTES))
    except RecordingError:
        return ""
    plain = _SHADOW.sub("data-root", text.replace("\0", ""))
    base = quote(posixpath.dirname(posixpath.normpath(entry)), safe="/") + "/"
    return _PAGE.format(base=html.escape(base), policy=_POLICY, page=html.escape(_before() + plain))


@cache
def _before() -> str:
    """What stands before the artifact: its script is ours."""
    return _FIRST.format(script=(files_in(PACKAGE) / "assets" / "running.js").read_text(encoding="utf-8"))


def _decoded(content: bytes) -> str:
    """As a browser would read it from disk: UTF-8, or what the page says that it is."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(content[:1024])
        try:
            return content.decode(named[1].decode() if named else "cp1252", errors="replace")
        except (LookupError, ValueError):
            return content.decode("cp1252", errors="replace")
