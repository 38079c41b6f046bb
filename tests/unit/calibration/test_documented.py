"""The pages about calibration name every kind of defect, every option and every field."""

import argparse
import re
from pathlib import Path

from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.calibration.options import add_options
from pytest_cookie.stats.calibration import Calibration, Terms

_DOCS = Path(__file__).parents[3] / "docs"
_TEXT = (_DOCS / "how-to/calibrate-a-judge.md").read_text(encoding="utf-8")
_RESULTS = (_DOCS / "explanation/calibration.md").read_text(encoding="utf-8")


def test_every_kind_of_defect_is_listed_as_it_is(subtests):
    for operator in MUTATION_OPERATORS:
        with subtests.test(operator.id):
            dimension = operator.dimension[0].upper()
            items = ", ".join(operator.items)
            row = f"| `{operator.id}` | {operator.title} | {dimension} | {operator.severity} | {items} |"
            assert row in _RESULTS


def test_no_other_is_listed():
    listed = re.findall(r"^\| `([\w-]+)` \| [^|]+ \| [FA] \|", _RESULTS, re.MULTILINE)
    assert listed == [operator.id for operator in MUTATION_OPERATORS]


def test_every_option_is_explained():
    parser = argparse.ArgumentParser(add_help=False)
    add_options(parser)
    options = re.findall(r"--[a-z][a-z-]+", parser.format_help())
    assert {option for option in options if f"`{option}" not in _TEXT} == set()


def test_every_field_is_explained(subtests):
    for name in (*Calibration.model_fields, *Terms.model_fields):
        with subtests.test(repr(name)):
            assert name in {"schema_version"} or f"`{name}`" in _TEXT
