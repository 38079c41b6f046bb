"""Settings of a model judge: its prompts, and how much of the evidence its model takes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from pydantic import JsonValue

from pytest_cookie.core.verdict import Ablation
from pytest_cookie.llm.messages.prompt import Prompt, identity_of, read_prompt


@dataclass(frozen=True)
class JudgePrompts:
    """The judge's prompts, the same for every query (Cookie-Bench B.3)."""

    static_scoring: Prompt
    problem_detection: Prompt
    score_adjustment: Prompt
    step_scoring: Prompt

    @classmethod
    def read(cls, folder: Path) -> Self:
        """From `static-scoring.md` and so on. Raises `OSError`, and `ValueError` for a file that is no prompt."""
        return cls(
            static_scoring=read_prompt(folder / "static-scoring.md"),
            problem_detection=read_prompt(folder / "problem-detection.md"),
            score_adjustment=read_prompt(folder / "score-adjustment.md"),
            step_scoring=read_prompt(folder / "step-scoring.md"),
        )

    def used(self, ablation: Ablation | None) -> tuple[Prompt, ...]:
        """The prompts that an ablation uses, in order of use."""
        if ablation in ("no_vision", "no_video"):
            return (self.static_scoring,)
        if ablation == "no_static_score":
            return (self.problem_detection, self.score_adjustment)
        if ablation == "no_deferred_scoring":
            return (self.static_scoring, self.step_scoring)
        return (self.static_scoring, self.problem_detection, self.score_adjustment)

    def identity(self, ablation: Ablation | None = None) -> str:
        """Names, versions and one hash of those prompts."""
        return identity_of(self.used(ablation))


@dataclass(frozen=True)
class JudgeSettings:
    """How much of the evidence is sent to the model.

    `takes_video`: the model gets the film itself, up to `max_video_bytes`; else at most `max_keyframes` pictures of
    it. `takes_audio`: the sound itself, its first `max_sound_seconds`, unless the film contains it; numbers about the
    sound are always sent. `max_source_characters` is the limit for all source files together. `parameters` go with
    every call (`temperature`, `max_tokens` …); `repairs` is the number of retries after a malformed reply.
    """

    takes_video: bool = False
    takes_audio: bool = False
    max_video_bytes: int = 20_000_000
    max_sound_seconds: int = 120
    max_keyframes: int = 14
    max_source_characters: int = 48_000
    repairs: int = 2
    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
