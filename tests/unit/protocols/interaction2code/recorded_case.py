"""A case with attachments, and evidence of a rebuilt page, as files: no browser."""

import io
from pathlib import Path

import numpy as np
from PIL import Image

from pytest_cookie.core.case import Case
from pytest_cookie.core.evidence import Evidence, SessionEvidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.trace import Trace
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.attempt import INTERACTIONS, Attempt
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.explorer import copy_reference
from pytest_cookie.protocols.interaction2code.page.reference_elements import ReferenceElements
from tests.unit.protocols.interaction2code.page_builder import SIZE, changed, page

AFTER = page(amount=changed("amount", text="2 tickets"), price=changed("price", text="24 euro"))
YAML = """
- id: ferry
  leaf: event
  language: en
  brief: Rebuild the page of the ferry.
  window: [1000, 600]
  screens: [{id: "0", picture: ferry/0.png}, {id: "1", picture: ferry/1.png}]
  interactions:
    - {source: "0", target: "1", description: One more ticket is counted., element: 2, element_box: [40, 100, 120, 30]}
  elements: ferry/elements.json
"""


def draw(elements) -> bytes:
    """A picture of boxes, one for each element, coloured by its text."""
    picture = np.full((SIZE[1], SIZE[0], 3), 255, dtype=np.uint8)
    for element in elements:
        left, top, width, height = element.box
        picture[top : top + height, left : left + width] = (
            len(element.text) * 9 % 200,
            sum(map(ord, element.text)) % 200,
            90,
        )
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, "PNG")
    return stream.getvalue()


def write_case(folder: Path, text: str = YAML) -> Case:
    (folder / "ferry").mkdir(parents=True, exist_ok=True)
    (folder / "ferry/0.png").write_bytes(draw(page()))
    (folder / "ferry/1.png").write_bytes(draw(AFTER))
    packed = ReferenceElements.pack("0", {"0": page(), "1": AFTER})
    (folder / "ferry/elements.json").write_text(packed.model_dump_json(exclude_defaults=True))
    return read_case(folder, text)


def read_case(folder: Path, text: str = YAML) -> Case:
    (folder / "cases.yaml").write_text(text)
    (case,) = load_cases(folder / "cases.yaml", extra=InteractionFields)
    return case


def write_evidence(case: Case, folder: Path, attempt: Attempt) -> Evidence:
    copy_reference(case, InteractionFields.model_validate(case.fields), folder)
    (folder / INTERACTIONS).mkdir(parents=True, exist_ok=True)
    names = {"before": attempt.elements_before, "after": attempt.elements_after}
    for name, elements in names.items():
        (folder / INTERACTIONS / f"1-{name}.png").write_bytes(draw(elements))
    stored = attempt.model_copy(update={name: f"{INTERACTIONS}/1-{name}.png" for name in names})
    (folder / INTERACTIONS / "1.json").write_text(stored.model_dump_json(exclude_defaults=True))
    return Evidence(
        artifact_digest="a", explorer="interactions", browser="", sessions=(SessionEvidence(name=INTERACTIONS),),
        perception=StaticPerception(loaded=True), trace=Trace(policy=INTERACTIONS),
    )  # fmt: skip
