"""Addresses of content delivery networks → package, version and file, from a small library that the test makes."""

import json
from pathlib import Path

import pytest

from pytest_cookie.deployment.library.library import Library
from pytest_cookie.deployment.library.package_request import LibraryRefusedError, NoSuchFileError
from pytest_cookie.deployment.library.versions import find_candidates
from tests.fake_library import fake_library, put

HELD = ("17.0.2", "18.3.1", "19.1.0", "20.0.0-rc.1")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    (tmp_path / "secret.js").write_text("secret")
    return fake_library(tmp_path / "library")


CHOSEN_VERSIONS = [
    ("", "19.1.0"),
    ("latest", "19.1.0"),
    ("next", "19.1.0"),
    ("*", "19.1.0"),
    ("18", "18.3.1"),
    ("18.x", "18.3.1"),
    ("18.3.1", "18.3.1"),
    ("v18.3.1", "18.3.1"),
    ("^18.0.0", "18.3.1"),
    ("~18.3.0", "18.3.1"),
    (">=16 <18", "17.0.2"),
    ("^16.8 || ^17", "17.0.2"),
    ("18.2.0", "18.3.1"),  # the next higher that is compatible
    ("18.2", "18.3.1"),
    ("19.2.0", "19.1.0"),  # or the next lower
    ("16.14.0", None),
    ("21", None),
    ("^^", None),
    ("1" * 5_000, None),
    ("(" * 90, None),
]


def test_a_version_is_chosen_for_the_one_that_was_asked_for(subtests):
    for asked, given in CHOSEN_VERSIONS:
        with subtests.test(repr(asked)):
            assert next(iter(find_candidates(asked, HELD)), None) == given


@pytest.mark.parametrize(("asked", "given"), [("0.20.3", "0.20.0"), ("0.19.0", None), ("0.21", None), ("1.0.0", None)])
def test_behind_a_zero_a_minor_version_is_another_one(asked: str, given: str | None):
    assert next(iter(find_candidates(asked, ("0.20.0",))), None) == given


def test_but_not_of_a_package_that_counts_its_releases_there():
    held = ("0.128.0", "0.160.1")
    assert [find_candidates(asked, held, "three")[:1] for asked in ("0.150.1", "0.132.2", "0.90.0")] == [
        ("0.160.1",),
        ("0.128.0",),
        (),
    ]


CDNJS = "https://cdnjs.cloudflare.com/ajax/libs"
GOOGLE = "https://ajax.googleapis.com/ajax/libs"


FILES_OF_ADDRESSES = [
    ("https://unpkg.com/tiny@1.9.0/index.js", "1.9.0", "tiny 1.9.0 index.js"),
    ("https://unpkg.com/tiny@1/dist/tiny.js", "1", "tiny 1.9.0 dist/tiny.js"),
    ("https://unpkg.com/tiny@2.0.0/esm/a", "2.0.0", "tiny 2.4.1 esm/a.js"),
    ("https://unpkg.com/@scope/pack@latest/main.js?x=1#y", "latest", "@scope/pack 3.0.0 main.js"),
    ("https://unpkg.com/%40scope/pack@3/main.js", "3", "@scope/pack 3.0.0 main.js"),
    ("http://unpkg.com/tiny@^2.1/index.js", "^2.1", "tiny 2.4.1 index.js"),
    ("https://cdn.jsdelivr.net/npm/tiny@1", "1", "tiny 1.9.0 dist/tiny.js"),
    ("https://cdn.jsdelivr.net/npm/tiny", "", "tiny 2.4.1 dist/tiny.js"),
    ("https://cdn.jsdelivr.net/npm/tiny@2/dist/tiny.min.css", "2", "tiny 2.4.1 dist/tiny.css"),
    ("https://fastly.jsdelivr.net/npm/@scope/pack/main.js", "", "@scope/pack 3.0.0 main.js"),
    (f"{CDNJS}/three.js/r128/three.min.js", "0.128.0", "three 0.128.0 build/three.min.js"),
    (f"{CDNJS}/three.js/0.134.0/three.min.js", "0.134.0", "three 0.128.0 build/three.min.js"),
    (f"{CDNJS}/tiny/2.4.1/tiny.min.js", "2.4.1", "tiny 2.4.1 dist/tiny.js"),
    ("https://code.jquery.com/jquery-3.6.0.min.js", "3.6.0", "jquery 3.7.1 dist/jquery.min.js"),
    (f"{GOOGLE}/jquery/3.5.1/jquery.min.js", "3.5.1", "jquery 3.7.1 dist/jquery.min.js"),
    ("https://esm.sh/tiny@1.9.0", "1.9.0", "tiny 1.9.0 index.js"),
    ("https://esm.sh/v135/tiny@2/extra?target=es2022", "2", "tiny 2.4.1 extra.js"),
    ("https://esm.sh/tiny@2&dev/extra.js", "2", "tiny 2.4.1 extra.js"),
    ("https://esm.sh/tiny@2/dist/tiny.css", "2", "tiny 2.4.1 dist/tiny.css"),
    ("https://esm.run/view", "", "view 1.0.0 index.js"),
    ("https://cdn.jsdelivr.net/npm/tiny@1/+esm", "1", "tiny 1.9.0 index.js"),
    ("https://cdn.jsdelivr.net/npm/tiny@1/extra/+esm", "1", "tiny 1.9.0 extra.js"),
    ("https://unpkg.com/tiny@1/extra.js?module", "1", "tiny 1.9.0 extra.js"),
    ("https://cdn.skypack.dev/tiny", "", "tiny 2.4.1 index.js"),
]


