"""Judging a run's stored evidence again: new verdicts and records, nothing else is touched."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

from pytest_cookie.core.errors import StageError
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.keys import Facts, verdict_key
from pytest_cookie.protocols.pipeline import judged, require_both_scores
from pytest_cookie.records.run import RunFolder


@dataclass(frozen=True)
class Rejudged:
    """Of `items` items with a record `judged` have the new judge's; `problems` say why the others have not."""

    items: int
    judged: int
    problems: tuple[str, ...]


def rejudge(run: RunFolder, judge: Judge, *, facts: Facts, at_once: int = 1) -> Rejudged:
    """Give every item with complete evidence a new verdict by `judge`, of which `facts` are in the verdicts' keys.

    The verdicts of other judges stay beside it; the record is the new one's. An item that gets none keeps the record
    that it had. `at_once` items wait for a model together; once the budget is spent no other begins.
    """
    records, unread = run.collect()
    spent = Event()
    with ThreadPoolExecutor(max_workers=max(1, at_once)) as pool:
        told = list(pool.map(lambda record: _rejudge_item(run, record, (judge, facts), spent), records))
    problems = tuple(problem for problem in told if problem)
    return Rejudged(len(records), len(records) - len(problems), (*unread, *problems))


def _rejudge_item(run: RunFolder, record: Record, by: tuple[Judge, Facts], spent: Event) -> str:
    """Why it was not judged, "" where it was."""
    judge, facts = by
    name = f"{record.case} · {record.model}"
    if spent.is_set():
        return f"{name}: not judged: the budget was spent before its turn came"
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
        return f"{name}: not judged: {error}"
    except (StageError, OSError) as error:
        return f"{name}: not judged: {error}"
    return ""
