"""The content of an agent's requests from turn to turn, and their cost."""

import json
from dataclasses import replace

from pytest_cookie.core.action import Finish
from pytest_cookie.core.page import Box
from pytest_cookie.core.spend import Spend
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.exploration.agent.history import MAX_LOG_CHARACTERS
from pytest_cookie.exploration.agent.numbered_picture import read_size
from pytest_cookie.exploration.agent_protocol import Briefing
from pytest_cookie.llm.messages.messages import Picture, Request, Text, user
from pytest_cookie.llm.messages.transcript import Transcript
from tests.unit.exploration.agent.scripted import agent, calls, text_of, texts
from tests.unit.exploration.agent.walk import BRIEF, CLICK, FIVE, SMALL, Walk
from tests.unit.exploration.pages import Desk, control, picture


def size(request: Request) -> int:
    return len(texts(request)) + sum(len(call.arguments) for message in request.messages for call in message.tool_calls)


def test_the_cost_of_a_step_is_bounded():
    wordy = "because " * 400
    many = calls(*[("click", {"ref": "e1", "thought": wordy})] * 2, text="I think " * 2_000)
    policy, model = agent(many, history_tokens=5_000, marks=False, picture="png")
    Walk(policy).steps(200)
    sizes = [size(request) for request in model.requests]
    assert len(sizes) == 100
    full = next(nth for nth, request in enumerate(model.requests) if "are left out)" in texts(request))
    assert max(sizes[full:]) < max(sizes[:8]) + MAX_LOG_CHARACTERS + 500
    assert max(len(request.messages) for request in model.requests) < 20


def test_what_was_done_before_stays_as_a_line():
    policy, model = agent(calls(("click", {"ref": "e1", "thought": "Is it saved?"})), history_tokens=1)
    Walk(policy).steps(5)
    log = text_of(model.requests[-1].messages[2])
    assert '1. click e1 "Save" → text appeared: "Saved" (why: Is it saved?)' in log
    assert "4. click" not in log
    assert "<<<DATA earlier steps" in log


def test_places_of_earlier_steps_are_pixels_of_the_picture_and_a_drag_has_its_end():
    dropped = {"x": 100, "y": 50, "to_x": 150, "to_y": 366}
    named = {"ref": "e1", "to_ref": "e2"}
    policy, model = agent(calls(("drag", dropped)), calls(("drag", named)), calls(CLICK), history_tokens=1)
    walk = Walk(policy)
    walk.screenshot = picture(size=(1280, 720))
    walk.steps(5)
    log = text_of(model.requests[-1].messages[2])
    assert "1. drag at 100,50 to 150,366 → " in log
    assert '2. drag e1 "Save" to e2 "Mail" → ' in log


def test_each_request_begins_as_the_one_before_until_the_history_is_folded():
    policy, model = agent(calls(CLICK), history_tokens=2_000)
    Walk(policy).steps(30)
    begins = [
        then.messages[: len(first.messages)] == first.messages
        for first, then in zip(model.requests, model.requests[1:], strict=False)
    ]
    folded = begins.count(False)
    assert 1 <= folded <= len(begins) / 4
    assert all(request.tools == model.requests[0].tools for request in model.requests)
    assert all(request.messages[:2] == model.requests[0].messages[:2] for request in model.requests)
    assert all(request.caches_prefix for request in model.requests)


def test_after_the_first_observation_only_changes_are_sent():
    policy, model = agent(calls(CLICK))
    walk = Walk(policy, *FIVE)
    walk.steps(2)
    walk.controls = (FIVE[0], *FIVE[2:], control("f", name="Undo"))
    walk.step()
    second, third = (text_of(request.messages[-1]) for request in model.requests[1:])
    assert '[e2] textbox "Mail"' not in second
    assert 'Changed:\n[e1] button "Save" tried=1' in second
    assert "The window looks as in the picture after step 0." in second
    assert 'New:\n[e6] button "Undo"' in third
    assert "Gone: e2" in third


def test_a_picture_is_sent_only_of_what_changed():
    policy, model = agent(calls(CLICK), marks=False)
    walk = Walk(policy)
    for png in (SMALL, SMALL, picture((30, 10, 39, 19), size=(64, 36)), picture(size=(64, 36), colour="red")):
        walk.screenshot = png
        walk.step()
    shown = [[part for part in request.messages[-1].parts if isinstance(part, Picture)] for request in model.requests]
    assert [len(parts) for parts in shown] == [1, 0, 1, 1]
    assert shown[2][0].caption.startswith("Changed after step 2: the part of the window at x 18 to 52, y 0 to 32.")
    assert read_size(shown[2][0].data) == (34, 32)


