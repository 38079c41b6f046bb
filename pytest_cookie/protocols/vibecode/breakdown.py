"""Tables about runs of `vibecode`: accuracy by labels of the cases, kinds of failures, and agreement of evaluators."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Panel
from pytest_cookie.protocols.vibecode.explorer import WORKFLOWS, session_name
from pytest_cookie.protocols.vibecode.generation.app_tools import Phase
from pytest_cookie.protocols.vibecode.judge import substep_id
from pytest_cookie.protocols.vibecode.results import WorkflowResult
from pytest_cookie.protocols.vibecode.scores import ACCURACY
from pytest_cookie.protocols.vibecode.tool_use import (
    ToolUse,
    read_phases,
    read_timeline,
    timeline_panel,
    tool_panel,
)
from pytest_cookie.protocols.vibecode.workflows import FAILURES, WorkflowFields
from pytest_cookie.records.csv_table import read_named_cells
from pytest_cookie.records.item_sessions import read_session
from pytest_cookie.records.plain_tree import MAX_JSON_BYTES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.stats.label_agreement import PairAgreement, agree_pairwise, pool

Substep = tuple[str, str, int, str, int]
"""Case, model, repeat, workflow and number of the substep."""
_COLUMNS = ("evaluator", "case", "model", "workflow", "substep", "passed")
_MATRIX_COLUMNS = 10
_YES, _NO = frozenset({"1", "yes", "true", "pass", "passed"}), frozenset({"0", "no", "false", "fail", "failed"})


@dataclass(frozen=True)
class EvaluatedItem:
    """An item of a run: its record, case and the results of its workflows; none if the application did not start.

    `judged` has the labels of a model judge by id of the substep. They decide if there are any.
    """

    record: Record
    case: Case
    fields: WorkflowFields
    results: tuple[WorkflowResult, ...]
    judged: Mapping[str, bool] = field(default_factory=dict)
    phases: Mapping[str, int] = field(default_factory=dict)
    """Calls by phase of the model that built the application."""
    timeline: Sequence[Phase] = ()
    """The phases of these calls in order."""

    @property
    def evaluator(self) -> str:
        """Who executed the workflows."""
        return f"{self.record.agent} (evaluator)" if self.judged else self.record.agent

    @property
    def judge(self) -> str:
        """The model whose labels are `judged`: the first of several."""
        return self.record.judge.removeprefix(f"{WORKFLOWS}+").partition("+")[0]

    @property
    def unscored(self) -> int:
        """Number of workflows without labels that decide."""
        if self.judged:
            return sum(substep_id(result.workflow, 1) not in self.judged for result in self.results)
        return sum(not result.is_labelled for result in self.results)

    @property
    def failures(self) -> tuple[str, ...]:
        """Kinds of failures of the workflows that failed by the labels that decide."""
        if self.judged:
            return tuple(
                finding.kind for finding in self.record.findings if finding.severity == "major" and finding.kind
            )
        return tuple(result.failure for result in self.results if result.is_labelled and result.failure)


def read_items(run: RunFolder) -> tuple[EvaluatedItem, ...]:
    """The items of a run that have an accuracy.

    Raises `UsageError` for a run of another protocol, `RecordingError` if the files of an item cannot be read.
    """
    return tuple(_read(run, record) for record in run.records() if record.scores.get(ACCURACY) is not None)


def _read(run: RunFolder, record: Record) -> EvaluatedItem:
    if record.protocol != "vibecode":
        raise UsageError(f"{run.path} is a run of the protocol {record.protocol}, not of vibecode")
    item = run.item(record.folder)
    case = item.read_case()
    fields = WorkflowFields.model_validate(case.fields)
    if record.outcome == "failed":  # the application did not start
        return EvaluatedItem(record, case, fields, (), phases=read_phases(item), timeline=read_timeline(item))
    results = tuple(
        read_session(item.evidence, session_name(workflow)).read_result(WorkflowResult) for workflow in fields.workflows
    )
    items = item.read_verdict(record.judge).items
    judged = {one.id: one.passed for one in items if one.passed is not None}
    return EvaluatedItem(record, case, fields, results, judged, read_phases(item), read_timeline(item))


def break_down(items: Sequence[EvaluatedItem]) -> tuple[Panel, ...]:
    """Accuracy by difficulty, services, audience and tier, kinds of failures, and tool use while they were built."""
    labels: dict[str, Callable[[EvaluatedItem], str]] = {
        "difficulty": lambda item: item.case.difficulty,
        "services": lambda item: item.fields.integrations,
        "audience": lambda item: item.fields.audience or "unknown",
    }
    if any(item.fields.tier for item in items):
        labels["tier"] = lambda item: item.fields.tier or "unknown"
    built = [item for item in items if item.phases]
    tools = tool_panel(
        [
            ToolUse(
                item.record.model,
                item.record.scores[ACCURACY] or 0.0,
                dict(item.phases),
                item.record.phase_seconds.get("generate", 0.0),
            )
            for item in built
        ]
    )
    panels = (*(_by(items, name, label) for name, label in labels.items()), _failures(items))
    timelines: dict[str, list[Sequence[Phase]]] = defaultdict(list)
    for item in built:
        timelines[item.record.model].append(item.timeline)
    return (*panels, *(panel for panel in (tools, timeline_panel(timelines)) if panel))


def _by(items: Sequence[EvaluatedItem], name: str, label: Callable[[EvaluatedItem], str]) -> Panel:
    groups = list(dict.fromkeys(map(label, items)))
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for item in items:
        found[item.record.model, label(item)].append(item.record.scores[ACCURACY] or 0.0)
    models = list(dict.fromkeys(item.record.model for item in items))
    rows = tuple((model, *(_mean(found[model, group]) for group in groups)) for model in models)
    return Panel(title=f"Accuracy by {name} (applications)", columns=("model", *groups), rows=rows)


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.1f} % ({len(values)})" if values else "–"


def _failures(items: Sequence[EvaluatedItem]) -> Panel:
    """Shares of the failed workflows of applications that started (Vibe Code Bench, section 5.2)."""
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    for item in items:
        started = counted[item.record.model]
        started["not started"] += not item.results
        started["unscored"] += item.unscored
        started.update(item.failures)
    rows = []
    for model, kinds in counted.items():
        total = sum(kinds[kind] for kind in FAILURES)
        shares = (f"{100 * kinds[kind] / total:.1f} % ({kinds[kind]})" if total else "–" for kind in FAILURES)
        rows.append((model, *shares, str(kinds["unscored"]), str(kinds["not started"])))
    columns = ("model", *FAILURES.values(), "workflows without a result", "applications that did not start")
    return Panel(title="Failed workflows by kind of failure", columns=columns, rows=tuple(rows))


def labels_of(items: Iterable[EvaluatedItem]) -> Iterator[tuple[str, Substep, bool]]:
    """Evaluator, substep and label, for every substep that was executed, or judged from a record."""
    for item in items:
        record = item.record
        for result in item.results:
            for number, step in enumerate(result.steps, start=1):
                place = (record.case, record.model, record.repeat, result.workflow, number)
                if result.is_labelled:
                    yield item.evaluator, place, step.passed
                judged = item.judged.get(substep_id(result.workflow, number))
                if judged is not None and result.has_record:
                    yield item.judge, place, judged


def read_people(path: Path) -> Iterator[tuple[str, Substep, bool]]:
    """Labels of people: CSV with the columns evaluator, case, model, workflow, substep, passed, and maybe repeat.

    Raises `UsageError` with the line of a mistake, or if the file cannot be read.
    """
    for line, row in read_named_cells(path, MAX_JSON_BYTES, _COLUMNS):
        said = row["passed"].strip().lower()
        substep, repeat = parse_whole(row["substep"]), parse_whole(row.get("repeat") or "1")
        if said not in _YES | _NO or substep is None or repeat is None:
            raise UsageError(f"{path}:{line}: substep and repeat are whole numbers, and passed is yes or no")
        place = (row["case"], row["model"], repeat, row["workflow"], substep)
        yield row["evaluator"].strip(), place, said in _YES


def align(
    labels: Iterable[tuple[str, Substep, bool]], people: Iterable[tuple[str, Substep, bool]] = ()
) -> tuple[Panel, ...]:
    """The matrix of agreement of programs and people, and all pairs by application; () for a single evaluator.

    The matrix of many evaluators is in several tables, as wide as a table may be. Beside people, it has each program's
    pooled agreement with the people alone (Vibe Code Bench, Table 10). Raises `UsageError` for a person who has the
    name of a program.
    """
    by_evaluator: dict[str, dict[Substep, bool]] = defaultdict(dict)
    for evaluator, place, passed in labels:
        by_evaluator[evaluator][place] = passed
    programs, persons = {*by_evaluator}, set[str]()
    for evaluator, place, passed in people:
        if evaluator in programs:
            raise UsageError(f"a person is called {evaluator}, as an evaluator of the runs: rename the person")
        by_evaluator[evaluator][place] = passed
        persons.add(evaluator)
    if len(by_evaluator) < 2:
        return ()
    return *_matrix(by_evaluator, persons), _by_application(by_evaluator)


def _matrix(labels: Mapping[str, Mapping[Substep, bool]], people: Collection[str]) -> Iterator[Panel]:
    pairs = {(pair.left, pair.right): pair for pair in agree_pairwise(labels)}
    names = list(labels)
    cells = {name: [pairs.get((name, other)) or pairs.get((other, name)) for other in names] for name in names}
    for first in range(0, len(names), _MATRIX_COLUMNS):
        shown = slice(first, first + _MATRIX_COLUMNS)
        rows = tuple(
            (
                name,
                *(_share(pair.share, pair.shared) if pair else "–" for pair in found[shown]),
                *([_with_people(name, found, people)] if people else ()),
            )
            for name, found in cells.items()
        )
        columns = ("", *names[shown], *(["people, pooled"] if people else ()))
        yield Panel(title="Equal labels on shared substeps", columns=columns, rows=rows)


def _with_people(name: str, pairs: Sequence[PairAgreement | None], people: Collection[str]) -> str:
    """The agreement of a program with all people; a dash for a person, as in the paper."""
    if name in people:
        return "–"
    return _share(pool([pair for pair in pairs if pair and {pair.left, pair.right} & {*people}]))


def _by_application(labels: Mapping[str, Mapping[Substep, bool]]) -> Panel:
    cases = sorted({place[0] for found in labels.values() for place in found})
    rows = []
    for case in cases:
        of_case = {
            name: {place: one for place, one in found.items() if place[0] == case} for name, found in labels.items()
        }
        pairs = agree_pairwise(of_case)
        rows.append((case, _share(pool(pairs), sum(pair.shared for pair in pairs))))
    return Panel(
        title="Equal labels by application, pooled over all pairs", columns=("application", "equal"), rows=tuple(rows)
    )


def _share(share: float | None, number: int | None = None) -> str:
    if share is None:
        return "–"
    return f"{100 * share:.1f} %" + (f" ({number})" if number is not None else "")
