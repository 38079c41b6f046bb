"""Answers as files that other commands read, imports from elsewhere, and a planted study from answers to results."""

import csv
import io
import json
import os
import random
import re
from pathlib import Path

import pytest

from pytest_cookie.annotation.export import INTERACTIONS, MATCH, PREFERENCES
from pytest_cookie.annotation.human_ratings_csv import read_opinions
from pytest_cookie.annotation.imports import import_file
from pytest_cookie.annotation.judges import key_of, queries_of
from pytest_cookie.annotation.open_study import OpenedStudy, open_study
from pytest_cookie.annotation.people import match_people
from pytest_cookie.annotation.ratings import artifact_ratings, question_ratings
from pytest_cookie.annotation.store import Circumstances
from pytest_cookie.cli import main
from pytest_cookie.cli.calibrate import _add_people
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.protocols.interaction2code.failures.kinds import KINDS
from pytest_cookie.protocols.interaction2code.human.labels import read_labels
from pytest_cookie.records.files import read_model
from pytest_cookie.records.human_rating import Scale
from pytest_cookie.reporting.gate_report.run_gate import read_calibration
from pytest_cookie.stats.calibration import Calibration
from pytest_cookie.stats.preferences import judge_against_people
from tests.annotated_run import MODELS, item_record, write_run
from tests.unit.reporting.test_calibration_notes import calibration

NO_PRACTICE = {"practice": False}
VOTE = '{"case": "case-0", "model_a": "vendor/alpha", "model_b": "vendor/beta", "label": "a", "rater": "%s"}'


def opened_run(tmp_path: Path, forms: list[str], cases: int = 3, **options: object) -> OpenedStudy:
    return open_study(write_run(tmp_path / "run", cases=cases, **options), forms, NO_PRACTICE)


def rate(opened: OpenedStudy, form: str, rater: str, values) -> None:
    """Let a rater answer every task of a form; `values` makes the answer of a task."""
    person = opened.store.join(rater)
    for task in opened.study.tasks.values():
        if task.form == form:
            opened.store.add(person, task, "main", values(task), Circumstances(note="=1+1", seconds=2.0))


def test_points_are_read_by_agree_on_their_scale(tmp_path, capsys):
    opened = opened_run(tmp_path, ["points8"])
    for name, more in (("ana", 0), ("ben", 1)):
        rate(opened, "points8", name, lambda task, more=more: {
            "functionality": 7 - 2 * MODELS.index(task.records[0].model) + more, "aesthetics": 4,
        })  # fmt: skip
    opened.export.write(tmp_path / "out")
    opened.store.close()
    opinions = read_opinions(tmp_path / "out/human-points8.csv", Scale(), ("functionality", "aesthetics", "total"))
    assert len(opinions) == 18
    first = next(
        opinion for opinion in opinions if (opinion.case, opinion.model, opinion.rater) == ("case-0", MODELS[0], "ben")
    )
    assert first.points == {"functionality": 8, "aesthetics": 4, "total": 6}
    assert main(["agree", str(tmp_path / "run"), str(tmp_path / "out/human-points8.csv"), "--scale", "0-8"]) == 0
    assert "100 %" in capsys.readouterr().out
    assert read_calibration(tmp_path / "out" / MATCH) == 1.0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "out/answers.csv").read_text())))
    assert rows[0]["note"] == "'=1+1"
    answers = json.loads((tmp_path / "out/answers.json").read_text())
    assert len(answers["answers"]) == 18
    assert answers["answers"][0]["artifacts"]["A"]["case"] == "case-0"


def test_the_rubric_is_aggregated_by_the_papers_formula(tmp_path):
    opened = opened_run(tmp_path, ["rubric"], cases=1)
    task = next(iter(opened.study.tasks.values()))
    marks = {question.id: "pass" for question in opened.study.questions(task)}
    marks |= {"item.3": "fail", "item.16": "na", "item.7": "fail", "item.11": "na", "item.12": "na"}
    opened.store.add(opened.store.join("ana"), task, "main", marks)
    given = {rating.score: rating.values[0][1] for rating in opened.results.artifact_ratings()}
    # functionality: 9 of the 10 applicable of 11 items; aesthetics: 4 of the 5 applicable of 7
    assert given == pytest.approx({"functionality": 7.2, "aesthetics": 6.4, "total": 6.8})
    opened.store.close()


