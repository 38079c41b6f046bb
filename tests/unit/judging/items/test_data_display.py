"""Known-good and known-bad evidence for item 4, data display."""

import pytest

from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.items.data_display import measure_data_display
from tests.unit.judging.evidence_builders import (
    ANSWER,
    TEXT,
    case,
    element,
    inventory,
    layout,
    medium,
    step,
    subject,
    trace,
    uses,
    views,
)  # fmt: skip

BAD_DATA = [
    "Total: NaN",
    "NaN Gramm",
    "undefined",
    "Infinity%",
    "Preis: null",
    "[object Object]",
    "Invalid Date",
    "Hello {{ name }}",
    "Hi ${user.name}",
    "Lorem ipsum dolor",
    "caf\ufffd",
    "MÃ¼nchen",
    "itâ€™s",
    "Exported 9 stations of the last seven days to the file stations-7-days-undefined.csv",
    "report_NaN.pdf",
    "é\x9d’å±¿",
]


def test_marks_of_bad_data_are_found_at_load_and_in_use(subtests):
    for line in BAD_DATA:
        with subtests.test(line=line):
            at_load = measure_data_display(subject(inventory=inventory(f"{TEXT}\n{line}")))
            in_use = measure_data_display(subject(trace=uses(Change(seen=True, appeared_text=(line,)), ANSWER, ANSWER)))
            assert len(at_load.defects) == len(in_use.defects) == 1
            assert at_load.score == in_use.score < 1
            assert in_use.defects[0].step == 0


ORDINARY_LINES = [
    "The nullable field is undefinedly long",
    "A null result is a result",
    "Infinity pool",
    "What the standard calls undefined-behaviour is not for a program to rely on, and it does not end there",
    "A non-null-terminated string",
    "We explain why 0/0 gives NaN in most programming languages that people use",
    "Müller, Århus, Ångström, façade",
    "Price: $5",
    "São Paulo",
    "Curaçao « naïve »",
    "On l’appelait “le blasé…”",
]


def test_ordinary_words_are_no_marks(subtests):
    for line in ORDINARY_LINES:
        with subtests.test(line=line):
            assert measure_data_display(subject(inventory=inventory(f"{TEXT}\n{line}"))).defects == ()


def test_a_file_is_saved_under_a_name_with_a_missing_value():
    saved, fine = (Change(seen=True, downloads=(f"rides-{of}.csv",)) for of in ("undefined", "september"))
    told = measure_data_display(subject(trace=uses(saved, ANSWER, ANSWER)))
    assert [defect.title for defect in told.defects] == ["A name contains a missing value: “rides-undefined.csv”"]
    assert "after a click on “Button 0”" in told.defects[0].why
    assert measure_data_display(subject(trace=uses(fine, ANSWER, ANSWER))).defects == ()


def test_code_is_the_subject_of_some_leaves():
    page = inventory(f"{TEXT}\nundefined\n{{{{name}}}}")
    assert measure_data_display(subject(of=case("validator"), inventory=page)).defects == ()


def test_what_was_typed_is_not_the_pages_fault():
    echoed = trace(
        step(0, "type", ref="b0", value="{{x}}", change=Change(seen=True, appeared_text=("{{x}} not found",)))
    )
    assert measure_data_display(subject(trace=echoed)).defects == ()


def test_cut_and_covered_text_at_desktop():
    cut = measure_data_display(subject(views=views(desktop=layout(truncated=(element("Rides in Octo"),)))))
    assert cut.score == pytest.approx(0.9)
    covered = measure_data_display(subject(views=views(desktop=layout(overlapping=(element("Score"),)))))
    assert covered.score == pytest.approx(0.65)
    assert covered.defects[0].evidence == "static/desktop.png"


def test_a_broken_picture_counts_once_whatever_the_leaf():
    broken = medium(loaded=False)
    page = inventory(media=(broken,))
    assert len(measure_data_display(subject(inventory=page)).defects) == 1
    assert measure_data_display(subject(of=case("portfolio"), inventory=page)).defects == ()
