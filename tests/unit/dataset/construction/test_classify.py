"""Classification: one leaf a query, repairs, precision against people, and sharpened definitions compared."""

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.classify import (
    classification_prompt,
    classify,
    default_definitions,
    read_definitions,
)
from pytest_cookie.dataset.construction.leaf_validation import compare_validations, gold_leaf, validate_leaves
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.difficulty import difficulty_rubric
from pytest_cookie.dataset.taxonomy import taxonomy
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.completion import Completion
from tests.unit.dataset.construction.scripted_chat import ScriptedChat, clerk

DEFINITIONS = default_definitions()


def test_all_definitions_are_in_the_prompt():
    prompt = classification_prompt(DEFINITIONS)
    assert all(f"- {leaf.slug} ({leaf.name}): {leaf.definition.strip()}" in prompt for leaf in taxonomy().leaves)
    assert len(taxonomy().leaves) == 54
    assert len(difficulty_rubric().amplifiers) == 17


def test_labels_follow_from_leaf_and_scores():
    queries = [Query("a", "A game of stones with undo"), Query("b", "A tea timer", {"source": "forum"})]
    hard, easy = (each.labelled().labels for each in classify(queries, clerk(ScriptedChat()), DEFINITIONS, grade=True))
    assert (hard["leaf"], hard["domain"], hard["page_type"]) == ("puzzle", "games", "dynamic")
    assert (hard["difficulty"], hard["functional_logic"], hard["amplifiers"]) == ("hard", "3", "undo and redo")
    assert hard["functional_logic_reason"]
    assert (easy["leaf"], easy["difficulty"], easy["source"], easy["cause"]) == (
        "formula-calculator",
        "easy",
        "forum",
        "",
    )


@pytest.mark.parametrize(("malformed", "leaf"), [(1, "puzzle"), (2, "puzzle"), (3, "")])
def test_malformed_replies_have_three_tries(malformed, leaf):
    def fault(request, number):
        return Completion('{"task_scenario": "board-game"}') if number <= malformed else None

    chat = ScriptedChat(fault)
    (found,) = classify([Query("a", "A game")], clerk(chat), DEFINITIONS)
    assert (found.leaf, len(chat.requests)) == (leaf, min(malformed + 1, 3))
    assert bool(found.cause) is not bool(leaf)
    if leaf:
        assert found.replies == malformed + 1


def test_the_papers_name_of_a_leaf_is_taken():
    name = taxonomy().leaf("puzzle").name
    chat = ScriptedChat(lambda request, number: Completion(f'{{"task_scenario": "{name}"}}'))
    (found,) = classify([Query("a", "A game")], clerk(chat), DEFINITIONS)
    assert found.leaf == "puzzle"


def test_validation_counts_precision_runs_and_confused_pairs():
    slice_ = [
        Query("a", "A game", {"leaf": "puzzle"}),
        Query("b", "A game of skill", {"leaf": "action"}),
        Query("c", "A report", {"leaf_1": "periodic-report", "leaf_2": "periodic-report"}),
        Query("d", "A tide table", {"leaf_1": "dashboard", "leaf_2": "data-display", "leaf_3": "data-display"}),
    ]

    def fault(request, number):
        if number == 5:  # the first query of the second run
            return Completion('{"task_scenario": "action"}')
        if number == 8:
            raise ProviderError("down")
        return None

    chat = ScriptedChat(fault)
    found = validate_leaves(slice_, clerk(chat), DEFINITIONS, runs=2)
    assert [(run.right, run.decided, run.undecided) for run in found.runs] == [(3, 4, 0), (1, 3, 1)]
    assert found.precision == pytest.approx((3 / 4 + 1 / 3) / 2)
    assert found.deviation == pytest.approx((3 / 4 - 1 / 3) / 2)
    assert found.unstable == ("a",)
    assert [(pair.gold, pair.predicted, pair.errors, pair.queries) for pair in found.pairs] == [
        ("action", "puzzle", 2, ("b",)), ("puzzle", "action", 1, ("a",)),
    ]  # fmt: skip
    assert found.unanswered == ("d",)
    assert {request.sample for request in chat.requests} == {1, 2}


def test_a_run_without_a_reply_is_no_run_with_precision_0():
    def down(request, number):
        if request.sample == 2:
            raise ProviderError("the budget is spent")

    slice_ = [Query("a", "A game", {"leaf": "puzzle"}), Query("b", "A game", {"leaf": "action"})]
    found = validate_leaves(slice_, clerk(ScriptedChat(down)), DEFINITIONS, runs=2)
    assert [run.precision for run in found.runs] == [0.5, None]
    assert (found.precision, found.deviation, found.unanswered) == (0.5, None, ("a", "b"))


def test_sharpened_definitions_are_used_and_compared(tmp_path):
    (tmp_path / "sharp.yaml").write_text("action: A game won by quick hands. SHARP\n")
    sharp = read_definitions(tmp_path / "sharp.yaml")
    assert {leaf for leaf in sharp if sharp[leaf] != DEFINITIONS[leaf]} == {"action"}

    def follows(request, number):
        skilled = "skill" in request.messages[1].parts[0].text
        is_sharp = "SHARP" in request.messages[0].parts[0].text
        return Completion('{"task_scenario": "action"}') if skilled and is_sharp else None

    slice_ = [Query("b", "A game of skill", {"leaf": "action"})]
    before, after = (
        validate_leaves(slice_, clerk(ScriptedChat(follows)), definitions, runs=2)
        for definitions in (DEFINITIONS, sharp)
    )
    assert (before.precision, after.precision) == (0.0, 1.0)
    assert compare_validations(before, after) == (("action", "puzzle", 1.0, 0.0),)


@pytest.mark.parametrize("text", ["- a list", "puzzle: 3", "puzzles: text", "a: [b", "puzzle: 2024-13-45", "[" * 3000])
def test_unusable_definitions_are_refused(text, tmp_path):
    (tmp_path / "sharp.yaml").write_text(text)
    with pytest.raises(UsageError):
        read_definitions(tmp_path / "sharp.yaml")


def test_people_who_differ_need_a_third():
    with pytest.raises(UsageError, match="leaf_3"):
        gold_leaf(Query("a", "A game", {"leaf_1": "puzzle", "leaf_2": "action"}))
