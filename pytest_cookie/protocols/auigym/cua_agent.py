"""`CuaAgent`: a model that does one task by coordinates. It sees windows and replies with actions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from pydantic import JsonValue

from pytest_cookie.core.spend import Spend
from pytest_cookie.core.text import replace_surrogates
from pytest_cookie.exploration.call_account import CallAccount, NoReadableReplyError
from pytest_cookie.exploration.jpeg import to_jpeg
from pytest_cookie.llm.errors import UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Picture, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.coordinate_actions import NextAction, Turn, UnreadableReplyError, read_json
from pytest_cookie.protocols.auigym.options import Options
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.protocols.auigym.ui_tars import Frame, read_ui_tars

WIDTH, HEIGHT = 1280, 720
"""The window in CSS px (AUI-Gym, table 2)."""
PROMPTS = Path(__file__).parent / "prompts"
_MAX_SAID = 1_500
_TRIES = 3


@dataclass(frozen=True)
class CuaPrompts:
    """The prompts of an agent."""

    system: Prompt
    task: Prompt
    json: Prompt
    ui_tars: Prompt

    @classmethod
    def read(cls) -> Self:
        """Read the built-in prompts."""
        return cls(*(read_prompt(PROMPTS / f"agent-{name}.md") for name in ("system", "task", "json", "ui-tars")))

    @property
    def identity(self) -> str:
        """Identity of all prompts."""
        return identity_of((self.system, self.task, self.json, self.ui_tars))


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
        self._account = CallAccount()
        self._opening: tuple[Message, ...] = ()
        self._turns: list[tuple[bytes, str]] = []
        self._note = ""

    @property
    def spend(self) -> Spend:
        """What the task has cost so far."""
        return self._account.spend

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
        self._opening = (system(told), user(Text(asked)))

    def decide(self, window: bytes) -> Turn:
        """The next action for a PNG of the window.

        Raises `NoReadableReplyError`; `ExplorationError` and `BudgetSpentError` carry what the task has cost so far.
        """
        picture = to_jpeg(window)
        with self._account.counting_failures(f"the agent {self.model}"):
            try:
                turn = self._ask_ui_tars(picture) if self._speaks_ui_tars else self._ask_json(picture)
            except UnparseableReply as error:
                self._account.spend += error.spend
                raise NoReadableReplyError(str(error)) from error
        self._turns.append((picture, turn.said[:_MAX_SAID]))
        self._note = ""
        return turn

    def note(self, problem: str) -> None:
        """What went wrong with the last action, for the next request."""
        self._note = problem

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

        answered = ask(self.chat, self._request(picture), NextAction, find_fault=find_fault)
        self._account.spend += answered.spend
        try:
            return read_json(answered.value, replace_surrogates(answered.completions[-1].text), WIDTH, HEIGHT)
        except UnreadableReplyError as error:
            raise NoReadableReplyError(str(error)) from error

    def _ask_ui_tars(self, picture: bytes) -> Turn:
        frame = Frame(WIDTH, HEIGHT, self.options.coordinates)
        extra: tuple[Message, ...] = ()
        problem = ""
        for _ in range(_TRIES):
            completion = self.chat.complete(self._request(picture, extra))
            self._account.spend += completion.spend
            try:
                return read_ui_tars(replace_surrogates(completion.text), frame)
            except UnreadableReplyError as error:
                problem = str(error)
                said = Message("assistant", (Text(replace_surrogates(completion.text[:_MAX_SAID]) or "(no text)"),))
                extra = (*extra, said, user(Text(f"Reply {len(extra) // 2 + 1} cannot be used: {problem}.")))
        raise NoReadableReplyError(problem)

    def _request(self, picture: bytes, extra: tuple[Message, ...] = ()) -> Request:
        shown_from = len(self._turns) - self.options.pictures + 1
        messages = list(self._opening)
        for number, (before, said) in enumerate(self._turns):
            seen = (_picture(before, number),) if number >= shown_from else (Text(f"(window {number + 1})"),)
            messages += [user(*seen), Message("assistant", (Text(said),))]
        now: list[Text | Picture] = [Text(self._note)] if self._note else []
        messages.append(user(*now, _picture(picture, len(self._turns))))
        return Request(
            model=self.model,
            messages=(*messages, *extra),
            purpose="explore",
            parameters=dict(self.parameters),
            repeat=self.repeat,
        )


def _picture(jpeg: bytes, number: int) -> Picture:
    return Picture(jpeg, "image/jpeg", caption=f"Window {number + 1}")
