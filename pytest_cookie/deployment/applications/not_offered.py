"""`NotOfferedError`: an application needs a Python or npm package, Node.js or a service that is not installed."""

from pytest_cookie.core.errors import DeploymentError


class NotOfferedError(DeploymentError):
    """The machine's fault for an existing application. A model that builds one knows what there is: it is its fault."""
