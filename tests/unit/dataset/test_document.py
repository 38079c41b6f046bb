"""YAML is hostile input: bounded, without tags, and every refusal names its line."""

import pytest
import yaml

from pytest_cookie.core import yaml_document
from pytest_cookie.core.yaml_document import UnreadableError
from pytest_cookie.dataset import document
from pytest_cookie.dataset.document import read_document

BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

REFUSED = {
    "bomb": (BOMB, "aliases endless", None),
    "cycle": ("cases: &a [*a]\n", "aliases endless", 1),
    "deep": ("# x\n" + "[" * 100_000, "is nested deeper than 20 levels", 2),
    "python-tag": (
        "a: 1\nb: !!python/object/apply:os.system [id]\n",
        "the YAML tag .*os.system, which is not allowed",
        2,
    ),
    "own-tag": ("a: !mine x\n", "the YAML tag !mine, which is not allowed", 1),
    "binary": ("a: 1\nb: !!binary aGVsbG8=\n", "the YAML tag .*binary, which is not allowed", 2),
    "set": ("a: !!set {x}\n", "the YAML tag .*set, which is not allowed", 1),
    "control-character": ("a: 1\nb: \x07\n", "control character U\\+0007", 2),
    "escaped-zero": ('a: 1\nb: "x\\0"\n', "control character U\\+0000", 2),
    "list-as-key": ("a: 1\n? [b]\n: 2\n", "field name that is not plain text", 2),
    "not-closed": ("a: 1\nb: [1, 2\n", "is not valid YAML: .*sequence", 3),
    "tab": ("a:\n\t- b\n", "is not valid YAML: ", 2),
    "two-documents": ("a: 1\n---\nb: 1\n", "expected a single document", 2),
    "no-such-alias": ("a: 1\nb: *c\n", "undefined alias", 2),
}


@pytest.fixture(params=["C", "Python"])
def _loader(request, monkeypatch):
    """PyYAML is also installed without its C parser; both have to refuse alike."""
    if request.param == "C" and not yaml.__with_libyaml__:
        pytest.skip("PyYAML without libyaml")
    monkeypatch.setattr(yaml_document, "_LOADER", yaml.CSafeLoader if request.param == "C" else yaml.SafeLoader)


@pytest.mark.usefixtures("_loader")
def test_what_is_no_plain_yaml_is_refused(subtests, tmp_path):
    for name, (text, message, line) in REFUSED.items():
        with subtests.test(name=name):
            (tmp_path / "my.yaml").write_text(text, encoding="utf-8")
            with pytest.raises(UnreadableError, match=message) as caught:
                read_document(tmp_path / "my.yaml")
            assert line is None or caught.value.line == line


@pytest.mark.usefixtures("_loader")
def test_values_keep_their_lines_and_their_spelling(tmp_path):
    (tmp_path / "my.yaml").write_text("\n# first\na:\n  - x: 007\n    y: on\n  - ~\nb: 'no'\n", encoding="utf-8-sig")
    read = read_document(tmp_path / "my.yaml")
    assert read.value == {"a": [{"x": "007", "y": "on"}, None], "b": "no"}
    assert [read.line(place) for place in [("a",), ("a", 0, "x"), ("a", 0, "y"), ("a", 1), ("b",)]] == [3, 4, 5, 6, 7]
    assert read.line(("a", 0, "z", "deeper")) == 4


def test_a_key_that_stands_twice_is_told(tmp_path):
    (tmp_path / "my.yaml").write_text("a: {b: 1, b: 2}\n")
    assert read_document(tmp_path / "my.yaml").repeated == (("a", "b"),)


def test_aliases_within_bounds_are_fine(tmp_path):
    (tmp_path / "my.yaml").write_text("a: &x [1]\nb: *x\n")
    assert read_document(tmp_path / "my.yaml").value == {"a": ["1"], "b": ["1"]}


def test_too_large_a_file_is_refused_unread(tmp_path):
    (tmp_path / "my.yaml").write_bytes(b"#" * (document.MAX_FILE_BYTES + 1))
    with pytest.raises(UnreadableError, match="larger than 5 MB"):
        read_document(tmp_path / "my.yaml")


@pytest.mark.parametrize(("raw", "line"), [("a: 1\nb: é".encode("latin1"), 2), ("a: 1".encode("utf-16"), 1)])
def test_other_encodings_are_refused(tmp_path, raw, line):
    (tmp_path / "my.yaml").write_bytes(raw)
    with pytest.raises(UnreadableError, match="not UTF-8") as caught:
        read_document(tmp_path / "my.yaml")
    assert caught.value.line == line


def test_a_folder_named_like_a_file_cannot_be_read(tmp_path):
    with pytest.raises(UnreadableError, match="cannot be read"):
        read_document(tmp_path)