def test_preferences_become_ranks_where_every_two_were_compared(tmp_path):
    opened = opened_run(tmp_path, ["pairwise"], cases=2)
    order = {MODELS[0]: 2, MODELS[1]: 0, MODELS[2]: 1}

    def better(task) -> dict[str, str]:
        first, second = (order[record.model] for record in task.records)
        return {"better": "A" if first < second else "B"}

    rate(opened, "pairwise", "ana", better)
    half = next(task for task in opened.study.tasks.values())
    opened.store.add(opened.store.join("ben"), half, "main", {"better": "tie"})
    for task in list(opened.study.tasks.values())[:2]:
        opened.store.add(opened.store.join("cleo"), task, "main", {"better": "A"})
    text = opened.export.file("human-pairwise.csv")[1]
    path = tmp_path / "human.csv"
    path.write_text(text)
    opinions = read_opinions(path, Scale(), ("total",))
    ranks = {(given.case, given.model): given.ranks["total"] for given in opinions if given.rater == "ana"}
    assert ranks == {(f"case-{n}", model): place + 1 for n in range(2) for model, place in order.items()}
    assert [one.ranks["total"] for one in opinions if one.rater == "ben"] == [1, 1]
    assert "cleo" not in {one.rater for one in opinions}  # two of three comparisons are no ranking
    lines = [json.loads(line) for line in opened.export.file(PREFERENCES)[1].splitlines()]
    assert len(lines) == 9
    assert {"case", "model_a", "model_b", "mode", "repeat", "label", "rater", "score"} == set(lines[0])
    opened.store.close()


def test_what_was_exported_can_be_imported(tmp_path):
    opened = opened_run(tmp_path, ["pairwise"], cases=2)
    rate(opened, "pairwise", "ana", lambda task: {"better": "B"})
    path = tmp_path / "preferences.jsonl"
    path.write_text(opened.export.file(PREFERENCES)[1])
    for _ in range(2):
        found = import_file(path, opened.study)
        assert (found.kind, found.unmatched) == ("preferences", 0)
    imported = [answer for answer in opened.store.answers() if answer.rater == "import:ana"]
    assert [one.values for one in imported] == [{"better": "B"}] * 6
    question = opened.results.payload()["forms"][0]["questions"][0]
    assert (question["units"], question["same"]["mean"]) == (6, 1.0)
    opened.store.close()


