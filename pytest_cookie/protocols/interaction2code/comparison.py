"""`compare`: all metrics of one interaction, on the whole page and on the part that the interaction changes."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pytest_cookie.protocols.interaction2code.metrics.appearance import compute_appearance_similarity
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Box, Picture, find_changed_part
from pytest_cookie.protocols.interaction2code.metrics.picture_text import TextReader
from pytest_cookie.protocols.interaction2code.metrics.position import compute_position_similarity
from pytest_cookie.protocols.interaction2code.metrics.structure import (
    compute_published_structure_similarity,
    compute_structure_similarity,
)
from pytest_cookie.protocols.interaction2code.metrics.texts import (
    compute_published_text_similarity,
    compute_text_similarity,
)
from pytest_cookie.protocols.interaction2code.metrics.visual import VisualMeasure
from pytest_cookie.protocols.interaction2code.options import Comparison

METRICS = (
    "full_appearance", "full_clip", "full_ssim", "full_text", "full_ocr",
    "part_appearance", "part_clip", "part_ssim", "part_text", "part_ocr", "part_position",
)  # fmt: skip
TextOf = Callable[[Box | None], str | None]
"""The text of a part of a page, of the whole page for None; None if texts are unknown."""


@dataclass(frozen=True)
class Screens:
    """An interaction on one page: pictures before and after, and the texts afterwards, if they are known."""

    before: Picture
    after: Picture
    text_of: TextOf
    has_texts: bool = True

    def find_part(self) -> Box | None:
        """The interaction part in the picture after; where something only vanished, its place before."""
        part = find_changed_part(self.before, self.after)
        return None if part is None else part.after or part.before

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the page after."""
        return self.after.shape[1], self.after.shape[0]


@dataclass(frozen=True)
class Compared:
    """The metrics by name, None if unmeasured, and both interaction parts."""

    metrics: dict[str, float | None]
    part: Box | None
    own_part: Box | None


def compare(
    reference: Screens,
    rebuilt: Screens | None,
    *,
    comparison: Comparison = "corrected",
    clip: VisualMeasure | None = None,
    reader: TextReader | None = None,
    marked_center: tuple[float, float] | None = None,
    implemented: bool = True,
) -> Compared:
    """The metrics. Without a rebuilt page all are 0; without a change on it, those of the interaction part. Those that
    the reference does not allow are None: of its texts if they are unknown, of the part if it does not change.

    `published`, as their code: without an implemented interaction all but the full page's visual similarity are 0;
    `marked_center` is the centre of the red box in their picture of the reference.
    """
    part = reference.find_part()
    needs = {
        "clip": clip is not None, "ocr": reader is not None, "text": reference.has_texts, "part": part is not None,
    }  # fmt: skip
    zero = {name: 0.0 if all(needs.get(word, True) for word in name.split("_")) else None for name in METRICS}
    if rebuilt is None:
        return Compared(zero, part, None)
    own_part = rebuilt.find_part() if implemented else None
    measure = _Measure(comparison, clip, reader)
    full = measure.compare_areas("full", reference, rebuilt, None, None)
    if part is None or own_part is None:
        if comparison == "published" and own_part is None:
            full = {name: value for name, value in full.items() if name in ("full_appearance", "full_clip")}
        return Compared(zero | full, part, own_part)
    if comparison == "published":
        cut, own_cut = _shrink(part), _shrink(own_part)
        center = marked_center or part.center
    else:
        cut, own_cut = part, own_part
        center = part.center
    place = compute_position_similarity(center, reference.size, own_part.center, rebuilt.size)
    inner = measure.compare_areas("part", reference, rebuilt, cut, own_cut)
    return Compared({**zero, **full, **inner, "part_position": place}, part, own_part)


def worst_metrics(clip: VisualMeasure | None, reader: TextReader | None, *, has_texts: bool) -> dict[str, float | None]:
    """0 for every metric, None for those of CLIP, OCR and texts that are not measured."""
    has = {"clip": clip is not None, "ocr": reader is not None, "text": has_texts}
    return {name: 0.0 if has.get(name.partition("_")[2], True) else None for name in METRICS}


@dataclass(frozen=True)
class _Measure:
    comparison: Comparison
    clip: VisualMeasure | None
    reader: TextReader | None

    def compare_areas(
        self, prefix: str, reference: Screens, rebuilt: Screens, part: Box | None, own_part: Box | None
    ) -> dict[str, float | None]:
        first = _clip_box(part, reference.after).cut(reference.after) if part else reference.after
        second = _clip_box(own_part, rebuilt.after).cut(rebuilt.after) if own_part else rebuilt.after
        texts = reference.text_of(part), rebuilt.text_of(own_part)
        found = {
            "appearance": compute_appearance_similarity(first, second),
            "clip": self.clip.compare(first, second) if self.clip and first.size and second.size else None,
            "ssim": self._compare_structure(first, second),
            "text": self._compare_texts(*texts),
            "ocr": self._compare_texts(self.reader.read(first), self.reader.read(second)) if self.reader else None,
        }
        return {f"{prefix}_{name}": value for name, value in found.items()}

    def _compare_structure(self, first: Picture, second: Picture) -> float | None:
        if self.comparison == "corrected":
            return compute_structure_similarity(first, second)
        return compute_published_structure_similarity(first, second) if second.size else None

    def _compare_texts(self, first: str | None, second: str | None) -> float | None:
        if first is None or second is None:
            return None
        if self.comparison == "corrected":
            return compute_text_similarity(first, second)
        return compute_published_text_similarity(first, second)


def _shrink(box: Box) -> Box:
    """Their cut-out leaves out the last row and column."""
    return replace(box, right=max(box.left + 1, box.right - 1), bottom=max(box.top + 1, box.bottom - 1))


def _clip_box(box: Box, picture: Picture) -> Box:
    height, width = picture.shape[:2]
    return Box(min(box.left, width), min(box.top, height), min(box.right, width), min(box.bottom, height))
