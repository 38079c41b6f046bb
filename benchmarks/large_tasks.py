"""A run of auigym as large as AUI-Gym's: 52 applications with 30 tasks and a revision, one model, without a browser.

`python benchmarks/large_tasks.py FOLDER` writes cases and evidence of simulated episodes, pictures hard-linked, then
measures wall and CPU time and memory of collecting all items, judging all evidence again, the report (twice), and
`pytest-cookie tasks`.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from bounded import Limits, run_bounded
from large_run import Size as RunSize
from large_run import write_large_run

from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.record import Record
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.core.trace import Trace
from pytest_cookie.dataset import load_cases
from pytest_cookie.protocols.auigym.episode import Ending, Episode
from pytest_cookie.protocols.auigym.judge import SCORES, TaskJudge
from pytest_cookie.protocols.auigym.rounds import CODER, Comment, Revision, round_prefix, task_session
from pytest_cookie.protocols.auigym.tasks import TAGS, Task, TaskFields
from pytest_cookie.records.item_sessions import SESSIONS, StoredSession
from tests.synthetic_run import make_manifest, make_record
from tests.unit.judging.evidence_builders import artifact

APPS, TASKS, MODEL = 52, 30, "openai/coder"
_ENDINGS: tuple[Ending, ...] = ("solved", "unsolved", "step_limit", "unsupported", "stuck", "wrong_element")
_WEIGHTS = ((40, 20, 15, 15, 5, 5), (60, 15, 10, 5, 5, 5))
_LINES = 600
_LIMITS = Limits(seconds=300, megabytes=4_000)


def write_cases(path: Path, apps: int) -> None:
    """As JSON, which is YAML."""
    cases = [
        {
            "id": f"app-{number:02}", "leaf": "efficiency", "language": "en", "brief": f"Application {number}. " * 12,
            "artifact": "page.html", "tag": TAGS[number % len(TAGS)],
            "tasks": [
                {
                    "id": f"task-{index:02}", "kind": ("core", "workflow", "edge")[index % 3],
                    "do": f"Put {index} seeds of variety {number} on the shelf.",
                    "outcome": f"{index} seeds are listed.",
                    "checker": f'number("#seed-{index} .count") == {index} and not visible("#error")',
                }
                for index in range(TASKS)
            ],
        }
        for number in range(apps)
    ]  # fmt: skip
    (path.parent / "page.html").write_text(_source(0), encoding="utf-8")
    path.write_text(json.dumps({"cases": cases}), encoding="utf-8")


def write_run(root: Path, cases: Path) -> Path:
    """The run folder: pictures of a large run's first item, linked; sessions of two rounds for each case."""
    pattern = write_large_run(root / "pattern", RunSize(queries=1, models=1))
    item = next((pattern / "items").glob("*/*/html/1"))
    run, dice = root / "run", random.Random(0)
    found = load_cases(cases, extra=TaskFields)
    run.mkdir()
    records = []
    for case in found:
        folder = run / "items" / case.id / "openai-coder" / "html" / "1"
        _link_tree(item / "evidence" / "static", folder / "evidence" / "static")
        (folder / "artifact").mkdir()
        (folder / "artifact" / "index.html").write_text(_source(0), encoding="utf-8")
        (folder / "artifact.json").write_text(artifact().model_dump_json(), encoding="utf-8")
        (folder / "case.json").write_text(case.model_dump_json(), encoding="utf-8")
        tasks = TaskFields.model_validate(case.fields).tasks
        pattern_evidence = Evidence.model_validate_json((item / "evidence" / "evidence.json").read_bytes())
        sessions = tuple(_write_sessions(folder / "evidence", tasks, item, dice))
        evidence = pattern_evidence.model_copy(
            update={"explorer": "openai/agent", "sessions": sessions, "trace": Trace(policy="tasks", summary="Tasks.")}
        )
        (folder / "evidence" / "evidence.json").write_text(evidence.model_dump_json(), encoding="utf-8")
        verdict = TaskJudge().judge(case, artifact(), evidence, folder / "evidence", source=folder / "artifact")
        (folder / "verdicts").mkdir()
        (folder / "verdicts" / "checkers.json").write_text(verdict.model_dump_json(), encoding="utf-8")
        facts = {
            "protocol": "auigym", "scores": verdict.scores, "findings": verdict.findings, "agent": "openai/agent",
            "judge": "checkers", "folder": folder.relative_to(run).as_posix(), "case": case.id, "brief": case.brief,
        }  # fmt: skip
        record = Record.model_validate(make_record(model=MODEL).model_copy(update=facts).model_dump())
        (folder / "record.json").write_text(record.model_dump_json(), encoding="utf-8")
        records.append(record)
    facts = {
        "models": (MODEL,), "protocol": "auigym", "scores": SCORES, "judge": "checkers", "agent": "openai/agent",
        "cases": dict.fromkeys((case.id for case in found), "0" * 64),
    }  # fmt: skip
    (run / "manifest.json").write_text(make_manifest().model_copy(update=facts).model_dump_json(), encoding="utf-8")
    lines = "".join(record.model_dump_json() + "\n" for record in records)
    (run / "records.jsonl").write_text(lines, encoding="utf-8")
    return run


