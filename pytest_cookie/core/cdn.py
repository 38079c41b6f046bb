"""Content delivery networks: hosts that serve published packages and fonts to pages."""

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
"""Header of a library response: JSON, a list of package, requested version, served version and file."""
PICTURE_HEADER = "X-Cookie-Picture"
"""Header of a painted picture: JSON, a list of the replaced service, the picture's size and what it shows."""
BLOCKED_HEADER = "X-Cookie-Blocked"
"""Header of a refused request: JSON, the reason as a string."""
OUTSIDE = "outside of the artifact"
"""The reason if no library serves the address."""
ENDED_SERVICE = "the picture service no longer exists"
"""The reason for a picture that no visitor sees any more."""


def is_on_a_cdn(url: str) -> bool:
    """Whether the address is on one of these hosts, at the default port."""
    parts = url_parts(url)
    return parts.scheme in ("http", "https") and parts.hostname in CDN_HOSTS and parts.port in (None, 80, 443)
