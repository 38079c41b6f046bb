"""Proposed tasks: refused ones, duplicates, and a second request for missing ones."""

import json

from pytest_cookie.dataset.construction.ask_each import Clerk
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.protocols.auigym.propose import PHILOSOPHIES, ProposedTask, find_objection, propose_tasks
from tests.unit.judging.evidence_builders import case


def proposed(do: str, outcome: str = 'The list shows "tea".', task: str = "x") -> ProposedTask:
    return ProposedTask(id=task, kind="core", do=do, outcome=outcome)


RULES = [
    ("Click the button.", "The menu is open.", "trivial"),
    ("Open the settings", "The settings are shown.", "trivial"),
    ("Scroll to the bottom of the page.", "The footer is seen.", "trivial"),
    ("Add the entry tea.", "Add the entry tea.", "repeats the task"),
    ("Add an entry for tea.", "Everything works as expected.", "nothing that can be seen"),
    ("Add an entry for tea.", "The list updates correctly.", "nothing that can be seen"),
    ("Add an entry for tea.", "There are no errors.", "nothing that can be seen"),
    ("Add an entry for tea.", "Done.", "too short"),
    ("Add an entry for tea.", 'The list shows "tea".', ""),
    ("Add an entry for tea.", 'The list updates correctly and shows "tea".', ""),
    ("Open the recipe 'Rye bread' and double its amounts.", "Flour shows 1000 g.", ""),
    ("Press Start, let it run for ten seconds, then press Stop, and read the total time", "0:10 shows.", ""),
]


def test_rules(subtests):
    for do, outcome, objection in RULES:
        with subtests.test(repr(do)):
            assert objection in find_objection(proposed(do, outcome))
            assert bool(objection) == bool(find_objection(proposed(do, outcome)))


class Replies:
    """Replies in order."""

    def __init__(self, *replies: list[ProposedTask]) -> None:
        self.replies = list(replies)
        self.requests: list[Request] = []

    def complete(self, request: Request) -> Completion:
        self.requests.append(request)
        return Completion(json.dumps({"tasks": [task.model_dump() for task in self.replies.pop(0)]}))


def test_what_is_refused_is_asked_for_again():
    chat = Replies(
        [
            proposed("Add an entry for green tea and mark it as done.", task="Add Tea"),
            proposed("Add an entry for green tea and mark it as done!", task="again"),
            proposed("Add an entry for green tea, and mark it as done", task="alike"),
            proposed("Click here.", task="click"),
        ],
        [proposed("Delete the second of three entries.", "Two entries are left.", task="add-tea")],
    )
    (found,) = propose_tasks([(case(), "tool")], Clerk(chat, "openai/any", at_once=1), 2)
    assert [(task.id, task.checker, task.solution) for task in found.tasks] == [
        ("add-tea", "", ()),
        ("add-tea-2", "", ()),
    ]
    assert [why.split(":")[0] for _, why in found.refused] == [
        "repeats add-tea", "too similar to add-tea", "trivial",
    ]  # fmt: skip
    assert found.cause == ""
    again = chat.requests[1].messages[0].parts[0].text  # type: ignore[union-attr]
    assert "Write 1 tasks" in again
    assert "green tea" in again
    assert PHILOSOPHIES["tool"] in again


def test_similar_texts_are_duplicates():
    chat = Replies(
        [
            proposed(
                "Create three expense entries for lunch, bus and books, then show the total of this week.", task="a"
            ),
            proposed("Create three expense entries for lunch, bus and books, and show this week's total.", task="b"),
            proposed("Delete an expense entry and undo the deletion.", task="c"),
        ],
        *([[]] * 2),
    )
    (found,) = propose_tasks([(case(), "app")], Clerk(chat, "openai/any", at_once=1), 3)
    assert [task.id for task in found.tasks] == ["a", "c"]
    assert found.refused[0][1] == "too similar to a"
    assert "1 fewer than 3" in found.cause
