"""What revisions changed, for the item's page: rates, tasks, pictures before and after, and the source."""

from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.core.verdict import Excerpt, Figure, Panel, ShownPicture
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode
from pytest_cookie.protocols.auigym.revise import ARTIFACT, describe_flags
from pytest_cookie.protocols.auigym.rounds import CODER, Revision, Round, round_prefix
from pytest_cookie.protocols.auigym.source_diff import diff_sources
from pytest_cookie.protocols.auigym.tasks import Task

_MAX_FIGURES = 12


def revision_panels(rounds: Sequence[Round], tasks: Sequence[Task], folder: Path, source: Path | None) -> list[Panel]:
    """Two tables: revision by revision, and the tasks whose result changed; none without a revision.

    `folder` has the evidence, `source` the files of the artifact before its first revision.
    """
    if len(rounds) < 2:
        return []
    changed = [task for task in tasks if len({round_.episodes[task.id].ending for round_ in rounds}) > 1]
    texts = [
        text for round_ in rounds[1:] if round_.revision for text in _texts(round_.revision, tasks, folder, source)
    ]
    rows = tuple(_row(rounds, number) for number in range(len(rounds)))
    columns = ("revision", "complete", "success", "now done", "no longer done", "lines")
    figures = [*_first_windows(rounds), *(_pictures(task, rounds) for task in changed)]
    return [
        Panel(title="Revisions", columns=columns, rows=rows, excerpts=tuple(texts)),
        Panel(
            title="Tasks by revision",
            columns=("task", *(_name(round_) for round_ in rounds)),
            rows=tuple((f"{task.id}: {task.do}", *_results(task, rounds)) for task in changed),
            figures=tuple(figure for figure in figures if figure)[:_MAX_FIGURES],
        ),
    ]


def _row(rounds: Sequence[Round], number: int) -> tuple[str, ...]:
    one, before = rounds[number], rounds[number - 1] if number else None
    gained = sorted(one.solved - before.solved) if before else []
    lost = sorted(before.solved - one.solved) if before else []
    lines = f"+{one.revision.lines_added} −{one.revision.lines_removed}" if one.revision else ""
    tasks = len(one.episodes)
    rates = (f"{100 * len(found) / tasks:.0f} %" for found in (one.supported, one.solved))
    return tuple(text[:2_000] for text in (str(number), *rates, ", ".join(gained), ", ".join(lost), lines))


def _results(task: Task, rounds: Sequence[Round]) -> list[str]:
    """The task's results, with a remark where another checker decided than before."""
    results: list[str] = []
    checker = ""
    for round_ in rounds:
        episode = round_.episodes[task.id]
        is_other = checker and episode.checker and episode.checker != checker
        results.append(f"{ENDINGS[episode.ending]}{' (by another checker)' if is_other else ''}")
        checker = episode.checker or checker
    return results


def _name(one: Round) -> str:
    return f"revision {one.number}" if one.number else "at first"


def _first_windows(rounds: Sequence[Round]) -> list[Figure]:
    """The first window of each version, as the agent saw it."""
    shown = [ShownPicture(file=file, caption=_name(round_)) for round_ in rounds if (file := _first_window(round_))]
    return [Figure(title="The page as it begins", pictures=tuple(shown))] if len(shown) > 1 else []


def _first_window(one: Round) -> str:
    files = (episode.steps[0].picture for episode in one.episodes.values() if episode.steps)
    return next((file for file in files if file), "")


def _pictures(task: Task, rounds: Sequence[Round]) -> Figure | None:
    """How the task ended in each version; a task that was not tried shows the first window."""
    shown = []
    for round_ in rounds:
        episode = round_.episodes[task.id]
        if file := _end_of(episode) or _first_window(round_):
            untried = "" if _end_of(episode) else " (not tried; the page as it begins)"
            shown.append(ShownPicture(file=file, caption=f"{_name(round_)}: {ENDINGS[episode.ending]}{untried}"))
    return Figure(title=task.do, pictures=tuple(shown)) if shown else None


def _end_of(episode: Episode) -> str:
    is_failure = episode.ending != "solved" and episode.dashboard is not None
    return episode.dashboard.file if is_failure and episode.dashboard else episode.picture


def _texts(revision: Revision, tasks: Sequence[Task], folder: Path, source: Path | None) -> list[Excerpt]:
    told = _told(revision, tasks)
    texts = [Excerpt(title=f"What the coder of revision {revision.number} was told", text=told)] if told else []
    before = folder / round_prefix(revision.number - 1) / CODER / ARTIFACT if revision.number > 1 else source
    after = folder / round_prefix(revision.number) / CODER / ARTIFACT
    if before is not None and before.is_dir() and after.is_dir():
        lines = f"+{revision.lines_added} −{revision.lines_removed} lines"
        diff = diff_sources(before, after) or "(no difference)"
        texts.append(Excerpt(title=f"What revision {revision.number} changed: {lines}", text=diff, kind="diff"))
    return texts


def _told(revision: Revision, tasks: Sequence[Task]) -> str:
    known = {task.id: task.do for task in tasks}
    parts = (
        ("Unsupported tasks", [f"{known.get(task, task)} ({why})" for task, why in revision.unsupported.items()]),
        ("The coder's summary of them", revision.summary.splitlines()),
        ("Tasks that the agent failed", [known.get(task, task) for task in revision.comment.tasks]),
        ("Problems", revision.comment.issues),
        ("Changes asked for", revision.comment.changes),
        ("Remarks", describe_flags(revision.comment)),
    )
    return "\n\n".join("\n".join((f"{title}:", *(f"- {text}" for text in texts))) for title, texts in parts if texts)
