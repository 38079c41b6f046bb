"""`TaskJudge`: counts the tasks that were done and those that the page supports."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.score_spec import ScoreSet, ScoreSpec
from pytest_cookie.core.slices import ItemPart, SliceSpec
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.verdict import Classification, Finding, Verdict
from pytest_cookie.core.wording import join_sentences
from pytest_cookie.llm.ask_in_turn import ask_in_turn
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode
from pytest_cookie.protocols.auigym.panels import (
    ending_panels,
    opinion_panel,
    rate_panel,
    task_panel,
)
from pytest_cookie.protocols.auigym.picture_judge import Opinions, PictureJudge, picture_prompt
from pytest_cookie.protocols.auigym.pooled_decisions import ALWAYS, CHECKERS, DECISION, DONE, NOT_DONE
from pytest_cookie.protocols.auigym.revision_panels import revision_panels
from pytest_cookie.protocols.auigym.rounds import Revision, Round, read_revisions, read_rounds
from pytest_cookie.protocols.auigym.tasks import KINDS, TAGS, Task, TaskFields

VERSION = "3"
SUCCESS, SUPPORTED, COMPLETENESS = "success_rate", "success_of_supported", "completeness"
SCORES = ScoreSet(
    (
        ScoreSpec(
            id=COMPLETENESS,
            label="function completeness",
            short="complete",
            unit="%",
            about="Share of the tasks that the page supports: those with a valid checker (AUI-Gym, section 3).",
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
TASK_KIND = "task_kind"
_MOST_COMPARED = 10
"""Judges beside checkers and baseline: a classification has at most twelve sources."""
SLICES = (
    SliceSpec(id="tag", label="kind of application", values=TAGS),
    SliceSpec(id=TASK_KIND, label="kind of task", values=KINDS, part="tasks", field="kind"),
)
_MAX_ANSWERS = 3
_MAX_CHARACTERS = 160


class TaskJudge:
    """Counts the tasks that were done. Checkers decide; `picture_judges` are only compared with them."""

    def __init__(self, picture_judges: tuple[PictureJudge, ...] = ()) -> None:
        self._picture_judges = picture_judges
        names = [judge.model for judge in picture_judges]
        self.id = "+".join((CHECKERS, *names))
        prompt = f" {picture_prompt().identity}" if names else ""
        self.version = f"checkers-{VERSION}{prompt}"

    def judge(
        self, case: Case, artifact: Artifact, evidence: Evidence, folder: Path, *, source: Path | None = None
    ) -> Verdict:
        """The verdict on all tasks, of the last revision if there are any. Raises `JudgingError`."""
        tasks = TaskFields.model_validate(case.fields).tasks
        seen = evidence.perception
        if artifact.problem is not None or not evidence.sessions or not seen.loaded or seen.crashed:
            crash = "it crashes the browser" if seen.crashed else ""
            why = str(artifact.problem or "") or seen.load_problem or crash or "it was not opened"
            return self._verdict({COMPLETENESS: 0.0, SUPPORTED: 0.0, SUCCESS: 0.0}, runnable=False).model_copy(
                update={"findings": (_finding("critical", "The page cannot be used", why),)}
            )
        rounds, tried = _read(folder, evidence, tasks)
        last = rounds[-1]
        known = {task.id: task for task in tasks}
        opinions = ask_in_turn(lambda judge: judge.judge(known, last.episodes, folder), self._picture_judges)
        panels = [task_panel(tasks, last), rate_panel(last), *ending_panels(last)]
        panels += revision_panels(rounds, tasks, folder, source)
        panels += [opinion_panel(opinions)] if opinions else []
        failed = ((task, last.episodes[task.id]) for task in tasks if last.episodes[task.id].ending != "solved")
        findings = [_task_finding(task, episode) for task, episode in failed]
        findings += _regressions(rounds, known)
        update = {
            "findings": tuple(findings), "panels": tuple(panels), "notes": _notes(rounds, tried, opinions),
            "spend": sum((opinion.spend for opinion in opinions), NOTHING),
            "parts": tuple(_part(task, last) for task in tasks), "classifications": _decisions(opinions, last),
        }  # fmt: skip
        return self._verdict(_scores(last)).model_copy(update=update)

    def _verdict(self, scores: dict[str, float | None], *, runnable: bool = True) -> Verdict:
        return Verdict(judge=self.id, judge_version=self.version, runnable=runnable, scores=scores)


def _scores(last: Round) -> dict[str, float | None]:
    tasks, supported, solved = len(last.episodes), len(last.supported), len(last.solved)
    return {
        COMPLETENESS: 100 * supported / tasks,
        SUPPORTED: 100 * solved / supported if supported else None,
        SUCCESS: 100 * solved / tasks,
    }


def _part(task: Task, last: Round) -> ItemPart:
    is_supported, done = task.id in last.supported, 100.0 * (task.id in last.solved)
    scores = {COMPLETENESS: 100.0 * is_supported, SUPPORTED: done if is_supported else None, SUCCESS: done}
    return ItemPart(slices={TASK_KIND: (task.kind,)}, scores=scores)


def _decisions(opinions: Sequence[Opinions], last: Round) -> tuple[Classification, ...]:
    """Whether each task was done, by the checkers, the judges of pictures, and a baseline (AUI-Gym, Table 6)."""
    decided = dict.fromkeys(task for opinion in opinions for task in opinion.decided)
    answer = {True: DONE, False: NOT_DONE}
    return tuple(
        Classification(
            name=DECISION,
            by={
                CHECKERS: answer[task in last.solved],
                **{one.judge: answer[one.decided[task]] for one in opinions[:_MOST_COMPARED] if task in one.decided},
                ALWAYS: answer[False],
            },
        )
        for task in decided
    )


def _read(folder: Path, evidence: Evidence, tasks: tuple[Task, ...]) -> tuple[tuple[Round, ...], Revision | None]:
    try:
        return read_rounds(folder, evidence, tasks), next(reversed(read_revisions(folder, evidence)), None)
    except RecordingError as error:
        raise JudgingError(f"the result of a task is missing; explore the item again: {error}") from error


def _regressions(rounds: Sequence[Round], known: Mapping[str, Task]) -> list[Finding]:
    """Tasks that were done on an earlier version and are not on the last."""
    last, found = rounds[-1], []
    for task in sorted(frozenset().union(*(round_.solved for round_ in rounds[:-1])) - last.solved):
        number = max(round_.number for round_ in rounds if task in round_.solved)
        version = f"revision {number}" if number else "the first version"
        checkers = {round_.episodes[task].checker for round_ in rounds if round_.number in (number, last.number)}
        other = " Another checker decided then." if len(checkers - {""}) > 1 else ""
        why = f"It was done on {version}. On revision {last.number}: {ENDINGS[last.episodes[task].ending]}.{other}"
        found.append(_finding("major", f"A revision broke a task: {known[task].do}"[:200], why))
    return found


def _notes(rounds: Sequence[Round], tried: Revision | None, opinions: Sequence[Opinions]) -> tuple[str, ...]:
    notes = [f"scores are those of revision {rounds[-1].number}"] if len(rounds) > 1 else []
    if tried and tried.number == len(rounds) and tried.artifact.problem:
        notes.append(f"revision {tried.number} has no page: {tried.artifact.problem}; the version before it counts")
    notes += [f"{opinion.judge}: {opinion.unread} replies could not be read" for opinion in opinions if opinion.unread]
    return tuple(notes)


def _task_finding(task: Task, episode: Episode) -> Finding:
    told = list(episode.answers.items())[:_MAX_ANSWERS]
    answers = "; ".join(f"{asked} is {value[:_MAX_CHARACTERS]}" for asked, value in told)
    answers = f"At the end, {answers}" if answers else ""
    problem = next((step.problem for step in episode.steps if step.problem), "")
    parts = (ENDINGS[episode.ending].capitalize(), episode.reason[:400], problem, answers)
    why = join_sentences(parts)
    title = f"Task cannot be done: {task.do}"
    shown = episode.dashboard.file if episode.dashboard else episode.picture
    return _finding("major", title if len(title) <= 200 else f"{title[:199]}…", why, evidence=shown)


def _finding(severity: str, title: str, why: str, *, evidence: str = "") -> Finding:
    return Finding.model_validate(
        {"dimension": SUCCESS, "severity": severity, "title": title, "why": why, "evidence": evidence}
    )
