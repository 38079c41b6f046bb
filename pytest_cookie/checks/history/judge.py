"""Judges whether the browser's back and forward buttons lead to the view of the address."""

from urllib.parse import urlsplit

from pytest_cookie.checks.history.fact import HistoryFact
from pytest_cookie.core.text import shorten
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import SEVERITIES, Severity
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.finding_kinds import CheckKind
from pytest_cookie.judging.rubric.measurement import step_defect
from pytest_cookie.judging.rubric.names import quote_names

BACK_KEEPS_VIEW = CheckKind(
    "back-keeps-view", "The browser's back or forward button changes the address, and the page does not show its view."
)

_LONGEST = 24  # characters of a quoted address


def find_kept_views(context: RubricContext) -> list[Defect]:
    """One defect for the gravest step in the history that the view does not follow, not even late; the first
    of equal ones.

    It is major where the address is that of a view, and minor for a fragment, which may be meant to name a place of a
    page.
    """
    steps, found = context.trace.steps, []
    for place, step in enumerate(steps):
        fact = HistoryFact.of(step.change)
        is_step = step.action.moves_in_history and step.outcome == "done" and not step.change.dialogs
        if fact is None or not is_step or _answers(step, fact) or _follows_late(steps[place + 1 :]):
            continue
        severity: Severity = "minor" if fact.part == "fragment" else "major"
        found.append(step_defect(context, step, BACK_KEEPS_VIEW, severity, _title(step, fact), _reason(fact)))
    return sorted(found, key=lambda defect: SEVERITIES.index(defect.severity))[:1]


def _title(step: Step, fact: HistoryFact) -> str:
    is_back = step.action.kind == "back"
    parts = urlsplit(fact.left if is_back else step.change.url)
    own = {"fragment": f"#{parts.fragment}", "route": f"#{parts.fragment}", "query": f"?{parts.query}"}
    name = shorten(own.get(fact.part, parts.path), _LONGEST)
    way = "Back from" if is_back else "Forward to"
    return f"{way} “{name}” " + (
        "leads to an empty view" if fact.is_empty else "keeps its view" if is_back else "does not show its view"
    )


def _reason(fact: HistoryFact) -> str:
    was = f"showed {quote_names(list(fact.missing[:1]), 80)} before" if fact.missing else "had another view before"
    now = f"still shows {quote_names(list(fact.kept[:1]), 80)}" if fact.kept else "does not show that"
    return (
        f"The address changes to one that {was}, and the page {now}. "
        "Show the view of the address on `popstate` and `hashchange`."
    )


def _answers(step: Step, fact: HistoryFact) -> bool:
    """Whether something else than texts follows. A filter or an open part differs from the other view by texts that
    came or went only, and so does a menu that closed."""
    is_exchange = fact.is_empty or bool(fact.kept and fact.missing)
    return not is_exchange and bool(step.change.pixels or step.change.states)


def _follows_late(later: tuple[Step, ...]) -> bool:
    """Whether the view is another one after a wait right after the step."""
    following = later[0] if later else None
    return following is not None and following.action.is_idle and HistoryFact.of(following.change) is None
