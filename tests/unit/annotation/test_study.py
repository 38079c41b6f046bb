"""Who rates what: overlap, order, calibration slice, practice, attention checks, arbitration, undo, resuming."""

import json
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from pytest_cookie.annotation.artifact_server import ArtifactServer
from pytest_cookie.annotation.form_files import BUILT_IN, find_forms
from pytest_cookie.annotation.material import find_plain
from pytest_cookie.annotation.open_study import open_study
from pytest_cookie.annotation.practice import told_answers
from pytest_cookie.annotation.session import AnnotationSession
from pytest_cookie.annotation.store import FILE, FOLDER, AnswerStore, Circumstances
from pytest_cookie.annotation.study import Study, StudyDesign, settle_design
from pytest_cookie.annotation.task import make_tasks, shown_order
from pytest_cookie.core.errors import UsageError
from tests.annotated_run import MODELS, item_record, write_run

FOUR = {"functionality": 4, "aesthetics": 4}


def study_of(tmp_path: Path, cases: int = 4, clock=None, **design: object) -> Study:
    """A study of points on `cases` × 3 items, without practice unless asked for."""
    records = [item_record(number, model, 50.0) for number in range(cases) for model in MODELS]
    forms = find_forms(["points8"])
    store = AnswerStore(tmp_path / FOLDER / FILE, *([clock] if clock else []))
    given = StudyDesign.model_validate({"practice": False} | design)
    tasks = {"points8": make_tasks(forms[0], records)}
    return Study(store, given, tasks, forms, lambda task: forms[0].questions, *([clock] if clock else []))


def rate_all(
    study: Study, names: list[str], values=lambda name, task: FOUR, most: int = 10_000
) -> list[tuple[str, str, str]]:
    """Let raters take turns until no rater has a task; returns rater, task and role of each answer."""
    raters, done = {name: study.store.join(name) for name in names}, []
    while len(done) < most:
        before = len(done)
        for name, rater in raters.items():
            if chosen := study.next_task(rater, "points8"):
                task, role = chosen
                study.store.add(rater, task, role, values(name, task))
                done.append((name, task.id, role))
        if len(done) == before:
            break
    return done


def test_every_task_goes_to_k_raters_and_the_load_is_balanced(tmp_path):
    study = study_of(tmp_path, cases=20, overlap=3)
    done = rate_all(study, list("abcdef"))
    assert set(Counter(task for _, task, _ in done).values()) == {3}
    assert len({(rater, task) for rater, task, _ in done}) == len(done) == 180
    load = Counter(rater for rater, _, _ in done)
    assert max(load.values()) - min(load.values()) <= 2


def test_raters_have_orders_of_their_own_that_repeat_with_the_seed(tmp_path):
    def order(folder: str, name: str, seed: int) -> list[str]:
        study = study_of(tmp_path / folder, cases=8, overlap=1, seed=seed)
        return [task for _, task, _ in rate_all(study, [name])]

    assert order("1", "ana", 0) == order("2", "Ana", 0)
    assert order("3", "ana", 0) != order("4", "ben", 0) != order("5", "ben", 1)
    assert {shown_order(f"task{n}", "AB", "ana", 0) for n in range(20)} == {"AB", "BA"}


def test_the_slice_comes_first_and_goes_to_everybody(tmp_path):
    study = study_of(tmp_path, cases=6, overlap=1, slice=4)
    done = rate_all(study, ["a", "b", "c"])
    in_slice = Counter(task for _, task, role in done if role == "calibration")
    assert list(in_slice.values()) == [3] * 4
    for name in "abc":
        roles = [role for rater, _, role in done if rater == name]
        assert roles[:4] == ["calibration"] * 4
    assert sum(role == "main" for _, _, role in done) == 14


def test_practice_comes_before_everything_and_does_not_count(tmp_path):
    study = study_of(tmp_path, cases=1, practice=True, overlap=1)
    done = rate_all(study, ["a"])
    assert [role for *_, role in done] == ["practice", "practice", "main", "main", "main"]
    assert study.progress(study.store.join("a"), "points8").mine == 3


