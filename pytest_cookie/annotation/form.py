"""`Form`: the questions to people about an artifact. Forms are data: `forms/*.yaml`, a protocol's, or your file."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from pytest_cookie.core.frozen_model import FrozenModel

FieldId = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_.-]{0,59}$")]
Label = Annotated[str, Field(min_length=1, max_length=400)]
Layout = Literal["one", "pair", "list", "brief"]
Expansion = Literal["", "rubric", "substeps", "findings", "interactions"]

SLOTS = "ABCDEFGHIJKL"
"""Names under which the artifacts of a task are shown."""
TIE = "tie"


class Option(FrozenModel):
    """An answer to choose. `key` is the key that chooses it; without one, its number."""

    value: FieldId
    label: Label
    key: str = Field(default="", max_length=1)
    about: str = ""


class Question(FrozenModel):
    """The fields that all kinds of questions share.

    `criterion` and `exemption` explain when the answer is yes, and which failures do not count. `when` is a
    condition for this one: other questions and their answers. `dimension` is the score that an answer counts for.
    """

    id: FieldId
    label: Label
    about: str = ""
    criterion: str = ""
    exemption: str = ""
    required: bool = True
    when: dict[FieldId, tuple[str, ...]] = {}
    dimension: str = ""


class _OptionsQuestion(Question):
    kind: Literal["choice", "many"]
    options: tuple[Option, ...] = Field(min_length=2, max_length=20)

    @property
    def values(self) -> tuple[str, ...]:
        """The values of the options, in order."""
        return tuple(option.value for option in self.options)


class ChoiceQuestion(_OptionsQuestion):
    """One of several options. If `ordered`, they are worth 0, 1, … in statistics."""

    kind: Literal["choice"] = "choice"
    ordered: bool = False


class ManyQuestion(_OptionsQuestion):
    """Any number of options."""

    kind: Literal["many"] = "many"


class ScaleQuestion(Question):
    """A whole number from `low` to `high`; `anchors` describe some of them."""

    kind: Literal["scale"] = "scale"
    low: int = 0
    high: int = 8
    anchors: dict[int, str] = {}

    @model_validator(mode="after")
    def _has_points(self) -> Self:
        if not 1 <= self.high - self.low <= 100:
            raise ValueError(f"the scale of {self.id} must have 2 to 101 points")
        return self


class PreferenceQuestion(Question):
    """Which of two artifacts is better, or a tie."""

    kind: Literal["preference"] = "preference"


class RankQuestion(Question):
    """The order of the artifacts, best first; artifacts may share a place."""

    kind: Literal["rank"] = "rank"


class TextQuestion(Question):
    """Free text."""

    kind: Literal["text"] = "text"
    required: bool = False


AnyQuestion = Annotated[
    ChoiceQuestion | ManyQuestion | ScaleQuestion | PreferenceQuestion | RankQuestion | TextQuestion,
    Field(discriminator="kind"),
]
Values = dict[str, object]
"""Answers by the id of their question: a value, a number, a list of values, a place by slot, or a text."""


class Form(FrozenModel):
    """A kind of task.

    `layout`: one artifact, a pair, all artifacts of a brief, or a brief alone. `expand` adds questions for each task:
    the rubric's items, the substeps of the case, or the judge's findings, with `each` as their pattern; `interactions`
    asks the questions for each interaction of the case. Two people disagree if a required answer differs, points by
    more than `apart`; a third one then arbitrates.
    """

    id: FieldId
    title: Label
    instruction: str = ""
    layout: Layout = "one"
    questions: tuple[AnyQuestion, ...] = ()
    expand: Expansion = ""
    each: ChoiceQuestion | ScaleQuestion | None = None
    apart: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.expand not in ("", "interactions")) != (self.each is not None):
            raise ValueError(f"form {self.id}: `expand` and `each` belong together, except with `interactions`")
        if not self.questions and self.each is None:
            raise ValueError(f"form {self.id} has no questions")
        ids = [question.id for question in self.questions]
        if len(set(ids)) < len(ids):
            raise ValueError(f"form {self.id}: two questions have the same id")
        for question in self.questions:
            self._check_condition(question)
            if question.kind == "preference" and self.layout != "pair":
                raise ValueError(f"form {self.id}: a preference needs the layout `pair`")
            if question.kind == "rank" and self.layout != "list":
                raise ValueError(f"form {self.id}: a ranking needs the layout `list`")
        return self

    def _check_condition(self, question: Question) -> None:
        """Raise `ValueError` for a condition that no answer meets: the question would never be asked."""
        known = {other_question.id: other_question for other_question in self.questions}
        for name, wanted in question.when.items():
            other = known.get(name)
            if other is None:
                raise ValueError(f"form {self.id}: {question.id} depends on {name}, which is no question")
            possible = other.values if other.kind == "choice" else ("A", "B", TIE) if other.kind == "preference" else ()
            if impossible := [value for value in wanted if value not in possible]:
                among = (
                    f"; its answers are {', '.join(possible)}"
                    if possible
                    else ", which is neither choice nor preference"
                )
                raise ValueError(f"form {self.id}: {question.id} depends on {name} being {impossible[0]}{among}")
