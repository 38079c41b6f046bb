"""`PictureJudge`: a model decides from the last window whether a task is done. An ablation: checkers decide scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from pydantic import BaseModel, JsonValue

from pytest_cookie.core.errors import JudgingError, RecordingError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Picture, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.auigym.cua_agent import PROMPTS
from pytest_cookie.protocols.auigym.episode import Episode
from pytest_cookie.protocols.auigym.tasks import Task
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.stats.binary_agreement import BinaryAgreement, compare_decisions


class _Reply(BaseModel):
    reply_name: ClassVar[str] = "task_done"

    done: bool
    reason: str


@dataclass(frozen=True)
class Opinions:
    """A model's decisions on the tasks that a checker decided."""

    judge: str
    decided: Mapping[str, bool]
    unread: int
    agreement: BinaryAgreement
    spend: Spend


@dataclass(frozen=True)
class PictureJudge:
    """A model that decides by the last picture."""

    model: str
    chat: ChatModel
    parameters: Mapping[str, JsonValue]

    def judge(self, tasks: Mapping[str, Task], episodes: Mapping[str, Episode], folder: Path) -> Opinions:
        """Ask about every supported task with a picture of its end. Replies that cannot be read are counted.

        Raises `JudgingError` and `BudgetSpentError`, with the cost so far.
        """
        spent, decided, unread = NOTHING, {}, 0
        for name, episode in episodes.items():
            if not episode.is_supported or not episode.picture:
                continue
            try:
                answered = ask(self.chat, self._request(tasks[name], folder / episode.picture), _Reply)
            except UnparseableReply as error:
                unread, spent = unread + 1, spent + error.spend
                continue
            except BudgetSpentError as error:
                error.spend = spent + error.spend
                raise
            except (ModelError, RecordingError) as error:
                more = error.spend if isinstance(error, ModelError) else NOTHING
                raise JudgingError(f"{self.model}: {error}", spend=spent + more) from error
            spent += answered.spend
            decided[name] = answered.value.done
        pairs = [(done, episodes[name].ending == "solved") for name, done in decided.items()]
        return Opinions(self.model, decided, unread, compare_decisions(pairs), spent)

    def _request(self, task: Task, picture: Path) -> Request:
        asked = Text(quoted("the task", f"{task.do}\nOutcome: {task.outcome}"))
        return Request(
            model=self.model,
            messages=(
                system(picture_prompt().fill(data_note=NOTE)),
                user(asked, Picture(read_plain(picture), "image/png", caption="The window at the end")),
            ),
            purpose="judge",
            parameters=dict(self.parameters),
        )


def picture_prompt() -> Prompt:
    """The prompt of picture judges."""
    return read_prompt(PROMPTS / "picture-judge.md")
