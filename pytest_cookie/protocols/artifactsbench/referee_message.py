"""The message to a referee: task, checklist, answer and pictures, in the form of each mode."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from pytest_cookie.llm.messages.messages import Message, Part, Picture, Text, system, user
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt
from pytest_cookie.llm.messages.quoting import NOTE, quoted
from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem
from pytest_cookie.protocols.artifactsbench.checklist_text import format_checklist, order_items
from pytest_cookie.protocols.artifactsbench.referee_settings import PUBLISHED_TOKENS, Mode, RefereeSettings
from pytest_cookie.protocols.artifactsbench.token_account import (
    TOKENS_PER_PICTURE,
    TokenAccount,
    cut_to_tokens,
    estimate_tokens,
)

_FOLDER = Path(__file__).parent / "prompts"
_NO_PAGE = "The answer has nothing that could be rendered, so there is no picture."


@dataclass(frozen=True)
class RefereePrompts:
    """The prompts of the protocol, versioned and hashed into every verdict."""

    published_scoring: Prompt
    staged_scoring: Prompt
    captions: Prompt
    rephrase_checklist: Prompt
    interactivity: Prompt

    @classmethod
    def read(cls, folder: Path = _FOLDER) -> Self:
        """From `published-scoring.md` and so on. Raises `OSError`, and `ValueError` for a file that is no prompt."""
        return cls(
            published_scoring=read_prompt(folder / "published-scoring.md"),
            staged_scoring=read_prompt(folder / "staged-scoring.md"),
            captions=read_prompt(folder / "captions.md"),
            rephrase_checklist=read_prompt(folder / "rephrase-checklist.md"),
            interactivity=read_prompt(folder / "interactivity.md"),
        )

    def scoring(self, mode: Mode) -> Prompt:
        """The prompt that asks for scores."""
        return self.published_scoring if mode == "published" else self.staged_scoring

    def identity(self, settings: RefereeSettings) -> str:
        """Names, versions and one hash of the prompts that these settings use."""
        used = [self.scoring(settings.mode)]
        used += [self.captions] if settings.captions else []
        used += [self.rephrase_checklist] if settings.wording == "rephrased" else []
        used += [self.interactivity] if settings.classify_interactivity else []
        return identity_of(tuple(used))


@dataclass(frozen=True)
class Material:
    """What there is to judge. `captures`: the pictures in order of time; `captions`: one text for each, or none.

    `checklist` has the wording that is to be shown. `answer` is the model's whole reply, or the source files.
    """

    question: str
    checklist: tuple[ChecklistItem, ...]
    answer: str
    captures: tuple[Picture, ...] = ()
    captions: tuple[str, ...] = ()


@dataclass(frozen=True)
class RefereeMessage:
    """The messages of one request, the estimate of their tokens, and the parts left out."""

    messages: tuple[Message, ...]
    account: TokenAccount
    notes: tuple[str, ...] = ()


def choose_captures(count: int, wanted: int) -> tuple[int, ...]:
    """The indices of `wanted` of `count` captures: evenly spread, from the first to the last; all if there are fewer.

    A single one is the first: the page as it loaded.
    """
    if wanted >= count:
        return tuple(range(count))
    if wanted <= 1:
        return tuple(range(wanted))
    return tuple(round(index * (count - 1) / (wanted - 1)) for index in range(wanted))


def build_message(material: Material, settings: RefereeSettings, prompts: RefereePrompts) -> RefereeMessage:
    """The request's messages for a mode and its ablations.

    `published` is a single user message: instructions, task and answer, cut together, then the pictures. `staged` has
    the instructions as system message, then one part per section.
    """
    chosen = choose_captures(len(material.captures), settings.pictures)
    material = replace(
        material,
        checklist=order_items(material.checklist, settings.shuffle_seed),
        captures=tuple(material.captures[index] for index in chosen),
        captions=tuple(material.captions[index] for index in chosen) if material.captions else (),
    )
    if settings.captions and len(material.captions) != len(material.captures):
        raise ValueError(f"{len(material.captures)} pictures have {len(material.captions)} captions")
    return (
        _published(material, settings, prompts)
        if settings.mode == "published"
        else _staged(material, settings, prompts)
    )


def _published(material: Material, settings: RefereeSettings, prompts: RefereePrompts) -> RefereeMessage:
    checklist = format_checklist(material.checklist, settings.template, with_kinds=False)
    prompt = prompts.published_scoring
    fixed = estimate_tokens(prompt.text + NOTE + material.question + checklist)
    answer, notes = _answer(material, settings, max(0, PUBLISHED_TOKENS - fixed))
    words = prompt.fill(
        data_note=NOTE,
        task=_section("Task", quoted("task", material.question)),
        checklist=_section("Checklist", quoted("checklist", checklist)),
        answer=_section("Answer", answer) if answer else "",
    )
    seen = _seen(material, settings)
    account = _account(prompt, material, checklist, answer, seen)
    return RefereeMessage((user(Text(words), *seen),), account, notes)


def _staged(material: Material, settings: RefereeSettings, prompts: RefereePrompts) -> RefereeMessage:
    checklist = format_checklist(material.checklist, settings.template, with_kinds=True)
    answer, notes = _answer(material, settings, settings.max_answer_tokens)
    seen = _seen(material, settings) or ([Text(_NO_PAGE)] if settings.pictures else [])
    prompt = prompts.staged_scoring
    instructions = prompt.fill(data_note=NOTE, evidence=_describe_evidence(material, settings))
    sections = [Text(_section("Task", quoted("task", material.question)))]
    sections += [Text(_section("Checklist", quoted("checklist", checklist)))]
    sections += [Text(_section("Answer", answer))] if answer else []
    account = _account(prompt, material, checklist, answer, seen)
    return RefereeMessage((system(instructions), user(*sections, *seen)), account, notes)


def _describe_evidence(material: Material, settings: RefereeSettings) -> str:
    if not settings.pictures or not material.captures:
        return "no picture of the page"
    kind = "descriptions of pictures" if settings.captions else "pictures"
    if len(material.captures) == 1:
        return f"{kind} of the page as it loaded" if settings.captions else "a picture of the page as it loaded"
    stages = "before and after" if len(material.captures) == 2 else "before, during and after"
    return f"{kind} of the page {stages} it was used"


def _answer(material: Material, settings: RefereeSettings, limit: int) -> tuple[str, tuple[str, ...]]:
    """The quoted answer, cut at its end, and a note where something was cut; "" without answer."""
    if not settings.with_answer:
        return "", ()
    shown = cut_to_tokens(material.answer, limit)
    lost = len(material.answer) - len(shown)
    notes = (f"the last {lost:,} characters of the answer were not shown to the referee",) if lost else ()
    return quoted("answer", shown), notes


def _seen(material: Material, settings: RefereeSettings) -> list[Part]:
    if not settings.pictures:
        return []
    if not settings.captions:
        return [*material.captures]
    captions = zip(material.captures, material.captions, strict=True)
    return [
        Text(_section(f"Picture {number}, described", quoted("caption", f"{picture.caption}\n{caption}")))
        for number, (picture, caption) in enumerate(captions, start=1)
    ]


def _account(prompt: Prompt, material: Material, checklist: str, answer: str, seen: Sequence[Part]) -> TokenAccount:
    captions = sum(estimate_tokens(part.text) for part in seen if isinstance(part, Text))
    pictures = sum(isinstance(part, Picture) for part in seen)
    return TokenAccount(
        instructions=estimate_tokens(prompt.text + NOTE),
        question=estimate_tokens(material.question),
        checklist=estimate_tokens(checklist),
        code=estimate_tokens(answer),
        pictures=captions + pictures * TOKENS_PER_PICTURE,
    )


def _section(title: str, text: str) -> str:
    return f"## {title}\n{text}"