def test_webdevjudge_like_labels_with_models_in_either_order(tmp_path):
    opened = opened_run(tmp_path, ["pairwise"], cases=1)
    path = tmp_path / "votes.jsonl"
    rows = [
        {"question_id": "case-0", "model_a": MODELS[1], "model_b": MODELS[0], "winner": "model_a"},
        {"web_id": "case-0", "model_a": MODELS[0], "model_b": MODELS[2], "label": "tie"},
        {"case": "case-9", "model_a": MODELS[0], "model_b": MODELS[2], "label": "a"},
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    found = import_file(path, opened.study)
    assert (found.stored, found.unmatched) == (2, 1)
    assert sorted(answer.values["better"] for answer in opened.store.answers()) == ["B", "tie"]
    opened.store.close()


def test_published_labels_of_interactions(tmp_path):
    opened = opened_run(tmp_path, ["pairwise", "usability"], cases=3, models=("lab/m", "ref"))
    for number in range(3):
        path = opened.run.path / f"items/case-{number}/lab-m/html/1/case.json"
        case = json.loads(path.read_text())
        case["fields"] = {"interactions": [{"description": "A window opens."}, {"description": ""}][: 2 - number]}
        path.write_text(json.dumps(case))
    failures, compare = tmp_path / "failure_direct_prompt_m.json", tmp_path / "compare_direct_prompt_m.json"
    said = {"case-0/1-d.html": "7/0", "case-0/2-d.html": "2/1", "case-1/1-d.html": "0/0", "case-2/1-d.html": "10/1"}
    failures.write_text(json.dumps(said | {"case-1/2-d.html": "1/1", "case-7/1-d.html": "2/1"}))
    won = {"case-0/1-d.html": 0, "case-0/2-d.html": 1, "case-1/1-d.html": 1, "case-2/1-d.html": 2}
    compare.write_text(json.dumps(won))
    for _ in range(2):  # a repeated import has no effect
        found = import_file(failures, opened.study)
        assert (found.stored, found.unmatched) == (3, 2)
    tasks = opened.study.tasks
    questions = opened.study.questions(next(one for one in tasks.values() if one.form == "usability"))
    named = [(question.id, question.about) for question in questions]
    assert named[:3:2] == [("usable.1", "A window opens."), ("usable.2", "")]
    assert tuple(option.value for option in questions[1].options) == KINDS
    assert {tasks[one.task].case: one.values for one in opened.store.answers("usability")} == {
        "case-0": {
            "usable.1": "usable", "failures.1": [KINDS[6]], "usable.2": "unusable", "failures.2": ["no-interaction"],
        },
        "case-1": {"usable.1": "usable", "failures.1": []},
        "case-2": {"usable": "unusable", "failures": ["wrong-function"]},
    }  # fmt: skip
    with pytest.raises(UsageError, match="--against"):
        import_file(compare, opened.study)
    assert import_file(compare, opened.study, "ref").stored == 3
    better = {tasks[answer.task].case: answer.values["better"] for answer in opened.store.answers("pairwise")}
    assert better == {"case-0": "A", "case-1": "tie", "case-2": "B"}
    assert opened.results.payload()["forms"]
    opened.store.close()


def test_an_arena_ranking_is_compared_with_the_order_of_the_models(tmp_path):
    opened = opened_run(tmp_path, ["points8"])
    path = tmp_path / "arena.csv"
    path.write_text(f"model,rank\n{MODELS[0].title()},1\n{MODELS[1]},2\n{MODELS[2]},3\nother,4\n")
    import_file(path, opened.study)
    assert opened.results.payload()["judge"]["arena"] == [
        {"name": "arena", "models": 3, "footrule": 1.0, "spearman": pytest.approx(1.0)}
    ]
    opened.store.close()


def test_votes_on_one_of_several_repeats_say_which(tmp_path):
    run = write_run(tmp_path / "run", cases=1, models=MODELS[:2])
    lines = (run / "records.jsonl").read_text().splitlines()
    again = [json.dumps(json.loads(line) | {"repeat": 2}) for line in lines]
    (run / "records.jsonl").write_text("\n".join([*lines, *again]) + "\n")
    opened = open_study(run, ["pairwise", "usability"], NO_PRACTICE)
    vote = {"case": "case-0", "model_a": MODELS[0], "model_b": MODELS[1], "label": "b"}
    path = tmp_path / "votes.jsonl"
    for more, stored in (({}, 0), ({"repeat": 3}, 0), ({"repeat": 2}, 1), ({"repeat": 1, "mode": "html"}, 1)):
        path.write_text(json.dumps(vote | more))
        assert import_file(path, opened.study).stored == stored
    assert [opened.study.tasks[answer.task].records[0].repeat for answer in opened.store.answers()] == [2, 1]
    labels = tmp_path / "labels.csv"
    labels.write_text(f'page,model,prompt,"interaction",usable\ncase-0,{MODELS[0]},direct,1,yes\n')
    assert import_file(labels, opened.study).unmatched == 1
    opened.store.close()


def test_votes_without_names_are_of_different_people(tmp_path):
    opened = opened_run(tmp_path, ["pairwise"], cases=1)
    pair = {"case": "case-0", "model_a": MODELS[0], "model_b": MODELS[1]}
    votes = [pair | {"label": label} for label in ("a", "a", "b")]
    votes += [pair | {"label": label, "rater": "ana"} for label in ("a", "tie")]  # who changed their mind
    for name in ("first.jsonl", "second.jsonl", "first.jsonl"):
        (tmp_path / name).write_text("".join(json.dumps(vote) + "\n" for vote in votes))
        assert import_file(tmp_path / name, opened.study).stored == 4
    answers = [(answer.rater.partition(" of ")[0], answer.values["better"]) for answer in opened.store.answers()]
    nameless = [("import:person 1", "A"), ("import:person 2", "A"), ("import:person 3", "B")]
    assert sorted(answers) == sorted([*nameless, *nameless, ("import:ana", "tie")])
    opened.store.close()


def test_other_separators_of_lines_within_a_text_end_no_line(tmp_path):
    opened = opened_run(tmp_path, ["pairwise"], cases=1)
    row = {"case": "case-0", "model_a": MODELS[0], "model_b": MODELS[1], "label": "a", "code": "a\u2028b\u0085c"}
    (tmp_path / "a.jsonl").write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    assert import_file(tmp_path / "a.jsonl", opened.study).stored == 1
    opened.store.close()


def test_answers_about_interactions_are_labels_that_rebuilds_reads(tmp_path, capsys):
    opened = opened_run(tmp_path, ["usability"], cases=1, models=("lab/m",))
    path = opened.run.path / "items/case-0/lab-m/html/1/case.json"
    case = json.loads(path.read_text())
    case["fields"] = {"interactions": [{"description": "A window opens."}, {"description": "It closes."}]}
    path.write_text(json.dumps(case))
    said = {
        "ana": {"usable.1": "usable", "failures.1": ["partial"], "usable.2": "usable", "failures.2": []},
        "ben": {"usable.1": "usable", "failures.1": ["partial", "wrong-effect-type"], "usable.2": "unusable"},
        "cleo": {"usable.1": "unusable", "failures.1": ["wrong-effect-type"], "usable.2": "unusable"},
    }
    for rater, values in said.items():
        rate(opened, "usability", rater, lambda task, values=values: {"failures.2": ["no-interaction"], **values})
    opened.export.write(tmp_path / "out")
    opened.store.close()
    labels = read_labels(tmp_path / "out" / INTERACTIONS)
    assert [(one.page, one.interaction, one.usable, one.failure) for one in labels] == [
        ("case-0", 1, True, "wrong-effect-type"),  # two failures by two raters each: the worse one
        ("case-0", 2, False, "no-interaction"),
    ]
    assert main(["rebuilds", "--labels", str(tmp_path / "out" / INTERACTIONS)]) == 0
    assert "lab/m" in capsys.readouterr().out


def test_an_import_without_a_word_on_failures_says_nothing_of_them(tmp_path):
    opened = opened_run(tmp_path, ["usability"], cases=1)
    task = next(iter(opened.study.tasks.values()))
    for rater, role in (("import:a", "import"), ("ben", "main")):
        opened.store.add(opened.store.join(rater), task, role, {"usable": "usable"})
    found = {
        rating.id: rating.ratings
        for rating in question_ratings(opened.store.answers(), opened.study.tasks, opened.study.questions)
    }
    assert found["usable"] == {task.id: {"import:a": 0, "ben": 0}}
    assert {tuple(found[f"failures.{kind}"][task.id]) for kind in KINDS} == {("ben",)}
    opened.store.close()


def test_forms_are_compared_apart_and_pairs_of_a_query_count_as_one_query(tmp_path):
    opened = opened_run(tmp_path, ["points8", "rubric", "pairwise"], cases=2)
    place = MODELS.index
    order = {"points8": 1, "rubric": -1}
    for form, sign in order.items():

        def values(task, sign=sign):
            is_good = sign * (place(task.records[0].model) - 0.5) < 0
            if task.form == "points8":
                return dict.fromkeys(("functionality", "aesthetics"), 8 if is_good else 0)
            return {question.id: "pass" if is_good else "fail" for question in opened.study.questions(task)}

        rate(opened, form, "ana", values)
    rate(opened, "pairwise", "ana", lambda task: {"better": "A"})
    judged = {key_of(record): {"total": 90.0 - place(record.model)} for record in opened.records}
    queries, _ = queries_of(opened.results.artifact_ratings(), opened.run.scores_of(opened.records), judged)["total"]
    assert [len(query) for query in queries] == [3] * 6  # two cases, each by three forms
    assert [sum(map(bool, judge_against_people(query, 0))) for query in queries] == [6] * 6
    opened.store.close()


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.jsonl", '{"case": "c"}', "a.jsonl:1: has no label"),
        ("a.jsonl", '{"case": "c", "model_a": "x", "model_b": "y", "label": "left?"}', "must be a, b or tie"),
        ("a.jsonl", "[1]", "is not a JSON object"),
        ("a.jsonl", VOTE % r"\ud800", r"a.jsonl:1: the rater .* has characters that cannot be shown"),
        ("a.jsonl", VOTE % r"ana\u001b[2J", r"a.jsonl:1: the rater .* has characters that cannot be shown"),
        ("a.jsonl", '{"case": "c", "model_a": "x", "model_b": "y", "label": "a", "mode": "vue"}', "html, react"),
        ("a.jsonl", '{"case": "c", "model_a": "x", "model_b": "y", "label": "a", "repeat": "1"}', "a whole number"),
        ("a.json", "[]", "failure_<prompt>_prompt_<model>.json"),
        ("compare_direct_prompt_m.json", '{"c/1-d.html": 0}', "--against"),
        ("labels.csv", "model,interaction\nm,1\n", "the column page is missing"),
        ("failure_direct_prompt_m.json", None, "cannot be read"),
    ],
)
def test_mistakes_in_imported_files_are_named(tmp_path, name, text, said):
    opened = opened_run(tmp_path, ["pairwise", "usability"])
    if text is not None:
        (tmp_path / name).write_text(text)
    with pytest.raises(UsageError, match=said):
        import_file(tmp_path / name, opened.study)
    opened.store.close()


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "failure_direct_prompt_m.json"])
def test_a_pipe_is_not_waited_for(tmp_path, name):
    opened = opened_run(tmp_path, ["pairwise", "usability"])
    os.mkfifo(tmp_path / name)
    with pytest.raises(UsageError, match="it is a pipe, not a file"):
        import_file(tmp_path / name, opened.study)
    opened.store.close()


