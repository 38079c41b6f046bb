"""`run_task`: an agent does a task in a loaded session; the checker is evaluated after every action."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from PIL import Image

from pytest_cookie.browser.errors import PageGoneError
from pytest_cookie.browser.page.observation import ActionOutcome
from pytest_cookie.core.action import Action, Finish
from pytest_cookie.core.spend import Spend
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.exploration.checkers import Answers, Checker, evaluate, parse_checker, queries_of, read_answers
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.exploration.page_session import WindowSession
from pytest_cookie.protocols.auigym.coordinate_actions import Turn
from pytest_cookie.protocols.auigym.cua_agent import HEIGHT, WIDTH
from pytest_cookie.protocols.auigym.dashboard import draw_dashboard
from pytest_cookie.protocols.auigym.episode import Dashboard, Ending, Episode, EpisodeStep
from pytest_cookie.protocols.auigym.open_list import LIST_TAKES_KEYS, is_on_open_list
from pytest_cookie.protocols.auigym.run_episode import SETTLE_MS, describe_answers
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.records.files import write_bytes

DASHBOARD = "dashboard.jpg"
END = "end.png"
_PATIENCE = 4
"""Actions in a row without any change after which an agent is stuck."""
_WRONG_SHARE = 0.5
"""Share of presses without a target above which they are the cause of a failure."""
_CONTROL_AT = """([x, y]) => {
  let el = document.elementFromPoint(x, y);
  while (el?.shadowRoot?.elementFromPoint(x, y) && el !== el.shadowRoot.elementFromPoint(x, y))
    el = el.shadowRoot.elementFromPoint(x, y);
  if (!el) return false;
  const named = "a[href], button, input, select, textarea, label, summary, option, canvas, iframe, video, " +
    "audio, svg, [role], [onclick], [tabindex], [contenteditable], [draggable=true]";
  return Boolean(el.closest(named)) || getComputedStyle(el).cursor === "pointer";
}"""


class TaskAgent(Protocol):
    """Decides about actions in one task."""

    @property
    def spend(self) -> Spend:
        """What the task has cost so far."""

    @property
    def is_out_of_tokens(self) -> bool:
        """Whether it may not be asked again."""

    def begin(self, task: Task) -> None:
        """Start with a task."""

    def decide(self, window: bytes) -> Turn:
        """The next action. Raises `NoReadableReplyError` if there is none."""

    def note(self, problem: str) -> None:
        """What went wrong with the last action."""


@dataclass
class _Run:
    """The state of one episode."""

    session: WindowSession
    agent: TaskAgent
    checker: Checker
    folder: Path
    name: str
    max_steps: int

    def __post_init__(self) -> None:
        self.steps: list[EpisodeStep] = []
        self.last_words = ""
        self._idle = 0

    def ask(self) -> Answers:
        return read_answers(self.session, queries_of(self.checker)).answers

    def holds(self) -> bool:
        return evaluate(self.checker, self.ask()) is True

    def begin(self, task: Task, url: str) -> Ending | None:
        """Load the page; an ending if the task is over before it begins."""
        if not self.session.load(url).loaded:
            raise PageGoneError("the page did not load")
        if self.holds():
            return "true_at_start"
        self.agent.begin(task)
        return None

    def act_until_done(self) -> Ending:
        """Let the agent act until the checker holds and still does after the page has come to rest, or a limit."""
        while len(self.steps) < self.max_steps:
            if self.agent.is_out_of_tokens:
                return "token_limit"
            window = self.session.picture()
            turn = self.agent.decide(window)
            if isinstance(turn.action, Finish):
                self.last_words = turn.action.value or turn.thought
                return self._conclude("unsolved")
            self._act(turn, window)
            if self.steps[-1].holds and self._conclude("unsolved") == "solved":
                return "solved"
            if self._idle >= _PATIENCE:
                return "stuck"
        return "step_limit"

    def _conclude(self, otherwise: Ending) -> Ending:
        self.session.wait(SETTLE_MS)
        return "solved" if self.holds() else otherwise

    def _act(self, turn: Turn, window: bytes) -> None:
        file = f"step-{len(self.steps) + 1:02d}.jpg"
        write_bytes(self.folder / file, to_jpeg(window), durable=False)
        before, hits = self.ask(), self._hits_control(turn.action)
        if is_on_open_list(self.session, turn.action):
            outcome = ActionOutcome(done=False, problem=LIST_TAKES_KEYS)
        else:
            outcome = self.session.act(turn.action)
        self.session.settle(SETTLE_MS)
        after = self.ask()
        changed = before != after or self.session.picture() != window
        self._idle = 0 if changed or turn.action.is_idle else self._idle + 1
        if not outcome.done:
            self.agent.note(f"The last action could not be carried out: {outcome.problem}")
        elif not changed:
            self.agent.note("The last action changed nothing that can be seen.")
        self.steps.append(
            EpisodeStep(
                action=turn.action, done=outcome.done, problem=outcome.problem,
                holds=evaluate(self.checker, after) is True, thought=turn.thought[:600],
                missed=turn.action.is_click and not hits, changed=changed, picture=f"{self.name}/{file}",
            )
        )  # fmt: skip

    def _hits_control(self, action: Action) -> bool:
        if not action.is_click or action.x is None or action.y is None:
            return True
        return self.session.evaluate(_CONTROL_AT, [action.x, action.y], outside=True) is True


def run_task(
    session: WindowSession, agent: TaskAgent, task: Task, url: str, folder: Path, *, name: str, max_steps: int
) -> Episode:
    """Load the page and let `agent` do `task`, which has a checker. `folder` gets files; evidence knows it as `name`.

    The checker must be false at the start. It counts as true only if it still is `SETTLE_MS` later. A page that dies
    ends the episode. Raises as the session, and as the agent for faults of a provider.
    """
    run = _Run(session, agent, parse_checker(task.checker), folder, name, max_steps)
    reason = ""
    try:
        ending = run.begin(task, url)
        try:
            ending = ending or run.act_until_done()
        except NoReadableReplyError as error:
            ending, reason = "invalid_replies", str(error)[:600]
        answers = run.ask()
        (folder / END).write_bytes(session.picture())
    except PageGoneError:
        return Episode(task=task.id, ending="page_gone", checker=task.checker, steps=tuple(run.steps))
    episode = Episode(
        task=task.id, ending=_blame(ending, run.steps), checker=task.checker, reason=reason or run.last_words[:600],
        steps=tuple(run.steps), answers=describe_answers(answers), picture=f"{name}/{END}",
    )  # fmt: skip
    return _with_dashboard(episode, task, folder, name)


def _blame(ending: Ending, steps: list[EpisodeStep]) -> Ending:
    """`wrong_element` if a task failed and most presses hit no control."""
    presses = [step for step in steps if step.action.is_click]
    missed = sum(step.missed and not step.changed for step in presses)
    is_wrong = presses and missed > _WRONG_SHARE * len(presses)
    return "wrong_element" if is_wrong and ending in ("unsolved", "step_limit", "stuck") else ending


def _with_dashboard(episode: Episode, task: Task, folder: Path, name: str) -> Episode:
    if not episode.steps:
        return episode
    drawn = draw_dashboard(episode, task, folder.parents[len(Path(name).parts) - 1])
    write_bytes(folder / DASHBOARD, drawn, durable=False)
    with Image.open(folder / DASHBOARD) as picture:
        pixels = picture.width * picture.height
    seen = WIDTH * HEIGHT * (len(episode.steps) + 1)
    board = Dashboard(file=f"{name}/{DASHBOARD}", pixels=pixels, screenshot_pixels=seen)
    return episode.model_copy(update={"dashboard": board})
