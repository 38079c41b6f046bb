"""`JudgeContext`: all inputs of one verdict of a model judge, and notes on inputs that could not be shown."""

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from pytest_cookie.core.action import Resize
from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.parsing import parse_whole
from pytest_cookie.core.perception import DESKTOP, StaticPerception, ViewportName
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.measures.audible_responses import sound_of
from pytest_cookie.judging.model.measured_facts import format_facts
from pytest_cookie.judging.model.model_client import JudgeModelClient
from pytest_cookie.judging.model.settings import JudgePrompts
from pytest_cookie.judging.model.source import Excerpt, read_excerpt
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.llm.messages.messages import Text

_SIZE = re.compile(r"\d{1,5}x\d{1,5}")
_WIDTH = re.compile(r"\b(\d{3,4})(?: ?| CSS )(?:px|pixels?)\b")
_ON_DEVICE = r"\bon (?:a |the )?(?:{0})s?\b(?! number)|\b(?:{0}) (?:width|view|viewport|layout|screen|size)s?\b"
_DEVICES: dict[ViewportName, re.Pattern[str]] = {
    "mobile": re.compile(_ON_DEVICE.format("mobile|phone|smartphone|mobile phone"), re.IGNORECASE),
    "tablet": re.compile(_ON_DEVICE.format("tablet"), re.IGNORECASE),
}
"""Phrases for a width: `on a phone`, `mobile layout`; not `the phone number`."""


@dataclass
class StaticContext:
    """The inputs before the page is used. `pictures` are in the folder of the evidence, `source` holds the
    artifact's files.

    `judge` signs the opinions. `notes` grows.
    """

    case: Case
    perception: StaticPerception
    pictures: EvidencePictures
    source: Path | None
    client: JudgeModelClient
    prompts: JudgePrompts
    judge: str
    notes: list[str] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        """The folder of the evidence."""
        return self.pictures.folder

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

    def picture(self, step: int | None, described: str = "") -> str:
        """The evidence file that shows a fault; "" if it is missing.

        It is the picture after `step` if the window had the width that `described` names, else the page as loaded at
        that width; at desktop width if it names none.
        """
        width = find_width(described, self.perception)
        at_rest = {view.viewport.width: view.screenshot for view in self.perception.views}
        path = at_rest.get(DESKTOP.width if width is None else width, "")
        if step is not None and (shown := self.steps[step].screenshot) and width in (None, self.window_width(step)):
            path = f"{self.evidence.trace.policy}/{shown}"
        return path if path and (self.folder / path).is_file() else ""

    def picture_at_rest(self, described: str) -> str:
        """The evidence file that shows the page as loaded, at the width that `described` names."""
        return self.picture(None, described)

    def window_width(self, step: int) -> int:
        """The width of the window after a step, in CSS px."""
        sizes = [other.action.value for other in self.evidence.trace.steps if other.index <= step and _resizes(other)]
        width = parse_whole(sizes[-1].partition("x")[0]) if sizes else None
        return DESKTOP.width if width is None else width


def _resizes(step: Step) -> bool:
    return isinstance(step.action, Resize) and step.outcome == "done" and bool(_SIZE.fullmatch(step.action.value))


def find_width(described: str, perception: StaticPerception) -> int | None:
    """The narrowest width of the recorded pictures that a text names: “at 375 px”, “on a phone”; None for none."""
    named = {width for found in _WIDTH.finditer(described) if (width := parse_whole(found[1])) is not None}
    widths = {view.viewport.name: view.viewport.width for view in perception.views}
    named |= {widths[name] for name, word in _DEVICES.items() if name in widths and word.search(described)}
    return min(named & set(widths.values()), default=None)
