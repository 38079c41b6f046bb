"""`JudgeContext`: everything one verdict of a model judge is made from, and what could not be shown."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.model.model_client import JudgeModelClient
from pytest_cookie.judging.model.prompt_sections import format_facts
from pytest_cookie.judging.model.settings import JudgePrompts
from pytest_cookie.judging.model.source import Excerpt, read_excerpt
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.llm.messages.messages import Text


@dataclass
class StaticContext:
    """What there is before anyone uses the page. `folder` holds the evidence's files, `source` the artifact's.

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
        """The source as it is shown; None where there is none. Raises `JudgingError` where it cannot be read."""
        if self.source is None or not self.source.is_dir():
            self.note("the artifact's source is not there: it was not shown")
            return None
        excerpt = read_excerpt(self.source, self.client.settings.max_source_characters)
        if excerpt.left_out:
            self.note(f"of the source not all was shown: {excerpt.left_out}")
        return excerpt

    def note(self, *notes: str) -> None:
        """Remember what a reader must know, once."""
        self.notes.extend(note for note in notes if note not in self.notes)


@dataclass
class JudgeContext(StaticContext):
    """The same with the evidence of the page in use."""

    evidence: Evidence = field(kw_only=True)
    rubric: RubricContext = field(kw_only=True)
    """What rubric items read, as `build_context` makes it."""

    @cached_property
    def steps(self) -> dict[int, Step]:
        """The trace by step number."""
        return {step.index: step for step in self.evidence.trace.steps}

    @cached_property
    def facts(self) -> Text:
        """What the rubric measured, for a prompt."""
        return format_facts(self.rubric)

    def picture(self, step: int | None) -> str:
        """The evidence file that shows the page after a step, the page as it loaded for None; "" where it is not."""
        views = [view.screenshot for view in self.perception.views if view.viewport.name == "desktop"]
        path = views[0] if views else ""
        if step is not None and (shown := self.steps[step].screenshot):
            path = f"{self.evidence.trace.policy}/{shown}"
        return path if path and (self.folder / path).is_file() else ""
