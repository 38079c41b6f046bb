"""`Evidence`: everything a judge may know of an artifact in use. A folder; this is its table of contents."""

from typing import Literal

from pytest_cookie.core.build import Build
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.inner_path import InnerPath
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import StageOpinion

ClockKind = Literal["stepped", "cooperative"]
"""How page time was made to pass. `stepped`: frame by frame, the same on every machine. `cooperative`: in real time,
in portions; what the page shows in a frame depends on the machine."""

FROM_OUTSIDE = "the page has changed JavaScript or the browser's own interfaces: it was looked at from outside of it"
"""A session's note: what the page has broken was seen by other means, without what only its own scripts know."""


class SessionEvidence(FrozenModel):
    """One browser session: `evidence/<name>/`, its files by path below that folder, and what its film holds.

    `sound_file` describes what was heard, also without a film: "" where nothing sounded, None where nobody listened.
    """

    name: InnerPath
    files: tuple[InnerPath, ...] = ()
    film: FilmSummary | None = None
    sound_file: str | None = None
    notes: tuple[str, ...] = ()
    """What of the page was not in step with its time, and why: a sound, a worker; how else it had to be seen; that a
    report is missing."""


class Evidence(FrozenModel):
    """What was seen before anything was judged. Paths of files read `<session>/<file>`, below `evidence/`.

    `build` is the deployment's: where it failed, nothing was seen. `clock` is None where no browser was needed;
    `clock_note` says why it was not the first choice, where it was not.
    """

    artifact_digest: str
    explorer: str
    browser: str
    clock: ClockKind | None = None
    clock_note: str = ""
    build: Build | None = None
    sessions: tuple[SessionEvidence, ...] = ()
    perception: StaticPerception
    trace: Trace
    impression: StageOpinion | None = None
    """What stage 1 said to the explorer (Cookie-Bench C.3.1), where it was asked before the exploration."""
    prompt: str = ""
    """Name, version and hash of the explorer's prompt, for a model."""
    spend: Spend = NOTHING
    """Of the explorer's model."""
    made_from: str = ""
    """Hash of what it was made from (`protocols.keys`)."""

    @property
    def sound_file(self) -> str | None:
        """What describes the sound of the page in use, below its session: "" where nothing sounded, None where nobody
        listened. Evidence of before has it in the film's summary alone.
        """
        used = next((session for session in self.sessions if session.name == self.trace.policy), None)
        if used is None or self.clock == "cooperative":
            return None
        known_by_film = used.film.sound_file if used.film else None
        return known_by_film if used.sound_file is None else used.sound_file
