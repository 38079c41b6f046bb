"""Pictures before, during and after the use of a page, chosen from the evidence.

The evidence has a picture after every step of a deterministic exploration in page time, so the stages cost no further
browser session.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Literal

from pytest_cookie.core.action import Look
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.trace import Step
from pytest_cookie.judging.evidence_pictures import EvidencePictures
from pytest_cookie.judging.model.pictures import make_picture
from pytest_cookie.llm.messages.messages import Picture

Stage = Literal["before", "during", "after"]

PICTURE_PX = 1_280
MAX_HEIGHT_PX = 2_560


@dataclass(frozen=True)
class Capture:
    """A picture to show. `path` is relative to `evidence/`; `step` is None for the page as it loaded."""

    stage: Stage
    path: str
    step: int | None = None
    caption: str = ""


def choose_stages(evidence: Evidence, count: int) -> tuple[Capture, ...]:
    """At most `count` pictures: the page as it loaded, effective steps spread over the use, the page at the end.

    Of each part of the use, the step that changed most of the window. Fewer if fewer steps have a picture.
    """
    before = _before(evidence)
    steps = [step for step in evidence.trace.steps if step.screenshot and not isinstance(step.action, Look)]
    if count <= 1 or not steps:
        return before[:count]
    effective = [step for step in steps[:-1] if step.change.seen and step.outcome == "done"]
    during = [_most_changed(part) for part in _parts(effective, count - 2)]
    policy = evidence.trace.policy
    return (
        *before,
        *(
            Capture("during", f"{policy}/{step.screenshot}", step.index, _caption("During use", step))
            for step in during
        ),
        Capture("after", f"{policy}/{steps[-1].screenshot}", steps[-1].index, _caption("After use", steps[-1])),
    )


def load_captures(
    captures: Sequence[Capture], folder: Path, notes: list[str], *, whole: bool = False
) -> tuple[Picture, ...]:
    """The pictures, at most 1,280 px wide and 2,560 px high; `folder` is `evidence/`.

    A longer page is cut at its end. A file that cannot be read is left out, and so is a picture that equals an earlier
    one. `notes` lists both. With `whole`, all readable pictures are kept uncut.
    """
    pictures = EvidencePictures(folder)
    shown: list[Picture] = []
    known: set[str] = set()
    for capture in captures:
        image = pictures.read(capture.path)
        if image is None:
            notes.append(f"the picture {capture.path} cannot be read")
            continue
        digest = hashlib.sha256(image.tobytes()).hexdigest()
        if digest in known and not whole:
            notes.append(f"the picture {capture.path} equals an earlier one")
            continue
        known.add(digest)
        if image.width > PICTURE_PX:
            image = image.resize((PICTURE_PX, max(1, round(image.height * PICTURE_PX / image.width))))
        if image.height > MAX_HEIGHT_PX and not whole:
            notes.append(f"the picture {capture.path} was cut at {MAX_HEIGHT_PX:,} of {image.height:,} px")
            image = image.crop((0, 0, image.width, MAX_HEIGHT_PX))
        shown.append(make_picture(image, capture.caption))
    return tuple(shown)


def _before(evidence: Evidence) -> tuple[Capture, ...]:
    view = evidence.perception.view("desktop")
    if view is None:
        return ()
    return (Capture("before", view.screenshot, None, "Before use: the whole page as it loaded"),)


def _parts(steps: Sequence[Step], count: int) -> list[Sequence[Step]]:
    """The steps in `count` consecutive parts of about equal length, none of them empty."""
    count = min(count, len(steps))
    ends = [round(index * len(steps) / count) for index in range(count + 1)] if count else []
    return [steps[start:end] for start, end in pairwise(ends)]


def _most_changed(steps: Sequence[Step]) -> Step:
    return max(steps, key=lambda step: (step.change.pixels, -step.index))


def _caption(stage: str, step: Step) -> str:
    """Without text of the page: the kind of the action, and when it took place."""
    return f"{stage}: the window after step {step.index} ({step.action.kind}), {step.page_ms / 1000:.1f} s of page time"
