"""`Evidence`: everything that a judge may know about the use of an artifact. The index of an evidence folder."""

from typing import Final, Literal

from pytest_cookie.core.build import Build
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.labels import ClockKind
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import StageOpinion

EVIDENCE_SCHEMA_VERSION: Final = 1

FROM_OUTSIDE = "the page has changed JavaScript or the browser's own interfaces: it was looked at from outside of it"
"""A note of a session: the page broke its own JavaScript environment, so facts that need its scripts are missing."""


class SessionEvidence(FrozenModel):
    """One browser session, in the folder `evidence/<name>/`."""

    name: InnerPath
    """Name of the session and of its folder."""
    files: tuple[InnerPath, ...] = ()
    """Its files, relative to that folder."""
    film: FilmSummary | None = None
    """What the film contains. Null without a film."""
    sound_file: str | None = None
    """The description of the sound. Empty if the page was silent, null if sound was not recorded."""
    notes: tuple[str, ...] = ()
    """Limitations, such as sound or workers that were not in step with page time."""


class Evidence(FrozenModel):
    """Everything that a judge can know of an artifact in use: the file `evidence/evidence.json`.

    Paths of files read `<session>/<file>`, relative to `evidence/`. After a failed build there are no sessions.
    """

    schema_version: Literal[1] = EVIDENCE_SCHEMA_VERSION
    """Version of this schema."""
    artifact_digest: str
    """Digest of the artifact."""
    explorer: str
    """The explorer that used the page."""
    browser: str
    """Version of the browser."""
    clock: ClockKind | None = None
    """How page time passed. `stepped`: frame by frame, the same on every machine. `cooperative`: in real time. Null
    if no browser was needed."""
    clock_note: str = ""
    """Why the clock is not the preferred one. Empty if it is."""
    build: Build | None = None
    """How a project was built. Null if no build was needed."""
    sessions: tuple[SessionEvidence, ...] = ()
    """The browser sessions."""
    perception: StaticPerception
    """The page at rest."""
    trace: Trace
    """The page in use."""
    impression: StageOpinion | None = None
    """The static scores that an exploring model received (Cookie-Bench C.3.1). Null if it received none."""
    prompt: str = ""
    """Name, version and hash of the exploring model's prompt."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time of the exploring model."""
    made_from: str = ""
    """Hash of everything that the evidence depends on."""

    @property
    def sound_file(self) -> str | None:
        """The description of the explored page's sound, below its session: "" for silence, None if not recorded.

        A session that does not name it has it in its film's summary.
        """
        used = next((session for session in self.sessions if session.name == self.trace.policy), None)
        if used is None or self.clock == "cooperative":
            return None
        known_by_film = used.film.sound_file if used.film else None
        return known_by_film if used.sound_file is None else used.sound_file
