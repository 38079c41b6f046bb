"""Samples composed of shared files and edits: what a run sees is a folder with every file."""

from pathlib import Path

import pytest

from pytest_cookie.generation.ready_files import SampleFiles
from pytest_cookie.generation.sample_recipe import apply_edits

RECIPE = """
shared: [web.js]
edits:
  flawed:
    index.html:
      - ["<b>Save</b>", "<b>Safe</b>"]
"""


@pytest.fixture
def samples(tmp_path: Path) -> SampleFiles:
    files = {
        "shared/web.js": "go()",
        "shop/sample.yaml": RECIPE,
        "shop/polished/index.html": "<b>Save</b>\r\n<b>Save</b>",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(text.encode())
    return SampleFiles(tmp_path)


def read(samples: SampleFiles, version: str) -> dict[str, bytes] | None:
    with samples.open("shop", f"sample/{version}") as folder:
        return folder and {file.name: file.read_bytes() for file in folder.iterdir()}


def test_every_version_has_the_shared_files_and_a_flawed_one_the_edits(samples: SampleFiles):
    assert read(samples, "polished") == {"index.html": b"<b>Save</b>\r\n<b>Save</b>", "web.js": b"go()"}
    assert read(samples, "flawed") == {"index.html": b"<b>Safe</b>\r\n<b>Save</b>", "web.js": b"go()"}
    assert samples.versions() == ("sample/flawed", "sample/polished")


def test_a_version_that_is_neither_stored_nor_made_by_edits_is_missing(samples: SampleFiles):
    assert read(samples, "other") is None
    assert [samples.has("shop", f"sample/{name}") for name in ("polished", "flawed", "other")] == [True, True, False]
    assert not samples.has("shared", "sample/flawed")


def test_a_composed_folder_does_not_outlive_its_use(samples: SampleFiles):
    with samples.open("shop", "sample/flawed") as folder:
        assert folder is not None
    assert not folder.exists()


def test_an_edit_of_a_text_that_does_not_occur_is_an_error():
    with pytest.raises(ValueError, match="does not contain 'Sale'"):
        apply_edits("<b>Save</b>", [("Sale", "")])
