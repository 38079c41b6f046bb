"""Judging a run's stored evidence again: new verdicts and records, nothing else is touched."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

from pytest_cookie.core.errors import RecordingError, StageError
from pytest_cookie.core.record import Record, bug_cause
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.phase_keys import Facts, verdict_key
from pytest_cookie.protocols.pipeline import judged, require_both_scores
from pytest_cookie.records.run import RunFolder


@dataclass(frozen=True)
class Rejudged:
    """Of `items` items with a record `judged` have the new judge's; `problems` say why the others have not.

    Of those `unscored` lost their scores, for judging them met a bug; the rest keep the record that they had.
    `without_evidence` more ended before their evidence was complete; judging them again finds nothing to judge.
    """

    items: int
    judged: int
    problems: tuple[str, ...]
    unscored: int = 0
    without_evidence: int = 0


class _Failure(NamedTuple):
    problem: str
    is_unscored: bool = False


def rejudge(run: RunFolder, judge: Judge, *, facts: Facts, at_once: int = 1) -> Rejudged:
    """Give every item with complete evidence a new verdict by `judge`, of which `facts` are in the verdicts' keys.

    The verdicts of other judges stay beside it; the record is the new one's. An item that gets none keeps the record
    that it had, but one whose judging raises an error that nobody foresaw is unscored. One that never had evidence is
    counted and not tried. `at_once` items wait for a model
    together; once the budget is spent no other begins.
    """
    records, unread = run.collect()
    with_evidence = [record for record in records if not _ended_before_evidence(run, record)]
    spent = Event()
    with ThreadPoolExecutor(max_workers=max(1, at_once)) as pool:
        told = list(pool.map(lambda record: _rejudge_item(run, record, (judge, facts), spent), with_evidence))
    failures = [failure for failure in told if failure is not None]
    problems = (failure.problem for failure in failures)
    return Rejudged(
        items=len(records),
        judged=len(with_evidence) - len(failures),
        problems=(*unread, *problems),
        unscored=sum(failure.is_unscored for failure in failures),
        without_evidence=len(records) - len(with_evidence),
    )


def _ended_before_evidence(run: RunFolder, record: Record) -> bool:
    """Whether the item's evidence was never complete: one that was judged had some, which may be lost since."""
    if record.outcome != "unscored" or record.cause is None or record.cause.stage == "judge":
        return False
    try:
        return not run.item(record.folder).has_evidence
    except RecordingError:  # a folder that cannot be read; judging it says why
        return False


def _rejudge_item(run: RunFolder, record: Record, by: tuple[Judge, Facts], spent: Event) -> _Failure | None:
    """Why it was not judged, None where it was."""
    judge, facts = by
    name = f"{record.case} · {record.model}"
    if spent.is_set():
        return _Failure(f"{name}: not judged: the budget was spent before its turn came")
    try:
        item = run.item(record.folder)
        case, artifact, evidence = item.read_case(), item.read_artifact(), item.read_evidence()
        said = judge.judge(case, artifact, evidence, item.evidence, source=item.artifact)
        made_from = verdict_key(evidence.made_from, case, facts) if evidence.made_from else ""
        verdict = said.model_copy(update={"made_from": made_from})
        item.write_verdict(verdict)
        require_both_scores(verdict, case.id)
        spend = {"generate": artifact.spend, "explore": evidence.spend, "judge": verdict.spend}
        taken: dict[str, object] = {
            "spend": {stage: one for stage, one in spend.items() if one.calls},
            "cost_usd": sum(spend.values(), NOTHING).cost_usd,
            "made_from": made_from,
        }
        item.write_record(judged(record.model_copy(update=taken), verdict))
    except BudgetSpentError as error:
        spent.set()
        return _Failure(f"{name}: not judged: {error}")
    except (StageError, OSError) as error:
        return _Failure(f"{name}: not judged: {error}")
    except Exception as error:  # noqa: BLE001 - an item's border: those after it are judged whatever it was
        return _leave_unscored(run, record, judge, error)
    return None


def _leave_unscored(run: RunFolder, record: Record, judge: Judge, error: Exception) -> _Failure:
    """This judge has no verdict on the item, and it is no fault of the page: it counts, without a score."""
    name = f"{record.case} · {record.model}"
    cause = bug_cause("judge", error, before=record.cause)
    scores: dict[str, object] = {"functionality": None, "aesthetics": None, "total": None, "findings": ()}
    left = record.model_copy(update={**scores, "outcome": "unscored", "cause": cause, "judge": judge.id})
    try:
        run.item(record.folder).write_record(left)
    except (RecordingError, ValueError) as problem:
        return _Failure(f"{name}: not judged: {cause.message}; its record is as it was: {problem}")
    return _Failure(f"{name}: unscored: {cause.kind}: {cause.message}", is_unscored=True)
