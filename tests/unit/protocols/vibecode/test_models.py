"""Models as evaluator and judge of workflows: requests, replies, faults by role, counted results."""

import re
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, LoadOutcome
from pytest_cookie.core.action import Action
from pytest_cookie.core.errors import ExplorationError, JudgingError
from pytest_cookie.core.page import Box, Control, NativeDialog
from pytest_cookie.core.perception import DESKTOP
from pytest_cookie.core.spend import Spend, Usage
from pytest_cookie.exploration.page_facts import Detail, Option
from pytest_cookie.llm.errors import ProviderError
from pytest_cookie.llm.messages.messages import Picture
from pytest_cookie.protocols.vibecode.agent.moves import NextMove, UnreadableMoveError, read_move
from pytest_cookie.protocols.vibecode.agent.run_by_model import run_by_model
from pytest_cookie.protocols.vibecode.agent.window import Window
from pytest_cookie.protocols.vibecode.agent.workflow_agent import AgentPrompts, WorkflowAgent
from pytest_cookie.protocols.vibecode.open_address import open_address
from pytest_cookie.protocols.vibecode.results import TrailStep, WorkflowResult
from pytest_cookie.protocols.vibecode.run_workflow import run_workflow
from pytest_cookie.protocols.vibecode.script import describe_command
from pytest_cookie.protocols.vibecode.substep_judge import SubstepJudge, choose_pictures
from pytest_cookie.protocols.vibecode.workflows import Workflow
from tests.scripted_model import ScriptedModel

COST = Spend(calls=1, usage=Usage(input_tokens=100, output_tokens=20), cost_usd=0.5)
scripted = partial(ScriptedModel, spend=COST)
DOWN = ProviderError("it is down", spend=COST)
WORKFLOW = Workflow.model_validate({"id": "w", "purpose": "Notes stay.", "steps": ["Add a note.", "It is listed."]})
BOX = Box(x=0, y=0, width=10, height=10)
CONTROLS = (
    Control(ref="r1", role="textbox", name="Title", tag="input", selector="#title", box=BOX, kind="a"),
    Control(ref="r2", role="combobox", name="Tag", tag="select", selector="#tag", box=BOX, kind="b"),
    Control(ref="r3", role="button", name="Add", tag="button", selector="#add", box=BOX, kind="c", in_viewport=False),
)
DETAILS = (Detail(), Detail(options=(Option(label="rope", value="1", selected=True),)), Detail(within=("Tea",)))


def png() -> bytes:
    target = BytesIO()
    Image.new("RGB", (64, 36), "white").save(target, "PNG")
    return target.getvalue()


def window(text: str = "Notes") -> Window:
    return Window("http://artifact.localhost/", text, CONTROLS, DETAILS, png())


def move(action: str, element: int | None = None, text: str = "", **fields: object) -> dict:
    given = {"thought": "so", "substep": 1, "element": element, "text": text, "cancel_dialog": False}
    return {**given, "action": action, **fields}


def report(*passed: bool) -> dict:
    rows = [
        {"number": number, "passed": one, "reason": "seen", "failure": ""} for number, one in enumerate(passed, start=1)
    ]
    return {"steps": rows}


class FakeSession:
    """A page that answers each action; `dies_at` this number of the action."""

    def __init__(self, dies_at: int = 0) -> None:
        self.actions: list[Action] = []
        self._dies_at = dies_at
        self.loaded: list[str] = []
        self.fragments: list[str] = []

    def load(self, url: str) -> LoadOutcome:
        self.loaded.append(url)
        return LoadOutcome(loaded=True)

    def act(self, action: Action) -> ActionOutcome:
        self.actions.append(action)
        if len(self.actions) == self._dies_at:
            raise PageGoneError("crashed")
        return ActionOutcome(done=True)

    def settle(self, cap_ms: int = 1000) -> None: ...

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        if argument is not None:
            self.fragments.append(str(argument))
            return None
        return "http://artifact.localhost/"

    def drain(self, step: int = 0) -> Happenings:
        return Happenings(dialogs=(NativeDialog(kind="alert", text="Saved", accepted=True),))

    def look(self) -> Window:
        return window("\n".join(["Notes", *(f"note {number}" for number, _ in enumerate(self.actions))]))


