"""Translation by a model: batches of ten, a check of the structure, corrections, and failed calls."""

import json

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.construction.pool import Query
from pytest_cookie.dataset.construction.rebalance import Assignment
from pytest_cookie.dataset.construction.translate import translate
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.completion import Completion
from tests.provider.curator import material
from tests.unit.dataset.construction.scripted_chat import ScriptedChat, asked, clerk

GERMAN = "Ein Sitzplan für den Chor, vierzig Stühle in `plan.json`, jeder lässt sich verschieben, Nummer"


def assigned(number: int, action: str = "translated", final: str = "de", text: str = "") -> Assignment:
    query = Query(
        str(number), text or f"A seating plan for the choir, kept in `plan.json`, number {number}.", {"language": "en"}
    )
    return Assignment(query, action, final, ("dynamic", "games", "easy"))


def german(request, number):
    texts = material(asked(request))
    translations = [{"id": label, "text": f"{GERMAN} {text.split()[-1]}"} for label, text in texts.items()]
    return Completion(json.dumps({"translations": translations}))


def test_batches_hold_ten_of_one_language():
    chat = ScriptedChat(german)
    found = translate([assigned(number) for number in range(23)], clerk(chat))
    assert [each.text for each in found] == [f"{GERMAN} {number}." for number in range(23)]
    assert [len(material(asked(request))) for request in chat.requests] == [10, 10, 3]
    assert all("into German." in request.messages[0].parts[0].text for request in chat.requests)


def test_kept_ones_are_not_sent_and_dropped_ones_are_gone():
    chat = ScriptedChat(german)
    found = translate([assigned(1, "kept", "en"), assigned(2, "dropped", ""), assigned(3)], clerk(chat))
    assert [(each.assignment.query.id, each.text) for each in found] == [
        ("1", assigned(1).query.text), ("3", f"{GERMAN} 3."),
    ]  # fmt: skip
    assert len(chat.requests) == 1


def test_a_broken_structure_is_corrected_alone():
    def loses_code_once(request, number):
        reply = german(request, number)
        return Completion(reply.text.replace("`plan.json`", "plan")) if number == 1 else reply

    chat = ScriptedChat(loses_code_once)
    found = translate([assigned(1), assigned(2)], clerk(chat))
    assert all(each.text for each in found)
    assert len(chat.requests) == 3
    assert "code: `plan.json` is missing" in chat.requests[1].messages[0].parts[0].text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Ein Sitzplan ohne Datei, den man verschieben kann, Nummer 1.", "code: `plan.json` is missing"),
        ("A seating plan for the choir that is kept in `plan.json`, number 1.", "it reads as English, not as German"),
    ],
)
def test_what_stays_wrong_stays_out_with_its_problems(text, problem):
    rejected: list[int] = []
    answer = Completion(json.dumps({"translations": [{"id": "1", "text": text}]}), reject=lambda: rejected.append(1))
    chat = ScriptedChat(lambda request, number: answer)
    (found,) = translate([assigned(1)], clerk(chat))
    assert (found.text, found.problems) == (None, (problem,))
    assert len(chat.requests) == 3
    assert len(rejected) == 2  # both corrections, but not the batch, which has other translations


def test_a_fault_of_one_batch_leaves_the_others():
    def down(request, number):
        if "number 3." in request.messages[1].parts[0].text:
            raise ProviderError("down")
        return german(request, number)

    found = translate([assigned(number) for number in range(12)], clerk(ScriptedChat(down)))
    assert [each.assignment.query.id for each in found if each.text is None] == ["3"]


def test_a_provider_s_fault_is_not_told_as_one_of_the_translation():
    def down_once(request, number):
        if number == 1:
            raise ProviderError("the provider is down")
        return german(request, number)

    chat = ScriptedChat(down_once)
    (found,) = translate([assigned(1)], clerk(chat))
    assert found.text == f"{GERMAN} 1."
    assert not any("down" in request.messages[0].parts[0].text for request in chat.requests)


def test_unknown_languages_are_refused():
    with pytest.raises(UsageError, match="'it'"):
        translate([assigned(1, final="it")], clerk(ScriptedChat()))
