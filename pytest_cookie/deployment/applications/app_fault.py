"""`AppFaultError`: an application cannot be used, by its own fault."""

from pytest_cookie.core.build import FailureKind


class AppFaultError(Exception):
    """The application cannot be used, by its own fault. `kind` is that of a failed build."""

    def __init__(self, message: str, kind: FailureKind = "other") -> None:
        super().__init__(message)
        self.kind = kind
