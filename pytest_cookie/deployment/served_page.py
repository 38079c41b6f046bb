"""A page that a server delivers, such as a development server: reached through the gateway, and only it."""

import ipaddress
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.errors import DeploymentError, UsageError
from pytest_cookie.core.parsing import url_parts
from pytest_cookie.deployment.applications.app_gateway import AppGateway
from pytest_cookie.deployment.applications.caught_mail import Mail
from pytest_cookie.deployment.applications.payments import Payments
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.static import DeploymentLog

ADDRESS = ("http://", "https://")
_HTTP_PORT = 80


@dataclass(frozen=True)
class ServedPage:
    """The server at `host` and `port`, and the path of the page with its query, without the leading slash."""

    host: str
    port: int
    path: str

    @classmethod
    def parse(cls, address: str, *, allowed: tuple[str, ...] = ()) -> "ServedPage":
        """Raises `UsageError` for another scheme than HTTP, and for a host that is neither this machine nor allowed."""
        url = url_parts(address)
        if url.scheme != "http":
            raise UsageError(f"{address}: only http:// can be used; serve the page without TLS on this machine")
        host = url.hostname or ""
        if not (_is_here(host) or host in allowed):
            raise UsageError(f"{address}: {host} is not this machine; to use it anyway add --allow-host {host}")
        query = f"?{url.query}" if url.query else ""
        try:
            return cls(host, url.port or _HTTP_PORT, f"{url.path.lstrip('/')}{query}")
        except ValueError as error:
            raise UsageError(f"{address}: {error}") from error

    def connect(self, seconds: float) -> socket.socket:
        """A connection to the server. Raises `OSError`."""
        return socket.create_connection((self.host, self.port), timeout=seconds)

    def answers(self) -> bool:
        """Whether the server accepts connections now."""
        try:
            self.connect(1.0).close()
        except OSError:
            return False
        return True

    @property
    def url(self) -> str:
        """Its address in the browser."""
        return f"{ORIGIN}/{self.path}"

    @contextmanager
    def pass_on(self, log: Path, library: Library | None = None) -> Iterator[str]:
        """Pass requests for `url`'s origin on to the server until the context ends; yields the gateway's address.

        Requests to other hosts are refused, except those that `library` answers. Raises `DeploymentError`.
        """
        if not self.answers():
            raise DeploymentError(f"nothing answers at http://{self.host}:{self.port}; start the server first")
        with (
            closing(DeploymentLog(log)) as lines,
            closing(AppGateway(_Application(self), lines.add, library)) as gateway,
        ):
            yield gateway.address
        lines.check()


@dataclass
class _Application:
    page: ServedPage
    payments: Payments = field(default_factory=Payments)
    mails: tuple[Mail, ...] = ()

    def connect(self, seconds: float) -> socket.socket:
        return self.page.connect(seconds)


def _is_here(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
