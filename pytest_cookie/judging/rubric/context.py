"""`RubricContext`: a case and its evidence, as rubric items read them. It only reads; `build_context` fills it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from pytest_cookie.core.case import Case
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.machine import MachineTime
from pytest_cookie.core.page import Box, Control, FailedRequest, Inventory, Media
from pytest_cookie.core.perception import DESKTOP, StaticPerception, Styling, ViewportName, ViewportPerception
from pytest_cookie.core.trace import Step, Trace
from pytest_cookie.judging.brief.vocabulary import flatten
from pytest_cookie.judging.rubric.defect import Defect
from pytest_cookie.judging.rubric.grade import Grade
from pytest_cookie.judging.rubric.requirements import Requirements, derive_requirements
from pytest_cookie.judging.text.code_examples import plain_name
from pytest_cookie.judging.visual.visible_content import VisibleContent

WINDOW_PX = DESKTOP.width * DESKTOP.height  # the area of the window in which the page is used
_IDEOGRAM_WEIGHT = 2.5  # letters; an ideogram is about half a word
_STAGE_SHARE = 0.15  # of the window; smaller drawings are illustrations
_MOST_OF_A_LINE = 400  # characters, so that one long line does not make a page
_WANTS_PLACEHOLDERS = re.compile(
    r"\bplace-?holders?\b.{0,20}\b(image|picture|photo|graphic|avatar|logo|illustration)|"
    r"\b(image|picture|photo|graphic|avatar|logo|illustration)s?\b.{0,20}\bplace-?holder|"
    r"\b(dummy|stand-in) (image|picture|photo)|\bwireframe|\bplacehold\.|\bplatzhalter-?(bild|foto|grafik)|"
    r"占位图|プレースホルダー画像",
    re.IGNORECASE,
)
"""Briefs for which boxes in place of pictures are right."""


class JudgedCheck(Protocol):
    """The judge's part of a check: which item of the rubric it feeds, with which weight, and by which functions."""

    @property
    def item(self) -> str:
        """Id of the item, such as `3`."""
        ...

    @property
    def weight(self) -> float:
        """How many times the cost of its defects counts."""
        ...

    @property
    def find(self) -> "Callable[[RubricContext], Sequence[Defect]]":
        """Finds its defects."""
        ...

    @property
    def grade(self) -> "Callable[[RubricContext], Sequence[Grade]] | None":
        """Measures its grades."""
        ...


