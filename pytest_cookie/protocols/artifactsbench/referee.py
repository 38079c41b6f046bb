"""`Referee`: a model that scores one artifact by its checklist, in the mode and ablation of its settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean, variance

from pydantic import Field, JsonValue

from pytest_cookie.core.errors import JudgingError
from pytest_cookie.core.frozen_model import Count, FrozenModel
from pytest_cookie.core.spend import NOTHING, Spend
from pytest_cookie.llm.errors import BudgetSpentError, ModelError, UnparseableReply
from pytest_cookie.llm.messages.completion import ChatModel
from pytest_cookie.llm.messages.messages import Message, Request
from pytest_cookie.llm.messages.structured import ask
from pytest_cookie.protocols.artifactsbench.model_texts import (
    apply_rephrasing,
    captions_kind,
    captions_messages,
    rephrase_messages,
    rephrased_kind,
)
from pytest_cookie.protocols.artifactsbench.referee_message import (
    Material,
    RefereeMessage,
    RefereePrompts,
    build_message,
)
from pytest_cookie.protocols.artifactsbench.referee_settings import RefereeSettings
from pytest_cookie.protocols.artifactsbench.replies import parse_overall, parse_reason, reply_kind, score_checklist
from pytest_cookie.protocols.artifactsbench.token_account import TokenAccount

PUBLISHED_TRIES = 4
"""How often their code asks again after a reply without a score."""


class ItemResult(FrozenModel):
    """One checklist item in one reply."""

    id: int
    """Number of the item."""
    share: float = Field(ge=0, le=100)
    """Share of its points, 0 to 100."""
    reason: str = ""
    """The referee's reason."""


class ReplyResult(FrozenModel):
    """One reply of the referee. Without `overall` it could not be read and counts as unscored."""

    overall: float | None = None
    """Score of 0 to 100; in the mode `published` whatever number the reply has."""
    vision: float | None = None
    """Share of the points of vision items, in the mode `staged`."""
    code: float | None = None
    """Share of the points of code items, in the mode `staged`."""
    items: tuple[ItemResult, ...] = ()
    """The items, in the mode `staged`."""
    reason: str = ""
    """The referee's reason for the overall score, in the mode `published`."""
    text: str = ""
    """The reply itself in the mode `published`, or the referee's summary."""
    problem: str = ""
    """Why there is no score."""

    @property
    def conclusion(self) -> str:
        """What a scored reply says of the whole artifact: its summary in the mode `staged`, else its reason; or ""."""
        if self.overall is None:
            return ""
        return self.text if self.items else self.reason


class RefereeResult(FrozenModel):
    """All replies to one message."""

    referee: str
    """The model, with what differs from the mode's default: `openai/gpt-5~1-picture`."""
    mode: str
    """`published` or `staged`. The two never share a leaderboard."""
    prompt: str
    """Names, versions and hash of the prompts."""
    replies: tuple[ReplyResult, ...]
    """One per repeat."""
    account: TokenAccount
    """Estimated input tokens of the message."""
    notes: tuple[str, ...] = ()
    """What the referee was not shown."""
    spend: Spend = NOTHING
    """Calls, tokens, cost and waiting time."""

    @property
    def unparsed(self) -> Count:
        """The number of replies without a score."""
        return sum(reply.overall is None for reply in self.replies)

    @property
    def problem(self) -> str:
        """Why no reply has a score; "" if one has."""
        problems = dict.fromkeys(reply.problem for reply in self.replies)
        return "; ".join(problems) if self.unparsed == len(self.replies) else ""

    def mean(self, name: str) -> float | None:
        """The mean of `overall`, `vision` or `code` over the replies that have it; None without any."""
        values = self._values(name)
        return fmean(values) if values else None

    def variance(self, name: str = "overall") -> float | None:
        """The empirical variance over the repeats, with n − 1 (Table 9); None for fewer than two scores."""
        values = self._values(name)
        return variance(values) if len(values) > 1 else None

    def _values(self, name: str) -> list[float]:
        return [value for reply in self.replies if (value := getattr(reply, name)) is not None]


