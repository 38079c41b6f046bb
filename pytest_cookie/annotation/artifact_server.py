"""Serves artifacts, pictures and films on an origin of their own, under unguessable addresses.

An artifact's page is sandboxed by its own response and by the frame that shows it: an opaque origin, no storage, no
pop-ups, no navigation of the application. The policy of the response allows it files of this origin only; the one of
the application keeps the frame on this origin. Cookies are used nowhere.
"""

import hashlib
import hmac
import mimetypes
import posixpath
import re
from functools import cache
from importlib import resources
from pathlib import Path
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, RedirectResponse, Response

from pytest_cookie.annotation.form_files import PACKAGE
from pytest_cookie.annotation.material import find_plain
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.deployment.confinement import break_shadow_roots, read_confinement
from pytest_cookie.records.plain_tree import read_plain

MOST_PAGE_BYTES = 20_000_000
_INDEX = "index.html"
_SEAL = "SEAL-OF-THIS-FRAME"
# Possessive, so that no page can make it slow; comments end where a browser ends them.
_DOCTYPE = re.compile(r"\s*+(?:<!--(?!-?>)(?:(?!--!?>).)*+-->\s*+)*+<!doctype[^>]*+>", re.IGNORECASE | re.DOTALL)
_WEB_CHARSETS = re.compile(
    r"us-ascii|iso-8859-\d+|latin-?1|windows-125\d|koi8-[ru]|shift_jis|euc-(jp|kr)"
    r"|gb(k|2312|18030)|big5",
    re.IGNORECASE,
)
_INERT_PICTURE = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*+[\"']?\s*+([\w-]{2,40})", re.IGNORECASE)
_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
_SANDBOX = "sandbox allow-scripts allow-forms allow-modals allow-pointer-lock"


