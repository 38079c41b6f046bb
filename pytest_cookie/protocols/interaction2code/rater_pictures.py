"""`show_interactions`: the original and the rebuilt page side by side, for people who rate interactions."""

from collections.abc import Iterator

from pytest_cookie.core.verdict import Figure, ShownPicture
from pytest_cookie.protocols.interaction2code.attempt import INTERACTIONS
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields
from pytest_cookie.protocols.interaction2code.perform import picture_names
from pytest_cookie.protocols.interaction2code.reference import picture_name
from pytest_cookie.records.item import ItemFolder

_MAX_TEXT = 400


def show_interactions(item: ItemFolder) -> Iterator[Figure]:
    """A figure for each interaction: original and rebuilt page before it, and below after it.

    Raises `RecordingError` and `ValueError` without a readable case.
    """
    fields = InteractionFields.model_validate(item.read_case().fields)
    for number, edge in enumerate(fields.interactions, start=1):
        own = [f"{INTERACTIONS}/{name}" for name in picture_names(number)]
        pictures = []
        for moment, screen, rebuilt in zip(("before", "after"), (edge.source, edge.target), own, strict=True):
            pictures.append(ShownPicture(file=picture_name(fields, screen), caption=f"Original, {moment}"))
            pictures.append(ShownPicture(file=rebuilt, caption=f"Rebuilt page, {moment}"))
        what = f": {edge.description[:_MAX_TEXT]}" if edge.description else ""
        yield Figure(title=f"Interaction {number}{what}", columns=2, pictures=tuple(pictures))
