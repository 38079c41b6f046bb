"""`Deployment`: where an artifact can be used, always at the same fixed origin."""

from pytest_cookie.core.build import Build
from pytest_cookie.core.frozen_model import FrozenModel

ORIGIN = "http://artifact.localhost"
"""The origin of every item. Below `localhost`, so that the page is a secure context (Web Crypto, clipboard)."""


class Deployment(FrozenModel):
    """A served artifact.

    `url` is what the page sees. `gateway` (`http://127.0.0.1:<port>`) is the HTTP proxy through which a browser
    reaches it, the only way out that a session has; the port changes from run to run, the page never sees it.
    Requests that were refused, or for files that are not there, are in the item's `deployment.log`. `build` is how a
    project became what is served, None for an artifact that is served as it is.
    """

    url: str
    gateway: str
    artifact_digest: str
    build: Build | None = None
