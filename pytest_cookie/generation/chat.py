"""`ChatGenerator`: a model replies in a chat with a page in one HTML file (Cookie-Bench B.1, HTML setting)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.generation.continuation import join_replies
from pytest_cookie.generation.extraction import extract, quoted_start
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, nothing_in, write_in
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel, Completion
from pytest_cookie.llm.messages.messages import Message, Request, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of
from pytest_cookie.records.files import write_text

_TAIL_CHARACTERS = 300


@dataclass(frozen=True)
class GenerationPrompts:
    """`system` has the instructions, `user` the `brief`; `resume` requests the rest of a reply after its `tail`.

    `cdn` follows the brief only if its case allows content delivery networks.
    """

    system: Prompt
    user: Prompt
    resume: Prompt
    cdn: Prompt

    @property
    def identity(self) -> str:
        """The identity of the prompts that every case uses."""
        return identity_of((self.system, self.user, self.resume))

    def identity_for(self, case: Case) -> str:
        """The identity of the prompts that this case uses, as written to records."""
        return identity_of((self.system, self.user, self.resume, self.cdn)) if case.cdn else self.identity

    def request(self, case: Case) -> str:
        """The user message of the case."""
        brief = self.user.fill(brief=case.brief.strip())
        return f"{brief}\n{self.cdn.fill()}" if case.cdn else brief


@dataclass(frozen=True)
class ChatGenerator:
    """Case → Artifact by one call, or two if the length limit cut the reply off. No tools, no scaffold.

    `parameters` are a chat completion's (`temperature`, `max_tokens` …). The raw replies are kept beside the artifact.
    """

    model: str
    chat: ChatModel
    prompts: GenerationPrompts
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    limits: IntakeLimits = DEFAULT_LIMITS

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Request the page and write it below `folder`. A reply without one gives an artifact with a `problem`.

        Raises `GenerationError`, with the spend so far, if no reply came.
        """
        replies = self._ask(case, key, folder.parent)
        text = join_replies(*(reply.text for reply in replies)) if len(replies) == 2 else replies[0].text
        found = extract(text)
        if found.files:
            artifact = write_in(found.files, key, folder, entry=found.entry, limits=self.limits)
        else:
            artifact = nothing_in(key, ArtifactProblem(kind="no_code", message=_why_not(replies, found.why_not)))
        kept = tuple(_file_name(number) for number in range(1, len(replies) + 1))
        spend = sum((reply.spend for reply in replies), NOTHING)
        return artifact.model_copy(update={"replies": kept, "prompt": self.prompts.identity_for(case), "spend": spend})

    def _ask(self, case: Case, key: ItemKey, folder: Path) -> list[Completion]:
        """The reply, and its continuation if it was cut off before the page was complete."""
        asked = [system(self.prompts.system.fill()), user(Text(self.prompts.request(case)))]
        first = self._reply(asked, key, folder, number=1, before=NOTHING)
        if first.finish != "length" or not first.text.strip() or extract(first.text).whole:
            return [first]
        resume = self.prompts.resume.fill(tail=first.text[-_TAIL_CHARACTERS:])
        asked += [Message("assistant", (Text(first.text),)), user(Text(resume))]
        return [first, self._reply(asked, key, folder, number=2, before=first.spend)]

    def _reply(self, asked: list[Message], key: ItemKey, folder: Path, *, number: int, before: Spend) -> Completion:
        request = Request(
            model=self.model,
            messages=tuple(asked),
            purpose="generate",
            parameters=dict(self.parameters),
            repeat=key.repeat,
        )
        try:
            reply = self.chat.complete(request)
        except BudgetSpentError as error:
            error.spend = before + error.spend
            raise
        except ModelError as error:
            raise GenerationError(str(error), spend=before + error.spend) from error
        write_text(folder / _file_name(number), reply.text)
        return reply


def _file_name(number: int) -> str:
    return f"reply-{number}.md"


def _why_not(replies: list[Completion], found: str) -> str:
    last = replies[-1]
    if last.finish == "refusal":
        return f"The model refused, or a filter of its provider did: {quoted_start(last.text) or 'without text'}"
    if last.finish == "length":
        return f"{found} It was cut off by the length limit: see `max_tokens`."
    return found
