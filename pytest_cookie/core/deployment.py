"""`Deployment`: a served artifact, always at the same origin."""

from pytest_cookie.core.build import Build
from pytest_cookie.core.frozen_model import FrozenModel

ORIGIN = "http://artifact.localhost"
"""The origin of every item. Below `localhost`, so that the page is a secure context (Web Crypto, clipboard)."""


class Deployment(FrozenModel):
    """A served artifact.

    `url` is the address that the page sees. `gateway` (`http://127.0.0.1:<port>`) is the HTTP proxy that serves it,
    and the only way out of a browser session; its port changes from run to run, and the page never sees it.
    The item's `deployment.log` lists requests that were refused or named a missing file. `build` describes how the
    site was built, None for an artifact that is served as it is.
    """

    url: str
    gateway: str
    artifact_digest: str
    build: Build | None = None
