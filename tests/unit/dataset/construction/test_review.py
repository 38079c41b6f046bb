"""Review by people: queues, the slice that two decide, arbitration by a third, and decisions read back."""

from collections import Counter

import pytest

from pytest_cookie.cli import main
from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.pool import Query, read_pool, write_pool
from pytest_cookie.dataset.construction.review import (
    DECISIONS,
    choose_slice,
    plan_queues,
    put_together,
    read_reviews,
    write_arbitration,
    write_queues,
)

POOL = [
    Query(str(number), f"brief {number}", {"domain": ("games", "content", "games")[number % 3], "leaf": "puzzle"})
    for number in range(30)
]


def fill(path, answers):
    """Fill in the queue: `answers` has what differs from five times yes, by query."""
    rows = [
        Query(query.id, query.text, query.labels | dict.fromkeys(DECISIONS, "yes") | answers.get(query.id, {}))
        for query in read_pool(path)
    ]
    write_pool(rows, path)


def test_queues_are_equal_and_the_slice_is_decided_twice():
    queues = plan_queues(POOL, ["ann", "bo", "cy"], slice_size=9, seed=1)
    times = Counter(query.id for queue in queues.values() for query in queue)
    assert Counter(times.values()) == {1: 21, 2: 9}
    assert {len(queue) for queue in queues.values()} == {13}
    assert all(queue == sorted(queue, key=lambda query: int(query.id)) for queue in queues.values())
    assert queues == plan_queues(POOL, ["ann", "bo", "cy"], slice_size=9, seed=1)


def test_the_slice_is_even_over_domains():
    assert Counter(query.labels["domain"] for query in choose_slice(POOL, 12, seed=3)) == {"games": 6, "content": 6}
    assert len(choose_slice(POOL, 99, seed=3)) == 30


def test_decisions_are_read_back_and_differences_arbitrated(tmp_path):
    queues = plan_queues(POOL[:6], ["ann", "bo"], slice_size=6, seed=1)
    ann, bo = write_queues(queues, tmp_path)
    fill(ann, {"1": {"admit": "no"}, "2": {"leaf_right": "no", "right_leaf": "action"}, "3": {"executable": ""}})
    fill(bo, {"1": {"admit": "no"}, "4": {"admit": "no"}})
    found = put_together(read_reviews([ann, bo]))
    assert [query.id for query in found.admitted] == ["0", "5"]
    assert [query.id for query in found.removed] == ["1"]
    assert [(review.query.id, review.reviewer) for review in found.open] == [("3", "ann")]
    assert [first.query.id for first, _ in found.arbitrate] == ["2", "4"]
    admit = found.agreement.decisions["admit"]
    assert (admit.subjects, admit.same) == (5, 0.8)
    assert admit.kappa == pytest.approx((0.8 - 0.56) / (1 - 0.56))  # yes: ann 4 of 5, bo 3 of 5; by chance 0.48 + 0.08
    # executable: all five are yes for both, so κ has no value and is not too low
    assert found.agreement.decisions["executable"].kappa is None
    assert found.agreement.below == ("leaf_right", "admit")
    write_arbitration(found.arbitrate, tmp_path / "arbitration.csv")
    rows = read_pool(tmp_path / "arbitration.csv")
    assert (rows[1].labels["admit_ann"], rows[1].labels["admit_bo"], rows[1].labels["admit"]) == ("yes", "no", "")
    fill(tmp_path / "arbitration.csv", {"2": {"leaf_right": "no", "right_leaf": "action"}})
    found = put_together(read_reviews([ann, bo]), read_reviews([tmp_path / "arbitration.csv"]))
    labels = {query.id: query.labels["leaf"] for query in found.admitted}
    assert labels == {"0": "puzzle", "2": "action", "4": "puzzle", "5": "puzzle"}
    assert found.arbitrate == ()


