"""How an agent's episode ends, with a page and an agent that are scripted; and its dashboard."""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from pydantic import JsonValue

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.observation import ActionOutcome, LoadOutcome
from pytest_cookie.core.action import Action, Click, Drag, Finish, Press, Type, Wait
from pytest_cookie.core.spend import NOTHING
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.protocols.auigym.coordinate_actions import Turn
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.run_task import run_task
from pytest_cookie.protocols.auigym.tasks import Task

TASK = Task(id="a", kind="core", do="Press it.", outcome="It shows.", checker='visible("#box")')
CLICK = Click(x=100, y=50)
State = Callable[[int, int], bool]


class FakePage:
    """A page whose checker depends on the number of actions and waits. `moves`: the window changes with each action."""

    def __init__(
        self, state: State, *, moves: bool = True, hits: bool = True, dies_at: int = 0, lists: bool = False
    ) -> None:
        self._state, self._moves, self._hits, self._dies_at, self._lists = state, moves, hits, dies_at, lists
        self.actions: list[Action] = []
        self.waits = 0

    def load(self, url: str) -> LoadOutcome:
        return LoadOutcome(loaded=True)

    def act(self, action: Action) -> ActionOutcome:
        self.actions.append(action)
        if len(self.actions) == self._dies_at:
            raise PageGoneError("crashed")
        return ActionOutcome(done=True)

    def settle(self, cap_ms: int = 1000) -> None: ...

    def wait(self, page_ms: int) -> None:
        self.waits += 1

    def picture(self) -> bytes:
        target = BytesIO()
        shade = len(self.actions) * 20 % 256 if self._moves else 7
        Image.new("RGB", (1280, 720), (shade, 90, 90)).save(target, "PNG", compress_level=1)
        return target.getvalue()

    def evaluate(self, script: str, argument: JsonValue = None, *, outside: bool = False) -> JsonValue:
        assert outside
        if "select:open" in script:
            return self._lists
        return self._hits if isinstance(argument, list) else [self._state(len(self.actions), self.waits)]


class FakeAgent:
    """Decides by a list; then repeats the last."""

    def __init__(self, *actions: Action | None, tokens: int = 1_000) -> None:
        self._actions, self._tokens = list(actions), tokens
        self.spend = NOTHING
        self.notes: list[str] = []

    @property
    def is_out_of_tokens(self) -> bool:
        self._tokens -= 100
        return self._tokens < 0

    def begin(self, task: Task) -> None: ...

    def decide(self, window: bytes) -> Turn:
        action = self._actions.pop(0) if len(self._actions) > 1 else self._actions[0]
        if action is None:
            raise NoReadableReplyError("no action")
        return Turn("I press it.", action, "said")

    def note(self, problem: str) -> None:
        self.notes.append(problem)


def run(folder: Path, page: FakePage, agent: FakeAgent) -> Episode:
    (folder / "tasks/a").mkdir(parents=True)
    return run_task(page, agent, TASK, "http://page/", folder / "tasks/a", name="tasks/a", max_steps=5)


def never(actions: int, waits: int) -> bool:
    return False


@pytest.mark.parametrize(
    ("page", "agent", "ending", "steps"),
    [
        (FakePage(lambda actions, waits: actions == 2), FakeAgent(CLICK), "solved", 2),
        (FakePage(lambda actions, waits: actions == 1 and not waits), FakeAgent(CLICK), "step_limit", 5),
        (FakePage(lambda actions, waits: waits > 0), FakeAgent(Finish()), "solved", 0),
        (FakePage(never), FakeAgent(CLICK, Finish(value="done")), "unsolved", 1),
        (FakePage(never), FakeAgent(CLICK), "step_limit", 5),
        (FakePage(never, moves=False), FakeAgent(CLICK), "stuck", 4),
        (FakePage(never, moves=False), FakeAgent(Wait(value="5000")), "step_limit", 5),
        (FakePage(never, moves=False, hits=False), FakeAgent(CLICK), "wrong_element", 4),
        (FakePage(never, hits=False), FakeAgent(CLICK), "step_limit", 5),
        (FakePage(never), FakeAgent(CLICK, None), "invalid_replies", 1),
        (FakePage(never), FakeAgent(CLICK, tokens=250), "token_limit", 2),
        (FakePage(lambda actions, waits: True), FakeAgent(CLICK), "true_at_start", 0),
        (FakePage(never, dies_at=2), FakeAgent(CLICK), "page_gone", 1),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_how_an_episode_ends(tmp_path, page, agent, ending, steps):
    episode = run(tmp_path, page, agent)
    assert (episode.ending, len(episode.steps)) == (ending, steps)
    assert episode.checker == TASK.checker
    if ending == "stuck":
        assert "changed nothing" in agent.notes[0]


def test_the_dashboard_is_one_small_picture_with_marks(tmp_path):
    actions = (CLICK, Drag(x=200, y=200, to_x=900, to_y=500), Type(value="tea"), Press(value="Enter"), Finish())
    episode = run(tmp_path, FakePage(never), FakeAgent(*actions))
    board = episode.dashboard
    assert board is not None
    assert board.screenshot_pixels == 5 * 1280 * 720
    assert board.reduction > 0.6
    with Image.open(tmp_path / board.file) as picture:
        assert picture.width <= 1920
        assert picture.height <= 1080
        reds = sum(1 for r, g, b in picture.convert("RGB").get_flattened_data() if r > 150 and r - g > 80)
    assert reds > 300, "the header, a circle and an arrow are red"


def test_a_press_does_not_go_through_an_open_list(tmp_path):
    page, agent = FakePage(never, lists=True), FakeAgent(CLICK, Press(value="Enter"), Finish())
    episode = run(tmp_path, page, agent)
    assert [(step.done, step.changed) for step in episode.steps] == [(False, False), (True, True)]
    assert page.actions == [Press(value="Enter")]
    assert "takes keys only" in agent.notes[0]


def test_no_actions_make_no_dashboard(tmp_path):
    assert run(tmp_path, FakePage(never), FakeAgent(Finish())).dashboard is None
