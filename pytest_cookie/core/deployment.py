"""`Deployment`: a served artifact, always at the same origin."""

from pydantic import Field

from pytest_cookie.core.build import Build
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.stored_state import StoredState

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
    state: StoredState | None = Field(default=None, exclude=True, repr=False)
    """Cookies and local storage that every browser session starts with, such as a login. Never written to a file."""
