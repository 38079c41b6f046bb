"""Replies of a given schema, with any text around them."""

import json
from typing import ClassVar

import pytest
from pydantic import Field, create_model

from pytest_cookie.core.frozen_model import FrozenModel
from pytest_cookie.core.spend import Spend
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import Completion
from pytest_cookie.llm.messages.messages import Request, Text, user
from pytest_cookie.llm.messages.schema import strict_schema
from pytest_cookie.llm.messages.structured import ask, reply_name

GOOD = '{"score": 7, "notes": [{"text": "fine"}]}'
REQUEST = Request("openai/m", (user(Text("judge it")),), "judge")


class Note(FrozenModel):
    text: str


class StaticScoring(FrozenModel):
    score: float = Field(ge=0, le=8)
    notes: tuple[Note, ...] = ()


class Named(FrozenModel):
    reply_name: ClassVar[str] = "its_own_name"


class Script:
    """A model with scripted replies that keeps its requests. A line that is an error is raised."""

    def __init__(self, *lines: str | Completion | ModelError) -> None:
        self.lines, self.asked = list(lines), list[Request]()

    def complete(self, request: Request) -> Completion:
        self.asked.append(request)
        line = self.lines.pop(0)
        if isinstance(line, ModelError):
            raise line
        return line if isinstance(line, Completion) else Completion(line, spend=Spend(calls=1, cost_usd=0.5))


SURROUNDED = [
    GOOD,
    f"```json\n{GOOD}\n```",
    f"Here you are:\n\n```\n{GOOD}\n```\nAnything else?",
    f"```json\n{GOOD}",
    f"My verdict {{as asked}}: {GOOD} I hope {{that}} helps.",
    f'<think>maybe {{"score": 1}} or {GOOD.replace("7", "2")}</think>{GOOD}',
    f"<think>it never ends {GOOD}",
    f'{{"static_scoring": {GOOD}}}',
    f'{{"example": "of another form"}} and then {GOOD}',
    "a { color: red } " * 60 + GOOD,
    f'{{"score": {"9" * 5_000}}} {GOOD}',
    f"\ufeff  \n{GOOD}\x00",
]


def test_the_object_is_found_in_surrounding_text(subtests):
    for reply in SURROUNDED:
        with subtests.test(reply[:80]):
            script = Script(reply)
            answered = ask(script, REQUEST, StaticScoring)
            assert answered.value == StaticScoring(score=7, notes=(Note(text="fine"),))
            assert len(script.asked) == 1
            assert script.asked[0].reply_name == "static_scoring"
            assert script.asked[0].reply_schema == strict_schema(StaticScoring)


def test_faults_are_sent_back_and_all_replies_are_counted():
    script = Script('{"score": 9, "notes": [{}]}', "no idea", GOOD)
    answered = ask(script, REQUEST, StaticScoring)
    assert answered.value.score == 7
    assert answered.spend == Spend(calls=3, cost_usd=1.5)
    assert len(answered.completions) == 3
    first, second = (request.messages for request in script.asked[1:])
    assert first[:1] == REQUEST.messages
    assert [message.role for message in first] == ["user", "assistant", "user"]
    assert first[1].parts == (Text('{"score": 9, "notes": [{}]}'),)
    said = first[2].parts[0].text
    assert "score: Input should be less than or equal to 8" in said
    assert "notes.0.text: Field required" in said
    assert [message.role for message in second] == ["user", "assistant", "user"]
    assert "there is no JSON object" in second[2].parts[0].text


@pytest.mark.parametrize("repairs", [0, 1, 2])
def test_repairs_are_limited_and_the_error_carries_their_cost(repairs: int):
    script = Script(*["nothing"] * 10)
    with pytest.raises(UnparseableReply, match=r"openai/m gave no static_scoring .* no JSON object") as error:
        ask(script, REQUEST, StaticScoring, repairs=repairs)
    assert len(script.asked) == 1 + repairs
    assert error.value.spend == Spend(calls=1 + repairs, cost_usd=0.5 * (1 + repairs))
    assert error.value.model == "openai/m"