def run(
    chat: ScriptedModel, folder: Path, *, dies_at: int = 0, max_steps: int = 5
) -> tuple[WorkflowResult, WorkflowAgent]:
    session = FakeSession(dies_at)
    agent = WorkflowAgent("openai/any", chat, AgentPrompts.read(), DESKTOP, max_steps)
    result = run_by_model(session, session.look, agent, WORKFLOW, folder, name="workflows/w", max_steps=max_steps)
    return result, agent


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (move("click", 3), 'click button "Add"'),
        (move("type", 1, "Oars"), "type textbox \"Title\" 'Oars'"),
        (move("type", 1), 'clear textbox "Title"'),
        (move("select", 2, "rope"), "select combobox \"Tag\" 'rope'"),
        (move("press", text="ctrl+a"), "press 'Control+a'"),
        (move("scroll", text="down"), "scroll '600'"),
        (move("reload", cancel_dialog=True), "reload (cancels the dialog)"),
        (move("open", text="inbox:/?to=a@b.example"), "open http://inbox.localhost/?to=a@b.example"),
        (move("open", text="http://payments.localhost/pay/1"), "open http://payments.localhost/pay/1"),
    ],
)
def test_a_reply_is_an_action(reply: dict, told: str):
    command = read_move(NextMove.model_validate(reply), window())
    assert command is not None
    assert describe_command(command) == told
    assert read_move(NextMove.model_validate(move("finish")), window()) is None


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (move("click", 4), "no element 4; the window has 3"),
        (move("click"), "no element None"),
        (move("select", 2), "select needs"),
        (move("scroll", text="around"), "scroll needs"),
        (move("open", text="http://shop.example/"), "an address is"),
        (move("open", text="http://artifact.localhost.evil.example/"), "an address is"),
        (move("upload", 1, "exe"), "upload has"),
        (move("press"), "keys"),
    ],
)
def test_a_reply_that_cannot_be_carried_out_is_explained(reply: dict, told: str):
    with pytest.raises(UnreadableMoveError, match=told):
        read_move(NextMove.model_validate(reply), window())


def test_elements_have_numbers_states_and_places():
    lines = window().describe().splitlines()
    assert '[1] textbox "Title"' in lines
    assert '[2] combobox "Tag" options="rope"' in lines
    assert '[3] button "Add" in="Tea" outside-of-the-window' in lines


def test_a_model_executes_a_workflow_and_reports_on_it(tmp_path: Path):
    chat = scripted(move("type", 1, "Oars"), move("click", 3), move("finish"), report(True, False))
    result, agent = run(chat, tmp_path)
    assert [step.passed for step in result.steps] == [True, False]
    assert result.steps[1].failure == "other"
    assert (result.ending, result.actions, agent.spend.calls) == ("executed", 2, 4)
    assert [step.action for step in result.trail] == [
        "open /", "type textbox \"Title\" 'Oars'", 'click button "Add"'
    ]  # fmt: skip
    assert result.trail[1].texts == ("note 0",)
    assert result.trail[1].dialogs == ("alert: 'Saved', accepted",)
    assert "alert: 'Saved'" in chat.text(1), "the next request describes the result"
    assert all((tmp_path / Path(step.picture).name).is_file() for step in result.trail)
    pictures = [part for message in chat.requests[2].messages for part in message.parts if isinstance(part, Picture)]
    assert len(pictures) == 2, "only the last windows are shown"


@pytest.mark.parametrize(
    ("replies", "ending", "passed", "actions"),
    [
        (("no JSON",), "no_output", False, 0),
        ((move("click", 9),), "no_output", False, 2),
        ((move("click", 9), move("click", 8), move("finish"), report(True, True)), "executed", True, 1),
        ((move("click", 3), move("finish"), report(True)), "no_output", False, 1),
        ((move("click", 3), move("finish"), report(True), report(True, True)), "executed", True, 1),
        ((*(move("click", 3) for _ in range(5)), report(True, True)), "step_limit", True, 5),
    ],
)
def test_endings_without_a_fault_of_the_provider(tmp_path: Path, replies, ending: str, passed: bool, actions: int):
    result, _ = run(scripted(*replies), tmp_path)
    assert (result.ending, result.passed, result.actions) == (ending, passed, actions)
    assert len(result.steps) == 2
    assert result.is_labelled is (ending != "no_output")


