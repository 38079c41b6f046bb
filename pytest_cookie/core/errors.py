"""The errors of pytest-cookie.

CookieError
├── UsageError               the user's mistake: bad options, bad YAML; raised before anything runs
└── StageError               infrastructure: the item is unscored, the run continues
    ├── GenerationError
    ├── DeploymentError
    │   └── BuildError       the build could not run: no sandbox, no Node.js, no registry
    ├── ExplorationError
    │   └── BrowserError     the browser did not start, hung or died, and the page did not cause it
    ├── JudgingError
    ├── BlockedDependencyError   the page is blank without a remote library that its brief allows
    ├── RecordingError       evidence or records could not be written
    └── OutOfBudgetError     the next model call could exceed the budget; the run ends here

A bad artifact is not an error but a `Verdict`: see `pytest_cookie.core.verdict`.
"""

from typing import ClassVar

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Stage


class CookieError(Exception):
    """Base class of all errors that pytest-cookie raises. The message explains to the user how to fix it."""


class UsageError(CookieError):
    """The user's request is impossible; raised before anything runs."""


class StageError(CookieError):
    """A stage failed, and the artifact is not at fault. Carries its stage for the record."""

    stage: ClassVar[Stage] = "worker"

    def __init__(self, message: str, *, spend: Spend = NOTHING) -> None:
        super().__init__(message)
        self.spend = spend
        """Cost of the model calls before the failure."""


class GenerationError(StageError):
    """No artifact: a file is missing, or the provider does not respond."""

    stage = "generate"


class DeploymentError(StageError):
    """The artifact could not be served."""

    stage = "deploy"


class BuildError(DeploymentError):
    """The build could not run: no sandbox, no Node.js, no registry. The project is not at fault."""


class ExplorationError(StageError):
    """No evidence could be gathered."""

    stage = "explore"


class BrowserError(ExplorationError):
    """The browser did not start, hung or died, and the page did not cause it."""


class JudgingError(StageError):
    """No verdict could be reached."""

    stage = "judge"


class BlockedDependencyError(StageError):
    """The page is blank because a remote library that its brief allows was blocked, so it cannot be judged here."""

    stage = "judge"


class RecordingError(StageError):
    """Evidence or records could not be written (disk full, no permission)."""


class OutOfBudgetError(StageError):
    """The next model call could exceed the remaining budget; no further item starts."""
