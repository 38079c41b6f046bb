"""`Registry`: a registry of packages on loopback, and a package that wants to harm who installs it."""

import base64
import hashlib
import io
import json
import tarfile
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import TracebackType
from typing import Self

GUEST = "guest"
_SCRIPTS = ("preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare")


class Registry:
    """Has one package, `guest`, of version 1.0.0; a context manager. `asked` are the paths that it was asked for."""

    def __init__(self, archive: bytes) -> None:
        self._archive = archive
        self.asked: list[str] = []

    def __enter__(self) -> Self:
        registry = self

        class Answer(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                registry.asked.append(self.path)
                is_archive = self.path.endswith(".tgz")
                body = registry._archive if is_archive else json.dumps(registry._about()).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/octet-stream" if is_archive else "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
        self._thread = Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/"

    def lock_file(self) -> str:
        """npm's, for a project that needs the package alone; as if it had come from another registry."""
        entry = {
            "version": "1.0.0",
            "resolved": f"https://registry.example/{GUEST}/-/{GUEST}-1.0.0.tgz",
            "integrity": self._integrity(),
            "hasInstallScript": True,
            "bin": {"../../../../../WATCHED/bin": "index.js"},
        }
        packages = {"": {"name": "host", "dependencies": {GUEST: "1.0.0"}}, f"node_modules/{GUEST}": entry}
        return json.dumps({"name": "host", "lockfileVersion": 3, "requires": True, "packages": packages})

    def _integrity(self) -> str:
        return "sha512-" + base64.b64encode(hashlib.sha512(self._archive).digest()).decode()

    def _about(self) -> Mapping[str, object]:
        where = {"tarball": f"{self.address}{GUEST}/-/{GUEST}-1.0.0.tgz", "integrity": self._integrity()}
        version = {"name": GUEST, "version": "1.0.0", "dist": where}
        return {"name": GUEST, "dist-tags": {"latest": "1.0.0"}, "versions": {"1.0.0": version}}


def hostile_archive(watched: str, secret: str) -> bytes:
    """A package that runs scripts, links and writes to forbidden places. `watched` and `secret` are paths."""
    harm = f"touch {watched}/cookie-was-here"
    manifest = {
        "name": GUEST,
        "version": "1.0.0",
        "scripts": dict.fromkeys(_SCRIPTS, harm),
        "bin": {f"../../../../../..{watched}/bin": "index.js", "sh": "index.js"},
        "man": f"../../../../../../..{watched}/page.1",
    }
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        _add(archive, "package/package.json", json.dumps(manifest).encode())
        _add(archive, "package/index.js", b"module.exports = 'harmless'\n", mode=0o6777)
        _add(archive, "package/binding.gyp", json.dumps({"targets": [{"target_name": f"<!({harm})"}]}).encode())
        _add(archive, f"package/../../../../../../../..{watched}/cookie-was-here", b"")
        _add(archive, f"{watched}/cookie-was-here", b"")
        _link(archive, "package/out", watched, tarfile.SYMTYPE)
        _add(archive, "package/out/cookie-was-here", b"")
        _link(archive, "package/secret.js", secret, tarfile.LNKTYPE)
        _link(archive, "package/secret-too.js", secret, tarfile.SYMTYPE)
    return written.getvalue()


def _add(archive: tarfile.TarFile, name: str, content: bytes, *, mode: int = 0o644) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(content), mode
    archive.addfile(member, io.BytesIO(content))


def _link(archive: tarfile.TarFile, name: str, target: str, kind: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, target
    archive.addfile(member)
