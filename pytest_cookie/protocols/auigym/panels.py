"""Tables of AUI-Gym for the item's page in the report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean

from pytest_cookie.core.verdict import Panel, RowDetails, RowStep
from pytest_cookie.protocols.auigym.episode import ENDINGS, Episode
from pytest_cookie.protocols.auigym.picture_judge import Opinions
from pytest_cookie.protocols.auigym.rounds import Round
from pytest_cookie.protocols.auigym.step_text import describe_action
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.stats.binary_agreement import BinaryAgreement
from pytest_cookie.stats.interval import Interval, wilson_interval

_NONE = "–"
_MAX_TEXT = 2_000
"""Characters of a cell."""
_MAX_STEPS = 200
"""The last ones, if there are more: they decide."""


def task_panel(tasks: Sequence[Task], last: Round) -> Panel:
    """Every task with its result."""
    rows = []
    for task in tasks:
        episode = last.episodes[task.id]
        told = (task.id, task.kind, task.do, ENDINGS[episode.ending], str(len(episode.steps)), episode.checker)
        rows.append(tuple(text[:2_000] for text in told))
    columns = ("task", "kind", "what to do", "result", "actions", "checker")
    details = tuple(_details(number, task, last.episodes[task.id]) for number, task in enumerate(tasks))
    return Panel(title="Tasks", columns=columns, rows=tuple(rows), details=details)


def _details(number: int, task: Task, episode: Episode) -> RowDetails:
    """The actions of the agent, each with the window after it: the one before the next action, or at the end."""
    after = [*(step.picture for step in episode.steps[1:]), episode.picture]
    steps = tuple(
        RowStep(
            text=describe_action(step.action)[:_MAX_TEXT],
            outcome=(step.problem or ("the checker is true" if step.holds else ""))[:_MAX_TEXT],
            passed=True if step.holds else None if step.done else False,
            picture=picture,
        )
        for step, picture in zip(episode.steps, after, strict=False)
    )
    expected = f"{task.outcome} ({episode.checker})" if episode.checker else task.outcome
    answers = ", ".join(f"{question} = {answer}" for question, answer in episode.answers.items())
    actual = "; ".join(part for part in (ENDINGS[episode.ending], episode.reason, answers) if part)
    return RowDetails(row=number, expected=expected[:_MAX_TEXT], actual=actual[:_MAX_TEXT], steps=steps[-_MAX_STEPS:])


def rate_panel(last: Round) -> Panel:
    """Rates with 95 % intervals over this item's tasks, steps and cost."""
    tasks, supported, solved = len(last.episodes), len(last.supported), len(last.solved)
    steps = [len(episode.steps) for episode in last.episodes.values() if episode.steps]
    boards = [episode.dashboard.reduction for episode in last.episodes.values() if episode.dashboard]
    usage = last.spend.usage
    rows = [
        ("function completeness", _percent(wilson_interval(supported, tasks))),
        ("success rate, all tasks", _percent(wilson_interval(solved, tasks))),
        ("success rate, supported tasks", _percent(wilson_interval(solved, supported)) if supported else _NONE),
        ("actions per episode, mean", f"{fmean(steps):.1f}" if steps else _NONE),
    ]
    if last.spend.calls:
        cost = _NONE if last.spend.cost_usd is None else f"${last.spend.cost_usd:.4f}"
        rows += [
            ("calls of models", f"{last.spend.calls:,}"),
            ("tokens in, out", f"{usage.input_tokens:,}, {usage.output_tokens:,}"),
            ("cost", cost),
        ]
    if boards:
        rows.append(("pixels saved by dashboards, mean", f"{100 * fmean(boards):.1f} %"))
    return Panel(title="Rates", columns=("measure", "value (95 % interval)"), rows=tuple(rows))


def ending_panels(last: Round) -> tuple[Panel, ...]:
    """How many tasks ended in each way; none if all were done."""
    counts = Counter(episode.ending for episode in last.episodes.values())
    rows = tuple((ENDINGS[ending], str(number)) for ending, number in counts.most_common() if ending != "solved")
    return (Panel(title="Why tasks failed", columns=("reason", "tasks"), rows=rows),) if rows else ()


def opinion_panel(opinions: Sequence[Opinions]) -> Panel:
    """Judges of the last picture against the checkers."""
    return agreement_panel({opinion.judge: opinion.agreement for opinion in opinions})


def agreement_panel(found: Mapping[str, BinaryAgreement]) -> Panel:
    """Judges of the last picture against the checkers, by their names (AUI-Gym, Table 6)."""
    rows = []
    for judge, one in found.items():
        values = (one.balanced_accuracy, one.precision, one.recall, one.f1, one.kappa)
        numbers = (_NONE if value is None else f"{value:.3f}" for value in values)
        rows.append((judge, str(one.accuracy.n), _percent(one.accuracy, digits=1), *numbers))
    columns = ("judge", "tasks", "accuracy", "balanced accuracy", "precision", "recall", "F1", "κ")
    return Panel(title="Judges of the last picture, compared with the checkers", columns=columns, rows=tuple(rows))


def _percent(rate: Interval, *, digits: int = 0) -> str:
    if rate.mean is None:
        return _NONE
    between = "" if rate.low is None or rate.high is None else f" ({100 * rate.low:.0f}–{100 * rate.high:.0f})"
    return f"{100 * rate.mean:.{digits}f} %{between}"