def test_attention_checks_come_after_every_n_answers(tmp_path):
    study = study_of(tmp_path, cases=4, overlap=1, check_every=5)
    roles = [role for *_, role in rate_all(study, ["a"])]
    assert [number for number, role in enumerate(roles) if role == "check"] == [5, 11]


@pytest.mark.parametrize("form", BUILT_IN)
def test_an_attention_check_says_what_to_answer_and_tells_whether_it_was(tmp_path, form):
    opened = open_study(write_run(tmp_path / "run"), [form], {"practice": False, "check_every": 1})
    session = AnnotationSession(opened.run, opened.study, ArtifactServer(b"s"))
    ana = opened.store.join("ana")
    passed = []
    while len(passed) < 2:
        task = session.next(ana, form)["task"]
        questions = opened.study.questions(opened.study.find(task["id"]))
        told = told_answers(questions, len(passed), "AB"[: len(task["artifacts"]) or 1])
        if task["role"] == "check":
            assert "answer “" in task["check"]
            assert told
            passed.append(len(passed) == 0)
            wrong = told_answers(questions, len(passed), "AB"[: len(task["artifacts"]) or 1])
            session.answer(ana, {"task": task["id"], "values": told if passed[-1] else wrong})
        else:
            session.answer(ana, {"task": task["id"], "skipped": True})
    checks = [answer.values["passed"] for answer in opened.store.answers() if answer.role == "check"]
    assert checks == [True, form == "ranking"]  # the prescribed order of a ranking is always the same
    assert opened.results.payload()["forms"][0]["raters"][0]["checks"] == 2
    opened.store.close()


def test_a_third_rater_decides_where_two_differ_by_more_than_the_form_allows(tmp_path):
    study = study_of(tmp_path, cases=3, overlap=2)
    worst = study._of_form["points8"][0].id

    def values(name: str, task) -> dict[str, int]:
        if task.id == worst and name == "b":
            return {"functionality": 8, "aesthetics": 4}
        return {"functionality": 6, "aesthetics": 4} if name == "b" else FOUR

    done = rate_all(study, ["a", "b"], values)
    assert not [one for one in done if one[2] == "arbitration"]  # raters may not arbitrate their own answers
    assert study.progress(study.store.join("a"), "points8").open == 1
    third = rate_all(study, ["c", "d"], values)
    assert third == [("c", worst, "arbitration")]
    assert study.progress(study.store.join("a"), "points8").open == 0


def test_without_arbitration_nobody_decides(tmp_path):
    study = study_of(tmp_path, cases=1, overlap=2, arbitrate=False)
    rate_all(study, ["a", "b"], lambda name, task: {"functionality": 8 * (name == "a"), "aesthetics": 1})
    assert rate_all(study, ["c"]) == []


def test_a_skipped_task_goes_to_somebody_else(tmp_path):
    study = study_of(tmp_path, cases=1, overlap=1)
    ana = study.store.join("ana")
    task, role = study.next_task(ana, "points8")
    study.store.add(ana, task, role, {}, Circumstances(skipped=True))
    assert task.id not in [one for _, one, _ in rate_all(study, ["ana"])]
    assert [one for _, one, _ in rate_all(study, ["ben"])] == [task.id]


def test_an_abandoned_task_is_given_away_after_two_hours(tmp_path):
    now = [1000.0]
    study = study_of(tmp_path, cases=1, overlap=1, clock=lambda: now[0])
    held, _ = study.next_task(study.store.join("ana"), "points8")
    assert held.id not in [one for _, one, _ in rate_all(study, ["ben"])]
    now[0] += 2 * 3600 + 1
    assert held.id in [one for _, one, _ in rate_all(study, ["cleo"])]


def test_a_rater_comes_back_to_the_task_that_was_open(tmp_path):
    study = study_of(tmp_path)
    ana = study.store.join("ana")
    first = study.next_task(ana, "points8")[0].id
    study.store.close()
    again = study_of(tmp_path)
    assert again.next_task(again.store.join(" ANA ".strip()), "points8")[0].id == first


