"""`Reference`: the pictures and elements of a case, as a judge reads them from the evidence."""

import io
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image, UnidentifiedImageError
from pydantic import ValidationError

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.dataset.attachment import Attachment
from pytest_cookie.protocols.interaction2code.attempt import REFERENCE
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.metrics.changed_part import Picture
from pytest_cookie.protocols.interaction2code.page.element import PageElement
from pytest_cookie.protocols.interaction2code.page.reference_elements import ReferenceElements
from pytest_cookie.records.plain_tree import read_plain

ELEMENTS_FILE = "elements.json"
MAX_PIXELS = 40_000_000


def read_picture(data: bytes | Path) -> Picture:
    """A picture as RGB; transparent parts are white. Raises `ValueError`."""
    try:
        with Image.open(io.BytesIO(data) if isinstance(data, bytes) else data) as image:
            if image.width * image.height > MAX_PIXELS:
                raise ValueError(f"the picture has {image.width} × {image.height} pixels, which is too many")
            whole = image.convert("RGBA")
        flat = Image.alpha_composite(Image.new("RGBA", whole.size, "white"), whole)
        return np.asarray(flat.convert("RGB"), dtype=np.uint8)
    except (OSError, SyntaxError, UnidentifiedImageError, Image.DecompressionBombError) as error:  # PNG: SyntaxError
        raise ValueError(f"a picture cannot be read: {error}") from error


def marked_name(number: int, moment: Literal["before", "after"], marked: Attachment) -> str:
    """The path of a copied picture with a mark of interaction `number`, relative to the evidence folder."""
    return f"{REFERENCE}/marked-{number}-{moment}{Path(marked.file).suffix.lower()}"


def picture_name(fields: InteractionFields, screen: str) -> str:
    """The path of a copied reference picture, relative to the evidence folder."""
    return f"{REFERENCE}/{screen}{Path(fields.screen(screen).picture.file).suffix.lower()}"


@dataclass(frozen=True)
class Reference:
    """The case's data about its page, from the folder `reference/` of the evidence."""

    fields: InteractionFields
    folder: Path
    """The evidence folder."""
    elements: ReferenceElements | None

    @classmethod
    def read(cls, fields: InteractionFields, folder: Path) -> "Reference":
        """Read the elements. Raises `ValueError`."""
        file = folder / REFERENCE / ELEMENTS_FILE
        if fields.elements is None:
            return cls(fields, folder, None)
        try:
            return cls(fields, folder, ReferenceElements.model_validate_json(read_plain(file)))
        except (RecordingError, ValidationError) as error:
            raise ValueError(f"the elements of the reference cannot be read: {error}") from error

    def picture(self, screen: str) -> Picture:
        """The picture of a screen. Raises `ValueError`."""
        return read_picture(self.folder / picture_name(self.fields, screen))

    def elements_of(self, screen: str) -> tuple[PageElement, ...] | None:
        """The elements of a screen, None if they are unknown."""
        return self.elements.of(screen) if self.elements else None

    def target(self, number: int) -> PageElement | None:
        """The element of an interaction, None if it is unknown."""
        edge = self.fields.interaction(number)
        listed = self.elements_of(edge.source) or ()
        return next((one for one in listed if one.key == edge.element), None)
