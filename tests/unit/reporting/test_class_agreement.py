"""Agreement of sources on classes: by hand, and as text."""

import pytest

from pytest_cookie.core.record import Record
from pytest_cookie.core.verdict import Classification
from pytest_cookie.reporting.class_agreement import class_agreements, class_lines, class_rows
from tests.synthetic_run import HOSTILE, make_record

TABLE = (("SV", "SV"), ("II", "II"), ("II", "SV"), ("HD", "MMD"))


def record(**by: str) -> Record:
    return make_record("moth-and-lanterns", "one", classifications=(Classification(name="interactivity class", by=by),))


RECORDS = [record(measured=one, model=other) for one, other in TABLE]


def test_agreement_worked_by_hand() -> None:
    # 2 of 4 equal; by chance SV 1/4 · 2/4 + II 2/4 · 1/4 = 1/4: κ = (1/2 − 1/4) / (1 − 1/4)
    (found,) = class_agreements(RECORDS)
    assert (found.name, found.first, found.second, found.items) == ("interactivity class", "measured", "model", 4)
    assert (found.same, found.kappa) == (0.5, pytest.approx(1 / 3))


def test_every_two_sources_over_what_both_classified() -> None:
    found = class_agreements([*RECORDS, record(case="SV", measured="SV"), record(case="II")])
    assert [(one.first, one.second, one.items) for one in found] == [
        ("measured", "model", 4), ("measured", "case", 1),
    ]  # fmt: skip
    assert found[1].kappa is None
    assert class_agreements([make_record("moth-and-lanterns", "one")]) == ()


def test_as_text() -> None:
    found = class_agreements([*RECORDS, record(case="SV", measured="SV")])
    assert class_rows(found)[0] == ("interactivity class", "measured and model", "4", "50 %", "0.33")
    lines = class_lines(found, 100)
    assert lines[0] == "interactivity class, measured and model: 50 % of 4 items alike, κ 0.33"
    assert lines[1].endswith("100 % of 1 item alike, κ –")
    assert all(line.isprintable() for line in class_lines(class_agreements([record(**{HOSTILE: "SV", "b": "II"})]), 60))