def test_undo_opens_the_last_answer_with_what_was_said_and_keeps_it_on_disk(tmp_path):
    study = study_of(tmp_path)
    ana = study.store.join("ana")
    task, role = study.next_task(ana, "points8")
    study.store.add(ana, task, role, FOUR, Circumstances(note="hm"))
    later, _ = study.next_task(ana, "points8")
    assert study.store.undo(ana, "points8") == task.id
    assert study.next_task(ana, "points8")[0].id == task.id
    assert study.store.draft(ana, task.id) == (FOUR, "hm")
    assert study.store.answers() == ()
    study.store.add(ana, task, role, FOUR | {"aesthetics": 5})
    assert [answer.values["aesthetics"] for answer in study.store.answers()] == [5]
    assert study.next_task(ana, "points8")[0].id == later.id
    assert study.store._database.execute("select count(*) from answers").fetchone() == (2,)
    assert study.store.undo(study.store.join("ben"), "points8") is None


def test_the_same_request_twice_is_one_answer_and_a_second_tab_replaces(tmp_path):
    study = study_of(tmp_path)
    ana = study.store.join("ana")
    task, role = study.next_task(ana, "points8")
    for _ in range(2):
        study.store.add(ana, task, role, FOUR, Circumstances(nonce="n1"))
    study.store.add(ana, task, role, FOUR | {"functionality": 7}, Circumstances(nonce="n2"))
    study.store.add(ana, task, role, FOUR, Circumstances(nonce="n1"))  # a late repetition of the first
    assert [answer.values["functionality"] for answer in study.store.answers()] == [7]


def test_two_processes_share_a_study_without_giving_a_task_to_too_many(tmp_path):
    one, other = study_of(tmp_path, cases=6, overlap=1), study_of(tmp_path, cases=6, overlap=1)
    done = []
    for _ in range(9):
        for study, name in ((one, "ana"), (other, "ben")):
            rater = study.store.join(name)
            task, role = study.next_task(rater, "points8")
            study.store.add(rater, task, role, FOUR)
            done.append(task.id)
    assert len(set(done)) == len(done) == 18


WRITER = """
import sys
from pathlib import Path
from pytest_cookie.annotation.store import AnswerStore
from pytest_cookie.annotation.task import Task
store = AnswerStore(Path(sys.argv[1]))
ana = store.join("ana")
for number in range(10_000):
    store.add(ana, Task(f"t{number}", "points8", ()), "main", {"functionality": number % 9})
    print(number, flush=True)
"""


def test_nothing_that_was_acknowledged_is_lost_by_kill_9(tmp_path):
    path = tmp_path / FOLDER / FILE
    writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    for line in writer.stdout:
        if int(line) == 25:
            writer.send_signal(signal.SIGKILL)
            break
    rest = writer.stdout.read().split()
    assert writer.wait() == -signal.SIGKILL
    acknowledged = int(rest[-1]) if rest else 25
    store = AnswerStore(path)
    stored = [answer.task for answer in store.answers()]
    assert stored[: acknowledged + 1] == [f"t{number}" for number in range(acknowledged + 1)]
    assert len(stored) <= acknowledged + 2
    assert store._database.execute("pragma integrity_check").fetchone() == ("ok",)
    assert store._database.execute("pragma journal_mode").fetchone() == ("wal",)


def test_the_design_is_kept_and_the_seed_cannot_change_after_the_first_answer(tmp_path):
    run = write_run(tmp_path / "run", cases=1)
    opened = open_study(run, ["points8", "pairwise"], {"overlap": 3, "seed": 7, "practice": None})
    ana = opened.store.join("ana")
    task, _ = opened.study.next_task(ana, "points8")
    opened.store.add(ana, task, "main", FOUR)
    opened.store.close()
    again = open_study(run, [], {"slice": 1})
    assert json.loads(again.store.fact("design")) == {
        "overlap": 3, "slice": 1, "check_every": 0, "practice": True, "arbitrate": True, "seed": 7,
    }  # fmt: skip
    assert list(again.study.forms) == ["points8", "pairwise"]
    with pytest.raises(UsageError, match="the seed 7, which cannot change"):
        settle_design(again.store, {"seed": 8})


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["pairwize"], "did you mean"),
        (["points8", "points8"], "given twice"),
        (["missing.yaml"], "cannot read missing.yaml"),
    ],
)
def test_mistakes_in_forms_are_named(tmp_path, names, said):
    with pytest.raises(UsageError, match=said):
        open_study(write_run(tmp_path / "run", cases=1), names, {})


