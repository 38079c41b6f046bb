"""`label_case`: categories and visual saliency of every interaction of a case."""

from pathlib import Path

from pytest_cookie.core.case import Case
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.slices import CaseLabels, read_labels
from pytest_cookie.protocols.interaction2code.case_fields import Interaction, InteractionFields
from pytest_cookie.protocols.interaction2code.categories import saliency_group
from pytest_cookie.protocols.interaction2code.metrics.changed_part import find_changed_part
from pytest_cookie.protocols.interaction2code.reference import read_picture
from pytest_cookie.protocols.interaction2code.scores import SALIENCY, SLICES


def label_case(case: Case) -> CaseLabels:
    """The labels of a case and its interactions; without saliency where a picture cannot be read."""
    found = read_labels(case.fields, SLICES)
    try:
        saliency = _saliency_of(case.digest, case.folder, InteractionFields.model_validate(case.fields))
    except (UsageError, ValueError):
        return found
    parts = (
        part.model_copy(update={"slices": {**part.slices, SALIENCY: (saliency_group(value),)}})
        for part, value in zip(found.parts, saliency, strict=True)
    )
    return CaseLabels(found.slices, tuple(parts))


_cached: dict[str, tuple[float, ...]] = {}


def _saliency_of(digest: str, folder: Path | None, fields: InteractionFields) -> tuple[float, ...]:
    """The repeats and models of a case share their measurement: decoding the pictures takes up to a second."""
    if digest not in _cached:
        _cached[digest] = tuple(measure_saliency(folder, fields, edge) for edge in fields.interactions)
    return _cached[digest]


def measure_saliency(folder: Path | None, fields: InteractionFields, edge: Interaction) -> float:
    """Share of the page that an interaction changes (Interaction2Code, equation 4).

    `folder` is that of the case file. Raises `UsageError` for a picture that is missing, `ValueError` for a broken one.
    """
    before, after = (read_picture(fields.screen(name).picture.read(folder)) for name in (edge.source, edge.target))
    part = find_changed_part(before, after)
    box = (part.after or part.before) if part else None
    return float(box.width * box.height / (after.shape[0] * after.shape[1])) if box else 0.0
