"""Run folders to annotate: few files an item, any number of items, and pages of one's choice."""

import random
from collections.abc import Sequence
from pathlib import Path

from pytest_cookie.annotation.form import AnyQuestion
from pytest_cookie.annotation.open_study import open_study
from pytest_cookie.annotation.store import Circumstances
from pytest_cookie.core.case import Case, Complexity
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.verdict import Finding
from pytest_cookie.protocols.cookie.scores import COOKIE_SCORES

PAGE = "<!doctype html><html lang=en><title>Page</title><h1>{title}</h1><button>Save</button></html>"
LEVEL = dict.fromkeys(Complexity.model_fields, 2)
MODELS = ("vendor/alpha", "vendor/beta", "vendor/gamma")
DOMAINS = ("games", "tools", "content")


def item_record(number: int, model: str, total: float, *, judge: str = "measured") -> Record:
    """A scored record of the case `case-<number>`."""
    findings = (
        Finding(dimension="functionality", severity="major", title="Save does nothing", why="Nothing changes."),
        Finding(dimension="aesthetics", severity="minor", title="Gaps follow no grid", why="Nineteen gaps."),
    )
    scores = {"functionality": total, "aesthetics": total, "total": total}
    return Record(
        case=f"case-{number}", model=model, mode="html", repeat=1, outcome="scored", scores=scores,
        page_type="dynamic", domain=DOMAINS[number % len(DOMAINS)], leaf="unit-converter", difficulty="medium",
        language="en", brief=f"Make page number {number}.", findings=findings, agent="crawler", judge=judge,
        folder=f"items/case-{number}/{model.replace('/', '-')}/html/1",
    )  # fmt: skip


def write_run(
    root: Path, *, cases: int = 3, models: tuple[str, ...] = MODELS, page: str = PAGE, with_files: bool = True
) -> Path:
    """A run with `cases` × `models` items. The judge's total falls from model to model, and rises with the case."""
    root.mkdir(parents=True)
    manifest = Manifest(
        version="0.1.0", started="2026-02-03T10:20:30+00:00", scores=COOKIE_SCORES, models=models, mode="html",
        agent="crawler", judge="measured", repeats=1, seed=0, browser="", python="3.11", platform="linux",
        cases={f"case-{number}": "0" * 64 for number in range(cases)},
    )  # fmt: skip
    (root / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    lines = []
    for number in range(cases):
        for place, model in enumerate(models):
            record = item_record(number, model, 90.0 - 20 * place + number % 5)
            lines.append(record.model_dump_json() + "\n")
            if with_files:
                _write_item(root / record.folder, record, page.replace("{title}", f"{number} by {place}"))
    (root / "records.jsonl").write_text("".join(lines), encoding="utf-8")
    return root


def _write_item(folder: Path, record: Record, page: str) -> None:
    (folder / "artifact").mkdir(parents=True)
    (folder / "artifact" / "index.html").write_text(page, encoding="utf-8")
    case = Case(
        id=record.case, brief=record.brief, page_type="dynamic", domain=record.domain, leaf=record.leaf,
        language="en", complexity=LEVEL, source="", version=1, origin="", digest="",
        fields={"workflows": {"w": {"title": "Save", "steps": ["1. Press Save", "2. See it saved"]}}},
    )  # fmt: skip
    (folder / "case.json").write_text(case.model_dump_json(), encoding="utf-8")


def rate_tasks(run: Path, forms: Sequence[str], raters: Sequence[str]) -> None:
    """Let raters answer every task of the forms. They mostly agree, and take 20 to 90 seconds."""
    opened = open_study(run, forms, {"practice": False, "overlap": len(raters)})
    people = [opened.store.join(name) for name in raters]
    source = random.Random(4)
    for task in opened.study.tasks.values():
        questions = opened.study.questions(task)
        first = {question.id: _any_answer(question, task.slots, source) for question in questions}
        for person in people:
            others = {question.id: _any_answer(question, task.slots, source) for question in questions}
            values = {name: value if source.random() < 0.8 else others[name] for name, value in first.items()}
            opened.store.add(person, task, "main", values, Circumstances(seconds=source.uniform(20, 90)))
    opened.store.close()


def _any_answer(question: AnyQuestion, slots: str, source: random.Random) -> object:
    if question.kind == "scale":
        return source.randint(question.low, question.high)
    if question.kind == "choice":
        return source.choice(question.values)
    if question.kind == "many":
        return [value for value in question.values if source.random() < 0.2]
    if question.kind == "preference":
        return source.choice((*slots, "tie"))
    if question.kind == "rank":
        places = source.sample(range(1, len(slots) + 1), len(slots))
        return dict(zip(slots, places, strict=True))
    return ""
