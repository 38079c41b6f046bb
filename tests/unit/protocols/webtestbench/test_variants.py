"""The entries of a form that should be refused."""

import pytest

from pytest_cookie.core.action import Type
from pytest_cookie.exploration.crawler.test_data import Meaning
from pytest_cookie.protocols.webtestbench.probing.variants import Typed, find_variants
from tests.unit.exploration.pages import control


def typed(name: str, meaning: Meaning = "text", value: str = "", **fields) -> Typed:
    made = control(name, "textbox", name, value=value, **fields)
    return Typed(0, Type(target=name, value="2027-03-15"), made, meaning, name)


def test_what_the_fields_of_a_form_allow(subtests: pytest.Subtests):
    day = typed("Day", "date", input_type="date")
    for what, fields, probes in (
        ("a text", [typed("Glaze")], ["empty-form", "same-entry"]),
        ("an entry that is edited", [typed("Glaze", "title", "Celadon")], []),
        ("a number that is given", [typed("Glaze"), typed("Pots", "number", "1")], ["same-entry"]),
        ("a field that may be empty", [typed("Reason (optional)")], ["same-entry"]),
        ("one that may and one that may not", [typed("Glaze"), typed("说明（可选）")], ["empty-form", "same-entry"]),
        ("a day", [day], ["past-date", "future-date", "empty-form", "same-entry"]),
        ("a search", [typed("Find", "search")], []),
    ):
        with subtests.test(what):
            assert [variant.probe for variant in find_variants(fields)] == probes
