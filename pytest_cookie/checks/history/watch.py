"""`HistoryWatch`: compares the view after a step back with the one that its address had before."""

from urllib.parse import urlsplit

from pytest_cookie.browser.page.observation import Observation
from pytest_cookie.checks.history.fact import AddressPart, HistoryFact
from pytest_cookie.core.action import Back
from pytest_cookie.exploration.effects.background_changes import BackgroundChanges
from pytest_cookie.exploration.watch import Act

_MOST_TOLD = 4
_LEAST_EXCHANGED = 3  # fewer texts may be a message or a count
_LENGTH = 80  # identifies a text


class HistoryWatch:
    """Follows what the page shows at each address. Call `compare` for every action, in order."""

    def __init__(self) -> None:
        self._views: dict[str, frozenset[str]] = {}

    def compare(self, act: Act) -> HistoryFact | None:
        """The fact, if the action is a step back that left the view as it was, or without any."""
        before, after = (_read(seen, act.quiet) for seen in (act.before, act.after))
        left, here = (_address(seen.url) for seen in (act.before, act.after))
        known = self._views.get(here)
        self._views |= {left: before, here: after}
        if not isinstance(act.action, Back) or left == here or known is None:
            return None
        kept, missing = before - known, known - before
        is_exchange = bool(kept and missing) and len(kept) + len(missing) >= _LEAST_EXCHANGED
        is_same, is_empty = after == before, after <= before & known
        if not is_exchange or not (is_same or is_empty):
            return None
        return HistoryFact(
            left=left,
            part=find_part(here, left),
            kept=tuple(sorted(kept, key=_by_length)[:_MOST_TOLD]) if is_same else (),
            missing=tuple(sorted(missing, key=_by_length)[:_MOST_TOLD]),
        )


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
