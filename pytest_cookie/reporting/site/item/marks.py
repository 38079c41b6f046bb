"""Pictures with marks: where the element of a finding is, what a step used, what it changed."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import Box
from pytest_cookie.core.scene import MAX_SCENE_TEXT, SCENES_FILE, Scene
from pytest_cookie.core.trace import Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.plain_tree import read_plain
from pytest_cookie.reporting.item_files import VIEWPORT_PICTURE, ItemFiles, PictureFile, evidence_folders

_MAX_SCENES_BYTES = 32_000_000
_AT_REST = "desktop.png"
"""The picture of the whole page in the window in which it is used, before any action."""
_MOST_LATER = 40
"""Steps after a finding's in which a picture of its text is looked for."""
_AROUND_POINT = 12
"""CSS px from a pressed place to the edges of its mark."""
_LEAST_PART = 2
"""Characters; shorter texts are parts of many lines."""
MarkKind = Literal["used", "changed", "faulty"]


@dataclass(frozen=True)
class Mark:
    """A rectangle on a picture, in percent of it: left, top, width, height."""

    kind: MarkKind
    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True)
class MarkedPicture:
    """A picture with its marks. `caption` says what it is, and what is marked or why nothing is."""

    picture: PictureFile
    marks: tuple[Mark, ...]
    caption: str

    @property
    def top(self) -> str:
        """Where the first mark begins, in percent of the picture's height; "" without marks."""
        return self.marks[0].y if self.marks else ""


