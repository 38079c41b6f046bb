"""An agent's requests, how its replies are read, and its costs."""

import json
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from pytest_cookie.core.action import Click
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import Picture, Request, Text
from pytest_cookie.protocols.auigym.cua_agent import CuaAgent, CuaPrompts
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.tasks import Task
from tests.scripted_model import ScriptedModel

TASK = Task(id="a", kind="core", do="Press it.", outcome="It shows.")
COST = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=20), cost_usd=0.5)
scripted = partial(ScriptedModel, spend=COST)
DOWN = ProviderError("it is down", spend=COST)
PRESS = {
    "thought": "I press it.", "action": "click", "x": 5, "y": 6, "to_x": None, "to_y": None, "text": "", "keys": "",
    "direction": "",
}  # fmt: skip


def agent(chat: ScriptedModel, model: str = "openai/any", **options: object) -> CuaAgent:
    made = CuaAgent(model, chat, CuaPrompts.read(), Options.model_validate(options))
    made.begin(TASK)
    return made


def window() -> bytes:
    target = BytesIO()
    Image.new("RGB", (64, 36), "white").save(target, "PNG")
    return target.getvalue()


def counts(request: Request) -> tuple[int, int]:
    """Pictures, and replies of the agent."""
    parts = [part for message in request.messages for part in message.parts]
    return sum(isinstance(part, Picture) for part in parts), sum(
        message.role == "assistant" for message in request.messages
    )


def texts(request: Request) -> str:
    return "\n".join(part.text for message in request.messages for part in message.parts if isinstance(part, Text))


def test_it_sees_the_last_windows_and_all_its_replies():
    chat = scripted(PRESS)
    made = agent(chat, pictures=2)
    for _ in range(4):
        assert made.decide(window()).action == Click(x=5, y=6)
    assert [counts(request) for request in chat.requests] == [(1, 0), (2, 1), (2, 2), (2, 3)]
    assert "Press it." in texts(chat.requests[0])
    assert "20 actions" in texts(chat.requests[0])
    assert (made.spend.calls, made.spend.cost_usd) == (4, 2.0)


def test_what_went_wrong_is_told_once():
    chat = scripted(PRESS)
    made = agent(chat)
    made.note("The last action changed nothing.")
    made.decide(window())
    made.decide(window())
    assert ["changed nothing" in texts(request) for request in chat.requests] == [True, False]


def test_ui_tars_is_known_by_its_name_and_a_wrong_reply_is_sent_back():
    chat = scripted("Hm.", "Thought: there.\nAction: click(point='500 500')")
    made = agent(chat, "openai/ByteDance/UI-TARS-1.5-7B", coordinates="thousandths")
    assert made.decide(window()).action == Click(x=640, y=360)
    assert "Reply 1 cannot be used" in texts(chat.requests[1])
    assert "left_double" in texts(chat.requests[0])
    assert made.spend.calls == 2


@pytest.mark.parametrize(
    ("model", "reply", "calls"),
    [
        ("openai/any", "no JSON", 3),
        ("openai/any", PRESS | {"x": 4_000}, 2),
        ("openai/ui-tars", "no action", 3),
    ],
)
def test_no_readable_reply_is_a_result_and_costs(model: str, reply: str | dict, calls: int):
    made = agent(scripted(reply), model)
    with pytest.raises(NoReadableReplyError):
        made.decide(window())
    assert made.spend.calls == calls


def test_a_provider_that_fails_is_not_the_agents_fault():
    made = agent(scripted(PRESS, DOWN))
    made.decide(window())
    with pytest.raises(ExplorationError, match="did not answer") as failed:
        made.decide(window())
    assert failed.value.spend.calls == 2


def test_tokens_are_limited():
    made = agent(scripted(PRESS), task_tokens=1_000)
    while not made.is_out_of_tokens:
        made.decide(window())
    assert made.spend.calls == 9


@pytest.mark.parametrize(
    ("model", "reply"),
    [
        ("m/ui-tars", "Thought: I type \ud83d.\nAction: type(content='tea\ud83d')"),
        ("m/any", f"{json.dumps(PRESS)} \ud83d"),
    ],
)
def test_half_of_an_emoji_can_be_stored_and_sent_again(model: str, reply: str):
    one = agent(scripted(reply), model=model)
    turn = one.decide(window())
    turn.action.model_dump_json()
    f"{turn.thought} {turn.said}".encode()
