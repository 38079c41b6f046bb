"""Known-good and known-bad evidence for item 1, code renders."""

import pytest

from pytest_cookie.judging.rubric.items.code_renders import measure_code_renders
from tests.unit.judging.evidence_builders import OWN, request, subject


def test_missing_own_parts_are_a_defect_and_foreign_or_refused_ones_are_not():
    bad = measure_code_renders(
        subject(failed_requests=(request(f"{OWN}/app.js"), request(f"{OWN}/style.css", "stylesheet")))
    )
    assert bad.score == pytest.approx(0.65)
    assert "/app.js" in bad.defects[0].title
    harmless = (request("https://cdn.example/x.js", blocked=True), request(f"{OWN}/favicon.ico", "image"))
    assert measure_code_renders(subject(failed_requests=harmless)).score == 1
