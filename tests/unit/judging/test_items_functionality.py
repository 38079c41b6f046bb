"""Known-good and known-bad evidence for items 1, 2, 4, 5, 6 and 16 of the rubric."""

import pytest

from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.page import Box, Media, PageError
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.rubric.context import RubricContext
from pytest_cookie.judging.rubric.items.content import audio_and_video
from pytest_cookie.judging.rubric.items.display import data_display
from pytest_cookie.judging.rubric.items.functionality import code_renders, no_console_errors
from pytest_cookie.judging.rubric.items.intent import intent_alignment
from pytest_cookie.judging.rubric.items.responsive import responsive_adaptation
from tests.unit.judging.evidence_builders import (
    ANSWER,
    OWN,
    TEXT,
    case,
    element,
    evidence,
    inventory,
    layout,
    message,
    request,
    step,
    styling,
    subject,
    trace,
    uses,
    views,
)  # fmt: skip

# --- 1


def test_missing_own_parts_are_a_defect_and_foreign_or_refused_ones_are_not():
    bad = code_renders(subject(failed_requests=(request(f"{OWN}/app.js"), request(f"{OWN}/style.css", "stylesheet"))))
    assert bad.score == pytest.approx(0.65)
    assert "/app.js" in bad.defects[0].title
    harmless = (request("https://cdn.example/x.js", blocked=True), request(f"{OWN}/favicon.ico", "image"))
    assert code_renders(subject(failed_requests=harmless)).score == 1


# --- 2

LANDING = case("product-landing", "页面介绍「青屿」，重量 138 g，续航 30 天，屏幕 1.9 英寸。", language="zh")


def test_literals_of_the_brief_are_looked_for():
    full = intent_alignment(subject(of=LANDING, inventory=inventory("青屿 重量138g 续航 30 天 屏幕 1.9英寸")))
    assert full.score == 1
    half = intent_alignment(subject(of=LANDING, inventory=inventory("青屿 重量 138 g")))
    assert half.score == pytest.approx((0.5 - 0.25) / 0.6, abs=1e-3)
    assert "30 天" in half.defects[0].title


def test_what_appears_in_use_is_on_the_page_too():
    used = trace(step(0, ref="b0", change=Change(seen=True, appeared_text=("续航 30 天", "屏幕 1.9 英寸"))))
    assert intent_alignment(subject(of=LANDING, inventory=inventory("青屿 138 g"), trace=used)).score == 1


def test_an_article_after_a_year_is_no_unit():
    french = case(
        "article", "Fondée en 1926 l'usine, en 1930 l’école, en 1950 héberge 3 kg, « Nef » et « Orgue ».", language="fr"
    )
    found = intent_alignment(subject(of=french, inventory=inventory("3 kg Nef Orgue")))
    assert (found.score, found.defects) == (1, ())


@pytest.mark.parametrize("of", [case("dashboard", "“A”, 3 kg, 4 kg, 5 kg"), case("article", "An article on bees.")])
def test_intent_is_not_guessed(of):
    assert intent_alignment(subject(of=of)).status == "unmeasured"


# --- 4


@pytest.mark.parametrize(
    "line",
    [
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
    ],
)
def test_marks_of_bad_data_are_found_at_load_and_in_use(line):
    at_load = data_display(subject(inventory=inventory(f"{TEXT}\n{line}")))
    in_use = data_display(subject(trace=uses(Change(seen=True, appeared_text=(line,)), ANSWER, ANSWER)))
    assert len(at_load.defects) == len(in_use.defects) == 1
    assert at_load.score == in_use.score < 1
    assert in_use.defects[0].step == 0


@pytest.mark.parametrize(
    "line",
    [
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
    ],
)
def test_ordinary_words_are_no_marks(line):
    assert data_display(subject(inventory=inventory(f"{TEXT}\n{line}"))).defects == ()


def test_a_file_is_saved_under_a_name_with_a_missing_value():
    saved, fine = (Change(seen=True, downloads=(f"rides-{of}.csv",)) for of in ("undefined", "september"))
    told = data_display(subject(trace=uses(saved, ANSWER, ANSWER)))
    assert [one.title for one in told.defects] == ["A name with a missing value in it: “rides-undefined.csv”"]
    assert "when “Button 0” was used" in told.defects[0].why
    assert data_display(subject(trace=uses(fine, ANSWER, ANSWER))).defects == ()


def test_code_is_the_subject_of_some_leaves():
    page = inventory(f"{TEXT}\nundefined\n{{{{name}}}}")
    assert data_display(subject(of=case("validator"), inventory=page)).defects == ()


def test_what_was_typed_is_not_the_pages_fault():
    echoed = trace(
        step(0, "type", ref="b0", value="{{x}}", change=Change(seen=True, appeared_text=("{{x}} not found",)))
    )
    assert data_display(subject(trace=echoed)).defects == ()


def test_cut_and_covered_text_at_desktop():
    cut = data_display(subject(views=views(desktop=layout(truncated=(element("Rides in Octo"),)))))
    assert cut.score == pytest.approx(0.9)
    covered = data_display(subject(views=views(desktop=layout(overlapping=(element("Score"),)))))
    assert covered.score == pytest.approx(0.65)
    assert covered.defects[0].evidence == "static/desktop.png"