class ArtifactServer:
    """Addresses of folders and files, and their content. `app_origin` is the only page that may frame them."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.app_origin = ""
        self.origin = ""
        self._folders: dict[str, Path] = {}
        self._hidden: dict[str, dict[str, str]] = {}
        self._listed: dict[str, set[str]] = {}

    def address(self, folder: Path, name: str, *, purpose: str, whole: bool = False) -> str:
        """The address of the file `name` below `folder`, without the name. Each purpose has an address of its own.

        It serves the whole folder, or only the files whose addresses were requested. An item's folder also has the
        record and the verdicts, which raters must not see.
        """
        code = self._code(f"{purpose}\0{folder}")[:40]
        self._folders[code] = folder
        if not whole:
            self._listed.setdefault(code, set()).add(name)
        return f"{self.origin}/{code}/{self._hide(code, name)}"

    def seal(self, address: str) -> str:
        """What shows the application that a message comes from the guard of the page at `address`, not from the page.

        The guard gets it only when a frame is filled, so that the page cannot request it.
        """
        return self._code(f"seal\0{address.removeprefix(self.origin).split('/')[1]}")[:32]

    def _code(self, text: str) -> str:
        return hmac.new(self._secret, text.encode(errors="replace"), hashlib.sha256).hexdigest()

    def _hide(self, code: str, name: str) -> str:
        """`name` with another word for each part, as deep as before, so that relative links keep working.

        `index.html` reveals no name, and pages compare their links with it.
        """
        shown = []
        for part in name.split("/"):
            word = part if part == _INDEX else self._code(f"{code}\0{part}")[:12]
            self._hidden.setdefault(code, {})[word] = part
            shown.append(word)
        return "/".join(shown)

    def _reveal(self, code: str, name: str) -> str:
        hidden = self._hidden.get(code, {})
        return "/".join(hidden.get(part, part) for part in name.split("/"))

    async def respond(self, request: Request) -> Response:
        """The file that a request asks for."""
        if request.method not in ("GET", "HEAD"):
            return self._refuse(405)
        code, _, name = str(request.scope["path"]).lstrip("/").partition("/")
        if code not in self._folders:
            return self._of_referrer(request)
        name = self._reveal(code, name)
        path = self._find(code, name) or self._find(code, posixpath.join(name, _INDEX).lstrip("/"))
        if path is None and "." not in posixpath.basename(name):
            path = self._find(code, _INDEX)  # an address that the page's own router knows
        if path is None:
            return self._refuse(404)
        is_framed = request.headers.get("sec-fetch-dest") == "iframe"
        return self._file(path, self.seal(f"{self.origin}/{code}/") if is_framed else "")

    def _find(self, code: str, name: str) -> Path | None:
        folder, listed = self._folders.get(code), self._listed.get(code)
        return find_plain(folder, name) if folder and (listed is None or name in listed) else None

    def _of_referrer(self, request: Request) -> Response:
        """A path from the root, such as `/assets/app.js`, leads into the folder of the page that asks for it."""
        asking = urlsplit(request.headers.get("referer", ""))
        code = asking.path.lstrip("/").partition("/")[0]
        name = str(request.scope["path"]).lstrip("/")
        if f"{asking.scheme}://{asking.netloc}" != self.origin or self._find(code, name) is None:
            return self._refuse(404)
        return RedirectResponse(f"/{code}/{quote(name)}", 307, self._headers())

    def _page(self, path: Path, seal: str) -> Response:
        try:
            text = _decode(read_plain(path, MOST_PAGE_BYTES))
        except RecordingError:
            return self._refuse(413)
        text = break_shadow_roots(text)
        start = found.end() if (found := _DOCTYPE.match(text)) else 0
        text = f"{text[:start]}<script>{_guard().replace(_SEAL, seal)}</script>{text[start:]}"
        return Response(text.encode(errors="replace"), media_type="text/html; charset=utf-8", headers=self._headers())

    def _file(self, path: Path, seal: str) -> Response:
        """Every document that may have scripts gets the guard, or is served as something without scripts."""
        kind, encoding = mimetypes.guess_type(path.name, strict=False)  # WebP
        kind = "application/octet-stream" if encoding or not kind else kind
        headers = self._headers()
        if kind in ("text/html", "application/xhtml+xml"):
            return self._page(path, seal)
        if kind == "image/svg+xml":  # works as a picture
            headers["Content-Security-Policy"] = _INERT_PICTURE
        elif kind.endswith(("/xml", "+xml")):
            kind = "text/plain"
        return FileResponse(path, media_type=kind, headers=headers)

    def _refuse(self, status: int) -> Response:
        return PlainTextResponse("not found" if status == 404 else "refused", status, self._headers())

    def _headers(self) -> dict[str, str]:
        """Also for refusals: every response of this origin is sandboxed."""
        own = f"{self.origin} data: blob:"
        policy = (
            "default-src 'none'", f"script-src 'unsafe-inline' 'unsafe-eval' {own}", f"style-src 'unsafe-inline' {own}",
            f"img-src {own}", f"media-src {own}", f"font-src {own}", f"connect-src {own}", f"worker-src {own}",
            "frame-src 'none'", "object-src 'none'", f"form-action {self.origin}", f"base-uri {self.origin}",
            f"frame-ancestors {self.app_origin}", _SANDBOX,
        )  # fmt: skip
        return {
            "Content-Security-Policy": "; ".join(policy),
            "Access-Control-Allow-Origin": "null",  # the opaque origin of the sandbox: modules and fetch need it
            "Cache-Control": "no-store",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Referrer-Policy": "unsafe-url",  # the policy keeps requests on this origin; `_of_referrer` needs the path
            "X-Content-Type-Options": "nosniff",
            "X-DNS-Prefetch-Control": "off",
            "Permissions-Policy": "camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=()",
        }


@cache
def _guard() -> str:
    return read_confinement() + (resources.files(PACKAGE) / "assets" / "guard.js").read_text(encoding="utf-8")


def _decode(content: bytes) -> str:
    """The text as a browser would decode it: by its byte order mark, as UTF-8, or by the charset that it declares."""
    if content.startswith(_UTF_16_MARKS):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        named = _CHARSET.search(content[:1024])
        name = named[1].decode() if named else ""
    if name.lower().startswith("utf"):  # a declaration that can be read as ASCII is not in UTF-16
        return content.decode("utf-8", errors="replace")
    try:
        return content.decode(name if _WEB_CHARSETS.fullmatch(name) else "cp1252", errors="replace")
    except LookupError:  # such as iso-8859-99
        return content.decode("cp1252", errors="replace")
