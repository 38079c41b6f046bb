"""The entries of a form that should be refused, each a `Variant` of its valid ones."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as field_

from pytest_cookie.core.action import Action, Type
from pytest_cookie.core.page import Control
from pytest_cookie.exploration.crawler.test_data import Meaning, classify_field
from pytest_cookie.exploration.label_words import means
from pytest_cookie.exploration.page_facts import read_page_facts
from pytest_cookie.protocols.webtestbench.checklist.rules import Probe
from pytest_cookie.protocols.webtestbench.probing.fresh_page import FreshPage
from pytest_cookie.protocols.webtestbench.probing.paths import SentForm

_PAST, _NEGATIVE, _WRONG_EMAIL, _WRONG_PHONE = "2020", "-3", "anna.miller.example.org", "not a number"
OTHER_PASSWORD = "Poppy-Garden-17"
_FUTURE = "2099"
_LATER, _EARLIER = "2032", "2031"
"""Years of a start and of an end before it, both to come, so that only their order is wrong."""
_OPTIONAL = re.compile(r"optional|facultati|opcional|freiwillig|可选|选填|任意|선택", re.IGNORECASE)
"""How a field says that it may be left empty."""
DATED_TYPES = ("date", "datetime-local")


@dataclass(frozen=True)
class Variant:
    """A form's entries with some changed, by their place among the form's actions. `sent` is how often it is sent.

    `instead` has other presses in place of one. `label` is what a person calls the field, `field` its name.
    """

    probe: Probe
    changed: Mapping[int, str]
    field: str = ""
    label: str = ""
    instead: Mapping[int, Action] = field_(default_factory=dict)
    value: str = ""
    sent: int = 1
    is_empty: bool = False


@dataclass(frozen=True)
class Typed:
    """A typed entry, by its place among the form's actions, with its field and what the field is for."""

    number: int
    action: Action
    control: Control
    meaning: Meaning
    label: str


VALID = Variant("", {})
"""The valid entries themselves."""


def find_typed(page: FreshPage, form: SentForm) -> list[Typed]:
    """The typed entries of a form that is on the page, with their fields."""
    page.look()
    facts = read_page_facts(page.session, page.now.inventory.controls)
    typed: list[Typed] = []
    for number, action in enumerate(form.entries):
        control = page.find(action) if isinstance(action, Type) else None
        if control is not None:
            detail = facts.of(control)
            label = control.name or detail.label or detail.placeholder
            typed.append(Typed(number, action, control, classify_field(control, detail), label))
    return typed


def find_variants(typed: Sequence[Typed]) -> Iterator[Variant]:
    """The probes that the fields of a form allow, those that are most often broken first."""
    dated = [one for one in typed if one.control.input_type in DATED_TYPES and one.meaning != "birth"]
    yield from _date_variants(dated)
    secret = [one for one in typed if one.meaning == "password"]
    if len(secret) == 2:
        second = secret[1]
        yield Variant("other-password", {second.number: OTHER_PASSWORD}, second.control.name, value=OTHER_PASSWORD)
    for one in typed:
        yield from _value_variants(one)
    written = [one for one in typed if one.meaning != "search"]
    texts = [one.control for one in written]
    if not any(control.value for control in texts) and any(not _OPTIONAL.search(_all_names(one)) for one in written):
        yield Variant("empty-form", {}, is_empty=True)
    if texts and not any(_is_edited(one) for one in typed):
        yield Variant("same-entry", {}, sent=2)


def _all_names(one: Typed) -> str:
    return f"{one.label} {one.control.name}"


def _is_edited(one: Typed) -> bool:
    """Whether the field had a text before: an entry is edited, and may be saved twice."""
    return bool(one.control.value) and one.meaning in ("text", "title", "name", "message")


def _date_variants(dated: Sequence[Typed]) -> Iterator[Variant]:
    if dated:
        value = _PAST + dated[0].action.value[4:]
        yield Variant("past-date", {dated[0].number: value}, dated[0].control.name, dated[0].label, value=value)
        value = _FUTURE + dated[0].action.value[4:]
        yield Variant("future-date", {dated[0].number: value}, dated[0].control.name, dated[0].label, value=value)
    if len(dated) > 1:
        first, second = dated[:2]
        changed = {first.number: _LATER + first.action.value[4:], second.number: _EARLIER + second.action.value[4:]}
        value = changed[second.number]
        yield Variant("end-before-start", changed, second.control.name, second.label, value=value)


def _value_variants(one: Typed) -> Iterator[Variant]:
    wrong: dict[Probe, str] = {}
    is_number = one.control.input_type == "number" or means(one.control.name, "quantity")
    if one.meaning in ("number", "amount", "age") and is_number:
        wrong["negative-number"] = _NEGATIVE
    if one.meaning == "email":
        wrong["wrong-email"] = _WRONG_EMAIL
    if one.meaning == "phone":
        wrong["wrong-phone"] = _WRONG_PHONE
    for probe, value in wrong.items():
        yield Variant(probe, {one.number: value}, one.control.name, one.label, value=value)
