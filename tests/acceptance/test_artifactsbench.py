"""`--cookie-protocol=artifactsbench`: answers in a file, judged by referees over HTTP, in both ways."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.acceptance.command import pytest_cookie
from tests.acceptance.conftest import GOOD_PAGE, Project
from tests.acceptance.interrupted import Background
from tests.acceptance.modelled import MODEL, Modelled
from tests.provider import Provider
from tests.provider.behaviours import Broken, Hang, TooMany, WrongSchema
from tests.unit.dataset.importing.test_artifactsbench import LITE, task

STRICT = "openai/strict"
GOOD = f"<think>A timer.</think> Here it is:\n```html\n{GOOD_PAGE}\n```"
UNFINISHED = GOOD.replace("<main>", "<main><!-- TODO: the timer -->")
NO_PAGE = "I would use a large clock. TODO."
PUBLISHED = 'protocol = {mode = "published"}'
BRIEFLY = "max_steps = 1"
RUN = ("--cookie-cases=tasks.jsonl", "--cookie-artifacts=answers", "--cookie-protocol=artifactsbench")
ACME = ("--model-a=acme", "--model-b=acme")
JUDGES = f"--cookie-judge={MODEL},{STRICT}"


def write_lines(path: Path, records: Iterable[object]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{record if isinstance(record, str) else json.dumps(record)}\n" for record in records))


def scores(project: Project, run: str, judge: str) -> dict[tuple[str, str], float | None]:
    """The score that ranks, by model and number of the task."""
    return {
        (str(record["model"]), str(record["case"]).rpartition("-")[2]): referee["scores"]["overall"]
        for record in project.records(run)
        for referee in record["referees"]  # type: ignore[attr-defined]
        if referee["judge"].startswith(judge)
    }


@pytest.fixture
def two_tasks(modelled: Modelled) -> Project:
    """Two tasks, and answers of two models: good and unfinished, and one without a page."""
    path = modelled.path
    modelled.settings(BRIEFLY)
    prices = (path / "prices.toml").read_text()
    (path / "prices.toml").write_text(prices + prices.replace(MODEL, STRICT))
    write_lines(path / "tasks.jsonl", [task(1), "{not JSON", task(2), task(3, checklist=task()["checklist"][:9])])
    write_lines(path / "answers/acme.jsonl", [{"index": 1, "answer": GOOD}])
    huge = json.dumps({"index": 1, "answer": "x" * 30_000_000})
    answers = [huge, {"index": 1, "answer": UNFINISHED}, {"index": 2, "model_infer_result": NO_PAGE}]
    write_lines(path / "answers/bolt.jsonl", answers)
    return modelled.project


@pytest.mark.long
def test_answers_are_judged_by_two_referees_in_both_ways(two_tasks: Project, provider: Provider, modelled: Modelled):
    project = two_tasks
    modelled.settings(f"protocol = {{classify_interactivity = true}}\n{BRIEFLY}")
    result = project.run(*RUN, JUDGES, "-n2", run="staged")
    shown = result.stdout.str()
    assert result.ret == 1, shown
    for line in ("tasks.jsonl:2: is not JSON", "tasks.jsonl:4: checklist: has 9 items", "bolt.jsonl:1: is longer"):
        assert f"left out: {line}" in shown.replace(f"{project.path}/", "").replace("left out: answers/", "left out: ")
    result.assert_outcomes(passed=2, failed=1)
    assert provider.counts["generate"] == 0
    assert scores(project, "staged", MODEL) == {("acme", "1"): 70, ("bolt", "1"): 40, ("bolt", "2"): 0}
    assert scores(project, "staged", STRICT)["acme", "1"] == 60
    assert f"protocol artifactsbench · judge {MODEL} ·" in shown
    assert f"protocol artifactsbench · judge {STRICT} ·" in shown
    assert f"referees {MODEL} and {STRICT}" in shown
    (classes,) = json.loads((project.path / "staged/summary.json").read_text())["classes"]
    assert (classes["first"], classes["second"], classes["items"]) == ("measured", MODEL, 2)
    assert f"interactivity class, measured and {MODEL}: " in shown
    # both items ask the same, so the second one gets the stored answer unless both ask at the same time
    classifiers = [each.model for each in provider.asked if each.reply_name == "interactivity_class"]
    assert set(classifiers) == {MODEL.split("/")[1]}
    assert len(classifiers) <= 2
    asked = len(provider.asked)

    modelled.settings(f"{PUBLISHED}\n{BRIEFLY}")
    project.run(*RUN, JUDGES, "-p", "no:xdist", run="published").assert_outcomes(passed=3)
    expected = {("acme", "1"): 70, ("bolt", "1"): 40, ("bolt", "2"): 30}
    assert scores(project, "published", f"{MODEL}~published") == expected
    manifest = json.loads((project.path / "published/manifest.json").read_text())
    assert (manifest["protocol"], manifest["agent"]) == ("artifactsbench-published", "timed")
    pictured = {(record["model"], record["thumbnail"] != "") for record in project.records("published")}
    assert pictured == {("acme", True), ("bolt", True), ("bolt", False)}  # one answer has no page
    assert json.loads(manifest["options"]["protocol"]) == {"mode": "published"}
    one = next(each for each in provider.asked[asked:] if len(each.media) == 3)
    assert len(one.messages) == 1
    pages = [
        page.read_text() for page in (project.path / "published/items").rglob("index.html")
    ]  # also of two artifacts
    assert sorted(page.count('<span dir="auto">Most items hold.</span>') for page in pages) == [0, 0, 2, 2, 2]
    compared = pytest_cookie(project.path, "compare", "staged", "published", *ACME)
    assert compared.returncode != 0
    assert "protocol: artifactsbench in A, artifactsbench-published in B" in compared.stdout + compared.stderr
    merged = pytest_cookie(project.path, "merge", "both", "staged", "published")
    assert merged.returncode != 0
    assert "protocol: artifactsbench in" in merged.stdout + merged.stderr
    shutil.copytree(project.path / "published", project.path / "again")
    assert "overall score" in pytest_cookie(project.path, "compare", "published", "again", *ACME).stdout
    (project.path / "gate.toml").write_text('decide_by = "mean"\n[minimum]\noverall = 99\n')
    gated = pytest_cookie(project.path, "gate", "staged", "--policy", "gate.toml")
    assert "fail  checklist" in gated.stdout
    pytest_cookie(project.path, "export", "staged", "--output", "out.json")
    rows = json.loads((project.path / "out.json").read_text())["records"]
    assert sorted(row["overall"] for row in rows) == [0, 40, 70]
    report = (project.path / "staged/index.html").read_text()
    assert "Agreement of the referees" in report
    assert "Agreement on classes" in report


@pytest.fixture
def ten_records(modelled: Modelled) -> list[dict]:
    """Ten published tasks, and answers of ours: good, unfinished, without a page, a drawing, empty; each twice."""
    lines = LITE.read_text("utf-8").splitlines()[:150:15]
    write_lines(modelled.path / "tasks.jsonl", lines)
    records = [json.loads(line) for line in lines]
    drawing = "```svg\n<svg xmlns='http://www.w3.org/2000/svg'><circle cx='90' cy='90' r='80'/></svg>\n```"
    texts = [GOOD, UNFINISHED, NO_PAGE, drawing, ""]
    answers = [{"index": one["index"], "answer": texts[place % 5]} for place, one in enumerate(records)]
    write_lines(modelled.path / "answers/acme.jsonl", answers)
    return records


@pytest.mark.slow
@pytest.mark.skipif(not LITE.is_file(), reason="needs the published records")
@pytest.mark.parametrize(("mode", "scored"), [("", 6), (PUBLISHED, 10)], ids=["staged", "published"])
def test_ten_published_records_survive_a_kill(
    modelled: Modelled, provider: Provider, ten_records: list[dict], mode: str, scored: int
):
    """And go on from there through a replay, compare, gate, export and report."""
    path = modelled.path
    modelled.settings(mode)
    arguments = [*RUN, f"--cookie-judge={MODEL}", "-p", "no:cacheprovider", "--cookie-run=run", "-n2"]
    with Background(modelled.project, *arguments) as background:
        background.wait_until(lambda: list((path / "run/items").glob("*/*/*/*/verdicts/*.json")))
        background.kill()
    modelled.project.pytester.runpytest_subprocess("--cookie-resume=run", "-n2", "-p", "no:cacheprovider")
    records = modelled.project.records()
    assert len(records) == 10
    assert [record["outcome"] for record in records].count("scored") == scored
    asked = len(provider.asked)

    modelled.project.run(*RUN, f"--cookie-judge={MODEL}", "-n2", "--cookie-replay=only", run="again")
    assert scores(modelled.project, "again", MODEL) == scores(modelled.project, "run", MODEL)
    assert len(provider.asked) == asked
    compared = pytest_cookie(path, "compare", "run", "again", *ACME)
    assert "10 queries compared, 0 queries left out" in compared.stdout, compared.stdout + compared.stderr
    (path / "gate.toml").write_text("[minimum]\noverall = 99\n")
    gated = pytest_cookie(path, "gate", "run", "--policy", "gate.toml")
    assert (gated.returncode, "WORSE" in gated.stdout) == (10, True), gated.stdout + gated.stderr
    pytest_cookie(path, "export", "run", "--output", "out.json")
    rows = json.loads((path / "out.json").read_text())["records"]
    assert sorted(row["case"] for row in rows) == sorted(str(record["case"]) for record in records)
    (path / "run/index.html").unlink()
    assert pytest_cookie(path, "report", "run").returncode == 0
    assert (path / "run/index.html").is_file()
    pages = [(path / "run" / str(record["folder"]) / "index.html").read_text() for record in records]
    assert all(str(record["case"]) in page for record, page in zip(records, pages, strict=True))


@pytest.mark.slow
@pytest.mark.skipif(not LITE.is_file(), reason="needs the published records")
def test_faults_of_the_referees_provider_are_the_items_alone(
    modelled: Modelled, provider: Provider, ten_records: list[dict]
):
    modelled.settings(f"{PUBLISHED}\ncall_seconds = 2\nanswer_seconds = 4")
    for behaviour, place in ((TooMany(retry_after=1), 0), (WrongSchema(), 1), (Hang(), 5), (Broken(403), 6)):
        words = ten_records[place]["checklist"][0]["description"][:60]
        plan = provider.first if place == 0 else provider.always
        plan(behaviour, asker="judge", matches=lambda asked, words=words: words in asked.text)
    modelled.project.run(*RUN, f"--cookie-judge={MODEL}", "-n2", "--cookie-replay=off")
    causes = {
        int(str(record["case"]).rpartition("-")[2]): record["cause"]["kind"]  # type: ignore[index]
        for record in modelled.project.records()
        if record["cause"]
    }
    assert causes == {ten_records[place]["index"]: "JudgingError" for place in (1, 5, 6)}
