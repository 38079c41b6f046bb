"""A referee's reply → scores, by the rules of each mode."""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pytest_cookie.core.text import clip
from pytest_cookie.protocols.artifactsbench.case_fields import ChecklistItem

_OVERALL = tuple(re.compile(rf'"{key}":\s*"?(\d+(?:\.\d+)?)') for key in ("Overall Score", "总体打分"))
"""The English key, and the Chinese one if the reply has no English one. Of a range, the first number counts."""
_REASON_KEY = re.compile(r'"reason"\s*:\s*(?=")', re.IGNORECASE)
_REASON_LINE = re.compile(r"^[ \t*_#]*reason[ \t*_]*:[ \t*_]*(.*)", re.IGNORECASE | re.MULTILINE | re.DOTALL)
_POINTS = re.compile(r"\s*(\d{1,4}(?:\.\d{1,4})?)\s*(?:/\s*(\d{1,4}(?:\.\d{1,4})?)\s*)?")
"""Points, and perhaps the maximum that they are of."""
_MAX_REASON = 1_200
_MOST_ITEMS = 40


def parse_overall(reply: str) -> float | None:
    """The overall score as ArtifactsBench's code reads it; None if it finds none.

    The last `"Overall Score": N` counts, at any position: also in a quoted example, also without valid JSON. Quotes
    around the number may be missing or one-sided. `35-40` is 35, `85/100` is 85. The number has no bounds.
    """
    for pattern in _OVERALL:
        found = pattern.findall(reply)
        if found:
            return min(float(found[-1]), sys.float_info.max)
    return None


def parse_reason(reply: str) -> str:
    """The reason beside an overall score: the last readable `"reason": "…"`, or what follows a line `Reason: …`; or "".

    Both forms are in ArtifactsBench: the first in the replies of Figure 18, the second in the prompt of Figure 17.
    """
    for key in reversed(list(_REASON_KEY.finditer(reply))):
        try:
            reason, _ = json.JSONDecoder(strict=False).raw_decode(reply, key.end())
        except json.JSONDecodeError:
            continue
        return clip(str(reason).strip(), _MAX_REASON)
    line = _REASON_LINE.search(reply)
    return clip(line[1].strip(), _MAX_REASON) if line else ""


def _number_of(value: object) -> object:
    """`7`, `7.0`, `"7"` and `"7/10"` mean the same; a range is ambiguous, and `true` is no number."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        found = _POINTS.fullmatch(value)
        return float(found[1]) if found else value
    return value


def _id_of(value: object) -> object:
    found = (
        re.fullmatch(r"\s*(?:item\s*)?#?(\d{1,6})[.:)]?\s*", value, re.IGNORECASE) if isinstance(value, str) else None
    )
    return int(found[1]) if found else value


class ItemReply(BaseModel):
    """The score of one item as the model wrote it."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    id: Annotated[int, BeforeValidator(_id_of)]
    score: Annotated[float, Field(ge=0), BeforeValidator(_number_of)]
    reason: Annotated[str, AfterValidator(lambda text: clip(text, _MAX_REASON))] = ""


class StagedReply(BaseModel):
    """The reply of the mode `staged`: a score for each item of the checklist."""

    model_config = ConfigDict(frozen=True, extra="ignore")
    reply_name: ClassVar[str] = "checklist_scores"

    items: Annotated[tuple[ItemReply, ...], Field(max_length=_MOST_ITEMS)]
    summary: Annotated[str, AfterValidator(lambda text: clip(text, _MAX_REASON))] = ""


def reply_kind(checklist: Sequence[ChecklistItem]) -> type[StagedReply]:
    """The form of a reply for this checklist: every item once, each score between 0 and the item's maximum, and of it.

    A reply of another form is sent back to the model with the fault; see `llm.messages.structured.ask`.
    """
    maxima = {item.id: item.maximum for item in checklist}

    class ChecklistReply(StagedReply):
        """A reply that fits one checklist."""

        @model_validator(mode="before")
        @classmethod
        def _counts_as_the_checklist(cls, value: object) -> object:
            if problem := _other_maximum(value, maxima):
                raise ValueError(problem)
            return value

        @model_validator(mode="after")
        def _fits(self) -> Self:
            if problem := _misfit(self.items, maxima):
                raise ValueError(problem)
            return self

    return ChecklistReply


def _other_maximum(reply: object, maxima: Mapping[int, float]) -> str:
    """The fault of an item with points such as `4/5`, but another maximum in the checklist."""
    items = reply.get("items") if isinstance(reply, dict) else None
    for item in items if isinstance(items, list) else ():
        score = item.get("score") if isinstance(item, dict) else None
        found = _POINTS.fullmatch(score) if isinstance(score, str) else None
        number = _id_of(item["id"]) if found and "id" in item else None
        maximum = maxima.get(number) if isinstance(number, int) else None
        if found and found[2] and maximum is not None and float(found[2]) != maximum:
            return f"item {number} has {found[1]}/{found[2]} points; its maximum is {maximum:g}"
    return ""


def _misfit(items: Sequence[ItemReply], maxima: dict[int, float]) -> str:
    ids = [item.id for item in items]
    for item in items:
        if item.id not in maxima:
            return f"item {item.id} is not in the checklist"
        if item.score > maxima[item.id]:
            return f"item {item.id} has {item.score:g} points; its maximum is {maxima[item.id]:g}"
        if ids.count(item.id) > 1:
            return f"item {item.id} is scored twice"
    missing = [str(number) for number in maxima if number not in ids]
    return f"no score for the items {', '.join(missing)}" if missing else ""


@dataclass(frozen=True)
class ChecklistScores:
    """Scores of 0 to 100: all ten items, the five of each kind, and each item by its id.

    A share of the reachable points: the maxima need not be equal.
    """

    overall: float
    vision: float
    code: float
    items: dict[int, float]


def score_checklist(reply: StagedReply, checklist: Sequence[ChecklistItem]) -> ChecklistScores:
    """The scores of a reply that fits the checklist (`reply_kind`)."""
    points = {item.id: item.score for item in reply.items}

    def share(counted: Sequence[ChecklistItem]) -> float:
        percent = 100 * sum(points[item.id] for item in counted) / sum(item.maximum for item in counted)
        return min(100.0, percent)  # full points of a maximum such as 0.69 are a little more in floating point

    vision, code = ([item for item in checklist if item.kind == kind] for kind in ("vision", "code"))
    shares = {item.id: share((item,)) for item in checklist}
    return ChecklistScores(share(checklist), share(vision), share(code), shares)
