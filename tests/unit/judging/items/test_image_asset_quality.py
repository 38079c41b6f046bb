"""Known-good and known-bad evidence for item 15, pictures; stretched ones also as item 7 reports them."""

import pytest

from pytest_cookie.core.cdn import ENDED_SERVICE
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.page import Box, FailedRequest, LibraryAnswer, Media, PictureStyle
from pytest_cookie.judging.rubric.items.data_display import measure_data_display
from pytest_cookie.judging.rubric.items.image_asset_quality import measure_image_asset_quality
from pytest_cookie.judging.rubric.items.layout_rationality import measure_layout_rationality
from tests.unit.judging.evidence_builders import case, element, inventory, layout, styling, subject, views

PORTFOLIO = case("portfolio")


def picture(**fields) -> Media:
    good = {"tag": "img", "selector": "img", "source": "http://artifact.localhost/a.png", "alt": "A bike",
            "box": Box(x=0, y=0, width=300, height=200), "natural_width": 600, "natural_height": 400}  # fmt: skip
    return Media(**{**good, **fields})


PICTURES = [
    ((picture(),), 1.0),
    ((picture(loaded=False), picture()), 0.525),
    ((picture(loaded=False), *(picture(),) * 4), 0.6),
    ((picture(loaded=False), picture(loaded=False)), 0.0),
    ((picture(alt=None),), 0.85),
    ((picture(natural_width=100, natural_height=66),), 0.8),
    ((picture(natural_width=240, natural_height=160),), 0.97),
    ((picture(alt=""),), 1.0),
    ((picture(loaded=False, source="https://photos.example/a.jpg"), picture()), 1.0),
    ((), 0.5),
]


def test_pictures(subtests):
    for media, score in PICTURES:
        with subtests.test(media=media):
            page = subject(of=PORTFOLIO, inventory=inventory(media=media))
            assert measure_image_asset_quality(page).score == pytest.approx(score)


def test_no_pictures_and_nothing_painted():
    measured = measure_image_asset_quality(subject(of=PORTFOLIO, styling=styling(backgrounds=0)))
    assert measured.score == 0
    assert measured.defects[0].title == "The page has no images"


def test_where_pictures_are_not_asked_for_stretched_ones_are_a_matter_of_layout():
    flat = element("", "canvas", "0.00 times as tall for its width")
    words = element("", "canvas", "no known wording")
    for stretched in (flat, words):
        found = measure_layout_rationality(subject(views=views(desktop=layout(stretched=(stretched,))))).defects
        assert [(d.severity, d.title) for d in found] == [
            ("major", "An image is stretched at 1280 px: an unnamed canvas")
        ]
    asked = subject(of=PORTFOLIO, views=views(desktop=layout(stretched=(flat,))))
    assert not measure_layout_rationality(asked).defects


def test_stretched_pictures_are_told_at_the_widest_width_that_shows_them():
    twice, little = (element("", "canvas", f"{times} times as tall for its width") for times in ("0.60", "1.20"))
    page = {"of": PORTFOLIO, "inventory": inventory(media=(picture(),))}
    narrow = subject(**page, views=views(mobile=layout(stretched=(twice,))))
    wide = subject(**page, views=views(desktop=layout(stretched=(little,)), mobile=layout(stretched=(twice,))))
    told = [[d for d in measure_image_asset_quality(page).defects if "stretched" in d.title] for page in (narrow, wide)]
    assert [(d.severity, d.title) for found in told for d in found] == [
        ("major", "An image is stretched at 375 px: an unnamed canvas"),
        ("minor", "An image is stretched at 1280 px: an unnamed canvas"),
    ]


def test_broken_images_are_told_with_the_address_and_the_reason_of_the_first():
    missing = [picture(loaded=False, alt=f"Bike number {n}", source=f"{ORIGIN}/img/{n}.jpg") for n in range(5)]
    request = FailedRequest(url=f"{ORIGIN}/img/0.jpg", method="GET", resource_type="image", reason="HTTP 404")
    page = subject(of=PORTFOLIO, inventory=inventory(media=(picture(), *missing)), failed_requests=(request,))
    defect = next(one for one in measure_image_asset_quality(page).defects if one.kind == "broken-picture")
    assert defect.title == "Images do not load: “Bike number 0”, “Bike number 1” and 3 more"
    assert defect.why.startswith("`img/0.jpg`: HTTP 404. ")
    assert defect.why.endswith(" Also: “Bike number 2”, “Bike number 3”, “Bike number 4”.")


BOX = "https://placehold.co/600x400?text=Team"
PLACEHOLDERS = [  # brief, sources, severity of the finding
    ("A portfolio.", (BOX,), "major"),
    ("A portfolio.", (BOX, "http://artifact.localhost/a.png"), "minor"),
    ("A portfolio.", ("https://picsum.photos/600/400",), None),
    ("A portfolio. Use placeholder images for the team.", (BOX,), None),
    ("A portfolio with photos from placehold.co.", (BOX,), None),
    ("A portfolio. The search has a placeholder “Search”.", (BOX,), "major"),
]


def answered(url: str) -> LibraryAnswer:
    shown: PictureStyle = "label" if url == BOX else "photo"
    return LibraryAnswer(url=url, kind="picture", package="x", given="600x400", file="painted", shown=shown)


def test_boxes_of_a_placeholder_service_are_no_pictures_unless_the_brief_wants_them(subtests):
    for brief, sources, severity in PLACEHOLDERS:
        for of, measure in (
            (PORTFOLIO, measure_image_asset_quality),
            (case("dashboard"), measure_data_display),
        ):
            with subtests.test(brief=brief, sources=sources, of=of.leaf):
                page = subject(
                    of=of.model_copy(update={"brief": brief if of is PORTFOLIO else brief.replace("photos", "images")}),
                    inventory=inventory(media=tuple(picture(source=source) for source in sources)),
                    library_answers=tuple(map(answered, sources)),
                )
                found = [one.severity for one in measure(page).defects if one.kind == "placeholder-picture"]
                assert found == ([severity] if severity else [])


def test_a_picture_of_a_service_that_has_ended_does_not_load_for_anybody():
    gone = "https://via.placeholder.com/300"
    request = FailedRequest(
        url=gone, method="GET", resource_type="image", reason=f"HTTP 410: {ENDED_SERVICE}", blocked=False
    )
    media = (picture(loaded=False, source=gone), picture(loaded=False, source="https://photos.example/a.jpg"))
    found = measure_image_asset_quality(
        subject(of=PORTFOLIO, inventory=inventory(media=media), failed_requests=(request,))
    )
    (defect,) = [one for one in found.defects if one.kind == "broken-picture"]
    assert (defect.severity, defect.why.partition(". ")[0]) == ("major", f"`{gone}`: HTTP 410: {ENDED_SERVICE}")
