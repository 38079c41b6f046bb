"""`StaticSite`: maps URL paths to files. No sockets."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

_TYPES = {
    ".css": "text/css",
    ".htm": "text/html",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}  # fixed, because the tables of operating systems differ and a wrong type keeps a page from running
_BYTE_ORDER_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")
_TEXT = ("text/", "application/json", "application/manifest+json", "image/svg+xml")


@dataclass(frozen=True)
class StaticSite:
    """The files below `root`; `entry` is served at `/` and, as in single-page apps, at unknown paths."""

    root: Path
    entry: str

    def find(self, url_path: str, *, wants_page: bool) -> Path | None:
        """The file for a path of the origin, None if there is none.

        Never returns a file outside of `root`, through `..`, an encoded slash or a symbolic link. A navigation to an
        unknown path without an extension gets the entry page, as history routers need it.
        """
        relative = unquote(url_path.split("?", 1)[0].split("#", 1)[0]).lstrip("/")
        if not relative:
            return self._inside(self.entry)
        found = self._inside(relative) or self._inside(f"{relative.rstrip('/')}/index.html")
        if found is None and wants_page and "." not in relative.rsplit("/", 1)[-1]:
            return self._inside(self.entry)
        return found

    def _inside(self, relative: str) -> Path | None:
        if "\0" in relative or "\\" in relative:
            return None
        try:
            path = (self.root / relative).resolve()
            return path if path.is_relative_to(self.root.resolve()) and path.is_file() else None
        except (OSError, ValueError):  # a name too long, a loop of links
            return None


def guess_content_type(path: Path, head: bytes) -> str:
    """The MIME type by suffix. Text is declared as UTF-8, unless an HTML page declares its encoding in its `head`."""
    kind = _TYPES.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    speaks_for_itself = kind == "text/html" and (head.startswith(_BYTE_ORDER_MARKS) or b"charset=" in head[:1024])
    return f"{kind}; charset=utf-8" if kind.startswith(_TEXT) and not speaks_for_itself else kind