def test_of_a_checklist_item_only_its_admission_is_decided(tmp_path):
    items = [
        Query(f"tea#{number}", f"Title\n\nIt does {number}.", {"kind": "code", "brief": "A tea timer."})
        for number in range(3)
    ]
    ann, bo = write_queues(plan_queues(items, ["ann", "bo"], slice_size=3, seed=1), tmp_path)
    revised = {"admit": "yes", "revised_query": "Title\n\nIt does so, and nothing else."}
    for path, answers in ((ann, [{"admit": "yes"}, revised, {}]), (bo, [{"admit": "no"}, {"admit": "yes"}, {}])):
        rows = read_pool(path)
        write_pool([Query(row.id, row.text, row.labels | more) for row, more in zip(rows, answers, strict=True)], path)
    found = put_together(read_reviews([ann, bo]))
    assert [(query.id, query.text, query.labels) for query in found.admitted] == [
        ("tea#1", "Title\n\nIt does so, and nothing else.", items[1].labels)
    ]
    assert [(review.query.id, review.missing) for review in found.open] == [("tea#2", ("admit",))] * 2
    assert list(found.agreement.decisions) == ["admit"]
    write_arbitration(found.arbitrate, tmp_path / "arbitration.csv")
    third = read_reviews([tmp_path / "arbitration.csv"])
    assert [(review.query.id, review.missing) for review in third] == [("tea#0", ("admit",))]
    assert third[0] in put_together(read_reviews([ann, bo]), third).open
    rows = [Query(row.id, row.text, row.labels | {"revised_query": "Title alone"}) for row in read_pool(ann)]
    write_pool(rows, ann)
    with pytest.raises(UsageError, match=r"item tea#0: description: .* 20 characters; write the title, an empty line"):
        read_reviews([ann])


def test_a_queue_may_be_saved_with_semicolons(tmp_path):
    (path,) = write_queues(plan_queues(POOL[:2], ["ann"], slice_size=0, seed=1), tmp_path)
    fill(path, {"0": {"comment": "good"}})
    before = read_reviews([path])
    path.write_text("\ufeff" + path.read_text().replace(",", ";"), encoding="utf-8")
    assert read_reviews([path]) == before
    path.write_text("id,text,admit\n0,brief,yes\n")
    with pytest.raises(UsageError, match=r"no column query; it has id, text, admit"):
        read_reviews([path])


def test_a_low_kappa_of_a_rare_answer_is_explained_by_its_counts(tmp_path, capsys):
    pool = [Query(str(number), f"brief {number}", {"leaf": "puzzle"}) for number in range(60)]
    paths = write_queues(plan_queues(pool, ["ann", "bo"], slice_size=60, seed=1), tmp_path)
    fill(paths[0], {"0": {"admit": "no", "comment": "vague"}})
    fill(paths[1], {str(number): {"admit": "no"} for number in range(3)})
    assert main(["dataset", "decide", *map(str, paths), "--out", str(tmp_path / "out")]) == 1
    said = capsys.readouterr().out
    assert "κ of admit is below 0.8 although 97% are the same, since one answer is rare: no in 4 of 120 decis" in said
    assert "κ would be 0.93" in said
    assert "sharpen the definitions" not in said
    assert [row.labels["comment"] for row in read_pool(tmp_path / "out" / "removed.csv")] == ["ann: vague"]


def test_filled_queues_are_not_overwritten(tmp_path):
    queues = plan_queues(POOL, ["ann"], slice_size=0, seed=1)
    write_queues(queues, tmp_path)
    with pytest.raises(UsageError, match="may hold decisions"):
        write_queues(queues, tmp_path)


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ({"admit": "perhaps"}, "must be yes or no"),
        ({"leaf_right": "no"}, "right_leaf must say"),
        ({"right_difficulty": "3"}, "easy, medium, hard"),
        ({"right_leaf": "puzzel"}, "query 0: .*did you mean 'puzzle'"),
    ],
)
def test_unclear_decisions_are_refused(answers, message, tmp_path):
    (path,) = write_queues(plan_queues(POOL[:1], ["ann"], slice_size=0, seed=1), tmp_path)
    fill(path, {"0": answers})
    with pytest.raises(UsageError, match=message):
        read_reviews([path])


def test_the_same_decisions_twice_are_no_agreement(tmp_path):
    (path,) = write_queues(plan_queues(POOL[:1], ["ann"], slice_size=0, seed=1), tmp_path)
    fill(path, {})
    (tmp_path / "copy.csv").write_text(path.read_text())
    for other in (tmp_path / "copy.csv", tmp_path / path.name):
        with pytest.raises(UsageError, match="ann has query 0 in"):
            read_reviews([path, other])


