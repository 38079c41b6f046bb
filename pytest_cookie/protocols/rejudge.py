"""Judging a run's stored evidence again: new verdicts and records, nothing else is touched."""

from concurrent.futures import ThreadPoolExecutor

from pytest_cookie.core.errors import StageError
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.core.stages import Judge
from pytest_cookie.llm.errors import BudgetSpentError
from pytest_cookie.protocols.pipeline import judged
from pytest_cookie.records.run import RunFolder


def rejudge(run: RunFolder, judge: Judge, *, at_once: int = 1) -> tuple[str, ...]:
    """Give every item with complete evidence a new verdict by `judge`; returns why others have none.

    The verdicts of other judges stay beside it; the record is the new one's. `at_once` items wait for a model together.
    """
    records, problems = run.collect()
    with ThreadPoolExecutor(max_workers=max(1, at_once)) as pool:
        found = list(pool.map(lambda record: _rejudge_item(run, record, judge), records))
    return (*problems, *(problem for problem in found if problem))


def _rejudge_item(run: RunFolder, record: Record, judge: Judge) -> str:
    item = run.item(record.folder)
    try:
        case, artifact, evidence = item.read_case(), item.read_artifact(), item.read_evidence()
        verdict = judge.judge(case, artifact, evidence, item.evidence, source=item.artifact)
        item.write_verdict(verdict)
        spend = {"generate": artifact.spend, "explore": evidence.spend, "judge": verdict.spend}
        cost_usd = sum(spend.values(), NOTHING).cost_usd
        taken = {"spend": {stage: one for stage, one in spend.items() if one.calls}, "cost_usd": cost_usd}
        item.write_record(judged(record.model_copy(update=taken), verdict))
    except (StageError, BudgetSpentError) as error:
        return f"{record.case} · {record.model}: not judged: {error}"
    return ""