def test_a_broken_picture_counts_once_whatever_the_leaf():
    broken = Media(
        tag="img", selector="img", source=f"{OWN}/a.png", alt="A", box=Box(x=0, y=0, width=50, height=50), loaded=False
    )
    page = inventory(media=(broken,))
    assert len(data_display(subject(inventory=page)).defects) == 1
    assert data_display(subject(of=case("portfolio"), inventory=page)).defects == ()


# --- 5


def test_errors_at_load_cost_and_warnings_do_not():
    error = PageError(message="ReferenceError: chart is not defined")
    echo = message("Uncaught ReferenceError: chart is not defined")
    assert no_console_errors(subject(page_errors=(error, error), console=(echo,))).score == pytest.approx(0.65)
    assert no_console_errors(subject(console=(message("slow", "warning"), message("hi", "log")))).score == 1
    assert no_console_errors(subject(console=(message("could not parse config"),))).score == pytest.approx(0.9)


def test_refused_requests_are_exempt_but_listed():
    refused = request("https://fonts.example/a.css", "stylesheet", blocked=True)
    measured = no_console_errors(
        subject(failed_requests=(refused,), console=(message("Failed to load resource: net::ERR_FAILED"),))
    )
    assert measured.score == 1
    assert "1 request to other hosts refused, exempt" in measured.reason


def test_an_error_in_a_loop_is_one_defect():
    loop = tuple(PageError(message=f"RangeError: index {index}") for index in range(50))
    assert len(no_console_errors(subject(page_errors=loop)).defects) == 1


# --- 6


def test_overflow_on_a_phone_costs_more_than_half_of_the_item():
    measured = responsive_adaptation(
        subject(views=views(mobile=layout(overflow_px=120, overflowing=(element("Stations", "table"),))))
    )
    at_phone = 0.2 * (1 - (120 / 375 - 0.2) / 0.8)
    assert measured.score == pytest.approx((at_phone + (2 + at_phone) / 3) / 2, abs=1e-3)
    assert "120 px too wide at 375 px: “Stations”" in measured.defects[0].title
    assert measured.defects[0].evidence == "static/mobile.png"


@pytest.mark.parametrize(("overflow_px", "at_phone"), [(3.75, 1.0), (75, 0.2), (225, 0.1), (375, 0.0), (900, 0.0)])
def test_a_page_twice_as_much_too_wide_is_worse(overflow_px: float, at_phone: float):
    measured = responsive_adaptation(subject(views=views(mobile=layout(overflow_px=overflow_px))))
    assert measured.score == pytest.approx((at_phone + (2 + at_phone) / 3) / 2, abs=1e-3)


def test_several_widths_are_one_finding():
    both = views(tablet=layout(overflow_px=100), mobile=layout(overflow_px=300))
    measured = responsive_adaptation(subject(views=both))
    assert [d.title for d in measured.defects] == [
        "The page is 300 px too wide at 375 px and 100 px too wide at 768 px"
    ]


def test_a_pixel_of_overflow_is_nothing():
    assert responsive_adaptation(subject(views=views(mobile=layout(overflow_px=2)))).score == 1


def test_no_viewport_meta_halves():
    assert responsive_adaptation(subject(styling=styling(viewport_meta=False))).score == pytest.approx(0.5)


def test_text_that_is_cut_at_desktop_too_is_item_4s():
    both = layout(truncated=(element(),))
    assert responsive_adaptation(subject(views=views(desktop=both, mobile=both))).score == 1
    assert responsive_adaptation(subject(views=views(mobile=layout(truncated=(element(),))))).score < 1


def test_widths_that_were_not_recorded_are_unmeasured():
    assert responsive_adaptation(subject(views=views()[:1])).status == "unmeasured"


# --- 16


def test_media_elements_must_load_and_have_controls():
    asked = case(brief="A page with a video.")
    film = Media(
        tag="video",
        selector="video",
        source=f"{OWN}/a.mp4",
        alt=None,
        box=Box(x=0, y=0, width=9, height=9),
        controls=True,
    )
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(film,)))).score == 1
    dead = film.model_copy(update={"loaded": False})
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(dead,)))).score == pytest.approx(0.65)
    bare = film.model_copy(update={"controls": False})
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(bare,)))).score == pytest.approx(0.9)
    assert audio_and_video(subject(of=asked)).status == "unmeasured"


@pytest.mark.parametrize(("sound_file", "score"), [("sound.json", 1.0), ("", 0.4)])
def test_sound_made_by_script_is_heard_without_a_film(sound_file: str, score: float):
    listened = evidence(sessions=(SessionEvidence(name="crawler", sound_file=sound_file),))
    asked = case(brief="A drum machine with sound.")
    assert audio_and_video(RubricContext(asked, listened)).score == score
    in_real_time = listened.model_copy(update={"clock": "cooperative"})
    assert audio_and_video(RubricContext(asked, in_real_time)).status == "unmeasured"


@pytest.mark.parametrize(("sound_file", "score"), [("sound.json", 1.0), ("", 0.4)])
def test_sound_made_by_script_is_heard_in_the_film(sound_file: str, score: float):
    told = {"file": "film.mp4", "duration_ms": 9, "width": 9, "height": 9, "fps_cap": 30, "staleness_ms": 33}
    film = FilmSummary(**told, max_bytes=9, hand_drawn=True, sound_file=sound_file)
    filmed = evidence(sessions=(SessionEvidence(name="crawler", film=film),))
    assert audio_and_video(RubricContext(case(brief="A drum machine with sound."), filmed)).score == score
