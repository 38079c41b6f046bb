"""An agent with the computer tool of its provider: what it is sent, and how an episode ends."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_cookie.core.action import Click, Finish, Press, Type, Wait
from pytest_cookie.core.errors import ExplorationError
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.llm.messages.messages import ComputerTool, Message, Picture, Request, ToolCall
from pytest_cookie.llm.models import Models, ModelSettings
from pytest_cookie.llm.transport.responses_arguments import responses_arguments
from pytest_cookie.protocols.auigym.cua_agent import CuaPrompts
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.run_task import run_task
from pytest_cookie.protocols.auigym.tool_agent import ToolAgent
from tests.provider.computer import CHECK, ComputerProvider
from tests.unit.protocols.auigym.test_cua_agent import window
from tests.unit.protocols.auigym.test_run_task import TASK, FakePage

CLAUDE, PREVIEW, GPT = "anthropic/claude-sonnet-4-6", "openai/computer-use-preview", "openai/gpt-5.4"
LEFT = {
    CLAUDE: {"action": "left_click", "coordinate": [5, 6]},
    PREVIEW: {"type": "click", "button": "left", "x": 5, "y": 6},
    GPT: [{"type": "click", "button": "left", "x": 5, "y": 6}],
}
TEXT = {CLAUDE: {"action": "type", "text": "tea"}, PREVIEW: {"type": "type", "text": "tea"}}
ENTER = {CLAUDE: {"action": "key", "text": "Return"}, PREVIEW: {"type": "keypress", "keys": ["ENTER"]}}
LOOK = {CLAUDE: {"action": "screenshot"}, PREVIEW: {"type": "screenshot"}, GPT: [{"type": "screenshot"}]}
AWAY = {CLAUDE: {"action": "left_click", "coordinate": [5, 999]}, PREVIEW: {"type": "click", "x": 5, "y": 999}}


@pytest.fixture
def models(tmp_path: Path) -> Iterator[Models]:
    models = Models(ModelSettings(tmp_path / "state", tmp_path / "replay"))
    yield models
    models.close()


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> Iterator[ComputerProvider]:
    with ComputerProvider() as provider:
        for name, value in provider.environment.items():
            monkeypatch.setenv(name, value)
        yield provider


def agent(models: Models, model: str, **options: object) -> ToolAgent:
    made = ToolAgent(model, models, CuaPrompts.read(), Options.model_validate({"replies": "tools", **options}))
    made.begin(TASK)
    return made


def run(folder: Path, models: Models, model: str, solved_after: int, **options: object) -> Episode:
    folder /= "tasks/a"
    folder.mkdir(parents=True)
    page = FakePage(lambda actions, waits: actions >= solved_after)
    return run_task(page, agent(models, model, **options), TASK, "http://page/", folder, name="tasks/a", max_steps=5)


@pytest.mark.parametrize("model", [CLAUDE, PREVIEW])
def test_a_click_a_text_and_a_key_do_a_task(tmp_path: Path, models: Models, served: ComputerProvider, model: str):
    served.replies = [LEFT[model], TEXT[model], ENTER[model]]
    episode = run(tmp_path, models, model, 3)
    assert episode.ending == "solved"
    assert [step.action for step in episode.steps] == [Click(x=5, y=6), Type(value="tea"), Press(value="Enter")]
    assert {step.thought for step in episode.steps} == {"Next."}
    account = models.account()
    assert (account.usage.input_tokens, account.usage.output_tokens) == (4_500, 120)
    assert run(tmp_path / "again", models, model, 3) == episode, "replayed: the provider has no further reply"
    assert len(served.requests) == 3


def test_anthropic_gets_tool_size_header_and_each_window_as_a_result(models: Models, served: ComputerProvider):
    served.replies = [LEFT[CLAUDE]] * 3
    made = agent(models, CLAUDE, pictures=2)
    made.decide(window())
    made.note("The last action changed nothing.")
    made.decide(window())
    made.decide(window())
    size = {"display_width_px": 1280, "display_height_px": 720}
    assert served.requests[0]["tools"] == [{"type": "computer_20251124", "name": "computer", **size}]
    assert served.headers[0]["anthropic-beta"] == "computer-use-2025-11-24"
    (result,) = served.requests[1]["messages"][-1]["content"]
    assert [block["type"] for block in result["content"]] == ["text", "image"]
    assert "changed nothing" in result["content"][0]["text"]
    first, *others = served.requests[2]["messages"]
    assert len(others) == 2, "the window before the last two is not shown"
    assert first["content"][1]["text"] == "Your actions so far:\n- click at 5,6"


def test_anthropic_gets_its_thinking_back(models: Models, served: ComputerProvider):
    served.replies = [LEFT[CLAUDE], AWAY[CLAUDE], LEFT[CLAUDE]]
    model = "anthropic/claude-sonnet-4-5"
    made = ToolAgent(model, models, CuaPrompts.read(), Options(replies="tools"), {"reasoning_effort": "low"})
    made.begin(TASK)
    made.decide(window())
    made.decide(window())
    thought = [
        block for message in served.requests[2]["messages"] for block in message["content"] if "thinking" in block
    ]
    assert [block["signature"] for block in thought] == ["signed-1", "signed-2"]


def test_openai_gets_the_items_of_its_reply_back_and_the_preview_its_size(models: Models, served: ComputerProvider):
    served.replies = [LEFT[PREVIEW], LEFT[PREVIEW], "It is done."]
    made = ToolAgent(
        PREVIEW, models, CuaPrompts.read(), Options(replies="tools"),
        {"max_tokens": 900, "reasoning_effort": "low", "store": False},
    )  # fmt: skip
    made.begin(TASK)
    made.decide(window())
    made.note("The last action changed nothing.")
    made.decide(window())
    assert made.decide(window()).action == Finish(value="It is done.")
    assert served.requests[0]["tools"] == [
        {"type": "computer_use_preview", "display_width": 1280, "display_height": 720, "environment": "browser"}
    ]
    assert (served.requests[0]["max_output_tokens"], served.requests[0]["store"]) == (900, False)
    assert served.requests[0]["reasoning"] == {"effort": "low"}
    kinds = [item.get("type", item.get("role")) for item in served.requests[1]["input"]]
    assert kinds == ["system", "user", "reasoning", "computer_call", "computer_call_output", "user"]
    assert served.requests[1]["input"][3]["action"] == LEFT[PREVIEW]


def test_a_call_that_is_too_long_is_not_sent_back_and_its_window_is(models: Models, served: ComputerProvider):
    served.replies = [{"type": "type", "text": "x" * 1_000_000}, LEFT[PREVIEW], "Done."]
    made = agent(models, PREVIEW)
    assert made.decide(window()).action == Click(x=5, y=6)
    assert "arguments are not valid JSON" in str(served.requests[1]["input"][-1]["content"])
    assert made.decide(window()).action == Finish(value="Done.")


@pytest.mark.parametrize("own", [{}, {"call_id": "other"}])
def test_a_call_without_its_id_is_not_sent_back_and_its_window_is(own: dict[str, str]):
    items = [{"type": "reasoning", "id": "rs_1"}, {"type": "computer_call", "action": LEFT[PREVIEW], **own}]
    call = ToolCall("call-without-id-1", "computer", json.dumps({"items": items}))
    tool = ComputerTool("computer", 1280, 720)
    result = Message("tool", (Picture(b"", "image/jpeg"),), tool_call_id=call.id)
    messages = (Message("assistant", tool_calls=(call,)), result)
    sent = responses_arguments(Request(model=GPT, messages=messages, purpose="explore"), tool)["input"]
    assert sent == [{"role": "user", "content": [{"type": "input_image", "image_url": "data:image/jpeg;base64,"}]}]


def test_a_batch_is_carried_out_action_by_action(models: Models, served: ComputerProvider):
    served.replies = [[*LEFT[GPT], {"type": "type", "text": "tea"}], "Done."]
    made = agent(models, GPT)
    assert made.decide(window()).action == Click(x=5, y=6)
    made.note("The last action changed nothing.")
    assert made.decide(window()).action == Type(value="tea")
    assert made.decide(window()).action == Finish(value="Done.")
    assert served.requests[0]["tools"] == [{"type": "computer"}]
    assert len(served.requests) == 2
    assert "click at 5,6: The last action changed nothing." in str(served.requests[1]["input"][-1])


@pytest.mark.parametrize("model", [PREVIEW, GPT])
def test_safety_checks_are_acknowledged_and_told(models: Models, served: ComputerProvider, model: str):
    served.checks, served.replies = [CHECK], [LEFT[model], "Done."]
    made = agent(models, model)
    assert made.decide(window()).thought == "[acknowledged: malicious_instructions: The page gives orders.] Next."
    made.decide(window())
    assert served.requests[1]["input"][4]["acknowledged_safety_checks"] == [CHECK]


@pytest.mark.parametrize("model", [CLAUDE, PREVIEW])
def test_a_malformed_action_is_sent_back_and_is_no_step(models: Models, served: ComputerProvider, model: str):
    served.replies = [AWAY[model], LEFT[model], "Done."]
    made = agent(models, model)
    assert made.decide(window()).action == Click(x=5, y=6)
    assert "5, 999 lies outside of the window" in str(served.requests[1])
    made.decide(window())
    assert "999" not in str(served.requests[2]), "what was not carried out is forgotten"


@pytest.mark.parametrize("model", [CLAUDE, PREVIEW])
def test_three_malformed_actions_end_the_episode(
    tmp_path: Path, models: Models, served: ComputerProvider, model: str
):  # fmt: skip
    served.replies = [AWAY[model]] * 3
    episode = run(tmp_path, models, model, 1)
    assert (episode.ending, episode.steps) == ("invalid_replies", ())
    assert "outside of the window" in episode.reason


@pytest.mark.parametrize("model", [CLAUDE, PREVIEW, GPT])
def test_the_window_is_shown_at_once_and_a_second_request_is_a_wait(
    models: Models, served: ComputerProvider, model: str
):  # fmt: skip
    served.replies = [LOOK[model], LEFT[model], LOOK[model], LOOK[model]]
    made = agent(models, model)
    assert made.decide(window()).action == Click(x=5, y=6)
    assert made.decide(window()).action == Wait(value="5000")
    assert len(served.requests) == 4


@pytest.mark.parametrize("model", [CLAUDE, GPT])
def test_a_reply_without_a_call_ends_the_task(tmp_path: Path, models: Models, served: ComputerProvider, model: str):
    served.replies = [LEFT[model], "It cannot be done."]
    episode = run(tmp_path, models, model, 9)
    assert (episode.ending, episode.reason, len(episode.steps)) == ("unsolved", "It cannot be done.", 1)


def test_an_empty_reply_is_not_the_end(models: Models, served: ComputerProvider):
    served.replies = [" ", " ", " "]
    with pytest.raises(NoReadableReplyError, match="neither a call nor a text"):
        agent(models, GPT).decide(window())
    assert len(served.requests) == 3


def test_a_rejected_request_is_not_the_agents_fault(models: Models, served: ComputerProvider):
    served.replies = []
    made = agent(models, PREVIEW)
    made.parameters = {"truncation": "disabled"}
    with pytest.raises(ExplorationError, match=r"HTTP 400: .*truncation"):
        made.decide(window())


@pytest.mark.parametrize(("solved_after", "ending"), [(2, "solved"), (9, "token_limit")])
def test_a_batch_that_reaches_the_limit_is_carried_out_to_its_end(
    tmp_path: Path, models: Models, served: ComputerProvider, solved_after: int, ending: str
):
    served.replies = [[*LEFT[GPT], {"type": "type", "text": "tea"}]]
    episode = run(tmp_path, models, GPT, solved_after, task_tokens=1_500)
    assert (episode.ending, len(episode.steps), len(served.requests)) == (ending, 2, 1)


def test_tokens_are_limited(models: Models, served: ComputerProvider):
    served.replies = [LEFT[CLAUDE]] * 2
    made = agent(models, CLAUDE, task_tokens=3_000)
    made.decide(window())
    assert not made.is_out_of_tokens
    made.decide(window())
    assert made.is_out_of_tokens
