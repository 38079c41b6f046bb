"""`TaskJudge`: counts the tasks that were done and those that the page supports."""

from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.verdict import Finding, Panel, Verdict
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode
from pytest_cookie.protocols.auigym.explorer import session_name
from pytest_cookie.protocols.auigym.tasks import Task, TaskFields
from pytest_cookie.records.item_sessions import read_session

VERSION = "1"
SUCCESS, SUPPORTED, COMPLETENESS = "success_rate", "success_of_supported", "completeness"
SCORES = ScoreSet(
    (
        ScoreSpec(
            id=COMPLETENESS,
            label="function completeness",
            short="complete",
            unit="%",
            about="Share of the tasks whose elements the page has (AUI-Gym, section 3).",
        ),
        ScoreSpec(
            id=SUPPORTED,
            label="success of supported tasks",
            short="of supp.",
            unit="%",
            about="Share of the supported tasks that were done, as the published code counts. Null without any.",
        ),
        ScoreSpec(
            id=SUCCESS,
            label="success rate",
            short="success",
            unit="%",
            ranks=True,
            about="Share of all tasks that were done, as the paper counts (AUI-Gym, section 3).",
        ),
    )
)
_MAX_ANSWERS = 3
_MAX_CHARACTERS = 160


class TaskJudge:
    """Reads the episodes; calls no model."""

    id = "checkers"
    version = f"checkers-{VERSION}"

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict on all tasks. Raises `JudgingError` if the episodes are missing."""
        tasks = TaskFields.model_validate(case.fields).tasks
        if artifact.problem is not None or not evidence.sessions or not evidence.perception.loaded:
            why = str(artifact.problem or "") or evidence.perception.load_problem or "it was not opened"
            return self._verdict({COMPLETENESS: 0.0, SUPPORTED: 0.0, SUCCESS: 0.0}, runnable=False).model_copy(
                update={"findings": (_finding("critical", "The page cannot be used", why),)}
            )
        episodes = _read(folder, tasks)
        solved = sum(episode.ending == "solved" for episode in episodes.values())
        supported = sum(episode.is_supported for episode in episodes.values())
        scores = {
            COMPLETENESS: 100 * supported / len(tasks),
            SUPPORTED: 100 * solved / supported if supported else None,
            SUCCESS: 100 * solved / len(tasks),
        }
        rows = tuple(_row(task, episodes[task.id]) for task in tasks)
        table = Panel(title="Tasks", columns=("task", "kind", "what to do", "result", "actions"), rows=rows)
        failed = ((task, episodes[task.id]) for task in tasks if episodes[task.id].ending != "solved")
        findings = tuple(_task_finding(task, episode) for task, episode in failed)
        return self._verdict(scores).model_copy(update={"findings": findings, "panels": (table,)})

    def _verdict(self, scores: dict[str, float | None], *, runnable: bool = True) -> Verdict:
        return Verdict(judge=self.id, judge_version=self.version, runnable=runnable, scores=scores)


def _read(folder: Path, tasks: tuple[Task, ...]) -> dict[str, Episode]:
    try:
        return {task.id: read_session(folder, session_name(task)).read_result(Episode) for task in tasks}
    except RecordingError as error:
        raise JudgingError(f"the result of a task is missing; explore the item again: {error}") from error


def _row(task: Task, episode: Episode) -> tuple[str, ...]:
    return task.id, task.kind, task.do, ENDINGS[episode.ending], str(len(episode.steps))


def _task_finding(task: Task, episode: Episode) -> Finding:
    told = list(episode.answers.items())[:_MAX_ANSWERS]
    answers = "; ".join(f"{asked} is {value[:_MAX_CHARACTERS]}" for asked, value in told)
    problem = next((step.problem for step in episode.steps if step.problem), "")
    why = ". ".join(part for part in (ENDINGS[episode.ending].capitalize(), problem, answers) if part)
    title = f"Task cannot be done: {task.do}"
    return _finding("major", title if len(title) <= 200 else f"{title[:199]}…", why, evidence=episode.picture)


def _finding(severity: str, title: str, why: str, *, evidence: str = "") -> Finding:
    return Finding.model_validate(
        {"dimension": SUCCESS, "severity": severity, "title": title, "why": why, "evidence": evidence}
    )
