"""Known-good and known-bad evidence for item 6, responsive adaptation."""

import pytest

from pytest_cookie.judging.rubric.items.responsive_adaptation import measure_responsive_adaptation
from tests.unit.judging.evidence_builders import (
    element,
    layout,
    styling,
    subject,
    views,
)  # fmt: skip


def test_overflow_on_a_phone_costs_more_than_half_of_the_item():
    measured = measure_responsive_adaptation(
        subject(views=views(mobile=layout(overflow_px=120, overflowing=(element("Stations", "table"),))))
    )
    at_phone = 0.2 * (1 - (120 / 375 - 0.2) / 0.8)
    assert measured.score == pytest.approx((at_phone + (2 + at_phone) / 3) / 2, abs=1e-3)
    assert measured.defects[0].title == "The page scrolls sideways by 120 px on a phone (375 px wide)"
    assert "“Stations”" in measured.defects[0].why
    assert measured.defects[0].evidence == "static/mobile.png"


@pytest.mark.parametrize(("overflow_px", "at_phone"), [(3.75, 1.0), (75, 0.2), (225, 0.1), (375, 0.0), (900, 0.0)])
def test_a_page_twice_as_much_too_wide_is_worse(overflow_px: float, at_phone: float):
    measured = measure_responsive_adaptation(subject(views=views(mobile=layout(overflow_px=overflow_px))))
    assert measured.score == pytest.approx((at_phone + (2 + at_phone) / 3) / 2, abs=1e-3)


def test_several_widths_are_one_finding():
    both = views(tablet=layout(overflow_px=100), mobile=layout(overflow_px=300))
    measured = measure_responsive_adaptation(subject(views=both))
    (defect,) = measured.defects
    assert defect.title == "The page scrolls sideways by 300 px on a phone (375 px wide)"
    assert defect.why.endswith("It also scrolls by 100 px at 768 px.")


def test_a_pixel_of_overflow_is_nothing():
    assert measure_responsive_adaptation(subject(views=views(mobile=layout(overflow_px=2)))).score == 1


def test_no_viewport_meta_halves():
    assert measure_responsive_adaptation(subject(styling=styling(viewport_meta=False))).score == pytest.approx(0.5)


def test_text_that_is_cut_at_desktop_too_is_item_4s():
    both = layout(truncated=(element(),))
    assert measure_responsive_adaptation(subject(views=views(desktop=both, mobile=both))).score == 1
    assert measure_responsive_adaptation(subject(views=views(mobile=layout(truncated=(element(),))))).score < 1


def test_widths_that_were_not_recorded_are_unmeasured():
    assert measure_responsive_adaptation(subject(views=views()[:1])).status == "unmeasured"