def test_no_cell_of_answers_is_a_formula(tmp_path):
    opened = opened_run(tmp_path, ["points8"], cases=1)
    (task, *_) = opened.study.tasks.values()
    texts = ["＝1+1", "fine\n=1+1", "a;@SUM(A1)", "=1", "-1", "x|+1"]
    for number, text in enumerate(texts):
        rater = opened.store.join(f"{text}{number}".replace("\n", ";"))
        opened.store.add(rater, task, "main", {"functionality": 4, "=quality": text}, Circumstances(note=text))
    content = opened.export.file("answers.csv")[1]
    opened.store.close()
    parts = [part for row in csv.reader(io.StringIO(content)) for cell in row for part in re.split(r"[;\n|]", cell)]
    assert not [part for part in parts if part.startswith(("=", "+", "-", "@", "＝"))]
    assert sum("1" in part for part in parts) >= len(texts)


def test_a_planted_study_of_twenty_raters_from_answers_to_results(tmp_path):
    # 132 items × 4 models as in the paper; raters see the judge's order with probability 0.75, else the reverse
    models = ("a", "b", "c", "d")
    run = write_run(tmp_path / "run", cases=132, models=models, with_files=False)
    opened = open_study(run, ["ranking"], NO_PRACTICE | {"overlap": 3})
    source = random.Random(2)
    raters = [opened.store.join(f"r{number:02}") for number in range(20)]
    opened.store._database.execute("pragma synchronous = off")
    tasks = list(opened.study.tasks.values())
    for task in tasks:
        for rater in source.sample(raters, 3):
            places = [1, 2, 3, 4] if source.random() < 0.75 else [4, 3, 2, 1]
            values = {"order": dict(zip("ABCD", places, strict=True))}
            opened.store.add(rater, task, "main", values)
    found = opened.results.payload()
    judge = found["judge"]["judges"][0]
    assert (judge["judge"], judge["score"], judge["pairs"]) == ("measured", "total", 132 * 3 * 6)
    assert judge["match"]["low"] < 0.75 < judge["match"]["high"]
    assert {row["domain"] for row in found["judge"]["domains"]} == {"games", "tools", "content"}
    # two raters agree if both see the order or both its reverse: 0.75² + 0.25² = 0.625; κ = 2·0.625 − 1
    pairwise = found["forms"][0]["pairwise"]
    assert pairwise["match"]["low"] < 0.625 < pairwise["match"]["high"]
    assert pairwise["kappa"]["low"] < 0.25 < pairwise["kappa"]["high"]
    assert found["progress"][0] | {"seconds": None} == {
        "title": "Rank all outputs", "tasks": 132, "complete": 132, "answers": 396, "seconds": None,
        "disputed": found["progress"][0]["disputed"],
    }  # fmt: skip
    opened.store.close()
    people = match_people(run)["measured"]
    assert (people.raters, people.score, people.pairs) == (20, "total", 132 * 3 * 6)
    assert people.match.mean == pytest.approx(judge["match"]["mean"])
    assert people.people.mean == pytest.approx(pairwise["match"]["mean"])


