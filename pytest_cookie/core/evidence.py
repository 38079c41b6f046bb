"""`Evidence`: everything a judge may know of an artifact in use. A folder; this is its table of contents."""

from pytest_cookie.core.noun import Noun
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace


class SessionEvidence(Noun):
    """One browser session: `evidence/<name>/`, its files by path below that folder."""

    name: str
    files: tuple[str, ...] = ()


class Evidence(Noun):
    """What was seen before anything was judged. Paths of files read `<session>/<file>`, below `evidence/`."""

    artifact_digest: str
    explorer: str
    browser: str
    sessions: tuple[SessionEvidence, ...] = ()
    perception: StaticPerception
    trace: Trace