@dataclass(frozen=True)
class RubricContext:
    """The page to judge. Fields are None or empty if the evidence lacks them."""

    case: Case
    evidence: Evidence
    machine: MachineTime | None = None
    """The page's machine time, if recorded; see `measures/machine_cost.py`."""
    cut_off: str = ""
    """Where the source is cut off, in words, "" if it is complete; see `measures/truncated_source.py`."""
    around_document: str = ""
    """Text of the entry file outside of its document; see `measures/truncated_source.py`."""
    blank_steps: frozenset[int] = frozenset()
    """Steps after which the window was blank; see `measures/blank_screens.py`."""
    empty_area: Box | None = None
    """The empty area beside a sidebar; see `measures/empty_layout.py`."""
    code_names: frozenset[str] = frozenset()
    """Names of controls whose markup the page quotes as code; see `text/code_examples.py`."""
    audible_steps: frozenset[int] = frozenset()
    """Steps whose input made the page sound; see `measures/audible_responses.py`."""
    click_noise: frozenset[int] = frozenset()
    """Steps that only made the click that the page makes for everything; see `measures/audible_responses.py`."""
    stores_entries: bool = False
    """Whether its code stores entries in the browser; see `measures/stored_entries.py`."""
    vanished_step: int | None = None
    """The step after which most of the content is gone for good; see `measures/vanishing.py`."""
    visible_content: VisibleContent | None = None
    """What its pictures show; see `visual/visible_content.py`."""
    source_text: str = ""
    """The texts of the artifact's files; see `measures/artifact_texts.py`."""
    checks: tuple[JudgedCheck, ...] = ()
    """The checks that feed its items; see `check_results.py`."""
    results: dict[Callable[..., object], object] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Results of measures; see `rubric/once.py`."""

    @cached_property
    def requirements(self) -> Requirements:
        """The requirements of the brief and its leaf."""
        return derive_requirements(self.case)

    @cached_property
    def flat_source(self) -> str:
        """`source_text` in one spelling; see `flatten`."""
        return flatten(self.source_text)

    @property
    def perception(self) -> StaticPerception:
        """The page as loaded, before any action."""
        return self.evidence.perception

    @cached_property
    def trace(self) -> Trace:
        """The page in use. Steps whose effect a trial has confirmed count as seen; mere click noise does not."""
        trace, heard = self.evidence.trace, self.confirmed_steps
        noise = frozenset() if self.requirements.sound else self.click_noise
        if not heard and not noise:
            return trace
        seen = [
            step.model_copy(update={"change": step.change.model_copy(update={"seen": step.index in heard})})
            if step.index in heard | noise
            else step
            for step in trace.steps
        ]
        return trace.model_copy(update={"steps": tuple(seen)})

    @cached_property
    def confirmed_steps(self) -> frozenset[int]:
        """Steps whose effect was hidden by background motion, and was confirmed by a trial on a fresh page.

        Also steps that made the page sound; without sound in the brief, only if each step's sound was recorded with it,
        and if it was no click noise.
        """
        audible = self.audible_steps if self.requirements.sound else self._recorded_sounds - self.click_noise
        return self._tried(heard=True) | audible

    @property
    def _recorded_sounds(self) -> frozenset[int]:
        return frozenset(step.index for step in self.evidence.trace.steps if step.change.sounded)

    @cached_property
    def refuted_steps(self) -> frozenset[int]:
        """Steps for which such a trial found no effect."""
        return self._tried(heard=False)

    def _tried(self, *, heard: bool) -> frozenset[int]:
        trace = self.evidence.trace
        return frozenset(step.index for step in trace.steps if trace.heard_at(step.index) is heard)

    @property
    def inventory(self) -> Inventory | None:
        """The structure of the rendered page."""
        return self.perception.inventory

    @property
    def styling(self) -> Styling | None:
        """The page's styles."""
        return self.perception.styling

    @cached_property
    def placeholder_boxes(self) -> frozenset[str]:
        """Addresses of pictures that are plain boxes with a text, unless the brief speaks of such pictures."""
        if _WANTS_PLACEHOLDERS.search(self.case.brief):
            return frozenset()
        return frozenset(answer.url for answer in self.perception.library_answers if answer.shown == "label")

    @cached_property
    def pictures(self) -> tuple[Media, ...]:
        """The media of the page as it loaded that show something: no broken ones, no placeholders."""
        media = self.inventory.media if self.inventory else ()
        return tuple(medium for medium in media if medium.loaded and medium.source not in self.placeholder_boxes)

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        """The controls of the page as it loaded."""
        return self.inventory.controls if self.inventory else ()

    @cached_property
    def controls_by_ref(self) -> dict[str, Control]:
        """These controls by reference."""
        return {control.ref: control for control in self.controls}

    def is_code_example(self, control: Control) -> bool:
        """Whether the leaf shows code and this control is an example of it: the page quotes markup with its name."""
        shows_code = self.requirements.code and self.requirements.interaction == "light"
        return shows_code and control.role != "link" and plain_name(control.name) in self.code_names

    def view(self, name: ViewportName) -> ViewportPerception | None:
        """The page at one width, None if it was not measured."""
        return self.perception.view(name)

    def picture(self, name: ViewportName = "desktop") -> str:
        """The evidence file that shows the page at one width, "" if there is none."""
        view = self.view(name)
        return view.screenshot if view else ""

    def picture_of(self, step: Step) -> str:
        """The evidence file that shows the page after a step, "" if there is none."""
        return f"{self.trace.policy}/{step.screenshot}" if step.screenshot else ""

    @cached_property
    def appeared_texts(self) -> tuple[tuple[str, Step], ...]:
        """Texts that appeared in use, also on canvases, each with the step at which it first appeared."""
        first: dict[str, Step] = {}
        for step in self.trace.steps:
            for text in (*step.change.appeared_text, *step.canvas_texts):
                first.setdefault(text, step)
        return tuple(first.items())

    @cached_property
    def letters(self) -> float:
        """Letters of visible text at load and in use; an ideogram counts 2.5.

        Lines that differ only in figures count once, up to 400 characters each. Text that appeared out of sight does
        not count.
        """
        steps = [step for step in self.trace.steps if step.change.shown is not False]
        texts = [self.inventory.whole_text if self.inventory else ""]
        texts += [text for step in steps for text in (*step.change.appeared_text, *step.canvas_texts)]
        lines = [line.strip()[:_MOST_OF_A_LINE] for text in texts for line in text.splitlines()]
        distinct = {re.sub(r"\d+", "0", line): line for line in lines}
        return sum(letters_worth(character) for line in distinct.values() for character in line)

    @cached_property
    def stage_drawn(self) -> bool:
        """Whether a canvas or an SVG of 15 % of the window or more shows content, at load or in use."""
        if self.inventory is None:
            return False
        least = _STAGE_SHARE * WINDOW_PX
        used = [step for step in self.trace.steps if not step.action.moves_everything]
        moved = self.perception.restless > 0 or any(step.change.pixels > 0 for step in used)
        canvases = [c for c in self.inventory.canvases if c.box.width * c.box.height >= least]
        drawings = [m for m in self.inventory.media if m.tag == "svg" and m.box.width * m.box.height >= least]
        return bool(drawings) or any(not canvas.blank or moved for canvas in canvases)


def letters_worth(character: str) -> float:
    """1 for letters and digits, 2.5 for ideograms and syllables, else 0."""
    if not character.isalnum():
        return 0.0
    return _IDEOGRAM_WEIGHT if "\u3040" <= character <= "\u9fff" or "\uac00" <= character <= "\ud7a3" else 1.0


def is_own_fault(request: FailedRequest) -> bool:
    """Whether a request to the page's own origin failed; refused requests and the favicon do not count."""
    return request.url.startswith(f"{ORIGIN}/") and not request.blocked and not request.url.endswith("/favicon.ico")
