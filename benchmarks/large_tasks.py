"""A run of auigym as large as AUI-Gym's: 52 applications with 30 tasks and a revision, one model, without a browser.

`python benchmarks/large_tasks.py FOLDER` writes cases and evidence of simulated episodes, pictures hard-linked, then
measures wall and CPU time and memory of collecting all items, judging all evidence again, the report (twice), and
`pytest-cookie tasks`.
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
from pytest_cookie.protocols.auigym.episode import Ending, Episode
from pytest_cookie.protocols.auigym.judge import TaskJudge
from pytest_cookie.protocols.auigym.protocol import PROTOCOL
from pytest_cookie.protocols.auigym.rounds import CODER, Comment, Revision, round_prefix, task_session
from pytest_cookie.protocols.auigym.tasks import TAGS, Task, TaskFields
from tests.unit.judging.evidence_builders import artifact

APPS, TASKS = 52, 30
_ENDINGS: tuple[Ending, ...] = ("solved", "unsolved", "step_limit", "unsupported", "stuck", "wrong_element")
_WEIGHTS = ((40, 20, 15, 15, 5, 5), (60, 15, 10, 5, 5, 5))
_LINES = 600


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


def write_item(dice: random.Random, case: Case, evidence: Path, item: Path) -> Iterator[SessionEvidence]:
    """The artifact, its first screen, and the sessions of two rounds."""
    _write_artifact(evidence.parent / "artifact", 0)
    tasks = TaskFields.model_validate(case.fields).tasks
    static = item / "evidence" / "static"
    (evidence / "static").mkdir()
    for path in static.iterdir():
        os.link(path, evidence / "static" / path.name)
    yield SessionEvidence(name="static")
    for number, weights in enumerate(_WEIGHTS):
        if number:
            yield _write_revision(evidence, number, tasks)
        for task in tasks:
            name = task_session(number, task)
            episode = _episode(task, name, dice.choices(_ENDINGS, weights)[0], dice.randint(2, 16))
            files = sorted({Path(step.picture).name for step in episode.steps} | {"end.png", "dashboard.jpg"})
            (evidence / name).mkdir(parents=True)
            for file in files if episode.steps else ():
                os.link(static / "thumbnail.jpg", evidence / name / file)
            yield store_session(evidence, name, episode, tuple(files) if episode.steps else ())


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
    _write_artifact(evidence / name / "artifact", number)
    comment = Comment(issues=("A state does not show.",) * 5, changes=("Show the state.",) * 8, tasks=(tasks[0].id,))
    revision = Revision(
        number=number, coder=MODEL, prompt="p", artifact=artifact(), comment=comment,
        unsupported={task.id: "There is no button for it." for task in tasks[:5]}, lines_added=90, lines_removed=60,
    )  # fmt: skip
    return store_session(evidence, name, revision, ("artifact/index.html",))


def judge_item(case: Case, evidence: Evidence, folder: Path) -> Verdict:
    """The verdict of an item folder."""
    return TaskJudge().judge(case, artifact(), evidence, folder / "evidence", source=folder / "artifact")


def _write_artifact(folder: Path, version: int) -> None:
    folder.mkdir(parents=True)
    (folder / "index.html").write_text(_source(version), encoding="utf-8")


def _source(version: int) -> str:
    values = (version if index % 7 == 0 else 0 for index in range(_LINES))
    changed = (f"  show({index}, {value}) // a line of the script" for index, value in enumerate(values))
    return "\n".join(["<!doctype html><title>App</title><script>", *changed, "</script>"])


def main() -> None:
    """Write the run and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--apps", type=int, default=APPS)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True)
    path = folder / "cases.yaml"
    write_cases(path, options.apps)
    write = partial(write_item, random.Random(0))
    run = write_run(folder, load_cases(path, extra=TaskFields), PROTOCOL, "checkers", write, judge_item)
    measure_commands(folder, run, "tasks", ["--cookie-protocol=auigym", f"--cookie-cases={path}"])


if __name__ == "__main__":
    main()
