"""The pages as text; tests/browser/test_report.py opens them in a browser."""

import os
import re
import shutil
from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import pages as made
from pytest_cookie.reporting.site import write_site
from tests.synthetic_run import FLAWED, POLISHED, make_manifest, make_record
from tests.unit.reporting.page import Page


def _item_page(run: RunFolder, case: str, model: str) -> Path:
    (record,) = [one for one in run.records() if (one.case, one.model) == (case, model)]
    return run.path / record.folder / "index.html"


def test_every_item_has_a_page_and_every_address_leads_somewhere(run: RunFolder) -> None:
    index = write_site(run)
    pages = [index, *(run.path / record.folder / "index.html" for record in run.records())]
    assert index == run.path / "index.html"
    assert len(pages) == 9
    for page in pages:
        local = [one for one in Page(page).addresses() if not one.startswith(("#", "data:image/svg+xml,"))]
        assert local or page == index
        for address in local:
            target = (page.parent / address.partition("#")[0].replace("%20", " ")).resolve()
            assert target.is_relative_to(run.path.resolve()), address
            assert target.is_file(), address


def test_no_tag_comes_out_of_the_data(run: RunFolder) -> None:
    write_site(run)
    page = _item_page(run, "hostile-strings", POLISHED)
    tags = Page(page).tags
    assert [attributes for tag, attributes in tags if tag == "script"] == [{}, {}]
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
    assert "&lt;script&gt;window.pwned" in page.read_text(encoding="utf-8")
    assert "{{ 7 * 7 }}" in Page(page).text


def test_only_our_own_script_and_style_are_allowed(run: RunFolder) -> None:
    tags = Page(write_site(run)).tags
    (policy,) = [attributes["content"] for tag, attributes in tags if attributes.get("http-equiv")]
    assert policy is not None
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert re.search(r"script-src 'sha256-[^']+' 'sha256-[^']+' 'strict-dynamic'(;|$)", policy)
    assert not [attributes for _, attributes in tags if "style" in attributes]


def test_item_pages_share_one_stylesheet_and_no_other_style_can_stand_in_them(run: RunFolder) -> None:
    earlier = run.path / "assets" / "item-00000000.css"
    earlier.parent.mkdir()
    earlier.write_text("p { color: red }", encoding="utf-8")
    write_site(run)
    pages = [run.path / record.folder / "index.html" for record in run.records()]
    tags = [Page(page).tags for page in pages]
    sheets = {attributes["href"] for page in tags for tag, attributes in page if attributes.get("rel") == "stylesheet"}
    (policy,) = {attributes["content"] for page in tags for _, attributes in page if attributes.get("http-equiv")}
    assert [(pages[0].parent / sheet).resolve() for sheet in sheets] == [*(run.path / "assets").glob("item-*.css")]
    assert "style-src 'self' file:;" in str(policy)
    assert "unsafe" not in str(policy)
    assert not [tag for page in tags for tag, _ in page if tag == "style"]


def test_a_page_is_made_again_when_the_artifact_is_gone(run: RunFolder) -> None:
    write_site(run)
    page = _item_page(run, "moth-and-lanterns", POLISHED)
    assert 'data-src="running.html"' in page.read_text(encoding="utf-8")
    (page.parent / "artifact" / "index.html").unlink()
    write_site(run)
    assert "No page to run." in page.read_text(encoding="utf-8")
    assert not (page.parent / "running.html").exists()


def test_pages_that_came_with_a_run_are_written_again_and_own_ones_are_kept(run: RunFolder, tmp_path: Path) -> None:
    write_site(run)
    page = _item_page(run, "moth-and-lanterns", POLISHED)
    own, written = page.read_text(encoding="utf-8"), page.stat().st_mtime_ns
    write_site(run)
    assert page.stat().st_mtime_ns == written
    copy = RunFolder(tmp_path / "elsewhere" / run.path.name)
    shutil.copytree(run.path, copy.path)
    for name in ("index.html", "running.html"):
        copied = copy.path / page.parent.relative_to(run.path) / name
        times = copied.stat()
        copied.write_text("<script>forged</script>", encoding="utf-8")
        os.utime(copied, ns=(times.st_atime_ns, times.st_mtime_ns))
    write_site(copy)
    assert _item_page(copy, "moth-and-lanterns", POLISHED).read_text(encoding="utf-8") == own
    assert not [one for one in copy.path.rglob("*.html") if "forged" in one.read_text(encoding="utf-8")]