def test_an_address_means_a_file_of_a_package(subtests, library: Library):
    for url, asked, given in FILES_OF_ADDRESSES:
        with subtests.test(repr(url)):
            (told,) = library.answer(url).given
            assert (told.asked, f"{told.package} {told.version} {told.file}") == (asked, given)


REFUSED_ADDRESSES = [
    "https://unpkg.com/absent",
    "https://unpkg.com/",
    "https://unpkg.com/tiny@3",
    "https://unpkg.com/tiny/dist/",
    "https://unpkg.com/tiny@2?meta",
    "https://unpkg.com/tiny@2.0.0/none.js",
    "https://unpkg.com/tiny/../../secret.js",
    "https://unpkg.com/tiny/%2e%2e/%2e%2e/%2e%2e/secret.js",
    "https://unpkg.com/tiny/..%2f..%2f..%2fsecret.js",
    "https://unpkg.com/tiny/..\\..\\secret.js",
    "https://unpkg.com/tiny//etc/passwd",
    "https://unpkg.com/tiny/%00",
    "https://unpkg.com/tiny/link.js",
    "https://unpkg.com/.bin/x",
    "https://unpkg.com/@scope/../tiny/index.js",
    "https://unpkg.com/" + "a" * 9_000,
    "https://cdn.jsdelivr.net/gh/user/repo@1/file.js",
    "https://cdn.jsdelivr.net/wp/plugins/x/file.js",
    "https://cdn.jsdelivr.net/combine/npm/tiny@1,gh/user/repo@1/file.js",
    "https://cdn.jsdelivr.net/combine/npm/tiny@1,npm/absent@1",
    "https://cdn.jsdelivr.net/combine/" + ",".join(["npm/tiny@1"] * 31),
    "https://cdn.jsdelivr.net/npm/three@0.128.0/+esm",
    f"{CDNJS}/tiny/2.4.1",
    "https://esm.sh/gh/user/repo",
    "https://esm.sh/jsr/@std/x",
    "https://esm.sh/tiny?alias=a:b",
    "https://esm.sh/tiny?deps=" + ",".join(f"p{i}@1" for i in range(30)),
    "https://esm.sh/tiny?" + "&".join(f"a{i}" for i in range(200)),
    "https://esm.sh/-/tiny@2.4.1/../../../secret.js",
    "https://esm.sh/-/tiny@9.9.9/index.js",
    "https://fonts.googleapis.com/css2?family=Absent",
    "https://fonts.googleapis.com/css2",
    "https://fonts.googleapis.com/css2?family=Plain:wght@x",
    "https://fonts.googleapis.com/css2?" + "&".join(["family=Plain"] * 31),
    "https://fonts.gstatic.com/s/inter/v13/abc.woff2",
    "https://fonts.gstatic.com/s/tiny@2/index.js",
    "https://example.org/tiny",
    "https://unpkg.com:8443/tiny@2.4.1/index.js",
    "https://unpkg.com.example.org/tiny@2.4.1/index.js",
]