def test_a_refusal_is_not_repaired():
    script = Script(Completion("I will not judge.", finish="refusal"), GOOD)
    with pytest.raises(UnparseableReply, match="it refused: 'I will not judge"):
        ask(script, REQUEST, StaticScoring)
    assert len(script.asked) == 1


def test_a_reply_that_was_cut_off_is_requested_again_once():
    script = Script(Completion(GOOD[:10], finish="length"), GOOD)
    assert ask(script, REQUEST, StaticScoring, repairs=0).value.score == 7
    assert [message.role for message in script.asked[1].messages] == ["user", "user"]
    assert "cut off" in script.asked[1].messages[1].parts[0].text


def test_a_reply_that_is_cut_off_twice_is_unparseable():
    script = Script(*[Completion(GOOD[:10], finish="length")] * 3)
    with pytest.raises(UnparseableReply, match="in 2 replies: it was cut off"):
        ask(script, REQUEST, StaticScoring)


def test_a_whole_object_before_the_cut_is_accepted():
    script = Script(Completion(f"{GOOD}\nAnd another thing", finish="length"))
    assert ask(script, REQUEST, StaticScoring).value.score == 7


def test_an_empty_reply_is_not_sent_back():
    script = Script("", GOOD)
    ask(script, REQUEST, StaticScoring)
    assert [message.role for message in script.asked[1].messages] == ["user", "user"]


def test_a_long_wrong_reply_is_sent_back_in_part():
    script = Script("x" * 3_000_000, GOOD)
    ask(script, REQUEST, StaticScoring)
    assert len(script.asked[1].messages[1].parts[0].text) < 10_000


HOSTILE = [
    '{"a":' * 100_000,
    "{" * 1_000_000,
    "```json\n" * 200_000,
    "<think>" * 200_000,
    "```" + " " * 2_000_000,
    ('```json\n{"a": ' + " " * 100) * 20_000,
    '{"score": NaN, "notes": []}',
    '{"score": 1e999, "notes": []}',
    '{"score": 7, "notes": ["\\ud800"]}',
    "[1, 2, 3]",
    '{"score": 7, "notes": [], "extra": 1}',
]


def test_hostile_replies_are_unparseable(subtests):
    for reply in HOSTILE:
        with subtests.test(reply[:80]), pytest.raises(UnparseableReply):
            ask(Script(reply), REQUEST, StaticScoring, repairs=0)


def test_an_error_of_the_model_carries_the_cost_of_earlier_replies():
    script = Script("nothing", BudgetSpentError("no money left"))
    with pytest.raises(BudgetSpentError) as error:
        ask(script, REQUEST, StaticScoring)
    assert error.value.spend == Spend(calls=1, cost_usd=0.5)


def test_the_name_of_the_schema():
    assert reply_name(StaticScoring) == "static_scoring"
    assert reply_name(Named) == "its_own_name"


def test_a_strict_schema_closes_every_object_and_requires_every_field():
    schema = strict_schema(StaticScoring)
    assert schema == {
        "$defs": {
            "Note": {
                "type": "object",
                "properties": {"text": {"type": "string"}},
                "additionalProperties": False,
                "required": ["text"],
            }
        },
        "type": "object",
        "properties": {
            "score": {"type": "number", "minimum": 0, "maximum": 8},
            "notes": {"type": "array", "items": {"$ref": "#/$defs/Note"}},
        },
        "additionalProperties": False,
        "required": ["score", "notes"],
    }


def test_fields_named_like_keywords_are_fields():
    kind = create_model(
        "Odd", title=(str, Field(max_length=5)), default=(int | None, None), note=(Note, Field(title="N"))
    )
    schema = strict_schema(kind)
    assert schema["required"] == ["title", "default", "note"]
    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["properties"]["default"] == {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert schema["properties"]["note"] == {"$ref": "#/$defs/Note"}
    assert "maxLength" not in json.dumps(schema)


def test_an_open_table_has_no_strict_schema():
    with pytest.raises(ValueError, match="name its fields"):
        strict_schema(create_model("Open", scores=(dict[str, int], ...)))
