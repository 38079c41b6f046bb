"""Run folders of simulated sessions, and how long the commands that read them take. Used by `large_*.py`."""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bounded import Limits, run_bounded
from large_run import Size as RunSize
from large_run import write_large_run
from pydantic import BaseModel

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.protocols.contract.protocol import EvaluationProtocol
from pytest_cookie.records.item_sessions import SESSIONS, StoredSession
from tests.synthetic_run import make_manifest, make_record
from tests.unit.judging.evidence_builders import artifact

MODEL = "openai/coder"
_LIMITS = Limits(seconds=300, megabytes=4_000)
_REPORT = (
    "import sys; from pathlib import Path; from pytest_cookie.records.run import RunFolder; "
    "from pytest_cookie.reporting.site import write_site; "
    "__name__ == '__main__' and write_site(RunFolder.open(Path(sys.argv[1])))"
)

WriteSessions = Callable[[Case, Path, Path], Iterable[SessionEvidence]]
"""Writes a case's sessions to the evidence folder; the second path is the item with the pictures to link."""
JudgeItem = Callable[[Case, Evidence, Path], Verdict]
"""Judges the evidence of an item folder."""


def write_run(
    root: Path,
    cases: Sequence[Case],
    protocol: EvaluationProtocol,
    judge_name: str,
    write: WriteSessions,
    judge: JudgeItem,
) -> Path:
    """Write the run folder `root/run`, with pictures linked from the first item of a large run."""
    pattern = write_large_run(root / "pattern", RunSize(queries=1, models=1))
    item = next((pattern / "items").glob("*/*/html/1"))
    pattern_evidence = Evidence.model_validate_json((item / "evidence" / "evidence.json").read_bytes())
    run = root / "run"
    run.mkdir()
    common = {"protocol": protocol.name, "agent": "openai/agent", "judge": judge_name}
    records = []
    for case in cases:
        folder = run / "items" / case.id / "openai-coder" / "html" / "1"
        (folder / "evidence").mkdir(parents=True)
        write_model(folder / "artifact.json", artifact())
        write_model(folder / "case.json", case)
        sessions = tuple(write(case, folder / "evidence", item))
        trace = Trace(policy=judge_name, summary=f"{len(sessions)} sessions.")
        update = {"explorer": "openai/agent", "sessions": sessions, "trace": trace}
        evidence = pattern_evidence.model_copy(update=update)
        write_model(folder / "evidence" / "evidence.json", evidence)
        verdict = judge(case, evidence, folder)
        write_model(folder / "verdicts" / f"{judge_name}.json", verdict)
        facts = {
            "scores": verdict.scores, "findings": verdict.findings, "folder": folder.relative_to(run).as_posix(),
            "case": case.id, "brief": case.brief, **common,
        }  # fmt: skip
        record = Record.model_validate(make_record(model=MODEL).model_copy(update=facts).model_dump())
        write_model(folder / "record.json", record)
        records.append(record)
    digests = dict.fromkeys((case.id for case in cases), "0" * 64)
    facts = {"models": (MODEL,), "scores": protocol.scores, "cases": digests, **common}
    write_model(run / "manifest.json", make_manifest().model_copy(update=facts))
    lines = "".join(record.model_dump_json() + "\n" for record in records)
    (run / "records.jsonl").write_text(lines, encoding="utf-8")
    return run


def store_session(evidence: Path, name: str, result: BaseModel, files: tuple[str, ...]) -> SessionEvidence:
    """Write a session's result; its files are there."""
    spend = Spend(calls=9, usage=Usage(input_tokens=40_000, output_tokens=900), cost_usd=0.1, latency_seconds=30)
    stored = StoredSession(
        name=name, made_from="0" * 64, files=files, seconds=40, spend=spend, result=result.model_dump(mode="json")
    )
    write_model(evidence / SESSIONS / f"{name}.json", stored)
    return stored.evidence


def write_model(path: Path, model: BaseModel) -> None:
    """Write a model as JSON, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(model.model_dump_json(), encoding="utf-8")


def measure_commands(folder: Path, run: Path, command: str, collect: Sequence[str]) -> None:
    """Collect all items, judge again, write the report twice and run the protocol's own command; print the cost."""
    program = str(Path(sys.executable).with_name("pytest-cookie"))
    report = [sys.executable, "-c", _REPORT, str(run)]
    collection = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--collect-only", "-q", *collect]
    _measure("collect and plan", collection, folder)
    _measure("judge again", [program, "judge", str(run)], folder)
    _measure("report", report, folder)
    _measure("report, again", report, folder)
    _measure(command, [program, command, str(run)], folder)


def _measure(name: str, command: list[str], folder: Path) -> None:
    found = run_bounded(command, _LIMITS, folder=folder, environment=dict(os.environ))
    cost = f"{found.wall_seconds:6.1f} s wall {found.cpu_seconds:6.1f} s CPU {found.peak_mb:5.0f} MB"
    print(f"{name:28} {cost}  {found.problem}", flush=True)
