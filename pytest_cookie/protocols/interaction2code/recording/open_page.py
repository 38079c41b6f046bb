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
from pytest_cookie.deployment.static import StaticDeployer
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, take_in
from pytest_cookie.protocols.interaction2code.recording.record_page import OpenSession
from pytest_cookie.records.temp_dir import TempDir


@contextmanager
def serve_page(
    page: Path, host: BrowserHost, window: tuple[int, int], library: Library | None = None
) -> Iterator[tuple[OpenSession, str, str]]:
    """Serve an HTML file or a folder; yields what opens a session, the address and the gateway. Raises `UsageError`."""
    with TempDir("page") as folder:
        key = ItemKey(case="page", model="recorder", mode="html")
        artifact = take_in(page, key, folder / "artifact", entry=None, limits=DEFAULT_LIMITS)
        if artifact.problem or artifact.needs_build:
            raise UsageError(f"{page} cannot be recorded: {artifact.problem or 'it needs a build; record its output'}")
        deployer = StaticDeployer(library)
        with deployer.deploy(artifact, folder / "artifact", built=folder / "built", log=folder / "log") as served:
            viewport = Viewport(name="desktop", width=window[0], height=window[1])
            settings = SessionSettings(gateway=served.gateway, viewport=viewport)
            yield (lambda: host.open_session(settings)), served.url, served.gateway
