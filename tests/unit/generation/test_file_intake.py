from pathlib import Path

import pytest

from pytest_cookie.core.artifact import Artifact, ItemKey
from pytest_cookie.core.errors import GenerationError
from pytest_cookie.generation.file_intake import DEFAULT_LIMITS, IntakeLimits, digest_of, take_in

KEY = ItemKey(case="c", model="ready", mode="html")
PAGE = b"<!doctype html><title>t</title><p>Hello"


def take(source: Path, folder: Path, *, entry: str | None = None, limits: IntakeLimits = DEFAULT_LIMITS) -> Artifact:
    return take_in(source, KEY, folder, entry=entry, limits=limits)


def test_a_single_file_keeps_its_name_and_is_the_entry(tmp_path: Path):
    (tmp_path / "mine.html").write_bytes(PAGE)
    artifact = take(tmp_path / "mine.html", tmp_path / "item")
    assert (artifact.entry, artifact.problem) == ("mine.html", None)
    assert (tmp_path / "item" / "mine.html").read_bytes() == PAGE
    assert artifact.files[0].size_bytes == len(PAGE)


def test_a_folder_comes_whole_but_without_links(tmp_path: Path):
    source = tmp_path / "dist"
    (source / "assets").mkdir(parents=True)
    (source / "index.html").write_bytes(PAGE)
    (source / "assets" / "app.js").write_text("1")
    (tmp_path / "secret").write_text("s")
    (source / "secret").symlink_to(tmp_path / "secret")
    (source / "up").symlink_to(tmp_path, target_is_directory=True)
    artifact = take(source, tmp_path / "item")
    assert [file.path for file in artifact.files] == ["assets/app.js", "index.html"]
    assert not (tmp_path / "item" / "secret").exists()


@pytest.mark.parametrize("place", ["__pycache__", "server/__pycache__", "server/parts/__pycache__"])
def test_compiled_python_is_left_out(tmp_path: Path, place: str):
    source = tmp_path / "source"
    (source / "server" / "parts").mkdir(parents=True)
    (source / "index.html").write_text("<p>page</p>")
    (source / "server" / "app.py").write_text("print()")
    before = digest_of(source, DEFAULT_LIMITS)
    (source / place).mkdir()
    (source / place / "app.cpython-311.pyc").write_bytes(b"c")
    assert digest_of(source, DEFAULT_LIMITS) == before
    assert before is not None


def test_the_digest_is_of_the_content(tmp_path: Path):
    for name, content in (("a", PAGE), ("b", PAGE), ("c", PAGE + b"!")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index.html").write_bytes(content)
    one, same, other = (take(tmp_path / name, tmp_path / "items" / name).digest for name in "abc")
    assert one == same != other


@pytest.mark.parametrize(
    "files", [{"index.html": PAGE}, {"index.html": PAGE, "a/b.css": b"x"}, {"index.html": b"y" * 99}]
)
def test_the_digest_is_known_before_anything_is_taken_in(tmp_path: Path, files: dict[str, bytes]):
    limits = IntakeLimits(total_bytes=90)
    for name, content in files.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(content)
    for number, source in enumerate((tmp_path / "in", tmp_path / "in" / "index.html")):
        artifact = take(source, tmp_path / "item" / str(number), limits=limits)
        assert digest_of(source, limits) == artifact.digest
    assert digest_of(tmp_path / "nowhere", limits) is None


@pytest.mark.parametrize(
    ("files", "entry", "page"),
    [
        ({"demo.html": PAGE}, None, "demo.html"),
        ({"demo.html": PAGE, "index.html": PAGE}, None, "index.html"),
        ({"demo.html": PAGE, "index.html": PAGE}, "demo.html", "demo.html"),
        ({"sub/demo.html": PAGE, "x.html": PAGE}, "sub/demo.html", "sub/demo.html"),
    ],
)
def test_which_page_is_opened(tmp_path: Path, files: dict[str, bytes], entry: str | None, page: str):
    for name, content in files.items():
        (tmp_path / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / name).write_bytes(content)
    assert take(tmp_path / "in", tmp_path / "item", entry=entry).entry == page


@pytest.mark.parametrize(
    ("content", "kind", "words"),
    [
        (b"", "empty", "is empty"),
        (b"  \n ", "empty", "is empty"),
        (b"%PDF-1.7\n%\xe2\xe3", "not_html", "is a PDF"),
        (b"PK\x03\x04rest", "not_html", "is a ZIP archive"),
        (b"\x7fELF\x02\x01\x00\x00", "not_html", "is a binary file"),
        (b"x" * 2001, "too_large", "a page may have"),
    ],
)
def test_what_is_no_page_is_the_artifacts_fault(tmp_path: Path, content: bytes, kind: str, words: str):
    (tmp_path / "page.html").write_bytes(content)
    artifact = take(tmp_path / "page.html", tmp_path / "item", limits=IntakeLimits(page_bytes=2000))
    assert artifact.problem is not None
    assert (artifact.problem.kind, artifact.entry) == (kind, None)
    assert words in artifact.problem.message


def test_text_in_utf_16_is_a_page(tmp_path: Path):
    (tmp_path / "page.html").write_bytes("<p>Grüße</p>".encode("utf-16"))
    assert take(tmp_path / "page.html", tmp_path / "item").problem is None


def test_a_folder_without_a_page_and_one_with_too_much_are_the_artifacts_fault(tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "readme.txt").write_text("x")
    missing = take(tmp_path / "in", tmp_path / "one").problem
    many = take(tmp_path / "in", tmp_path / "two", limits=IntakeLimits(files=0)).problem
    assert missing is not None
    assert (missing.kind, "entry:" in missing.message) == ("no_entry", True)
    assert many is not None
    assert many.kind == "too_large"


@pytest.mark.parametrize("entry", ["../other.html", "demo.html"])
def test_an_entry_that_is_not_there_is_the_users_mistake(tmp_path: Path, entry: str):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "index.html").write_bytes(PAGE)
    (tmp_path / "other.html").write_bytes(PAGE)
    with pytest.raises(GenerationError, match="correct `entry:`"):
        take(tmp_path / "in", tmp_path / "item", entry=entry)


def test_a_missing_artifact_is_not_the_models_fault(tmp_path: Path):
    with pytest.raises(GenerationError, match="does not exist"):
        take(tmp_path / "nowhere.html", tmp_path / "item")


@pytest.mark.parametrize("entry", [None, "demo/index.html"])
def test_an_empty_folder_is_called_so(tmp_path: Path, entry: str | None):
    (tmp_path / "nothing").mkdir()
    problem = take(tmp_path / "nothing", tmp_path / "artifact", entry=entry).problem
    assert problem is not None
    assert (problem.kind, problem.message) == ("empty", "the folder nothing is empty.")
