"""`JudgeContext`: all inputs of one verdict of a model judge, and notes on inputs that could not be shown."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.checks.audible_responses import sound_of
from pytest_cookie.judging.model.measured_facts import format_facts
from pytest_cookie.judging.model.model_client import JudgeModelClient
from pytest_cookie.judging.model.settings import JudgePrompts
from pytest_cookie.judging.model.source import Excerpt, read_excerpt
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.llm.messages.messages import Text


@dataclass
class StaticContext:
    """The inputs before the page is used. `folder` holds the evidence's files, `source` the artifact's.

    `judge` signs the opinions. `notes` grows.
    """

    case: Case
    perception: StaticPerception
    folder: Path
    source: Path | None
    client: JudgeModelClient
    prompts: JudgePrompts
    judge: str
    notes: list[str] = field(default_factory=list)

    @cached_property
    def excerpt(self) -> Excerpt | None:
        """The source as shown to the model; None if it is missing. Raises `JudgingError` if it cannot be read."""
        if self.source is None or not self.source.is_dir():
            self.note("the artifact's source is missing: it was not shown")
            return None
        excerpt = read_excerpt(self.source, self.client.settings.max_source_characters)
        if excerpt.left_out:
            self.note(f"part of the source was not shown: {excerpt.left_out}")
        return excerpt

    def note(self, *notes: str) -> None:
        """Add notes for the reader of the verdict, each once."""
        self.notes.extend(note for note in notes if note not in self.notes)


@dataclass
class JudgeContext(StaticContext):
    """The inputs including the evidence of the page in use."""

    evidence: Evidence = field(kw_only=True)
    rubric: RubricContext = field(kw_only=True)
    """The input of rubric items, from `build_context`."""

    @cached_property
    def steps(self) -> dict[int, Step]:
        """The trace by step number."""
        return {step.index: step for step in self.evidence.trace.steps}

    @cached_property
    def facts(self) -> Text:
        """The measured facts, for a prompt."""
        sound = sound_of(self.evidence, self.folder)
        return format_facts(self.rubric, sound.onsets_ms if sound else ())

    def picture(self, step: int | None) -> str:
        """The evidence file that shows the page after a step, or as loaded for None; "" if it is missing."""
        views = [view.screenshot for view in self.perception.views if view.viewport.name == "desktop"]
        path = views[0] if views else ""
        if step is not None and (shown := self.steps[step].screenshot):
            path = f"{self.evidence.trace.policy}/{shown}"
        return path if path and (self.folder / path).is_file() else ""
