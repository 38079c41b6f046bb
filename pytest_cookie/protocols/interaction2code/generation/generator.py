"""`RebuildGenerator`: a model rebuilds the page of a case from its pictures."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from pytest_cookie.core.artifact import Artifact, ArtifactProblem, ItemKey
from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.extraction import extract
from pytest_cookie.generation.file_intake import IntakeLimits, nothing_in, write_in
from pytest_cookie.llm.errors import BudgetSpentError, ModelError
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Request
from pytest_cookie.protocols.interaction2code.generation.message import RebuildPrompts, make_messages
from pytest_cookie.protocols.interaction2code.options import Options
from pytest_cookie.records.files import write_text

_REPLY = "reply-1.md"


@dataclass(frozen=True)
class RebuildGenerator:
    """Case → Artifact by one call. `parameters` are a chat completion's. The raw reply is kept beside the artifact."""

    model: str
    chat: ChatModel
    prompts: RebuildPrompts
    options: Options
    limits: IntakeLimits
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)

    def generate(self, case: Case, key: ItemKey, folder: Path) -> Artifact:
        """Request the page and write it below `folder`. A reply without one gives an artifact with a `problem`.

        Raises `GenerationError` if no reply came or a picture cannot be read, and `BudgetSpentError`.
        """
        try:
            messages = tuple(make_messages(case, self.options, self.prompts))
        except (UsageError, ValueError) as error:
            raise GenerationError(f"{case.id} ({case.origin}): {error}") from error
        request = Request(
            model=self.model,
            messages=messages,
            purpose="generate",
            parameters=dict(self.parameters),
            repeat=key.repeat,
        )
        try:
            reply = self.chat.complete(request)
        except BudgetSpentError:
            raise
        except ModelError as error:
            raise GenerationError(str(error), spend=error.spend) from error
        write_text(folder.parent / _REPLY, reply.text)
        found = extract(reply.text)
        if found.files:
            artifact = write_in(found.files, key, folder, entry=found.entry, limits=self.limits)
        else:
            cut = " It was cut off by the length limit: see `max_tokens`." if reply.finish == "length" else ""
            artifact = nothing_in(key, ArtifactProblem(kind="no_code", message=found.why_not + cut))
        update = {"replies": (_REPLY,), "prompt": self.prompts.identity(self.options), "spend": reply.spend}
        return artifact.model_copy(update=update)
