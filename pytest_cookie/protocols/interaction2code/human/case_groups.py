"""`read_case_groups`: categories and visual saliency of every interaction of a set of cases."""

from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset.importing.interaction2code import ID_PREFIX
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.case_fields import Interaction, InteractionFields
from pytest_cookie.protocols.interaction2code.categories import saliency_group
from pytest_cookie.protocols.interaction2code.labels import measure_saliency


@dataclass(frozen=True)
class CaseGroups:
    """By page and number of the interaction. A page goes by the id of its case, and by its published number."""

    interactions: dict[tuple[str, int], Interaction]
    saliency: dict[tuple[str, int], str]


def read_case_groups(path: Path) -> CaseGroups:
    """Read cases and pictures. Raises `UsageError`."""
    interactions: dict[tuple[str, int], Interaction] = {}
    saliency: dict[tuple[str, int], str] = {}
    for case in load_cases(path, extra=InteractionFields):
        fields = InteractionFields.model_validate(case.fields)
        names = {case.id, case.id.removeprefix(ID_PREFIX)}
        for number, edge in enumerate(fields.interactions, start=1):
            try:
                group = saliency_group(measure_saliency(case.folder, fields, edge))
            except ValueError as error:
                raise UsageError(f"{case.id} ({case.origin}): {error}") from error
            for name in names:
                interactions[name, number] = edge
                saliency[name, number] = group
    return CaseGroups(interactions, saliency)
