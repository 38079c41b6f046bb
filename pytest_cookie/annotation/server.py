"""Runs the application: one process, one port for the application and one for the artifacts, on loopback by default."""

import contextlib
import ipaddress
import secrets
import socket
import stat
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.records.plain_tree import read_bounded_text

LOOPBACK = "127.0.0.1"
HTTP_PORT = 80
LEAST_TOKEN = 16
_WILDCARDS = ("0.0.0.0", "::")


@dataclass(frozen=True)
class Listening:
    """The bound sockets, and the origins under which a browser reaches them.

    On loopback the artifacts have another host name than the application, so that browsers run them in another process:
    a page that never stops computing does not stop the application.
    """

    sockets: tuple[socket.socket, ...]
    app_port: int
    artifact_port: int
    app_origin: str
    artifact_origin: str
    hosts: frozenset[str]


def listen(host: str, port: int, name: str = "") -> Listening:
    """Bind both ports: `port` (0: any) and the next one, or any if that is taken. Raises `UsageError`.

    `name` is the host name that raters use, if it differs from the address to bind. Browsers send it in lower case, and
    without the port 80.
    """
    app = _bind(host, port)
    app_port = app.getsockname()[1]
    try:
        artifact = _bind(host, app_port + 1 if port else 0)
    except UsageError:
        artifact = _bind(host, 0)
    artifact_port = artifact.getsockname()[1]
    own = (name or host).lower()
    artifact_name = "localhost" if own == LOOPBACK else own
    sockets = [app, artifact]
    if artifact_name == "localhost":
        with contextlib.suppress(UsageError):  # browsers may try the address of version 6 first
            sockets.append(_bind("::1", artifact_port))
    names = {own, artifact_name} | ({"localhost", LOOPBACK} if is_loopback(host) else set())
    hosts = frozenset(_host(own_name, number) for own_name in names for number in (app_port, artifact_port))
    app_origin = f"http://{_host(own, app_port)}"
    artifact_origin = f"http://{_host(artifact_name, artifact_port)}"
    return Listening(tuple(sockets), app_port, artifact_port, app_origin, artifact_origin, hosts)


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
        bound.listen(128)  # connections wait until the application serves them
    except (OSError, OverflowError) as error:
        bound.close()
        raise UsageError(f"cannot listen on {host}, port {port}: {error}; choose another one with --port") from error
    return bound


def _host(name: str, port: int) -> str:
    """A host as browsers write it."""
    bracketed = f"[{name}]" if ":" in name else name
    return bracketed if port == HTTP_PORT else f"{bracketed}:{port}"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_wildcard(host: str) -> bool:
    """Whether `host` means every network of the machine, so that a name for browsers is needed."""
    return host in _WILDCARDS


def read_tokens(path: Path) -> tuple[str, str]:
    """The raters' token, and the one that opens the results: the first two lines of a file only its owner can read.

    A missing file is created. Raises `UsageError`.
    """
    try:
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(f"{new_token()}\n{new_token()}\n", encoding="utf-8")
        if path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH):
            raise UsageError(f"{path} can be read by others; run: chmod 600 {path}")
        lines = [line.strip() for line in read_bounded_text(path).splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--token-file: cannot read {path}: {error}") from error
    if len(lines) != 2 or lines[0] == lines[1] or any(len(line) < LEAST_TOKEN or not _is_plain(line) for line in lines):
        raise UsageError(
            f"{path} must hold two different tokens, one a line, of {LEAST_TOKEN} or more letters, digits, - and _: "
            "the first for raters, the second for the results. Name a file that does not exist to have it created"
        )
    return lines[0], lines[1]


def _is_plain(token: str) -> bool:
    return token.isascii() and token.replace("-", "").replace("_", "").isalnum()


def new_token() -> str:
    """A token of 192 bits."""
    return secrets.token_urlsafe(24)


def serve(application: object, listening: Listening) -> None:
    """Serve until Ctrl-C."""
    import uvicorn

    config = uvicorn.Config(
        application,  # type: ignore[arg-type]
        log_level="warning", access_log=False, lifespan="off", ws="none", server_header=False, date_header=False,
        timeout_graceful_shutdown=1, loop="asyncio", http="h11", h11_max_incomplete_event_size=64_000,
    )  # fmt: skip
    server = uvicorn.Server(config)
    server.run(sockets=list(listening.sockets))
