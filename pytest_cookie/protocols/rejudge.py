"""Judging a run's stored evidence again: new verdicts and records, nothing else is touched."""

from pytest_cookie.core.errors import StageError
from pytest_cookie.core.record import Record
from pytest_cookie.core.stages import Judge
from pytest_cookie.protocols.pipeline import judged
from pytest_cookie.records.run import RunFolder


def rejudge(run: RunFolder, judge: Judge) -> tuple[str, ...]:
    """Give every item with complete evidence a new verdict by `judge`; returns why others have none."""
    records, problems = run.collect()
    return (*problems, *(problem for record in records if (problem := _rejudge_item(run, record, judge))))


def _rejudge_item(run: RunFolder, record: Record, judge: Judge) -> str:
    item = run.item(record.folder)
    try:
        case, artifact, evidence = item.read_case(), item.read_artifact(), item.read_evidence()
        verdict = judge.judge(case, artifact, evidence, item.evidence, source=item.artifact)
    except StageError as error:
        return f"{record.case} · {record.model}: not judged: {error}"
    item.write_verdict(verdict)
    item.write_record(judged(record, verdict))
    return ""
