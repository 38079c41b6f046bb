"""Reads `guide.yaml`: what each rubric item measures and how, for `docs/reference/rubric/`."""

from functools import cache
from importlib import resources

from pydantic import TypeAdapter

from pytest_cookie.core.data_file import parse_data
from pytest_cookie.core.frozen_model import FrozenModel


class ItemGuide(FrozenModel):
    """Explanations of one item. `{NAME}` in a sentence is a constant of the item's code.

    `grades` has the condition for full marks of each graded measure.
    """

    measures: tuple[str, ...]
    scoring: tuple[str, ...]
    grades: dict[str, str] = {}
    excluded_when: tuple[str, ...]
    unmeasured_when: tuple[str, ...]
    blind_to: tuple[str, ...]
    false_alarms: tuple[str, ...]


_GUIDES = TypeAdapter(dict[str, ItemGuide])


@cache
def rubric_guide() -> dict[str, ItemGuide]:
    """The guide of every item, by its id."""
    text = (resources.files("pytest_cookie.judging.rubric") / "guide.yaml").read_text(encoding="utf-8")
    return _GUIDES.validate_python(parse_data(text))
