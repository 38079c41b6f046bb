"""`Evidence`: everything that a judge may know about the use of an artifact. The index of an evidence folder."""

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
"""How page time advances. `stepped`: frame by frame, identical on every machine. `cooperative`: in portions of real
time; the content of a frame depends on the machine."""

FROM_OUTSIDE = "the page has changed JavaScript or the browser's own interfaces: it was looked at from outside of it"
"""A note of a session: the page broke its own JavaScript environment, so facts that need its scripts are missing."""


class SessionEvidence(FrozenModel):
    """One browser session: `evidence/<name>/`, its files as paths below that folder, and its film.

    `sound_file` describes the sound, also without a film: "" for silence, None if no sound was recorded.
    """

    name: InnerPath
    files: tuple[InnerPath, ...] = ()
    film: FilmSummary | None = None
    sound_file: str | None = None
    notes: tuple[str, ...] = ()
    """Limits of the recording: a sound or worker out of step with page time, another way of reading the page, a missing
    report."""


class Evidence(FrozenModel):
    """All observations, collected before judging. Paths of files read `<session>/<file>`, below `evidence/`.

    `build` is copied from the deployment; if it failed, the page was not opened. `clock` is None if no browser was
    needed; `clock_note` says why the preferred clock was not used.
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
    """The explorer's stage 1 opinion (Cookie-Bench C.3.1), if it formed one before exploring."""
    prompt: str = ""
    """Name, version and hash of the prompt of the explorer's model."""
    spend: Spend = NOTHING
    """Cost of the explorer's model."""
    made_from: str = ""
    """Hash of the inputs (`protocols.phase_keys`)."""

    @property
    def sound_file(self) -> str | None:
        """The description of the explored page's sound, below its session: "" for silence, None if not recorded.

        Older evidence names it only in the film's summary.
        """
        used = next((session for session in self.sessions if session.name == self.trace.policy), None)
        if used is None or self.clock == "cooperative":
            return None
        known_by_film = used.film.sound_file if used.film else None
        return known_by_film if used.sound_file is None else used.sound_file
