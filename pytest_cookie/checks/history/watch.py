"""`HistoryWatch`: compares the view after a step in the history with the one that its address had before."""

from urllib.parse import urlsplit

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.history.fact import AddressPart, HistoryFact
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act

_MOST_TOLD = 4
_LEAST_EXCHANGED = 3  # fewer texts may be a message or a count
_LENGTH = 80  # identifies a text


class HistoryWatch:
    """Follows what the page shows at each address. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._views: dict[str, frozenset[str]] = {}
        self._last: HistoryFact | None = None

    def compare(self, act: Act) -> HistoryFact | None:
        """The fact, if the action is a step in the history that left the view as it was, or without any.

        The same fact again for a wait after it in which the view does not follow.
        """
        before, after = (_read(seen, act.quiet) for seen in (act.before, act.after))
        if act.action.is_idle and self._last:
            return self._last if before == after else None
        self._last = self._compare_views(act, before, after)
        return self._last

    def _compare_views(self, act: Act, before: frozenset[str], after: frozenset[str]) -> HistoryFact | None:
        left, here = (_address(seen.url) for seen in (act.before, act.after))
        known = self._views.get(here)
        self._views |= {left: before, here: after}
        if not act.action.moves_in_history or left == here or known is None:
            return None
        part, kept, missing = find_part(here, left), before - known, known - before
        is_exchange = bool(kept and missing) or part in ("query", "route")
        if not is_exchange or len(kept) + len(missing) < _LEAST_EXCHANGED:
            return None
        is_empty = bool(missing) and part != "document" and after <= before & known  # a document may still load
        if after != before and not is_empty:
            return None
        still, gone = (tuple(sorted(texts, key=_by_length)[:_MOST_TOLD]) for texts in (kept & after, missing))
        return HistoryFact(left=left, part=part, kept=still, missing=gone, is_empty=is_empty and after != before)


def find_part(first: str, then: str) -> AddressPart:
    """What distinguishes two addresses."""
    old, new = urlsplit(first), urlsplit(then)
    if (old.netloc, old.path) != (new.netloc, new.path):
        return "document"
    if old.query != new.query:
        return "query"
    is_route = any(one.fragment.startswith(("/", "!")) for one in (old, new))
    return "route" if is_route else "fragment"


def _address(url: str) -> str:
    """An empty fragment is none: a link to `#` is a button."""
    return url.removesuffix("#")


def _read(seen: Observation, quiet: BackgroundChanges) -> frozenset[str]:
    """The texts of a page, without those that change by themselves."""
    return frozenset(one.text[:_LENGTH] for path, one in seen.elements.items() if one.text and not quiet.covers(path))


def _by_length(text: str) -> tuple[int, str]:
    """Longer texts tell more."""
    return -len(text), text
