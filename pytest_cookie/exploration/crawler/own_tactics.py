"""The crawler's own tactics, which serve all checks."""

from pytest_cookie.exploration.crawler.named_tries import NamedTries
from pytest_cookie.exploration.crawler.pickers import Pickers
from pytest_cookie.exploration.crawler.repeats import Repeats
from pytest_cookie.exploration.crawler.second_tries import CanvasTools, SilentControls
from pytest_cookie.exploration.crawler.shortcuts import Shortcuts
from pytest_cookie.exploration.tactic import Tactic


def make_own_tactics() -> list[Tactic]:
    """New ones for an exploration."""
    return [
        Pickers(),
        NamedTries(),
        SilentControls(),
        CanvasTools(),
        Repeats(),
        Shortcuts(),
    ]