def _write_sessions(
    evidence: Path, tasks: tuple[Task, ...], item: Path, dice: random.Random
) -> Iterator[SessionEvidence]:
    yield SessionEvidence(name="static")
    picture = item / "evidence" / "static" / "thumbnail.jpg"
    for number, weights in enumerate(_WEIGHTS):
        if number:
            yield _write_revision(evidence, number, tasks)
        for task in tasks:
            name = task_session(number, task)
            episode = _episode(task, name, dice.choices(_ENDINGS, weights)[0], dice.randint(2, 16))
            files = sorted({Path(step.picture).name for step in episode.steps} | {"end.png", "dashboard.jpg"})
            (evidence / name).mkdir(parents=True)
            for file in files if episode.steps else ():
                os.link(picture, evidence / name / file)
            yield _store(evidence, name, episode, tuple(files) if episode.steps else ())


def _episode(task: Task, name: str, ending: Ending, steps: int) -> Episode:
    if ending == "unsupported":
        return Episode(task=task.id, ending=ending, reason="There is no button for it.")
    done = [
        {
            "action": {"kind": "click", "x": 10 + index, "y": 20}, "done": True, "holds": False,
            "thought": "I press the next control, since the last one did what it should.",
            "picture": f"{name}/step-{index:02}.jpg",
        }
        for index in range(steps)
    ]  # fmt: skip
    board = {"file": f"{name}/dashboard.jpg", "pixels": 1_200_000, "screenshot_pixels": 921_600 * (steps + 1)}
    return Episode.model_validate(
        {
            "task": task.id, "ending": ending, "checker": task.checker, "steps": done, "picture": f"{name}/end.png",
            "dashboard": board, "answers": {'number("#seed .count")': "3", 'visible("#error")': "no"},
        }
    )  # fmt: skip


def _write_revision(evidence: Path, number: int, tasks: tuple[Task, ...]) -> SessionEvidence:
    name = f"{round_prefix(number)}{CODER}"
    (evidence / name / "artifact").mkdir(parents=True)
    (evidence / name / "artifact" / "index.html").write_text(_source(number), encoding="utf-8")
    comment = Comment(issues=("A state does not show.",) * 5, changes=("Show the state.",) * 8, tasks=(tasks[0].id,))
    revision = Revision(
        number=number, coder=MODEL, prompt="p", artifact=artifact(), comment=comment,
        unsupported={task.id: "There is no button for it." for task in tasks[:5]}, lines_added=90, lines_removed=60,
    )  # fmt: skip
    return _store(evidence, name, revision, ("artifact/index.html",))


def _store(evidence: Path, name: str, result: Episode | Revision, files: tuple[str, ...]) -> SessionEvidence:
    spend = Spend(calls=9, usage=Usage(input_tokens=40_000, output_tokens=900), cost_usd=0.1, latency_seconds=30)
    stored = StoredSession(
        name=name, made_from="0" * 64, files=files, seconds=40, spend=spend, result=result.model_dump(mode="json")
    )
    path = evidence / SESSIONS / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(stored.model_dump_json(), encoding="utf-8")
    return stored.evidence


def _source(version: int) -> str:
    values = (version if index % 7 == 0 else 0 for index in range(_LINES))
    changed = (f"  show({index}, {value}) // a line of the script" for index, value in enumerate(values))
    return "\n".join(["<!doctype html><title>App</title><script>", *changed, "</script>"])


def _link_tree(source: Path, target: Path) -> None:
    target.mkdir(parents=True)
    for path in source.iterdir():
        os.link(path, target / path.name)


def measure(name: str, command: list[str], folder: Path) -> None:
    """Run a command within the limits, and print what it took."""
    found = run_bounded(command, _LIMITS, folder=folder, environment=dict(os.environ))
    told = f"{found.wall_seconds:6.1f} s wall {found.cpu_seconds:6.1f} s CPU {found.peak_mb:5.0f} MB"
    print(f"{name:28} {told}  {found.problem}", flush=True)


def main() -> None:
    """Write the run and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--apps", type=int, default=APPS)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True)
    cases = folder / "cases.yaml"
    write_cases(cases, options.apps)
    run = write_run(folder, cases)
    python = sys.executable
    report = "import sys; from pathlib import Path; from pytest_cookie.records.run import RunFolder; \
from pytest_cookie.reporting.site import write_site; \
__name__ == '__main__' and write_site(RunFolder.open(Path(sys.argv[1])))"
    program = str(Path(python).with_name("pytest-cookie"))
    collect = ["--cookie-protocol=auigym", f"--cookie-cases={cases}", "--collect-only", "-q"]
    measure("collect and plan", [python, "-m", "pytest", "-p", "no:cacheprovider", *collect], folder)
    measure("judge again", [program, "judge", str(run)], folder)
    measure("report", [python, "-c", report, str(run)], folder)
    measure("report, again", [python, "-c", report, str(run)], folder)
    measure("tasks", [program, "tasks", str(run)], folder)


if __name__ == "__main__":
    main()
