"""Judges a run's stored evidence again: writes new verdicts and records, and no other file."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple

from pytest_cookie.core.errors import CookieError, RecordingError
from pytest_cookie.core.record import Record, bug_cause
from pytest_cookie.core.score_spec import ScoreSet
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.contract.checked_judge import validate_verdict
from pytest_cookie.protocols.contract.stages import Facts
from pytest_cookie.protocols.run.error_source import find_package
from pytest_cookie.protocols.run.phase_keys import verdict_key
from pytest_cookie.protocols.run.pipeline import apply_verdict, check_verdict
from pytest_cookie.records.run import RunFolder


@dataclass(frozen=True)
class RejudgeResult:
    """`judged` of `items` items got a new verdict; `problems` explain the others.

    `unscored` of those lost their scores, because judging them hit a bug; the rest keep their record.
    `without_evidence` further items ended before their evidence was complete and cannot be judged.
    """

    items: int
    judged: int
    problems: tuple[str, ...]
    unscored: int = 0
    without_evidence: int = 0


class _Judging(NamedTuple):
    judge: Judge
    facts: Facts
    scores: ScoreSet


class _Failure(NamedTuple):
    problem: str
    is_unscored: bool = False


def rejudge(
    run: RunFolder,
    judge: Judge,
    *,
    facts: Facts,
    at_once: int = 1,
) -> RejudgeResult:
    """Give every item with complete evidence a new verdict by `judge`; `facts` are part of the verdicts' keys.

    Verdicts of other judges stay on disk; the record holds the new one. An item without a new verdict keeps its record,
    unless judging hit a bug in pytest-cookie: then it is unscored. Items that never had evidence are counted, not
    tried. `at_once` items wait for a model in parallel. No further item starts once the budget is exhausted.
    """
    records, unread = run.collect()
    by = _Judging(judge, facts, run.scores_of(records))
    with_evidence = [record for record in records if not _ended_before_evidence(run, record)]
    spent = Event()
    with ThreadPoolExecutor(max_workers=max(1, at_once)) as pool:
        results = list(pool.map(lambda record: _rejudge_item(run, record, by, spent), with_evidence))
    failures = [failure for failure in results if failure is not None]
    return RejudgeResult(
        items=len(records),
        judged=len(with_evidence) - len(failures),
        problems=(*unread, *(failure.problem for failure in failures)),
        unscored=sum(failure.is_unscored for failure in failures),
        without_evidence=len(records) - len(with_evidence),
    )


def _ended_before_evidence(run: RunFolder, record: Record) -> bool:
    """Whether the item's evidence was never complete: one that was judged had some, which may be lost since."""
    if record.outcome != "unscored" or record.cause is None or record.cause.stage == "judge":
        return False
    try:
        return not run.item(record.folder).has_evidence
    except (RecordingError, OSError):  # an unreadable folder; judging it explains why
        return False


def _rejudge_item(run: RunFolder, record: Record, by: _Judging, spent: Event) -> _Failure | None:
    """The reason why the item was not judged, None if it was."""
    judge, facts, scores = by
    name = f"{record.case} · {record.model}"
    if spent.is_set():
        return _Failure(f"{name}: not judged: the budget was exhausted before it started")
    try:
        item = run.item(record.folder)
        case, artifact, evidence = item.read_case(), item.read_artifact(), item.read_evidence()
        opinion = judge.judge(case, artifact, evidence, item.evidence, source=item.artifact)
        made_from = verdict_key(evidence.made_from, case, facts) if evidence.made_from else ""
        verdict = validate_verdict(opinion, judge.id).model_copy(update={"made_from": made_from})
        item.write_verdict(verdict)
        check_verdict(verdict, scores, case.id)
        spend = {"generate": artifact.spend, "explore": evidence.spend, "judge": verdict.spend}
        taken: dict[str, object] = {
            "spend": {stage: cost for stage, cost in spend.items() if cost.calls},
            "cost_usd": sum(spend.values(), NOTHING).cost_usd,
            "made_from": made_from,
        }
        item.write_record(apply_verdict(record.model_copy(update=taken), verdict))
    except BudgetSpentError as error:
        spent.set()
        return _Failure(f"{name}: not judged: {error}")
    except CookieError as error:
        return _Failure(f"{name}: not judged: {error}")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # an error of one item must not stop the others, even if a package exits
        if package := find_package(error):
            cause = bug_cause("judge", error, package=package)
            kind, text = cause.kind, cause.message.removeprefix(f"a bug in the {package}: ")
            return _Failure(f"{name}: not judged: a bug in the {package}: {kind}: {text}")
        if isinstance(error, OSError):
            return _Failure(f"{name}: not judged: {error}")
        if isinstance(error, Exception):
            return _leave_unscored(run, record, by, error)
        raise
    return None


def _leave_unscored(run: RunFolder, record: Record, by: _Judging, error: Exception) -> _Failure:
    """Record that judging failed, which is not the page's fault: the item counts, without a score."""
    name = f"{record.case} · {record.model}"
    cause = bug_cause("judge", error, before=record.cause)
    scores: dict[str, object] = {"scores": dict.fromkeys(by.scores.ids)}
    scores |= dict.fromkeys(("findings", "spreads", "referees", "classifications"), ())
    left = record.model_copy(update={**scores, "outcome": "unscored", "cause": cause, "judge": by.judge.id})
    try:
        run.item(record.folder).write_record(left)
    except (RecordingError, ValueError) as problem:
        return _Failure(f"{name}: not judged: {cause.message}; its record is unchanged: {problem}")
    return _Failure(f"{name}: unscored: {cause.kind}: {cause.message}", is_unscored=True)
