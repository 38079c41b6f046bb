"""`CuaAgent`: a model that does one task by coordinates. It sees windows and replies with actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from pydantic import JsonValue

from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.call_account import NoReadableReplyError
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.exploration.window_conversation import MAX_SAID, WindowConversation
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.coordinate_actions import NextAction, Turn, UnreadableReplyError, read_json
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.ui_tars import Frame, read_ui_tars

WIDTH, HEIGHT = 1280, 720
"""The window in CSS px (AUI-Gym, table 2)."""
PROMPTS = Path(__file__).parent / "prompts"
_TRIES = 3


@dataclass(frozen=True)
class CuaPrompts:
    """The prompts of an agent."""

    system: Prompt
    task: Prompt
    json: Prompt
    ui_tars: Prompt
    tools: Prompt

    @classmethod
    def read(cls) -> Self:
        """Read the built-in prompts."""
        return cls(
            *(read_prompt(PROMPTS / f"agent-{name}.md") for name in ("system", "task", "json", "ui-tars", "tools"))
        )

    @property
    def identity(self) -> str:
        """Identity of all prompts."""
        return identity_of((self.system, self.task, self.json, self.ui_tars, self.tools))


@dataclass
class CuaAgent:
    """One task, one agent. `repeat` asks for separate responses."""

    model: str
    chat: ChatModel
    prompts: CuaPrompts
    options: Options
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    repeat: int = 1

    def __post_init__(self) -> None:
        self._conversation = WindowConversation(
            self.model, self.chat, self.options.pictures, parameters=self.parameters, repeat=self.repeat
        )

    @property
    def spend(self) -> Spend:
        """What the task has cost so far."""
        return self._conversation.spend

    @property
    def is_out_of_tokens(self) -> bool:
        """Whether the task took as many tokens as it may."""
        return self.spend.usage.input_tokens + self.spend.usage.output_tokens >= self.options.task_tokens

    def begin(self, task: Task) -> None:
        """Start with a task."""
        form = self.prompts.ui_tars if self._speaks_ui_tars else self.prompts.json
        told = self.prompts.system.fill(
            width=str(WIDTH), height=str(HEIGHT), steps=str(self.options.max_steps), form=form.text
        )
        asked = self.prompts.task.fill(task=task.do, outcome=task.outcome)
        self._conversation.opening = (system(told), user(Text(asked)))

    def decide(self, window: bytes) -> Turn:
        """The next action for a PNG of the window.

        Raises `NoReadableReplyError`; `ExplorationError` and `BudgetSpentError` carry what the task has cost so far.
        """
        picture = to_jpeg(window)
        with self._conversation.counting_failures():
            turn = self._ask_ui_tars(picture) if self._speaks_ui_tars else self._ask_json(picture)
        self._conversation.add_turn(picture, turn.said)
        self._conversation.note = ""
        return turn

    def note(self, problem: str) -> None:
        """What went wrong with the last action, for the next request."""
        self._conversation.note = problem

    @property
    def _speaks_ui_tars(self) -> bool:
        form = self.options.replies
        return form == "ui-tars" or (form == "auto" and "ui-tars" in self.model.lower())

    def _ask_json(self, picture: bytes) -> Turn:
        def find_fault(reply: NextAction) -> str:
            try:
                read_json(reply, "", WIDTH, HEIGHT)
            except UnreadableReplyError as error:
                return str(error)
            return ""

        answered = ask(self.chat, self._conversation.request(picture), NextAction, find_fault=find_fault)
        self._conversation.add_spend(answered.spend)
        try:
            return read_json(answered.value, replace_surrogates(answered.completions[-1].text), WIDTH, HEIGHT)
        except UnreadableReplyError as error:
            raise NoReadableReplyError(str(error)) from error

    def _ask_ui_tars(self, picture: bytes) -> Turn:
        frame = Frame(WIDTH, HEIGHT, self.options.coordinates)
        extra: tuple[Message, ...] = ()
        problem = ""
        for _ in range(_TRIES):
            completion = self.chat.complete(self._conversation.request(picture, after=extra))
            self._conversation.add_spend(completion.spend)
            try:
                return read_ui_tars(replace_surrogates(completion.text), frame)
            except UnreadableReplyError as error:
                problem = str(error)
                said = Message("assistant", (Text(replace_surrogates(completion.text[:MAX_SAID]) or "(no text)"),))
                extra = (*extra, said, user(Text(f"Reply {len(extra) // 2 + 1} cannot be used: {problem}.")))
        raise NoReadableReplyError(problem)