class _NoProcesses:
    def __init__(self, *_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")


def test_where_no_process_can_be_started_pages_are_made_all_the_same(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "_ALONE", 0)
    monkeypatch.setattr(made.os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr(made, "ProcessPoolExecutor", _NoProcesses)
    write_site(run)
    assert all((run.path / record.folder / "index.html").is_file() for record in run.records())


def test_an_item_page_shows_measurements_missing_evidence_and_a_sandboxed_artifact(run: RunFolder) -> None:
    write_site(run)
    page = Page(_item_page(run, "moth-and-lanterns", FLAWED))
    (frame,) = [attributes for tag, attributes in page.tags if tag == "iframe"]
    assert frame["sandbox"] == "allow-scripts"
    assert "src" not in frame
    assert frame["data-src"] == "running.html"
    assert not [address for address in page.addresses() if "passwd" in address]
    for text in (
        "The arrow keys do nothing",
        "canvas#game, step 2, video 1:05.4",
        "unmeasured",
        "Needs a judge that reads the brief.",
        "inapplicable",
        "scrolls sideways by 143 px",
        "7 of 9 controls",
        "It stopped because several actions in a row had changed nothing (no_progress)",
        "No visible effect.",
        "Not possible: covered by Start",
        "TypeError: Start",
        "blocked by the sandbox: refused",
        "color-contrast",
        "cooperative: a frame <of> the page costs 0.9 s",
        "The cited evidence is missing: static/gone.png",
        "The cited evidence is missing: ../../../../../../etc/passwd",
    ):
        assert text in page.text, text


def test_broken_evidence_and_an_unscored_item_are_explained_and_the_rest_is_shown(run: RunFolder) -> None:
    write_site(run)
    text = Page(_item_page(run, "hostile-strings", FLAWED)).text
    assert "Some files could not be read" in text
    assert "evidence.json is not a valid Evidence" in text
    assert "38.5" in text
    assert "No evidence." in text
    text = Page(_item_page(run, "umsatz-uebersicht", FLAWED)).text
    assert "Why this item is unscored" in text
    assert "Chromium did not answer for 60 s" in text
    assert "0.0" not in text.split("Why this item")[0]


def test_the_denominator_stands_on_the_index(run: RunFolder) -> None:
    text = Page(write_site(run)).text
    assert "8 (6 scored, 1 failed, 1 unscored)" in text
    assert "judge measured · agent crawler · html · 4 cases" in text
    assert "an unscored item" in text.lower()
    assert text.count("preliminary") == 3  # both models, and what that means


def test_records_that_cannot_be_read_are_named(run: RunFolder) -> None:
    with (run.path / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write('{broken\n{"schema_version": 7, "verdict": "good"}\n')
    text = Page(write_site(run)).text
    assert "2 records could not be read" in text
    assert "records.jsonl:9: not a record" in text
    assert (
        "records.jsonl:10: schema version 7, written by another version of pytest-cookie; this one supports 1: if"
        in text
    )
    assert "sample/polished" in text


def test_planned_items_without_a_record_are_told(run: RunFolder) -> None:
    run.write_manifest(run.manifest.model_copy(update={"planned": 24}))
    assert "16 of 24 planned items have no record" in Page(write_site(run)).text
    run.write_manifest(run.manifest.model_copy(update={"planned": 8}))
    assert "have no record" not in Page(write_site(run)).text


def test_a_record_that_points_outside_gets_no_page_and_no_link(run: RunFolder) -> None:
    record = make_record(model="evil", folder="../../elsewhere")
    with (run.path / "records.jsonl").open("a", encoding="utf-8") as file:
        file.write(record.model_dump_json() + "\n")
    page = Page(write_site(run))
    assert "evil" in page.text
    assert not (run.path.parent.parent / "elsewhere").exists()
    assert not [address for address in page.addresses() if "elsewhere" in address]


@pytest.mark.parametrize("manifest", [None, "not json"])
def test_a_run_without_items_or_manifest_still_has_a_page(tmp_path: Path, manifest: str | None) -> None:
    (tmp_path / "manifest.json").write_text(manifest or make_manifest().model_dump_json(), encoding="utf-8")
    (tmp_path / "records.jsonl").write_text("", encoding="utf-8")
    text = Page(write_site(RunFolder.open(tmp_path))).text
    assert "No records." in text
    assert ("manifest.json is not a valid Manifest" in text) is bool(manifest)


def test_a_run_without_records_has_not_one_record_too_few(tmp_path: Path) -> None:
    (tmp_path / "manifest.json").write_text(make_manifest().model_dump_json(), encoding="utf-8")
    text = Page(write_site(RunFolder.open(tmp_path))).text
    assert "The records could not be read" in text
    assert "records.jsonl is missing" in text
    assert "1 record" not in text
