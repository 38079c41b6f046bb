import io

import pytest
from PIL import Image

from pytest_cookie.exploration.pictures import changed_share, ink_share, measure_difference, round_share, thumbnail
from tests.unit.exploration.pages import picture


def test_ink_is_what_differs_from_the_ground(tmp_path):
    path = tmp_path / "page.png"
    path.write_bytes(picture((0, 0, 127, 719)))
    assert ink_share(path) == pytest.approx(0.1)
    path.write_bytes(picture())
    assert ink_share(path) == 0


def test_large_pictures_are_sampled(tmp_path):
    path = tmp_path / "page.png"
    path.write_bytes(picture((0, 0, 1279, 1999), size=(1280, 8000)))
    assert ink_share(path) == pytest.approx(0.25, abs=0.01)


def test_changed_share():
    assert changed_share(picture(), picture()) == 0
    assert changed_share(picture(), picture((0, 0, 639, 719))) == pytest.approx(0.5)
    assert changed_share(picture(), picture(size=(375, 812))) == 0
    assert changed_share(picture(), picture((0, 0, 374, 179), size=(375, 812))) == pytest.approx(0.25)


def test_what_should_be_one_picture_is_not_where_the_sizes_differ():
    assert measure_difference(picture(), picture((0, 0, 639, 719))) == pytest.approx(0.5)
    assert measure_difference(picture(), picture(size=(1280, 721))) == 1


@pytest.mark.parametrize(
    ("size", "small"), [((1280, 720), (480, 270)), ((1280, 10_000), (123, 960)), ((200, 80), (200, 80))]
)
def test_a_thumbnail_is_bounded_whatever_the_picture(size: tuple[int, int], small: tuple[int, int]):
    made = Image.open(io.BytesIO(thumbnail(picture(size=size))))
    assert (made.format, made.size) == ("JPEG", small)


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, 0.0), (1.0, 1.0), (0.999, 0.99), (1234 / 921600, 0.0013), (1 / 921600, 1e-6), (0.25, 0.25)],
)
def test_a_share_is_told_downwards_to_two_digits(share: float, said: float):
    assert round_share(share) == said


def test_a_pixel_more_is_mostly_no_other_share():
    assert round_share(15_203 / 921_600) == round_share(15_206 / 921_600)
