"""The rounds of an item: the artifact, and each of its revisions, with their tasks."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.records.item_sessions import StoredSession, read_session

TASKS, VERIFIER, CODER, REVISIONS = "tasks", "verifier", "coder", "revisions"


class Comment(FrozenModel):
    """A commenter's comments on failed tasks."""

    commenter: str = ""
    """The model. Empty if no task needed a comment."""
    prompt: str = ""
    """Name, version and hash of the prompt."""
    issues: tuple[str, ...] = ()
    """Problems in a few words."""
    changes: tuple[str, ...] = ()
    """Changes that it asks for."""
    tasks: tuple[str, ...] = ()
    """The tasks that it saw."""
    outside_window: bool | None = None
    """Whether something outside of the first window was the main reason, in any call. Null if it was not asked."""
    leaves_rest: bool | None = None
    """Whether its changes leave alone what works, in all calls. Null if it was not asked."""
    spend: Spend = NOTHING
    """What its calls cost: a part of the revision's."""


class Revision(FrozenModel):
    """A revision of the artifact: the result of the session `revisions/<number>/coder`."""

    number: Count
    """From 1."""
    coder: str
    """The model that made it."""
    prompt: str
    """Name, version and hash of the prompt."""
    artifact: Artifact
    """Its files, below `artifact/` in the folder of the session."""
    unsupported: dict[str, str] = {}
    """Unsupported tasks, with the reason that the coder received."""
    summary: str = ""
    """The coder's summary of them, which it received instead. Empty if it was not asked for one."""
    comment: Comment = Comment()
    """The comment that the coder was given."""
    lines_added: Count = 0
    """Lines of source that are new."""
    lines_removed: Count = 0
    """Lines of source that are gone."""


@dataclass(frozen=True)
class Round:
    """The episodes of one version of the artifact."""

    number: int
    episodes: Mapping[str, Episode]
    spend: Spend = NOTHING
    revision: Revision | None = None

    @property
    def solved(self) -> frozenset[str]:
        """Ids of the tasks that were done."""
        return frozenset(task for task, episode in self.episodes.items() if episode.ending == "solved")

    @property
    def supported(self) -> frozenset[str]:
        """Ids of the tasks that the page supports."""
        return frozenset(task for task, episode in self.episodes.items() if episode.is_supported)


def round_prefix(number: int) -> str:
    """The beginning of the names of a round's sessions: empty for the artifact itself."""
    return f"{REVISIONS}/{number}/" if number else ""


def task_session(number: int, task: Task) -> str:
    """Name of the session of a task."""
    return f"{round_prefix(number)}{TASKS}/{task.id}"


def read_rounds(folder: Path, evidence: Evidence, tasks: tuple[Task, ...]) -> tuple[Round, ...]:
    """All rounds that `evidence` lists. Raises `RecordingError` if the result of a task is missing."""
    listed = {session.name for session in evidence.sessions}
    rounds = [_read_round(folder, 0, tasks)]
    while task_session(len(rounds), tasks[0]) in listed:
        rounds.append(_read_round(folder, len(rounds), tasks))
    return tuple(rounds)


def read_revisions(folder: Path, evidence: Evidence) -> list[Revision]:
    """The revisions that were tried, in order, also one without a usable page. Raises `RecordingError`."""
    names = [session.name for session in evidence.sessions]
    coded = [name for name in names if name.startswith(f"{REVISIONS}/") and name.endswith(f"/{CODER}")]
    revisions = [read_session(folder, name).read_result(Revision) for name in coded]
    return sorted(revisions, key=lambda revision: revision.number)


def _read_round(folder: Path, number: int, tasks: tuple[Task, ...]) -> Round:
    stored = {task.id: read_session(folder, task_session(number, task)) for task in tasks}
    episodes = {task: session.read_result(Episode) for task, session in stored.items()}
    others = [f"{round_prefix(number)}{name}" for name in (VERIFIER, CODER)]
    spend = sum((one.spend for one in (*stored.values(), *_find(folder, others))), NOTHING)
    revision = read_session(folder, f"{round_prefix(number)}{CODER}").read_result(Revision) if number else None
    return Round(number, episodes, spend, revision)


def _find(folder: Path, names: list[str]) -> list[StoredSession]:
    found = []
    for name in names:
        try:
            found.append(read_session(folder, name))
        except RecordingError:
            continue  # there was no verifier, or no coder
    return found
