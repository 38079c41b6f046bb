"""Samples composed of shared files and edits: what a run sees is a folder with every file."""

from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.ready_files import SampleFiles
from pytest_cookie.generation.sample_recipe import apply_edits
from tests.unit.dataset.case_builder import make_case

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
        assert (folder.parent / "owner.lock").is_file()  # also if this process is killed (`records.temp_dir`)
    assert not folder.exists()


def test_an_edit_of_a_text_that_does_not_occur_is_an_error():
    with pytest.raises(ValueError, match="does not contain 'Sale'"):
        apply_edits("<b>Save</b>", [("Sale", "")])


UNREADABLE = (
    'edits: {"../../x": {}}',
    "edits: {/x: {}}",
    "edits: {flawed: {../../x: []}}",
    "edits: {flawed: {/x: []}}",
    "shared: [../x]",
    "shared: [/x]",
    "edits: [",
    "shard: [web.js]",
    "",
)


def test_a_recipe_that_is_invalid_or_names_files_elsewhere_is_a_usage_error_that_names_it(
    subtests, samples: SampleFiles
):
    recipe = samples.samples / "shop/sample.yaml"
    for text in UNREADABLE:
        with subtests.test(text):
            recipe.write_text(text)
            for use in (lambda: samples.has("shop", "sample/flawed"), samples.versions):
                with pytest.raises(UsageError, match=r"shop/sample\.yaml: "):
                    use()
            with pytest.raises(GenerationError, match=r"shop/sample\.yaml: "), samples.open("shop", "sample/flawed"):
                pass


def test_a_version_that_names_a_folder_elsewhere_is_missing(samples: SampleFiles):
    assert not samples.has("shop", "sample/../../shop/polished")
    assert read(samples, "../shop/polished") is None


IMPOSSIBLE = (
    ("shared: [lost.js]", "lost.js"),
    ("edits: {flawed: {lost.html: []}}", "lost.html"),
    ("edits: {flawed: {index.html: [[Sale, Save]]}}", "does not contain 'Sale'"),
)


def test_a_version_that_cannot_be_composed_is_a_generation_error_that_names_the_recipe(
    subtests, tmp_path: Path, samples: SampleFiles
):
    for text, reason in IMPOSSIBLE:
        with subtests.test(text):
            (samples.samples / "shop/sample.yaml").write_text(f"{text}\n")
            model = "sample/flawed" if "edits" in text else "sample/polished"
            key = ItemKey(case="shop", model=model, mode="html", repeat=1)
            with pytest.raises(GenerationError, match=rf"shop/sample\.yaml: .*{reason}"):
                samples.generate(make_case("shop"), key, tmp_path / "files")
