import pytest

from pytest_cookie.exploration.pictures import changed_share, ink_share
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
    assert changed_share(picture(), picture(size=(375, 812))) == 1
