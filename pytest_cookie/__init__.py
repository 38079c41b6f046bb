"""pytest-cookie: how good are the web artifacts this model makes?

The flow is Case → Artifact → Deployment → Evidence → Verdict → Record → Report; ARCHITECTURE.md draws it.

The names below are for use from Python; everything else may change without notice. They are loaded when they are used.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pytest_cookie.core.case import Case
    from pytest_cookie.core.errors import CookieError, StageError, UsageError
    from pytest_cookie.page_check.checker import Checker, PageCheck
    from pytest_cookie.page_check.face import check, judge_run, load_run
    from pytest_cookie.page_check.rewards.messages import Reward
    from pytest_cookie.page_check.rewards.rewarder import Rewarder, reward

__all__ = [
    "Case", "Checker", "CookieError", "PageCheck", "Reward", "Rewarder", "StageError", "UsageError", "check",
    "judge_run", "load_run", "reward",
]  # fmt: skip

_MODULES = {
    "Case": "pytest_cookie.core.case",
    "Checker": "pytest_cookie.page_check.checker",
    "CookieError": "pytest_cookie.core.errors",
    "PageCheck": "pytest_cookie.page_check.checker",
    "Reward": "pytest_cookie.page_check.rewards.messages",
    "Rewarder": "pytest_cookie.page_check.rewards.rewarder",
    "StageError": "pytest_cookie.core.errors",
    "UsageError": "pytest_cookie.core.errors",
    "check": "pytest_cookie.page_check.face",
    "judge_run": "pytest_cookie.page_check.face",
    "load_run": "pytest_cookie.page_check.face",
    "reward": "pytest_cookie.page_check.rewards.rewarder",
}


def __getattr__(name: str) -> object:
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *_MODULES]
