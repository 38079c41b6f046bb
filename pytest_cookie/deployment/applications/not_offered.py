"""`NotOfferedError`: an application needs what is not here: packages of Python or npm, Node.js, a service."""

from pytest_cookie.core.errors import DeploymentError


class NotOfferedError(DeploymentError):
    """The machine's fault for an existing application. A model that builds one knows what there is: it is its fault."""
