"""What a page asked of content delivery networks and did not get, and why it did not: for findings and causes."""

from pytest_cookie.core.cdn import OUTSIDE, is_on_a_cdn
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import FailedRequest
from pytest_cookie.core.text import shorten

_NEEDED_TO_RUN = frozenset({"script", "fetch", "xhr", "stylesheet"})
_REFUSED = "HTTP 403"
CDN_ADVICE = (
    "pages have no network, and such requests are answered from a library of packages alone (`pytest-cookie library`); "
    "where the brief allows them, its case says `cdn: true`"
)


def find_blocked_requests(evidence: Evidence) -> tuple[FailedRequest, ...]:
    """Requests at load for what a page needs to run, which were refused."""
    return tuple(
        request
        for request in evidence.perception.failed_requests
        if request.blocked and request.resource_type in _NEEDED_TO_RUN and is_on_a_cdn(request.url)
    )


def explain_blocked(request: FailedRequest) -> str:
    """What the library says of the address; else that there is none, for it alone answers with a status."""
    said = request.reason.removeprefix(_REFUSED).removeprefix(": ")
    if not request.reason.startswith(_REFUSED) or said == OUTSIDE:
        return "no library of packages is installed"
    return shorten(said, 200) or "the library of packages does not have it"


def describe_blocked(requests: tuple[FailedRequest, ...]) -> str:
    """The first of them and why it did not come, with what to do about it; "" for none."""
    if not requests:
        return ""
    more = f", and {len(requests) - 1} more" if len(requests) > 1 else ""
    return f"{shorten(requests[0].url, 200)} was refused ({explain_blocked(requests[0])}){more}: {CDN_ADVICE}"
