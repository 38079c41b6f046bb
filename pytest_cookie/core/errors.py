"""The errors of pytest-cookie.

CookieError
├── UsageError               the user's: bad options, bad YAML; said before anything runs
└── StageError               the machinery's: the item is unscored, the run goes on
    ├── GenerationError
    ├── DeploymentError
    │   └── BuildError       a project could not be built for no fault of its own: no sandbox, no Node.js, no registry
    ├── ExplorationError
    │   └── BrowserError     the browser would not start, hung or died without the page's doing
    ├── JudgingError
    ├── BlockedDependencyError   the page is blank without a library from elsewhere, which its brief allows
    ├── RecordingError       evidence or records could not be written
    └── OutOfBudgetError     the next call of a model could cost more than the run may: it ends here

That an artifact is bad is no error but a `Verdict`: see `pytest_cookie.core.verdict`.
"""

from typing import ClassVar

from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.stages import Stage


class CookieError(Exception):
    """Anything that pytest-cookie itself raises. The message says what to do."""


class UsageError(CookieError):
    """The user asked for something that cannot be; nothing has run yet."""


class StageError(CookieError):
    """A stage broke for no fault of the artifact. Carries its stage for the record."""

    stage: ClassVar[Stage] = "worker"

    def __init__(self, message: str, *, spend: Spend = NOTHING) -> None:
        super().__init__(message)
        self.spend = spend
        """What calls of models had taken before it broke."""


class GenerationError(StageError):
    """No artifact could be had: a missing file, a provider that does not answer."""

    stage = "generate"


class DeploymentError(StageError):
    """The artifact could not be served."""

    stage = "deploy"


class BuildError(DeploymentError):
    """The project could not be built for no fault of its own: no sandbox, no Node.js, no registry."""


class ExplorationError(StageError):
    """No evidence could be gathered."""

    stage = "explore"


class BrowserError(ExplorationError):
    """The browser would not start, hung or died without the page's doing."""


class JudgingError(StageError):
    """No verdict could be reached."""

    stage = "judge"


class BlockedDependencyError(StageError):
    """The page is blank, and did not get a library from elsewhere that its brief allows: nobody can judge it here."""

    stage = "judge"


class RecordingError(StageError):
    """Evidence or records could not be written (disk full, no permission)."""


class OutOfBudgetError(StageError):
    """The next call of a model could cost more than is left of the run's budget; no item after this one begins."""
