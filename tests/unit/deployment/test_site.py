from pathlib import Path

import pytest

from pytest_cookie.deployment.site import StaticSite, guess_content_type


@pytest.fixture
def site(tmp_path: Path) -> StaticSite:
    root = tmp_path / "artifact"
    (root / "docs").mkdir(parents=True)
    (root / "index.html").write_text("home")
    (root / "docs" / "index.html").write_text("docs")
    (root / "app.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    (root / "link.txt").symlink_to(tmp_path / "secret.txt")
    return StaticSite(root=root, entry="index.html")


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("/", "index.html"),
        ("/app.js", "app.js"),
        ("/app.js?v=2", "app.js"),
        ("/docs", "docs/index.html"),
        ("/docs/", "docs/index.html"),
        ("/settings/profile", "index.html"),
        ("/settings/profile.js", None),
    ],
)
def test_finds_files_and_falls_back_for_routes(site: StaticSite, path: str, expected: str | None):
    found = site.find(path, wants_page=True)
    assert found == (site.root / expected if expected else None)


def test_falls_back_for_navigations_only(site: StaticSite):
    assert site.find("/api/users", wants_page=False) is None


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/docs/../../secret.txt",
        "/..\\secret.txt",
        "/link.txt",
        "//etc/passwd",
        "/%00",
        "/" + "a" * 5000 + ".txt",
    ],
)
def test_no_path_leads_out_of_the_artifact(site: StaticSite, path: str):
    assert site.find(path, wants_page=False) is None


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.html", "text/html; charset=utf-8"),
        ("a.mjs", "text/javascript; charset=utf-8"),
        ("a.svg", "image/svg+xml; charset=utf-8"),
        ("a.wasm", "application/wasm"),
        ("a.png", "image/png"),
        ("a.unheard", "application/octet-stream"),
    ],
)
def test_types_do_not_depend_on_the_machine(name: str, kind: str):
    assert guess_content_type(Path(name), b"x") == kind


@pytest.mark.parametrize(
    "content", ['<meta charset="gbk">你好'.encode("gbk"), "<p>你好".encode("utf-16"), b"\xef\xbb\xbf<p>x"]
)
def test_a_page_that_says_its_encoding_is_believed(content: bytes):
    assert guess_content_type(Path("index.html"), content) == "text/html"