@pytest.mark.parametrize("who", [0, 1])
def test_a_text_that_one_of_two_revised_is_kept(who, tmp_path):
    paths = write_queues(plan_queues(POOL[:1], ["ann", "bo"], slice_size=1, seed=1), tmp_path)
    for number, path in enumerate(paths):
        fill(path, {"0": {"revised_query": "without names"}} if number == who else {})
    assert [query.text for query in put_together(read_reviews(paths)).admitted] == ["without names"]


def test_of_two_revised_texts_a_third_person_chooses(tmp_path):
    paths = write_queues(plan_queues(POOL[:3], ["ann", "bo"], slice_size=3, seed=1), tmp_path)
    no = {"admit": "no", "comment": "ann asks"}
    fill(
        paths[0], {"0": {"revised_query": "by  ann", "comment": "a name"}, "1": {"revised_query": "one\ntext"}, "2": no}
    )
    fill(paths[1], {"0": {"revised_query": "by bo"}, "1": {"revised_query": "one text"}, "2": {"revised_query": "new"}})
    found = put_together(read_reviews(paths))
    assert [query.text for query in found.admitted] == ["one text"], "they differ in white space alone"
    assert [one.query.id for one, _ in found.arbitrate] == ["0", "2"]
    third = tmp_path / "arbitration.csv"
    write_arbitration(found.arbitrate, third)
    first, second = (row.labels for row in read_pool(third))
    assert (first["revised_query_ann"], first["revised_query_bo"], first["comment_ann"]) == (
        "by  ann",
        "by bo",
        "a name",
    )
    assert (second["revised_query_bo"], second["comment_ann"]) == ("new", "ann asks")
    fill(third, {})
    found = put_together(read_reviews(paths), read_reviews([third]))
    assert [(review.query.id, review.missing) for review in found.open] == [("0", ("revised_query",))]
    assert [(query.id, query.text) for query in found.admitted] == [("1", "one text"), ("2", "new")]
    fill(third, {"0": {"revised_query": "by the third"}, "2": {"admit": "no", "comment": "out"}})
    found = put_together(read_reviews(paths), read_reviews([third]))
    assert [(query.text, query.labels) for query in found.admitted if query.id == "0"] == [
        ("by the third", POOL[0].labels)
    ]
    assert [query.labels["comment"] for query in found.removed] == ["ann: ann asks; arbitration: out"]
    fill(third, {"0": {"admit": "no"}})
    assert "0" in {query.id for query in put_together(read_reviews(paths), read_reviews([third])).removed}


def test_a_row_that_one_of_two_lacks_is_named_and_does_not_count(tmp_path):
    ann, bo = write_queues(plan_queues(POOL[:4], ["ann", "bo"], slice_size=2, seed=1), tmp_path)
    fill(ann, {})
    fill(bo, {})
    whole = put_together(read_reviews([ann, bo]))
    assert (len(whole.admitted), whole.absent) == (4, ())
    shared = sorted({row.id for row in read_pool(ann)} & {row.id for row in read_pool(bo)})
    write_pool([row for row in read_pool(bo) if row.id != shared[0]], bo)
    found = put_together(read_reviews([ann, bo]))
    assert [(query.id, reviewer) for query, reviewer in found.absent] == [(shared[0], "bo")]
    assert {query.id for query in whole.admitted} - {query.id for query in found.admitted} == {shared[0]}
    assert [query.id for query, _ in put_together(read_reviews([ann])).absent] == shared


def test_a_query_whose_text_was_changed_in_a_file_is_refused(tmp_path):
    ann, bo = write_queues(plan_queues(POOL[:1], ["ann", "bo"], slice_size=1, seed=1), tmp_path)
    fill(ann, {})
    write_pool([Query(row.id, "new", row.labels | dict.fromkeys(DECISIONS, "yes")) for row in read_pool(bo)], bo)
    with pytest.raises(UsageError, match="query 0: its text differs in the files of ann and bo"):
        put_together(read_reviews([ann, bo]))


@pytest.mark.parametrize(
    ("reviewers", "size"),
    [(["ann"], 3), (["ann", "ann"], 0), (["ann", "Ann"], 0), ([], 0), (["a/../../b"], 0), (["a\nb"], 0)],
)
def test_impossible_queues_are_refused(reviewers, size):
    with pytest.raises(UsageError):
        plan_queues(POOL, reviewers, slice_size=size, seed=1)
