from pathlib import Path

import pytest

from pytest_cookie.reporting.item_files import ItemFiles, href_between
from tests.synthetic_run import draw_page


def test_addresses_are_relative_and_quoted(tmp_path: Path) -> None:
    assert href_between(tmp_path, tmp_path / "a b" / "c#d?.png") == "a%20b/c%23d%3F.png"
    assert href_between(tmp_path / "a" / "b", tmp_path / "index.html") == "../../index.html"
    assert href_between(tmp_path / "a", tmp_path / "b" / "x.html") == "../b/x.html"
    assert href_between(tmp_path, tmp_path / "javascript:alert(1)").startswith("javascript%3A")


@pytest.mark.parametrize("name", ["", ".", "..", "../out.png", "/etc/passwd", "a\x00b", "x" * 5000, "link.png"])
def test_only_files_inside_are_found(tmp_path: Path, name: str) -> None:
    (tmp_path / "out.png").write_bytes(b"x")
    inside = tmp_path / "item"
    inside.mkdir()
    (inside / "link.png").symlink_to(tmp_path / "out.png")
    assert ItemFiles(inside.resolve()).find(name) is None


def test_a_picture_has_its_size_and_what_is_no_picture_is_none(tmp_path: Path) -> None:
    draw_page(tmp_path / "a.png", 375, 800)
    (tmp_path / "b.png").write_bytes(b"not a picture")
    files = ItemFiles(tmp_path.resolve())
    picture = files.picture(("missing.png", "b.png", "a.png"), label="A page")
    assert picture is not None
    assert (picture.href, picture.width, picture.height, picture.label) == ("a.png", 375, 800, "A page")
    assert files.picture(("b.png",), label="A page") is None


@pytest.mark.parametrize(
    ("name", "linked"),
    [
        ("a.png", True),
        ("b.CSV", True),
        ("c.md", True),
        ("d.html", False),
        ("e.svg", False),
        ("f.xml", False),
        ("g", False),
    ],
)
def test_only_what_a_browser_shows_without_running_it_is_linked(tmp_path: Path, name: str, linked: bool) -> None:
    (tmp_path / name).write_text("<script>alert(1)</script>")
    assert ItemFiles(tmp_path.resolve()).link(name) == (name if linked else "")


def test_a_picture_that_is_called_a_page_is_none(tmp_path: Path) -> None:
    draw_page(tmp_path / "a.png", 40, 40)
    (tmp_path / "a.png").rename(tmp_path / "a.html")
    assert ItemFiles(tmp_path.resolve()).picture(("a.html",), label="A page") is None
