"""`serve_page`: a page of the user, served as an artifact is, for sessions of the recorder."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.perception import Viewport
from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.served_page import ServedPage
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, take_in
from pytest_cookie.protocols.interaction2code.recording.record_page import OpenSession
from pytest_cookie.records.temp_dir import TempDir


@contextmanager
def serve_page(
    page: Path | ServedPage, host: BrowserHost, window: tuple[int, int], library: Library | None = None
) -> Iterator[tuple[OpenSession, str, str]]:
    """Serve an HTML file or a folder, or pass requests on to a server, and refuse those to other hosts.

    Yields what opens a session, the address and the gateway. Raises `UsageError`, and `DeploymentError` if the server
    does not answer.
    """
    with TempDir("page") as folder, _gateway(page, folder, library) as (url, gateway):
        viewport = Viewport(name="desktop", width=window[0], height=window[1])
        settings = SessionSettings(gateway=gateway, viewport=viewport)
        yield (lambda: host.open_session(settings)), url, gateway


@contextmanager
def _gateway(page: Path | ServedPage, folder: Path, library: Library | None) -> Iterator[tuple[str, str]]:
    """The page's address, and that of its gateway."""
    if isinstance(page, ServedPage):
        with page.pass_on(folder / "log", library) as gateway:
            yield page.url, gateway
        return
    key = ItemKey(case="page", model="recorder", mode="html")
    artifact = take_in(page, key, folder / "artifact", entry=None, limits=DEFAULT_LIMITS)
    if artifact.problem or artifact.needs_build:
        raise UsageError(f"{page} cannot be recorded: {artifact.problem or 'it needs a build; record its output'}")
    deployer = StaticDeployer(library)
    with deployer.deploy(artifact, folder / "artifact", built=folder / "built", log=folder / "log") as served:
        yield served.url, served.gateway
