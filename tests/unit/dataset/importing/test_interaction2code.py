"""Folders of Interaction2Code as cases."""

import json
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.dataset.importing.import_cases import import_cases, write_cases
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.protocols.interaction2code.case_fields import InteractionFields

ACTION = {
    "link": "https://example.org", "topic": "shop", "framework": "react",
    "1": {"src": "0", "dst": "1", "action": "click the \"Buy\" button", "description": "A window opens.",
          "tag type": ["button"], "visual type": ["new window"]},
    "2": {"src": "2", "dst": "3", "action": "type \"tea\" into the field", "tag type": ["input"],
          "visual type": ["text"]},
    "3": {"src": "4", "dst": "9", "action": "hover over the picture"},
}  # fmt: skip


def save(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for index, name in enumerate(names):
        Image.new("RGB", (60, 40), (index, 0, 0)).save(folder / f"{name}.png")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    root = tmp_path / "sample"
    save(root / "101", "0", "1", "2", "3", "4", "1_mark")
    (root / "101/action.json").write_text(json.dumps(ACTION))
    save(root / "7", "1-1", "1-2", "1-2-mark")
    (root / "7/type").write_text("url:https://example.org\ntype:homepage\n1:size/text/new component\n")
    return root


def test_pages_become_cases_with_their_pictures(pages: Path, tmp_path: Path):
    found = import_cases(pages)
    (problem,) = found.problems
    assert "9.png is missing" in str(problem)
    write_cases(found.cases, tmp_path / "out")
    cases = {case.id: case for case in load_cases(tmp_path / "out", extra=InteractionFields)}
    assert set(cases) == {"i2c-7", "i2c-101"}
    fields = InteractionFields.model_validate(cases["i2c-101"].fields)
    first, second = fields.interactions
    assert (first.action, first.description, first.tags) == ("click", "A window opens.", ("button",))
    assert first.marked_after is not None
    assert (second.action, second.value, second.visual) == ("type", "tea", ("text",))
    assert fields.path_to(2) == ()
    assert fields.screen("1").picture.read(cases["i2c-101"].folder) == (pages / "101/1.png").read_bytes()
    older = InteractionFields.model_validate(cases["i2c-7"].fields)
    assert (older.topic, older.interactions[0].visual) == ("homepage", ("size", "text", "new component"))


def test_a_changed_picture_makes_another_case(pages: Path, tmp_path: Path):
    write_cases(import_cases(pages).cases, tmp_path / "out")

    def digests() -> dict[str, str]:
        return {case.id: case.digest for case in load_cases(tmp_path / "out", extra=InteractionFields)}

    before = digests()
    (picture,) = (tmp_path / "out").rglob("i2c-7/1-2.png")
    Image.new("RGB", (60, 40), "blue").save(picture)
    after = digests()
    assert before["i2c-101"] == after["i2c-101"]
    assert before["i2c-7"] != after["i2c-7"]


def test_a_number_of_thousands_of_digits_is_no_interaction(pages: Path):
    (pages / "101/action.json").write_text(json.dumps(ACTION | {"9" * 5000: {"src": "0", "dst": "1"}}))
    (pages / "7/type").write_text(f"1:text\n{'9' * 5000}:text\n")
    assert [len(case.extra["interactions"]) for case in import_cases(pages).cases] == [1, 2]


def test_a_link_is_no_picture(pages: Path, tmp_path: Path):
    (tmp_path / "private.png").write_text("secret")
    for name in ("9", "1_mark"):
        (pages / f"101/{name}.png").unlink(missing_ok=True)
        (pages / f"101/{name}.png").symlink_to(tmp_path / "private.png")
    found = import_cases(pages)
    assert "9.png is missing" in str(found.problems[0])
    assert not any(file.is_symlink() for case in found.cases for file in case.attachments.values())
