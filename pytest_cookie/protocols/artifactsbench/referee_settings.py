"""The settings of referees: the mode, and the ablations of ArtifactsBench (section 4.3, Tables 4 to 6 and 9)."""

from typing import Literal, Self

from pydantic import Field, model_validator

from pytest_cookie.core.frozen_model import FrozenModel

Mode = Literal["published", "staged"]
PictureCount = Literal[0, 1, 3, 5]
Wording = Literal["original", "rephrased"]
Template = Literal["question", "expectation"]
Window = Literal["1280x720", "1024x768"]

DEFAULT_PICTURES: PictureCount = 3
DEFAULT_WINDOW: Window = "1280x720"
DEFAULT_ANSWER_TOKENS = 60_000
"""Nearly every generated page is shorter, and it leaves room for pictures in a context of 128,000 tokens."""
PUBLISHED_TOKENS = 27_000
"""Their code cuts prompt, question and answer together to so many tokens; the end of the answer is lost."""


class RefereeSettings(FrozenModel):
    """The settings of one evaluation. Evaluations whose referees read something else never share a leaderboard."""

    mode: Mode = "staged"
    """`published`: as ArtifactsBench's code does, for numbers that compare. `staged`: as the paper describes it."""
    pictures: PictureCount = DEFAULT_PICTURES
    """Number of pictures: 0, 1, 3 or 5."""
    captions: bool = False
    """Whether descriptions by a model are sent in place of the pictures."""
    with_answer: bool = True
    """Whether the referee gets the answer with the code."""
    whole_reply: bool = False
    """Whether that is the model's whole reply in the mode `staged`, too, in place of its files. Existing files have no
    reply."""
    window: Window = DEFAULT_WINDOW
    """Window of the pictures in the mode `published`: that of the published code, or 1024 × 768 px as in the paper."""
    shuffle_seed: int | None = Field(default=None, ge=0)
    """Seed of the order of the checklist's items. Null keeps their order."""
    wording: Wording = "original"
    """`rephrased`: items reworded by a model that keep their meaning."""
    template: Template = "question"
    """`question`: title, then rule. `expectation`: the expected result, then the reasons to deduct points."""
    repeats: int = Field(default=1, ge=1, le=20)
    """Number of separate replies to the same message."""
    classify_interactivity: bool = False
    """Whether the first referee's model also classifies the page's interactivity, in a call of its own, in the mode
    `staged`."""
    max_answer_tokens: int = Field(default=DEFAULT_ANSWER_TOKENS, ge=1_000)
    """Limit of the answer in estimated tokens, in the mode `staged`."""

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.captions and not self.pictures:
            raise ValueError("captions need pictures that they describe: set pictures to 1, 3 or 5")
        if not self.with_answer and not self.pictures:
            raise ValueError("without answer and pictures there is no evidence to judge")
        if self.classify_interactivity and self.mode != "staged":
            raise ValueError(f"classify_interactivity: the mode {self.mode} does not use the page; it needs staged")
        if self.window != DEFAULT_WINDOW and self.mode != "published":
            raise ValueError(f"window: the mode {self.mode} uses the page at 1280 × 720 px; it needs published")
        return self

    @property
    def variant(self) -> str:
        """What differs from the mode's default, for the name of a leaderboard: `~5-pictures~captions`, or ""."""
        parts = {
            f"{self.pictures}-picture{'' if self.pictures == 1 else 's'}": self.pictures != DEFAULT_PICTURES,
            "captions": self.captions,
            "no-answer": not self.with_answer,
            "whole-reply": self.whole_reply and self.mode == "staged",
            f"{self.max_answer_tokens}-tokens": self.max_answer_tokens != DEFAULT_ANSWER_TOKENS
            and self.mode == "staged",
            self.window: self.window != DEFAULT_WINDOW,
            f"shuffled-{self.shuffle_seed}": self.shuffle_seed is not None,
            self.wording: self.wording != "original",
            self.template: self.template != "question",
        }
        return "".join(f"~{name}" for name, differs in parts.items() if differs)
