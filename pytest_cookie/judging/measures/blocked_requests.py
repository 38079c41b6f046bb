"""Requests to content delivery networks that were refused, and the reason: for findings and causes."""

from pytest_cookie.core.cdn import OUTSIDE, is_on_a_cdn
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.text import shorten

_NEEDED_TO_RUN = frozenset({"script", "fetch", "xhr", "stylesheet"})
_REFUSED = "HTTP 403"
CDN_ADVICE = (
    "pages have no network access; such requests are answered only from a library of packages (`pytest-cookie "
    "library`); set `cdn: true` in the case if the brief allows them"
)


def find_blocked_requests(evidence: Evidence) -> tuple[FailedRequest, ...]:
    """Refused requests, at load, for files that a page needs to run."""
    return tuple(
        request
        for request in evidence.perception.failed_requests
        if request.blocked and request.resource_type in _NEEDED_TO_RUN and is_on_a_cdn(request.url)
    )


def explain_blocked(request: FailedRequest) -> str:
    """The library's reason for refusing the address; a refusal without a status means that no library is installed."""
    said = request.reason.removeprefix(_REFUSED).removeprefix(": ")
    if not request.reason.startswith(_REFUSED) or said == OUTSIDE:
        return "no package library is installed"
    return shorten(said, 200) or "the package library does not have it"


def describe_blocked(requests: tuple[FailedRequest, ...]) -> str:
    """The first request, the reason and what to do about it; "" if there is none."""
    if not requests:
        return ""
    more = f", and {len(requests) - 1} more" if len(requests) > 1 else ""
    return f"{shorten(requests[0].url, 200)} was refused ({explain_blocked(requests[0])}){more}: {CDN_ADVICE}"
