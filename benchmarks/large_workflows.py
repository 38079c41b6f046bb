"""A run of vibecode as large as Vibe Code Bench's: 100 applications with 10 workflows, one model, without a browser.

`python benchmarks/large_workflows.py FOLDER` writes cases and evidence of simulated workflows, pictures hard-linked,
then measures wall and CPU time and memory of collecting all items, judging all evidence again, the report (twice), and
`pytest-cookie workflows`.
"""

import argparse
import json
import os
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from simulated_run import MODEL, measure_commands, store_session, write_run

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.dataset import load_cases
from pytest_cookie.protocols.vibecode.explorer import session_name
from pytest_cookie.protocols.vibecode.judge import WorkflowJudge
from pytest_cookie.protocols.vibecode.protocol import PROTOCOL
from pytest_cookie.protocols.vibecode.results import StepResult, TrailStep, WorkflowResult, fail_all
from pytest_cookie.protocols.vibecode.workflows import FAILURES, Workflow, WorkflowFields
from tests.unit.judging.evidence_builders import artifact

APPS, WORKFLOWS = 100, 10
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


def write_sessions(dice: random.Random, case: Case, evidence: Path, item: Path) -> Iterator[SessionEvidence]:
    """A session for each workflow."""
    picture = item / "evidence" / "static" / "thumbnail.jpg"
    for workflow in WorkflowFields.model_validate(case.fields).workflows:
        name = session_name(workflow)
        result = _result(workflow, name, dice)
        files = tuple(Path(step.picture).name for step in result.trail)
        (evidence / name).mkdir(parents=True)
        for file in files:
            os.link(picture, evidence / name / file)
        yield store_session(evidence, name, result, files)


def judge_item(case: Case, evidence: Evidence, folder: Path) -> Verdict:
    """The verdict of an item folder."""
    return WorkflowJudge().judge(case, artifact(), evidence, folder / "evidence")


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
    path = folder / "cases.yaml"
    write_cases(path, options.apps, options.workflows)
    write = partial(write_sessions, random.Random(0))
    run = write_run(folder, load_cases(path, extra=WorkflowFields), PROTOCOL, "workflows", write, judge_item)
    collect = ["--cookie-protocol=vibecode", f"--cookie-cases={path}", f"--cookie-model={MODEL}"]
    measure_commands(folder, run, "workflows", [*collect, "--cookie-agent=openai/agent"])


if __name__ == "__main__":
    main()