def test_an_address_with_another_fragment_loads_no_document():
    session = FakeSession()
    for path in ("/#/boats", "/boats#top", "/"):
        assert open_address(session, f"http://artifact.localhost{path}") == ""
    assert session.fragments == ["/boats"]
    assert session.loaded == ["http://artifact.localhost/boats#top", "http://artifact.localhost/"]


def test_a_page_that_dies_ends_the_workflow(tmp_path: Path):
    result, _ = run(scripted(move("click", 3)), tmp_path, dies_at=2)
    assert (result.ending, result.passed, result.is_labelled) == ("page_gone", False, True)


def test_a_fault_of_the_provider_is_none_of_the_application(tmp_path: Path):
    with pytest.raises(ExplorationError, match="openai/any did not answer") as error:
        run(scripted(move("click", 3), DOWN), tmp_path)
    assert error.value.spend.calls == 2
    result = WorkflowResult(workflow="w", steps=(), trail=(TrailStep(action="open /"),))
    with pytest.raises(JudgingError, match="it is down"):
        SubstepJudge("openai/any", scripted(DOWN), {}).judge(WORKFLOW, result, tmp_path)


def test_a_judge_labels_substeps_from_the_record_alone(tmp_path: Path):
    chat = scripted(move("click", 3), move("finish"), report(True, True))
    result, _ = run(chat, tmp_path / "workflows/w")
    asked = scripted({"steps": [*reversed(report(True, False)["steps"])]})
    judgment = SubstepJudge("openai/any", asked, {}).judge(WORKFLOW, result, tmp_path)
    assert judgment.steps is not None
    assert [step.passed for step in judgment.steps] == [True, False]
    assert 'click button "Add"' in asked.text(0)
    assert "seen" not in asked.text(0), "the request leaves out the evaluator's reasons"
    silent = SubstepJudge("openai/any", scripted(report(True)), {}).judge(WORKFLOW, result, tmp_path)
    assert (silent.steps, silent.spend.calls) == (None, 2)


def test_the_record_of_a_script_says_which_line_could_not_be_carried_out(tmp_path: Path):
    class Covered(FakeSession):
        def act(self, action: Action) -> ActionOutcome:
            return ActionOutcome(done=False, problem="it is covered")

        def picture(self) -> bytes:
            return png()

    step = {"text": "Add it.", "do": ["click #add", "press Enter"], "check": 'text("#a") == "b"'}
    workflow = Workflow.model_validate({"id": "w", "purpose": "p", "steps": [step]})
    result = run_workflow(Covered(), workflow, tmp_path / "workflows/w", name="workflows/w")  # type: ignore[arg-type]
    (done,) = result.trail
    assert (done.action, done.problem) == ("click #add; press Enter", "click #add: it is covered")
    asked = scripted(report(False))
    faulty = result.model_copy(update={"fault": "pass everything ended with 1"})
    SubstepJudge("openai/any", asked, {}).judge(workflow, faulty, tmp_path)
    assert re.search(r"<<<DATA record.*pass everything ended with 1\n<<<END", asked.text(0), re.DOTALL)
    (picture,) = [part for part in asked.requests[0].messages[1].parts if isinstance(part, Picture)]
    assert picture.media_type == "image/jpeg"
    assert picture.data.startswith(b"\xff\xd8")
    assert "could not be carried out: click #add: it is covered" in asked.text(0)


def test_of_many_pictures_the_last_of_each_substep_are_shown():
    trail = tuple(TrailStep(substep=at // 10, action="click", picture=f"{at}.jpg") for at in range(50))
    chosen = [number for number, _ in choose_pictures(trail, 8)]
    assert len(chosen) == 8
    assert {9, 19, 29, 39, 49} <= set(chosen)
    assert chosen == sorted(chosen)
    assert [number for number, _ in choose_pictures(trail[:6], 8)] == [0, 1, 2, 3, 4, 5]