class Scenery:
    """The pictures of an item's steps, and where elements are in them. `scenes` is empty for older evidence."""

    def __init__(
        self, files: ItemFiles, evidence: Evidence | None, steps: Sequence[Step], scenes: dict[int, Scene]
    ) -> None:
        self._files = files
        self._evidence = evidence
        self._folders = [*(evidence_folders(evidence) if evidence else ()), "evidence/"]
        self._steps = {step.index: step for step in steps}
        self._before = dict(zip([step.index for step in steps[1:]], steps, strict=False))
        self.scenes = scenes
        self._texts: dict[int, dict[str, Box]] = {}

    def step(self, index: int | None) -> Step | None:
        """The step of that number."""
        return None if index is None else self._steps.get(index)

    def around(self, step: Step) -> tuple[MarkedPicture | None, MarkedPicture | None]:
        """The window before and after a step, with what it used marked, and in the second what changed."""
        before, after = self._picture_before(step), self.picture_after(step)
        shown_before = marked(before, _used(self._used(step)), f"Before step {step.index}") if before else None
        if shown_before:
            caption = f"{shown_before.caption}{self._what_is_used(step, shown_before)}"
            shown_before = MarkedPicture(shown_before.picture, shown_before.marks, caption)
        if after is None:
            return shown_before, None
        still = self._box_at(step, step.action.selector) if step.action.selector else None
        regions: list[tuple[MarkKind, Box]] = [("changed", region) for region in step.change.regions]
        told = ": what changed is dashed" if regions else ""
        return shown_before, marked(after, [*regions, *_used(still)], f"After step {step.index}{told}")

    def of_finding(
        self, picture: PictureFile, path: str, finding: Finding, step: Step | None
    ) -> tuple[MarkedPicture | None, MarkedPicture]:
        """The picture of a finding with its text or else its element marked; first the one before its step, None
        without a step.

        If the text is outside of the window after the step, the second picture is the next one that has it.
        """
        shown = self._shown_after(path)
        if step is None or shown is None or (shown.index != step.index and not finding.text):
            box = self._place(shown, finding) if shown else self._place_at_rest(path, finding, picture)
            return None, _of_element(picture, box, finding, "")
        picture_before, before = self._picture_before(step), self._before.get(step.index)
        earlier = self._place(before, finding) if before else None
        is_other = picture_before is not None and picture_before.href != picture.href
        first = (
            _of_element(picture_before, earlier, finding, f"Before step {step.index}")
            if picture_before and is_other
            else None
        )
        if not (first and first.marks) and (late := self._next_with_text(step, finding, picture)):
            return first, late
        return first, _of_element(
            picture, self._place(step, finding), finding, f"After step {step.index}", step.change.regions
        )

    def _next_with_text(self, step: Step, finding: Finding, picture: PictureFile) -> MarkedPicture | None:
        """The first picture of a later step that has the text in it, if it stays outside of the window until then."""
        box = self._box_of_text(step, finding.text)
        if box is None or marked(picture, [("faulty", box)], "").marks:
            return None
        for index in range(step.index + 1, step.index + 1 + _MOST_LATER):
            later = self._steps.get(index)
            place = self._box_of_text(later, finding.text) if later else None
            if later is None or place is None:
                return None
            shown = self.picture_after(later)
            found = (
                marked(shown, [("faulty", place)], f"After step {index}, where it is in the window") if shown else None
            )
            if found and found.marks:
                return found
        return None

    def _place(self, step: Step, finding: Finding) -> Box | None:
        """Where the text of a finding, or else its element, is in the picture after `step`."""
        has_texts = any(scene.texts for scene in self.scenes.values())  # older evidence has none
        if finding.text and has_texts:
            return self._box_of_text(step, finding.text)
        return self._box_at(step, finding.selector)

    def _place_at_rest(self, path: str, finding: Finding, picture: PictureFile) -> Box | None:
        if not finding.text:
            return self._box_at_rest(path, finding.selector, picture)
        if path.rpartition("/")[2] != _AT_REST or not path.startswith("evidence/static/"):
            return None
        return find_text(self._texts_at(min(self.scenes, default=0)), finding.text)

    def _box_of_text(self, step: Step, text: str) -> Box | None:
        """Where a text is in the picture after `step`, in px of the window."""
        scene = self.scenes.get(step.index)
        box = find_text(self._texts_at(step.index), text) if scene else None
        return (
            Box(x=box.x - scene.left, y=box.y - scene.top, width=box.width, height=box.height)
            if box and scene
            else None
        )

    def _texts_at(self, index: int) -> dict[str, Box]:
        """The texts of the page after a step, with their places in the document."""
        if index not in self._texts:
            texts: dict[str, Box] = {}
            for number in sorted(self.scenes):
                if number > index:
                    break
                for text, (x, y, width, height) in self.scenes[number].texts.items():
                    texts.pop(text, None)
                    if width or height:
                        texts[text] = Box(x=x, y=y, width=width, height=height)
            self._texts[index] = texts
        return self._texts[index]

    def picture_after(self, step: Step) -> PictureFile | None:
        """The window after a step."""
        names = tuple(folder + step.screenshot for folder in self._folders) if step.screenshot else ()
        return self._files.picture(names, label=f"After step {step.index}")

    def _picture_before(self, step: Step) -> PictureFile | None:
        before = self._before.get(step.index)
        if before is None:
            return self._files.picture((VIEWPORT_PICTURE,), label="The page at rest") if step.index else None
        picture = self.picture_after(before)
        return picture and PictureFile(picture.href, picture.width, picture.height, f"Before step {step.index}")

    def _used(self, step: Step) -> Box | None:
        """What a step used, in px of the window before it."""
        action, before = step.action, self._before.get(step.index)
        if action.selector:
            return self._box_at(before, action.selector) if before else None
        if action.x is None or action.y is None:
            return None
        side = 2 * _AROUND_POINT
        return Box(x=action.x - _AROUND_POINT, y=action.y - _AROUND_POINT, width=side, height=side)

    def _what_is_used(self, step: Step, before: MarkedPicture) -> str:
        """What is marked in the picture before a step, or why nothing is."""
        if before.marks:
            return ": what it uses"
        if not step.action.selector or step.action.uses_nothing:
            return ""
        if not self.scenes:
            return ". This older evidence has no places of elements"
        return ". What it uses was outside the window" if self._used(step) else ". What it uses had no place yet"

    def _shown_after(self, path: str) -> Step | None:
        """The first step whose picture is at `path` below the item's folder."""
        if self._evidence is None:
            return None
        session = f"evidence/{self._evidence.trace.policy}/"
        name = path.removeprefix(session)
        return next((step for step in self._steps.values() if step.screenshot == name), None) if name != path else None

    def _box_at(self, step: Step, selector: str) -> Box | None:
        """Where the element is in the picture after `step`, in px of the window."""
        scene = self.scenes.get(step.index)
        if scene is None or not selector:
            return None
        found = scene.boxes.get(selector)
        box = Box(x=found[0], y=found[1], width=found[2], height=found[3]) if found else _search(step, selector)
        return box and Box(x=box.x - scene.left, y=box.y - scene.top, width=box.width, height=box.height)

    def _box_at_rest(self, path: str, selector: str, picture: PictureFile) -> Box | None:
        """Where the element is in a picture of the page at rest."""
        if self._evidence is None or not selector or not path.startswith("evidence/static/"):
            return None
        seen, name = self._evidence.perception, path.rpartition("/")[2].partition(".")[0]
        for one in seen.views:
            buried = one.layout.buried_view
            if buried and path == f"evidence/{buried.screenshot}":
                box = _search(one, selector)
                return box and Box(x=box.x, y=box.y - buried.top, width=box.width, height=box.height)
        view = next((one for one in seen.views if one.viewport.name == name), None)
        box = _search(view, selector) if view else None
        if not box and name in ("desktop", "viewport"):
            rest = (one for one in (seen.inventory, *seen.axe, *seen.views) if one)
            box = next((found for found in (_search(one, selector) for one in rest) if found), None)
        scale = picture.width / view.viewport.width if view else 1.0
        return box and Box(x=box.x * scale, y=box.y * scale, width=box.width * scale, height=box.height * scale)