@pytest.mark.parametrize("place", [FOLDER, "items/case-0/vendor-alpha/html/1/dist", "items/case-1"])
def test_a_link_in_the_run_is_refused(tmp_path, place):
    run = write_run(tmp_path / "run", cases=1)
    (tmp_path / "elsewhere").mkdir()
    (run / place).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="is a link"):
        open_study(run, [], {})


def test_files_are_found_below_a_plain_folder_only(tmp_path):
    (tmp_path / "artifact" / "a").mkdir(parents=True)
    (tmp_path / "artifact" / "a" / "index.html").touch()
    (tmp_path / "linked").symlink_to("artifact")
    assert find_plain(tmp_path / "artifact", "a/index.html") == tmp_path / "artifact" / "a" / "index.html"
    for root, name in (("linked", "a/index.html"), ("artifact", "a"), ("artifact", "a/index.html/x"), ("no", "a")):
        assert find_plain(tmp_path / root, name) is None


def test_the_default_form_is_part_of_the_study(tmp_path, monkeypatch):
    run = write_run(tmp_path / "run", cases=1)
    open_study(run, [], {}).store.close()
    monkeypatch.setattr("pytest_cookie.annotation.open_study.DEFAULT_FORM", "points5")
    for names, forms in (([], ["points8"]), (["pairwise"], ["pairwise"]), ([], ["points8", "pairwise"])):
        opened = open_study(run, names, {})
        assert list(opened.study.forms) == forms
        opened.store.close()


def test_a_ranking_that_would_leave_out_models_is_refused(tmp_path, monkeypatch):
    run = write_run(tmp_path / "run", cases=1, with_files=False)
    open_study(run, ["ranking"], {}).store.close()
    monkeypatch.setattr("pytest_cookie.annotation.open_study.SLOTS", "AB")
    with pytest.raises(UsageError, match="at most 2 pages, and the run has 3 models; use --form pairwise"):
        open_study(run, ["ranking"], {})


def test_an_attention_check_with_a_remark_is_passed(tmp_path):
    opened = open_study(write_run(tmp_path / "run", cases=1), ["findings"], {"practice": False, "check_every": 1})
    session = AnnotationSession(opened.run, opened.study, ArtifactServer(b"s"))
    ana = opened.store.join("ana")
    task = session.next(ana, "findings")["task"]
    session.answer(ana, {"task": task["id"], "skipped": True})
    check = session.next(ana, "findings")["task"]
    told = told_answers(opened.study.questions(opened.study.find(check["id"])), 0, "A")
    session.answer(ana, {"task": check["id"], "values": told | {"missed": "nothing"}})
    row = opened.results.payload()["forms"][0]["raters"][0]
    assert (row["checks"], row["passed"], row["answers"]) == (1, 1, 0)  # a skipped task is no answer
    opened.store.close()


def test_a_transaction_that_cannot_be_committed_does_not_block_the_next(tmp_path):
    class Full:
        """The connection on a disk that is full once."""

        def __init__(self, database) -> None:
            self._database, self._is_full = database, True

        def execute(self, sql, *values):
            if sql == "commit" and self._is_full:
                self._is_full = False
                raise sqlite3.OperationalError("database or disk is full")
            return self._database.execute(sql, *values)

        def __getattr__(self, name):
            return getattr(self._database, name)

    store = AnswerStore(tmp_path / "answers.sqlite")
    store._database = Full(store._database)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        store.join("ana")
    assert store.raters() == ()
    store.join("ben")
    assert store.raters() == ("ben",)
    store.close()