def test_look_shows_everything_again_and_takes_no_step():
    look = calls(("look", {"x": 60, "y": 30}))
    policy, model = agent(calls(CLICK), look, calls(CLICK))
    walk = Walk(policy)
    assert [step.action.kind for step in walk.steps(2)] == ["click", "click"]
    again = model.requests[2]
    assert "OBSERVATION after step 1: complete" in text_of(again.messages[-1])
    assert '[e2] textbox "Mail"' in text_of(again.messages[-1])
    assert [part.caption for part in again.messages[-1].parts if isinstance(part, Picture)][1] == (
        "Enlarged: x 32 to 64, y 18 to 36 of the window's picture:"
    )
    endless, asked = agent(calls(CLICK), look)
    assert Walk(endless).steps(2)[-1].stopped == "invalid_calls"
    assert "You just looked, and nothing has happened since" in texts(asked.requests[-1])


def test_a_vanished_control_is_explained_with_what_is_there_now():
    policy, model = agent(calls(CLICK), calls(("click", {"ref": "e2"})), calls(CLICK))
    walk = Walk(policy)
    walk.step()
    walk.controls = (walk.controls[0], control("c", "textbox", "Phone", box=Box(x=400, y=10, width=50, height=20)))
    walk.step()
    (answer,) = [text_of(message) for message in model.requests[2].messages if message.role == "tool"][1:]
    assert "e2 is no longer on the page; 2 controls are there now" in answer
    assert 'gone: [e2] textbox "Mail"' in answer
    assert 'in its place: [e1] button "Save"' in answer
    assert 'like it: [e3] textbox "Phone"' in answer


def test_the_closing_request_tells_of_the_last_step_in_the_page():
    policy, model = agent(calls(CLICK), calls(("finish", {"summary": "All of it."})))
    walk = Walk(policy)
    walk.step()
    clicked = walk.last
    end = Step(index=2, thought="The exploration ends.", action=Finish())
    assert policy.conclude(Trace(policy="agent", steps=(clicked, end), stopped="no_progress")) == "All of it."
    closing = text_of(model.requests[1].messages[-1])
    assert "several actions in a row had changed nothing" in closing
    assert "Your last step in the page was step 1." in closing
    assert 'text appeared: "Saved"' in closing


def test_the_same_answers_on_the_same_page_give_the_same_requests():
    def run() -> list[Request]:
        policy, model = agent(calls(CLICK, text="Hm."), calls(("fly", {})), calls(CLICK))
        Walk(policy).steps(4)
        return model.requests

    assert run() == run()


def test_a_briefing_stands_in_the_first_message():
    policy, model = agent(calls(CLICK))
    policy.receive_briefing(Briefing("Stage 1 said 5 of 8."))
    Walk(policy).step()
    assert "Stage 1 said 5 of 8." in text_of(model.requests[0].messages[1])


def test_the_transcript_has_every_message_once_and_pictures_by_name():
    policy, _ = agent(calls(CLICK), calls(("fly", {})), calls(CLICK))
    Walk(policy).steps(2)
    lines = [json.loads(line) for line in policy.account().transcript]
    told = ["system", "user", "user", "assistant", "tool", "user", "assistant", "tool", "assistant"]
    assert [line["role"] for line in lines] == told
    assert [line["pictures"] for line in lines if "pictures" in line] == [["s/000.png"]]
    assert lines[3]["calls"][0][1] == "click"


def test_messages_of_a_transcript_end_where_it_is_full():
    transcript = Transcript()
    for _ in range(300):
        transcript.note(user(Text("x" * 50_000)))
    assert sum(map(len, transcript.lines)) < 2_100_000
    assert json.loads(transcript.lines[-1]) == {"cut": "the transcript is full"}
    transcript.note_fact("end", {"starts": 1})
    assert json.loads(transcript.lines[-1]) == {"end": {"starts": 1}}, "what is counted at the end is not lost"


def test_its_account_names_model_and_prompts():
    policy, _ = agent(calls(CLICK))
    assert (policy.id, policy.name) == ("openai/any", "agent")
    names = "agent-system+agent-opening+agent-observation+agent-update+agent-closing+agent-tools"
    assert policy.account().prompt.startswith(names)
    assert policy.account().spend == Spend()


def test_what_a_model_says_in_half_characters_can_be_kept():
    policy, _ = agent(calls(("click", {"ref": "e1", "thought": ""}), text="so \ud83d"))
    assert Walk(policy).step().thought.encode()
    assert all(line.encode() for line in policy.account().transcript)


def test_a_model_is_told_when_one_step_is_left_and_not_to_end_early():
    policy, model = agent(calls(CLICK))
    policy.decide(BRIEF, replace(Desk().view(control("a")), steps_left=1))
    assert "One step is left. After it you are asked for your summary." in texts(model.requests[0])
    assert "call finish." not in texts(model.requests[0])