def test_ablations_are_compared_with_people_beside_the_judge(tmp_path):
    opened = opened_run(tmp_path, ["points8"])
    for number in range(3):
        for place, model in enumerate(MODELS):
            record = item_record(number, model, 0)
            scores = dict.fromkeys(("functionality", "aesthetics", "total"), 10.0 * place)
            verdict = Verdict(
                judge="m/x~no_vision", judge_version="1", runnable=True, scores=scores, ablation="no_vision"
            )
            path = opened.run.path / record.folder / "verdicts" / "x.json"
            path.parent.mkdir()
            path.write_text(verdict.model_dump_json())
    rate(
        opened,
        "points8",
        "ana",
        lambda task: dict.fromkeys(("functionality", "aesthetics"), 7 - 2 * MODELS.index(task.records[0].model)),
    )
    found = {(match.judge, match.score): match.match.match.mean for match in opened.results.judge_matches()}
    assert found["measured", "total"] == 1.0
    assert found["m/x~no_vision", "total"] == 0.0
    opened.store.close()


def test_a_missing_comparison_says_what_it_lacks(tmp_path, subtests):
    points = dict.fromkeys(("functionality", "aesthetics"), 5)
    for models, told in (
        ((), "Nobody has given points"),
        (MODELS[:1], "3 answers with points, ranks or preferences, but no pair to compare"),
        (MODELS[:2], ""),
    ):
        with subtests.test(models):
            opened = opened_run(tmp_path / str(len(models)), ["points8"], models=models or MODELS)
            if models:
                rate(opened, "points8", "ana", lambda task: points)
            judge = opened.results.payload()["judge"]
            assert judge["missing"].startswith(told)
            assert bool(judge["missing"]) == (not judge["judges"])
            opened.store.close()


