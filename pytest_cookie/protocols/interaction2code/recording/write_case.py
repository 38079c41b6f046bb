"""`write_case`: a recording as a case file with its pictures."""

import io
from collections.abc import Sequence
from pathlib import Path

import yaml
from PIL import Image

from pytest_cookie.protocols.interaction2code.case_fields import MAX_INTERACTIONS
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture
from pytest_cookie.protocols.interaction2code.page.reference_elements import ReferenceElements
from pytest_cookie.protocols.interaction2code.recording.categorize import categorize
from pytest_cookie.protocols.interaction2code.recording.record_page import Recorded, Recording
from pytest_cookie.records.files import write_bytes

PROPOSED = 4
"""Most interactions that are proposed (Interaction2Code, section 4.1)."""
_MIN_SALIENCY = 0.001


def propose(recording: Recording, most: int = PROPOSED) -> tuple[Recorded, ...]:
    """The interactions that change most, in order of the page; of several with the same effect, the first."""
    distinct: dict[bytes, Recorded] = {}
    for one in recording.interactions:
        own = [effect for effect in one.effects if effect.element.key != one.target.key]
        if one.saliency() >= _MIN_SALIENCY and (own or any(effect.kind == "text" for effect in one.effects)):
            distinct.setdefault(one.after.tobytes(), one)
    best = sorted(distinct.values(), key=lambda one: -one.weight)[:most]
    return tuple(interaction for interaction in recording.interactions if any(interaction is each for each in best))


def describe_case(
    recording: Recording, chosen: Sequence[Recorded], name: str, window: tuple[int, int]
) -> dict[str, object]:
    """The protocol's fields of the case `name`, for YAML."""
    if not 1 <= len(chosen) <= MAX_INTERACTIONS:
        raise ValueError(f"a case has 1 to {MAX_INTERACTIONS} interactions, not {len(chosen)}")
    screens = [{"id": str(number), "picture": f"{name}/{number}.webp"} for number in range(len(chosen) + 1)]
    return {
        "window": list(window),
        "screens": screens,
        "interactions": [_describe(one, number) for number, one in enumerate(chosen, start=1)],
        "elements": f"{name}/elements.json",
    }


def write_attachments(recording: Recording, chosen: Sequence[Recorded], folder: Path) -> None:
    """Write the pictures, as WebP without loss, and the elements. Raises `RecordingError`."""
    pictures = [recording.before, *(interaction.after for interaction in chosen)]
    for number, picture in enumerate(pictures):
        write_bytes(folder / f"{number}.webp", _encode(picture), durable=False)
    screens = {"0": recording.elements} | {str(number): one.elements for number, one in enumerate(chosen, start=1)}
    packed = ReferenceElements.pack("0", screens).model_dump_json(exclude_defaults=True)
    write_bytes(folder / "elements.json", packed.encode(), durable=False)


def write_case_file(fields: dict[str, object], name: str, title: str, path: Path) -> None:
    """Write a case file with the fields that a person completes. Raises `RecordingError`."""
    case = {
        "id": name,
        "leaf": "corporate-site",
        "language": "en",
        "source": "recorded with pytest-cookie",
        "brief": f"Rebuild the page “{title or name}” from its pictures, with its interactions.",
        **fields,
    }
    text = yaml.safe_dump({"cases": [case]}, allow_unicode=True, sort_keys=False, width=120)
    write_bytes(path, text.encode(), durable=False)


def _describe(one: Recorded, number: int) -> dict[str, object]:
    tags, visual = categorize(one.target, one.effects)
    found: dict[str, object] = {"source": "0", "target": str(number), "action": one.candidate.action}
    if one.candidate.value:
        found["value"] = one.candidate.value
    name = one.target.label or one.target.text or one.target.tag
    found |= {"description": one.candidate.description or f"{one.candidate.action} “{name}”"}
    return found | {
        "tags": list(tags), "visual": list(visual), "element": one.target.key, "element_box": list(one.target.box)
    }  # fmt: skip


def _encode(picture: Picture) -> bytes:
    stream = io.BytesIO()
    Image.fromarray(picture).save(stream, "WEBP", lossless=True, method=6, quality=100)
    return stream.getvalue()
