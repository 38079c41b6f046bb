"""A run of vibecode as large as Vibe Code Bench's: 100 applications with 10 workflows, one model, without a browser.

`python benchmarks/large_workflows.py FOLDER` writes cases and evidence of simulated workflows, pictures hard-linked,
then measures wall and CPU time and memory of collecting all items, judging all evidence again, the report (twice), and
`pytest-cookie workflows`.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from large_run import Size as RunSize
from large_run import write_large_run
from large_tasks import measure

from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Trace
from pytest_cookie.dataset import load_cases
from pytest_cookie.protocols.vibecode.explorer import session_name
from pytest_cookie.protocols.vibecode.judge import WorkflowJudge
from pytest_cookie.protocols.vibecode.results import StepResult, TrailStep, WorkflowResult, fail_all
from pytest_cookie.protocols.vibecode.scores import SCORES
from pytest_cookie.protocols.vibecode.workflows import FAILURES, Workflow, WorkflowFields
from pytest_cookie.records.item_sessions import SESSIONS, StoredSession
from tests.synthetic_run import make_manifest, make_record
from tests.unit.judging.evidence_builders import artifact

APPS, WORKFLOWS, MODEL = 100, 10, "openai/coder"
_AUDIENCES = ("individual", "solo_founder", "enterprise")
_INTEGRATIONS = ("none", "email", "stripe", "both")
_MOST_SUBSTEPS, _ACTIONS_A_SUBSTEP = 12, 3
_PASSES, _SILENT = 0.92, 0.02


def write_cases(path: Path, apps: int, workflows: int) -> None:
    """As JSON, which is YAML."""
    dice = random.Random(0)
    cases = [
        {
            "id": f"app-{number:03}", "leaf": "efficiency", "language": "en", "brief": f"Application {number}. " * 40,
            "audience": _AUDIENCES[number % 3], "integrations": _INTEGRATIONS[number % 4],
            "workflows": [
                {
                    "id": f"flow-{index:02}", "purpose": f"Booking {index} is kept.",
                    "steps": [
                        f'Enter "{number}-{index}-{at}" and save; it is listed with its date and its owner.'
                        for at in range(dice.randint(4, _MOST_SUBSTEPS))
                    ],
                }
                for index in range(workflows)
            ],
        }
        for number in range(apps)
    ]  # fmt: skip
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")


def write_run(root: Path, cases: Path) -> Path:
    """The run folder: pictures of a large run's first item, linked; a session for each workflow."""
    pattern = write_large_run(root / "pattern", RunSize(queries=1, models=1))
    item = next((pattern / "items").glob("*/*/html/1"))
    found = load_cases(cases, extra=WorkflowFields)
    run, dice = root / "run", random.Random(0)
    run.mkdir()
    pattern_evidence = Evidence.model_validate_json((item / "evidence" / "evidence.json").read_bytes())
    records = []
    for case in found:
        folder = run / "items" / case.id / "openai-coder" / "html" / "1"
        (folder / "evidence").mkdir(parents=True)
        (folder / "artifact.json").write_text(artifact().model_dump_json(), encoding="utf-8")
        (folder / "case.json").write_text(case.model_dump_json(), encoding="utf-8")
        workflows = WorkflowFields.model_validate(case.fields).workflows
        sessions = tuple(_write_sessions(folder / "evidence", workflows, item, dice))
        trace = Trace(policy="workflows", summary=f"{len(sessions)} workflows.")
        evidence = pattern_evidence.model_copy(
            update={"explorer": "openai/agent", "sessions": sessions, "trace": trace}
        )
        (folder / "evidence" / "evidence.json").write_text(evidence.model_dump_json(), encoding="utf-8")
        verdict = WorkflowJudge().judge(case, artifact(), evidence, folder / "evidence")
        (folder / "verdicts").mkdir()
        (folder / "verdicts" / "workflows.json").write_text(verdict.model_dump_json(), encoding="utf-8")
        facts = {
            "protocol": "vibecode", "scores": verdict.scores, "findings": verdict.findings, "agent": "openai/agent",
            "judge": "workflows", "folder": folder.relative_to(run).as_posix(), "case": case.id, "brief": case.brief,
        }  # fmt: skip
        record = Record.model_validate(make_record(model=MODEL).model_copy(update=facts).model_dump())
        (folder / "record.json").write_text(record.model_dump_json(), encoding="utf-8")
        records.append(record)
    facts = {
        "models": (MODEL,), "protocol": "vibecode", "scores": SCORES, "judge": "workflows", "agent": "openai/agent",
        "cases": dict.fromkeys((case.id for case in found), "0" * 64),
    }  # fmt: skip
    (run / "manifest.json").write_text(make_manifest().model_copy(update=facts).model_dump_json(), encoding="utf-8")
    lines = "".join(record.model_dump_json() + "\n" for record in records)
    (run / "records.jsonl").write_text(lines, encoding="utf-8")
    return run


