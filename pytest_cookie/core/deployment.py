"""`Deployment`: a served artifact, always at the same origin."""

from pytest_cookie.core.build import Build
from pytest_cookie.core.frozen_model import FrozenModel

ORIGIN = "http://artifact.localhost"
"""The origin of every item. Below `localhost`, so that the page is a secure context (Web Crypto, clipboard)."""


class Deployment(FrozenModel):
    """A served artifact: the file `deployment.json`.

    Refused and missing requests are in the item's `deployment.log`.
    """

    url: str
    """The address that the page sees, the same for every item."""
    gateway: str
    """The HTTP proxy through which the browser reaches the page. It is the only way out; the port changes from run to
    run."""
    artifact_digest: str
    """Digest of the artifact."""
    build: Build | None = None
    """How a project was built. Null for an artifact that is served as it is."""
