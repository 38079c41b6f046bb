"""Judges whether the browser's back button leads to the view of the address."""

from urllib.parse import urlsplit

from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import quote_names

BACK_KEEPS_VIEW = CheckKind(
    "back-keeps-view", "The browser's back button changes the address, and the page does not show its view."
)

_LONGEST = 24  # characters of a quoted address


def find_kept_views(context: RubricContext) -> list[Defect]:
    """One defect for the first step back that the view does not follow, not even late.

    It is major where the address is that of a view, and minor for a fragment, which may be meant to name a place of a
    page.
    """
    steps = context.trace.steps
    for place, step in enumerate(steps):
        fact = HistoryFact.of(step.change)
        if fact is None or step.outcome != "done" or step.change.dialogs or _follows_late(steps[place + 1 :]):
            continue
        severity: Severity = "minor" if fact.part == "fragment" else "major"
        return [step_defect(context, step, BACK_KEEPS_VIEW, severity, _title(fact), _reason(fact))]
    return []


def _title(fact: HistoryFact) -> str:
    parts = urlsplit(fact.left)
    own = {"fragment": f"#{parts.fragment}", "route": f"#{parts.fragment}", "query": f"?{parts.query}"}
    name = shorten(own.get(fact.part, parts.path), _LONGEST)
    return f"Back from “{name}” " + ("keeps its view" if fact.kept else "leads to an empty view")


def _reason(fact: HistoryFact) -> str:
    now = f"still shows {quote_names(list(fact.kept[:1]), 80)}" if fact.kept else "shows nothing of that"
    return (
        f"The address changes to one that showed {quote_names(list(fact.missing[:1]), 80)} before, and the page {now}. "
        "Show the view of the address on `popstate` and `hashchange`."
    )


def _follows_late(later: tuple[Step, ...]) -> bool:
    """Whether a wait right after the step brings other texts."""
    following = later[0] if later else None
    return following is not None and following.action.is_idle and bool(following.change.appeared_text)