def test_what_is_not_held_is_refused(subtests, library: Library, tmp_path: Path):
    (tmp_path / "library" / "node_modules" / "tiny" / "link.js").symlink_to(tmp_path / "secret.js")
    for url in REFUSED_ADDRESSES:
        with subtests.test(url):
            with pytest.raises(LibraryRefusedError) as refused:
                library.answer(url)
            assert "secret" not in str(refused.value)


def test_a_file_that_the_very_version_has_not_got_is_nowhere(library: Library):
    with pytest.raises(NoSuchFileError):
        library.answer("https://unpkg.com/tiny@2.4.1/none.js")


def test_unpkg_leads_to_the_file_that_a_package_names(library: Library):
    answer = library.answer("https://unpkg.com/@scope/pack@3")
    assert (answer.location, answer.content) == ("/@scope/pack@3.0.0/main.js", b"")


def test_files_are_combined_in_order(library: Library):
    answer = library.answer("https://cdn.jsdelivr.net/combine/npm/tiny@1.9.0/index.js,npm/@scope/pack@3/main.js")
    assert answer.content == b"globalThis.tiny = '1.9.0';\nglobalThis.pack = 3;"
    assert [given.package for given in answer.given] == ["tiny", "@scope/pack"]


def test_a_module_hands_on_the_one_that_there_is_of_each_version(library: Library):
    asked = [library.answer(f"https://esm.sh/tiny@{version}") for version in ("2", "2.0.0", "^2.4")]
    assert {answer.content for answer in asked} == {
        b'export * from "/-/tiny@2.4.1/index.js";\nexport { default } from "/-/tiny@2.4.1/index.js";\n'
    }
    assert asked[0].kind == "text/javascript; charset=utf-8"


def test_what_a_module_imports_is_of_the_version_that_the_page_wants(library: Library):
    def imported(path: str) -> str:
        return library.answer(f"https://esm.sh{path}").content.decode().split('"')[1]

    assert imported("/-/view@1.0.0/index.js") == "/-/tiny@2.4.1/index.js"
    wanted = imported("/view?deps=tiny@1.2.0")
    assert wanted == "/-/tiny@1.9.0/-/view@1.0.0/index.js"
    assert imported(wanted) == imported("/tiny@1") == "/-/tiny@1.9.0/index.js"


@pytest.mark.parametrize("told", ["tiny@2.0.0", "three@0.128.0", "absent@1"])
def test_there_is_no_second_module_for_a_wish_that_changes_nothing(library: Library, told: str):
    assert b'"/-/view@1.0.0/index.js"' in library.answer(f"https://esm.sh/view?deps={told}").content


def test_a_style_sheet_of_fonts_is_made_of_their_packages(library: Library):
    url = "https://fonts.googleapis.com/css2?family=Some+Sans:ital,wght@0,400;0,700;1,400&family=Plain&family=Absent"
    answer = library.answer(url)
    sheet = answer.content.decode()
    assert sheet.count("@font-face") == 4
    assert sheet.count("font-family: 'Some Sans';") == 3
    assert "font-weight: 700;" in sheet
    assert "url(https://fonts.gstatic.com/s/@fontsource-variable/some-sans@5.1.0/files/" in sheet
    assert "Absent" not in sheet
    file = "https://fonts.gstatic.com/s/@fontsource-variable/some-sans@5.1.0/files/some-sans-latin-wght-normal.woff2"
    assert (library.answer(file).content, library.answer(file).kind) == (b"a font", "font/woff2")


@pytest.mark.parametrize("query", ["css?family=Some+Sans:400,700italic|Plain", "css2?family=Some+Sans:wght@100..900"])
def test_both_kinds_of_addresses_of_fonts_are_read(library: Library, query: str):
    sheet = library.answer(f"https://fonts.googleapis.com/{query}&display=block").content.decode()
    assert "font-display: block;" in sheet
    assert ("font-weight: 100 900;" in sheet) == ("css2" in query)
    assert ("font-style: italic;" in sheet) == ("css?" in query)


def test_a_package_that_is_odd_is_not_held(tmp_path: Path):
    library = fake_library(tmp_path)
    put(tmp_path, "odd", "1.0.0", {"index.js": "1"})
    for text in ("", "[]", json.dumps({"name": 1}), "[" * 10_000):
        (tmp_path / "node_modules" / "odd" / "package.json").write_text(text)
        with pytest.raises(LibraryRefusedError, match="not in the library"):
            Library(library.folder).answer("https://unpkg.com/odd@1/index.js")