def _used(box: Box | None) -> list[tuple[MarkKind, Box]]:
    return [("used", box)] if box else []


def find_text(texts: Mapping[str, Box], text: str) -> Box | None:
    """The place of a text: of the element that has it, or of those that have parts of it, as the cells of a row."""
    wanted = text.strip()[:MAX_SCENE_TEXT]
    if not wanted:
        return None
    if exact := texts.get(wanted):
        return exact
    around = [one for one in texts if _has_words(one, wanted)]
    if around:
        return texts[min(around, key=len)]
    parts = sorted((one for one in texts if len(one) >= _LEAST_PART and _has_words(wanted, one)), key=len, reverse=True)
    if not parts:
        return None
    row = texts[parts[0]]
    in_row = [one for one in parts if texts[one].y < row.y + row.height and row.y < texts[one].y + texts[one].height]
    if 2 * sum(map(len, in_row)) < len(wanted):
        return None  # a word of it may be anything
    beside = [texts[one] for one in in_row]
    left, top = min(one.x for one in beside), min(one.y for one in beside)
    right, bottom = max(one.x + one.width for one in beside), max(one.y + one.height for one in beside)
    return Box(x=left, y=top, width=right - left, height=bottom - top)


def _has_words(text: str, part: str) -> bool:
    """Whether `part` is in a text and does not begin or end within a word or a number."""
    return bool(re.search(rf"(?<![^\W_]){re.escape(part)}(?![^\W_])", text)) if part.isascii() else part in text


def _of_element(
    picture: PictureFile, box: Box | None, finding: Finding, when: str, changed: Sequence[Box] = ()
) -> MarkedPicture:
    """The picture with the text or element marked; with what changed in its place if it is not in the picture."""
    found = marked(picture, [("faulty", box)] if box else [], when)
    told = ""
    if not found.marks and box:
        told = f"the {'text' if finding.text else 'element'} is outside of the picture"
    elif not found.marks and finding.selector and not finding.text:
        told = "the evidence has no place of the element here"
    if not found.marks and changed:
        found = marked(picture, [("changed", region) for region in changed], when)
        told = ", ".join(part for part in (told, "what changed is dashed") if part)
    return MarkedPicture(picture, found.marks, ": ".join(part for part in (when, told) if part))


def marked(picture: PictureFile, boxes: Sequence[tuple[MarkKind, Box]], caption: str) -> MarkedPicture:
    """The picture with the parts of the boxes, in its pixels, that lie in it."""
    return MarkedPicture(picture, tuple(_marks(picture, boxes)), caption)


def _marks(picture: PictureFile, boxes: Sequence[tuple[MarkKind, Box]]) -> Iterator[Mark]:
    for kind, box in boxes:
        left, top = max(0.0, box.x), max(0.0, box.y)
        right, bottom = min(picture.width, box.x + box.width), min(picture.height, box.y + box.height)
        if right - left >= 1 and bottom - top >= 1:
            across = (left, right - left)
            x, width = (f"{100 * value / picture.width:.2f}" for value in across)
            y, height = (f"{100 * value / picture.height:.2f}" for value in (top, bottom - top))
            yield Mark(kind, x, y, width, height)


def _search(model: object, selector: str) -> Box | None:
    """The box of the first part of a model that has this selector and a box."""
    if isinstance(model, BaseModel):
        if getattr(model, "selector", None) == selector and isinstance(box := getattr(model, "box", None), Box):
            return box
        parts = [getattr(model, name) for name in type(model).model_fields]
    elif isinstance(model, tuple) and model and not isinstance(model[0], str):
        parts = list(model)
    elif isinstance(model, dict):
        parts = list(model.values())
    else:
        return None
    return next((box for box in (_search(part, selector) for part in parts) if box), None)


def read_scenes(files: ItemFiles, evidence: Evidence | None, problems: list[str]) -> dict[int, Scene]:
    """The scenes of the exploration by step; empty for older evidence. Unreadable files are added to `problems`."""
    name = f"evidence/{evidence.trace.policy}/{SCENES_FILE}" if evidence else ""
    path = files.find(name) if name else None
    if path is None:
        return {}
    try:
        lines = read_plain(path, _MAX_SCENES_BYTES).splitlines()
        scenes = [Scene.model_validate_json(line) for line in lines]
    except (RecordingError, ValidationError):
        problems.append(f"{name} cannot be read, so elements are not marked and the page’s text is not shown")
        return {}
    return {scene.step: scene for scene in scenes}
