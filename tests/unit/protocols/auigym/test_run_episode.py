"""An episode evaluates the checker before and after every action, and again at the end."""

from collections.abc import Callable
from pathlib import Path

import pytest
from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.observation import ActionOutcome, Happenings, LoadOutcome
from pytest_cookie.core.action import Action, Drag
from pytest_cookie.protocols.auigym.run_episode import run_episode
from pytest_cookie.protocols.auigym.tasks import Task

TASK = Task.model_validate(
    {
        "id": "open", "kind": "core", "do": "Open it.", "outcome": "It is open.", "checker": 'visible("#box")',
        "solution": [{"kind": "click", "selector": "#one"}, {"kind": "click", "selector": "#two"}],
    }
)  # fmt: skip


class FakeSession:
    """A page whose state after each action is a function of the actions so far and of the waits."""

    def __init__(self, state: Callable[[int, int], JsonValue], *, refuses: str = "", dies_at: int = 99) -> None:
        self._state, self._refuses, self._dies_at = state, refuses, dies_at
        self.actions: list[Action] = []
        self.waits = 0

    def load(self, url: str) -> LoadOutcome:
        return LoadOutcome(loaded=True, happenings=Happenings())

    def act(self, action: Action) -> ActionOutcome:
        if len(self.actions) + 1 == self._dies_at:
            raise PageGoneError("crashed")
        self.actions.append(action)
        is_refused = action.selector == self._refuses
        return ActionOutcome(done=not is_refused, problem="it is covered" if is_refused else "")

    def settle(self, cap_ms: int = 1000) -> None: ...

    def wait(self, page_ms: int) -> None:
        self.waits += 1

    def picture(self) -> bytes:
        return b"png"

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        assert outside
        if isinstance(argument, list):
            return [[10.0, 20.0]]
        return [self._state(len(self.actions), self.waits)]


def ending(session: FakeSession, folder: Path, task: Task = TASK) -> str:
    return run_episode(session, task, "http://page/", folder / "end.png", name="tasks/end.png").ending


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (lambda actions, waits: actions == 2, "solved"),
        (lambda actions, waits: False, "unsolved"),
        (lambda actions, waits: None, "unsupported"),
        (lambda actions, waits: True, "true_at_start"),
        (lambda actions, waits: actions == 2 and not waits, "unsolved"),
        (lambda actions, waits: actions == 1, "unsolved"),
        (lambda actions, waits: None if actions < 2 else True, "solved"),
    ],
    ids=["done", "never", "missing", "already", "does not last", "undone by a later action", "element appears"],
)
def test_how_it_ends(tmp_path, state, expected):
    assert ending(FakeSession(state), tmp_path) == expected


def test_an_action_that_fails_ends_it(tmp_path):
    session = FakeSession(lambda actions, waits: False, refuses="#one")
    episode = run_episode(session, TASK, "http://page/", tmp_path / "end.png", name="tasks/end.png")
    assert (episode.ending, len(session.actions)) == ("action_failed", 1)
    assert episode.steps[0].problem == "it is covered"


def test_a_page_that_dies_ends_it(tmp_path):
    session = FakeSession(lambda actions, waits: False, dies_at=2)
    episode = run_episode(session, TASK, "http://page/", tmp_path / "end.png", name="tasks/end.png")
    assert (episode.ending, episode.picture) == ("page_gone", "")
    assert not (tmp_path / "end.png").exists()


def test_it_keeps_the_checkers_value_after_each_action_and_a_picture(tmp_path):
    episode = run_episode(
        FakeSession(lambda actions, waits: actions == 2),
        TASK,
        "http://page/",
        tmp_path / "end.png",
        name="tasks/end.png",
    )
    assert [step.holds for step in episode.steps] == [False, True]
    assert episode.answers == {'visible("#box")': "yes"}
    assert (tmp_path / "end.png").read_bytes() == b"png"


def test_a_drag_ends_in_the_middle_of_the_element_that_it_names(tmp_path):
    drag = {"kind": "drag", "selector": "#card", "to_target": "#zone"}
    task = Task.model_validate({**TASK.model_dump(mode="json"), "solution": [drag]})
    session = FakeSession(lambda actions, waits: False)
    run_episode(session, task, "http://page/", tmp_path / "end.png", name="tasks/end.png")
    assert isinstance(session.actions[0], Drag)
    assert (session.actions[0].to_x, session.actions[0].to_y) == (10, 20)