def test_arbitrations_count_as_ratings_but_not_for_agreement(tmp_path):
    opened = opened_run(tmp_path, ["points5"], cases=1)
    task = next(iter(opened.study.tasks.values()))
    for rater, role, points in (("a", "main", 1), ("b", "main", 1), ("c", "arbitration", 5), ("d", "practice", 5)):
        opened.store.add(opened.store.join(rater), task, role, {"total": points})
    study = opened.study
    ratings = artifact_ratings(opened.store.answers(), study.tasks, study.forms, study.questions)
    assert [(rating.rater, rating.values[0][1]) for rating in ratings] == [("a", 1), ("b", 1), ("c", 5)]
    assert opened.results.payload()["forms"][0]["questions"][0]["same"]["mean"] == 1.0
    opened.store.close()


def test_human_without_annotations_says_how_to_begin(tmp_path):
    with pytest.raises(UsageError, match="pytest-cookie annotate"):
        match_people(write_run(tmp_path / "run"))


def test_calibrate_adds_the_people_to_its_file_if_they_rated_what_its_judge_judged(tmp_path, capsys):
    opened = opened_run(tmp_path, ["points8"])
    for place, rater in enumerate(("ana", "ben")):
        rate(opened, "points8", rater, lambda task, place=place: {
            "functionality": 7 - 2 * MODELS.index(task.records[0].model), "aesthetics": 4 + place,
        })  # fmt: skip
    opened.store.close()
    people = match_people(tmp_path / "run")
    path, before = tmp_path / "calibration.json", calibration()
    found = _add_people(before, path, people, tmp_path / "run")
    assert found == read_model(path, Calibration)
    assert (found.people.run, found.people.raters, found.people.match.mean) == ("run", 2, 1.0)
    other = before.model_copy(update={"terms": before.terms.model_copy(update={"judge": "m/x"})})
    assert _add_people(other, path, people, tmp_path / "run").people is None
    assert "has no verdicts of m/x, only of measured" in capsys.readouterr().err
