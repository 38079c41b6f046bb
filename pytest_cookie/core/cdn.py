"""Content delivery networks: the hosts from which pages load published packages and fonts."""

from pytest_cookie.core.parsing import url_parts

CDN_HOSTS = frozenset(
    {
        "ajax.googleapis.com", "cdn.jsdelivr.net", "cdn.plot.ly", "cdn.skypack.dev", "cdn.tailwindcss.com",
        "cdnjs.cloudflare.com", "code.jquery.com", "d3js.org", "esm.run", "esm.sh", "fastly.jsdelivr.net",
        "fonts.googleapis.com", "fonts.gstatic.com", "maxcdn.bootstrapcdn.com", "netdna.bootstrapcdn.com",
        "stackpath.bootstrapcdn.com", "unpkg.com", "use.fontawesome.com", "www.unpkg.com",
    }
)  # fmt: skip

GIVEN_HEADER = "X-Cookie-Library"
"""Of an answer from the library: JSON, a list of package, version asked for, version given and file."""
PICTURE_HEADER = "X-Cookie-Picture"
"""Of a painted picture: JSON, a list of the service in whose place it is and its size."""
BLOCKED_HEADER = "X-Cookie-Blocked"
"""Of a refusal: a JSON text, why."""
OUTSIDE = "outside of the artifact"
"""Why an address is refused where no library could be asked."""


def is_on_a_cdn(url: str) -> bool:
    """Whether the address is of one of these hosts, at its usual port."""
    parts = url_parts(url)
    return parts.scheme in ("http", "https") and parts.hostname in CDN_HOSTS and parts.port in (None, 80, 443)