@dataclass
class Referee:
    """A model and its settings. `parameters` go with every call."""

    model: str
    chat: ChatModel
    prompts: RefereePrompts
    settings: RefereeSettings
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    repairs: int = 2

    @property
    def id(self) -> str:
        """Model, mode if it is `published`, and ablations: the name of a leaderboard of its own."""
        mode = "~published" if self.settings.mode == "published" else ""
        return f"{self.model}{mode}{self.settings.variant}"

    def judge(self, material: Material) -> RefereeResult:
        """All replies. A reply that cannot be read is unscored.

        Raises `JudgingError` if the provider fails, with the cost so far, and `BudgetSpentError`.
        """
        spent: list[Spend] = []
        try:
            material = self._prepared(material, spent)
            message = build_message(material, self.settings, self.prompts)
            replies = tuple(
                self._reply(material, message, repeat, spent) for repeat in range(1, self.settings.repeats + 1)
            )
        except BudgetSpentError as error:
            error.spend = sum(spent, error.spend)
            raise
        except ModelError as error:
            raise JudgingError(f"{self.id}: {error}", spend=sum(spent, error.spend)) from error
        return RefereeResult(
            referee=self.id,
            mode=self.settings.mode,
            prompt=self.prompts.identity(self.settings),
            replies=replies,
            account=message.account,
            notes=message.notes,
            spend=sum(spent, NOTHING),
        )

    def _prepared(self, material: Material, spent: list[Spend]) -> Material:
        """With captions and another wording, where the settings ask for them."""
        if self.settings.captions and material.captures and not material.captions:
            asked = self._request(captions_messages(material.captures, self.prompts.captions))
            captions = ask(self.chat, asked, captions_kind(len(material.captures)), repairs=self.repairs)
            spent.append(captions.spend)
            material = replace(material, captions=captions.value.captions)
        if self.settings.wording == "rephrased":
            asked = self._request(rephrase_messages(material.checklist, self.prompts.rephrase_checklist))
            words = ask(self.chat, asked, rephrased_kind(material.checklist), repairs=self.repairs)
            spent.append(words.spend)
            material = replace(material, checklist=apply_rephrasing(material.checklist, words.value))
        return material

    def _reply(self, material: Material, message: RefereeMessage, repeat: int, spent: list[Spend]) -> ReplyResult:
        request = self._request(message.messages, repeat)
        if self.settings.mode == "published":
            return self._published(request, spent)
        try:
            answered = ask(self.chat, request, reply_kind(material.checklist), repairs=self.repairs)
        except UnparseableReply as error:
            spent.append(error.spend)
            return ReplyResult(problem=str(error))
        spent.append(answered.spend)
        scores = score_checklist(answered.value, material.checklist)
        reasons = {item.id: item.reason for item in answered.value.items}
        return ReplyResult(
            overall=scores.overall,
            vision=scores.vision,
            code=scores.code,
            items=tuple(ItemResult(id=n, share=share, reason=reasons[n]) for n, share in scores.items.items()),
            text=answered.value.summary,
        )

    def _published(self, request: Request, spent: list[Spend]) -> ReplyResult:
        """The first of at most four replies that has an overall score. Each try is a sample of its own."""
        text = ""
        for sample in range(1, PUBLISHED_TRIES + 1):
            completion = self.chat.complete(replace(request, sample=sample))
            spent.append(completion.spend)
            text = completion.text
            overall = parse_overall(text)
            if overall is not None:
                return ReplyResult(overall=overall, reason=parse_reason(text), text=text)
        return ReplyResult(text=text, problem=f"{self.model} gave no overall score in {PUBLISHED_TRIES} replies")

    def _request(self, messages: tuple[Message, ...], repeat: int = 1) -> Request:
        return Request(
            model=self.model, messages=messages, purpose="judge", parameters=dict(self.parameters), repeat=repeat
        )
