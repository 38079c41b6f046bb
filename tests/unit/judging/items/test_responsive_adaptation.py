"""Known-good and known-bad evidence for item 6, responsive adaptation."""

import pytest

from pytest_cookie.core.perception import BuriedText, CutOff, CutOffElement
from pytest_cookie.judging.rubric.items.responsive_adaptation import measure_responsive_adaptation
from tests.unit.judging.evidence_builders import element, layout, styling, subject, views


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


def test_padding_beyond_the_window_is_minor_whatever_its_width(subtests):
    rows = ((19, 3, "minor", 0.93), (300, 0, "minor", 0.93), (300, 120, "major", 0.45), (19, None, "major", 0.89))
    for overflow, beyond, severity, score in rows:
        with subtests.test(overflow=overflow, beyond=beyond):
            at_phone = layout(overflow_px=overflow, content_beyond_px=beyond)
            measured = measure_responsive_adaptation(subject(views=views(mobile=at_phone)))
            (found,) = measured.defects
            assert found.severity == severity
            assert f"by {overflow} px" in found.title
            assert measured.score == pytest.approx(score, abs=0.01)
            assert ("px too wide, all empty" in measured.reason) == (severity == "minor")


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


def cut_off(*, controls: int = 0, of: int = 40, letters: int = 0, hidden: float = 1.0) -> dict:
    elements = [
        CutOffElement(selector=f"#s{i}", text=f"Step {i}", detail="#panel", control=True, hidden=hidden)
        for i in range(controls)
    ]
    elements += [CutOffElement(selector="#t", text="The end", detail="#panel", letters=letters)] if letters else []
    counts = {"controls": of, "cut_controls": controls, "letters": 1000, "cut_letters": letters}
    return {"cut_off": CutOff(elements=tuple(elements), **counts)}


def buried(letters: int, *, heading: bool = False, hidden: float = 1.0) -> dict:
    text = BuriedText(selector="h1", text="Welcome", detail="header", letters=letters, heading=heading, hidden=hidden)
    return {"buried_texts": (text,)}


@pytest.mark.parametrize(
    ("at_phone", "kind", "severity", "costs"),
    [
        (cut_off(controls=16), "cut-off-control", "major", 1.0),
        (cut_off(controls=1), "cut-off-control", "major", 0.35),
        (cut_off(controls=2, hidden=0.3), "cut-off-control", "minor", 0.1),
        (cut_off(letters=90), "cut-off-text", "major", 0.35),
        (cut_off(letters=20), "cut-off-text", "minor", 0.1),
        (buried(7, heading=True, hidden=0.5), "text-under-fixed-element", "major", 0.35),
        (buried(30), "text-under-fixed-element", "major", 0.35),
        (buried(30, hidden=0.1), "text-under-fixed-element", "minor", 0.1),
        (buried(7), "text-under-fixed-element", "minor", 0.1),
    ],
)
def test_what_nobody_gets_to_at_a_width_costs(at_phone: dict, kind: str, severity: str, costs: float):
    measured = measure_responsive_adaptation(subject(views=views(mobile=layout(**at_phone))))
    (defect,) = measured.defects
    assert (defect.kind, defect.severity, defect.evidence) == (kind, severity, "static/mobile.png")
    assert "375 px" in defect.title
    assert measured.score == pytest.approx((1 - costs + (3 - costs) / 3) / 2, abs=1e-3)


def test_controls_that_are_cut_off_at_several_widths_are_told_once():
    phone, tablet = layout(**cut_off(controls=3)), layout(**cut_off(controls=1))
    measured = measure_responsive_adaptation(subject(views=views(mobile=phone, tablet=tablet)))
    (told,) = [one for one in measured.defects if one.kind == "cut-off-control"]
    assert told.title.endswith("at 375 px")
    assert told.why.endswith("It is so at 768 px, too.")
    only = measure_responsive_adaptation(subject(views=views(mobile=phone)))
    assert measured.score < only.score


@pytest.mark.parametrize("at_phone", [{}, cut_off(of=40), cut_off(letters=5), {"buried_texts": ()}])
def test_what_everybody_gets_to_costs_nothing(at_phone: dict):
    measured = measure_responsive_adaptation(subject(views=views(mobile=layout(**at_phone))))
    assert (measured.score, measured.defects) == (1, ())


def test_a_desktop_that_hides_more_than_a_phone_costs_too():
    at_desktop = measure_responsive_adaptation(subject(views=views(desktop=layout(**cut_off(controls=3)))))
    assert [(defect.kind, defect.evidence) for defect in at_desktop.defects] == [
        ("cut-off-control", "static/desktop.png")
    ]


@pytest.mark.parametrize(("desktop", "phone", "severity"), [(900, 200, "major"), (108, 35, "minor"), (900, 500, None)])
def test_a_text_that_a_phone_does_not_show_is_graver_than_labels(desktop: int, phone: int, severity: str | None):
    wide, tablet, narrow = views(text_length=desktop)
    narrow = narrow.model_copy(update={"text_length": phone})
    defects = measure_responsive_adaptation(subject(views=(wide, tablet, narrow))).defects
    assert next((defect.severity for defect in defects), None) == severity