def _write_sessions(
    evidence: Path, workflows: tuple[Workflow, ...], item: Path, dice: random.Random
) -> Iterator[SessionEvidence]:
    picture = item / "evidence" / "static" / "thumbnail.jpg"
    for workflow in workflows:
        name = session_name(workflow)
        result = _result(workflow, name, dice)
        files = tuple(Path(step.picture).name for step in result.trail)
        (evidence / name).mkdir(parents=True)
        for file in files:
            os.link(picture, evidence / name / file)
        usage = Usage(input_tokens=90_000, output_tokens=3_000)
        spend = Spend(calls=len(files) + 1, usage=usage, cost_usd=0.3, latency_seconds=90)
        stored = StoredSession(
            name=name, made_from="0" * 64, files=files, seconds=120, spend=spend, result=result.model_dump(mode="json")
        )
        path = evidence / SESSIONS / f"{name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(stored.model_dump_json(), encoding="utf-8")
        yield stored.evidence


def _result(workflow: Workflow, name: str, dice: random.Random) -> WorkflowResult:
    if dice.random() < _SILENT:
        return fail_all(workflow, "no_output", "the evaluator gave no structured result")
    actions = _ACTIONS_A_SUBSTEP * len(workflow.steps)
    trail = tuple(
        TrailStep(
            substep=1 + at // _ACTIONS_A_SUBSTEP, action='click button "Save"', address="http://artifact.localhost/",
            thought="The form has the value that the substep gives, so I save it.", picture=f"{name}/{at:03}.jpg",
            texts=("It was saved.", "3 bookings"),
        )
        for at in range(actions)
    )  # fmt: skip
    kinds = list(FAILURES)
    steps = []
    for at in range(len(workflow.steps)):
        passed = dice.random() < _PASSES
        failure = None if passed else dice.choice(kinds)
        picture = trail[_ACTIONS_A_SUBSTEP * at].picture
        steps.append(StepResult(passed=passed, reason="It is listed.", picture=picture, failure=failure))
    return WorkflowResult(workflow=workflow.id, steps=tuple(steps), actions=actions, trail=trail)


def main() -> None:
    """Write the run and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--apps", type=int, default=APPS)
    parser.add_argument("--workflows", type=int, default=WORKFLOWS)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True)
    cases = folder / "cases.yaml"
    write_cases(cases, options.apps, options.workflows)
    run = write_run(folder, cases)
    python = sys.executable
    report = "import sys; from pathlib import Path; from pytest_cookie.records.run import RunFolder; \
from pytest_cookie.reporting.site import write_site; \
__name__ == '__main__' and write_site(RunFolder.open(Path(sys.argv[1])))"
    program = str(Path(python).with_name("pytest-cookie"))
    collect = ["--cookie-protocol=vibecode", f"--cookie-cases={cases}", f"--cookie-model={MODEL}"]
    collect += ["--cookie-agent=openai/agent", "--collect-only", "-q"]
    measure("collect and plan", [python, "-m", "pytest", "-p", "no:cacheprovider", *collect], folder)
    measure("judge again", [program, "judge", str(run)], folder)
    measure("report", [python, "-c", report, str(run)], folder)
    measure("report, again", [python, "-c", report, str(run)], folder)
    measure("workflows", [program, "workflows", str(run)], folder)


if __name__ == "__main__":
    main()
