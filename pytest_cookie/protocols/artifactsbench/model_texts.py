"""Texts that a model makes for a referee: captions in place of pictures, and reworded checklists."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pytest_cookie.core.text import clip
from pytest_cookie.llm.messages.messages import Message, Picture, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem
from pytest_cookie.protocols.artifactsbench.checklist_text import format_checklist

_MAX_CAPTION = 2_000
_MAX_DESCRIPTION = 4_000


class _Reply(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Captions(_Reply):
    """The reply of a captioning model."""

    reply_name: ClassVar[str] = "captions"

    captions: tuple[Annotated[str, Field(min_length=1), AfterValidator(lambda text: clip(text, _MAX_CAPTION))], ...]


class RephrasedItem(_Reply):
    """An item in other words."""

    id: int
    title: Annotated[str, Field(min_length=1, max_length=_MAX_DESCRIPTION)]
    description: Annotated[str, Field(min_length=1, max_length=_MAX_DESCRIPTION)]


class Rephrased(_Reply):
    """The reply of a rewording model."""

    reply_name: ClassVar[str] = "rephrased_checklist"

    items: tuple[RephrasedItem, ...]


def captions_kind(count: int) -> type[Captions]:
    """The form of a reply for `count` pictures."""

    class CountedCaptions(Captions):
        """Captions for a number of pictures."""

        @model_validator(mode="after")
        def _one_each(self) -> Self:
            if len(self.captions) != count:
                raise ValueError(f"has {len(self.captions)} captions for {count} pictures")
            return self

    return CountedCaptions


def captions_messages(pictures: Sequence[Picture], prompt: Prompt) -> tuple[Message, ...]:
    """The messages that ask for a caption of each picture."""
    return (system(prompt.fill(data_note=NOTE)), user(*pictures))


def rephrased_kind(checklist: Sequence[ChecklistItem]) -> type[Rephrased]:
    """The form of a reply for this checklist: every item once."""
    ids = [item.id for item in checklist]

    class ChecklistRephrased(Rephrased):
        """A checklist in other words."""

        @model_validator(mode="after")
        def _all_items(self) -> Self:
            found = [item.id for item in self.items]
            if sorted(found) != sorted(ids):
                raise ValueError(f"has the items {found}; the checklist has {ids}")
            return self

    return ChecklistRephrased


def rephrase_messages(checklist: Sequence[ChecklistItem], prompt: Prompt) -> tuple[Message, ...]:
    """The messages that ask for other words."""
    text = format_checklist(checklist, "question", with_kinds=False)
    return (system(prompt.fill(data_note=NOTE)), user(Text(quoted("checklist", text))))


def apply_rephrasing(checklist: Sequence[ChecklistItem], reply: Rephrased) -> tuple[ChecklistItem, ...]:
    """The checklist with the new words; ids, kinds, maxima and order stay."""
    words = {item.id: item for item in reply.items}
    return tuple(
        item.model_copy(update={"title": words[item.id].title, "description": words[item.id].description})
        for item in checklist
    )
