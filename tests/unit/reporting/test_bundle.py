"""Bundles of a made-up run: what is in them, what never is, and how they are made to fit."""

import json
import zipfile
from pathlib import Path

import pytest

from pytest_cookie.cli import main
from pytest_cookie.records.item import verdict_file
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.bundle import scrub
from pytest_cookie.reporting.bundle.reduction import REDUCTIONS
from pytest_cookie.reporting.bundle.scrub import Scrubber
from tests.synthetic_run import FLAWED, POLISHED, draw_page, write_synthetic_run
from tests.unit.reporting.page import Page

KEY = "sk-acme-0123456789abcdef"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    """A run with a key, paths and the machine's name in its texts."""
    monkeypatch.setenv("ACME_API_KEY", KEY)
    monkeypatch.setattr(scrub.socket, "gethostname", lambda: "anns-laptop")
    folder = write_synthetic_run(tmp_path / "tuesday")
    for path in folder.rglob("*.png"):  # large pictures take long to encode
        draw_page(path, 96, 64)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["platform"] = "Linux-6.1-anns-laptop-x86_64"
    manifest["options"] |= {"cookie_artifacts": "/home/ann/secret/pages", "max_steps": 50}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    for path in folder.glob("items/*/*/*/*/record.json"):
        record = json.loads(path.read_text())
        record["node_id"] = f"{folder}/test_it.py::test"
        for finding in record["findings"]:
            finding["why"] += f" On anns-laptop in /home/ann/secret/page.html, {folder}/x, with {KEY}."
        path.write_text(json.dumps(record))
    item = folder / "items/moth-and-lanterns/sample-flawed/html/1"
    (item / "deployment.log").write_text("/home/ann/secret")
    (item / "artifact" / "western.htm").write_bytes(f"caf\xe9 in {folder}/x with {KEY}".encode("latin-1"))
    RunFolder(folder).collect()
    return RunFolder(folder)


def _texts(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.suffix in {".json", ".jsonl", ".html", ".js", ".txt", ".log"}]
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in files}
    return {name: text for name, text in texts.items() if name != "assets/plotly.min.js"}


def test_a_bundle_has_a_whole_report_and_nothing_of_the_machine(run: RunFolder, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "sent"
    assert main(["bundle", str(run.path), "--output", str(target)]) == 0
    for page in [target / "index.html", *target.glob("items/*/*/*/*/index.html")]:
        for address in Page(page).addresses():
            if not address.startswith(("#", "data:image/svg+xml,")):
                path = (page.parent / address.partition("#")[0].replace("%20", " ")).resolve()
                assert path.is_relative_to(target.resolve()), address
                assert path.is_file(), address
    for name, text in _texts(target).items():
        for leak in (KEY, "anns-laptop", "/home/ann", "secret", str(tmp_path), "test_it.py"):
            assert leak not in text, (name, leak)
    assert [path.name for path in target.rglob("*.png")] == []
    flawed = target / "items/moth-and-lanterns/sample-flawed/html/1"
    assert (flawed / "evidence/static/desktop.webp").read_bytes()[8:12] == b"WEBP"
    assert not (flawed / "deployment.log").exists()
    assert (flawed / "artifact/western.htm").read_bytes() == b"caf\xe9 in \xe2\x80\xa6/x with [redacted]"
    assert "pictures are WebP with a quality of 80 of 100" in (target / "about-this-bundle.txt").read_text()
    assert len(RunFolder.open(target).records()) == 8


def test_an_anonymous_bundle_names_no_model(run: RunFolder, tmp_path: Path) -> None:
    target = tmp_path / "blind.zip"
    assert main(["bundle", str(run.path), "--anonymous", "--output", str(target)]) == 0
    with zipfile.ZipFile(target) as archive:
        archive.extractall(tmp_path / "opened")
    (top,) = (tmp_path / "opened").iterdir()
    assert top.name == "run"
    for name, text in _texts(top).items():
        for leak in (POLISHED, FLAWED, "sample-polished", "sample-flawed"):
            assert leak not in name + text, (name, leak)
        assert '"spend": {"' not in text, name
    models = {record.model for record in RunFolder.open(top).records()}
    assert models == {"model-a", "model-b"}
    verdicts = list(top.glob("items/*/*/*/*/verdicts/*.json"))
    assert len(verdicts) == len(list(run.path.glob("items/*/*/*/*/verdicts/*.json"))) > 0
    assert {f"verdicts/{one.name}" for one in verdicts} == {
        verdict_file(json.loads(one.read_text())["judge"]) for one in verdicts
    }


def test_it_is_made_to_fit_or_refused(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str], subtests: pytest.Subtests
) -> None:
    with subtests.test("smaller by less"):
        assert main(["bundle", str(run.path), "--max", "800KB", "--output", str(tmp_path / "small.zip")]) == 0
        assert (tmp_path / "small.zip").stat().st_size <= 800_000
    with subtests.test("too small"):
        assert main(["bundle", str(run.path), "--max", "100KB", "--output", str(tmp_path / "none.zip")]) == 2
        assert "cannot be smaller than 100.0 kB" in capsys.readouterr().err
        assert not (tmp_path / "none.zip").exists()
    with subtests.test("exists"):
        assert main(["bundle", str(run.path), "--output", str(tmp_path / "small.zip")]) == 2
        assert "already exists" in capsys.readouterr().err
    with subtests.test("not a size"), pytest.raises(SystemExit):
        main(["bundle", str(run.path), "--max", "25"])
    assert [len(one.left_out) for one in REDUCTIONS] == sorted(len(one.left_out) for one in REDUCTIONS)


def test_paths_and_names_are_removed_and_other_text_stays(subtests: pytest.Subtests) -> None:
    scrubber = Scrubber(places=("/work/acme",), aliases={"acme/one": "model-a", "o3": "model-b", "react": "model-c"})
    for text, clean in (
        ("at /home/ann/site/index.html:12", "at …/index.html:12"),
        (r"in C:\Users\ann\page.html", "in …/page.html"),
        ("/work/acme/run/items", "…/run/items"),
        ("acme/one did it", "model-a did it"),
        ("https://example.com/home/about", "https://example.com/home/about"),
        ("the link /home/", "the link …/"),
        ("at file:///home/bob/x.js:1 and Error:/opt/bob/y", "at file://…/x.js:1 and Error:…/y"),
        ("in C:/Users/bob/page.html", "in …/page.html"),
        ("foo3 is not o3, and neither is a page in react", "foo3 is not model-b, and neither is a page in react"),
        ("Build a basic calculator with fw-semibold, sk-folding-cube1 and pk_student_id", None),
        ("a/b and 1/2", "a/b and 1/2"),
        ("Bearer abcdefgh0123456789xyz", "[redacted]"),
    ):
        with subtests.test(text):
            assert scrubber.text(text) == (text if clean is None else clean)
    assert scrubber.source("open('/home/about'), acme/one") == "open('/home/about'), model-a"
    told = {"model": "react", "mode": "react", "o3": {"text": '"/home/bob/x"'}, "judge": "o3", "react": 1}
    wanted = {"model": "model-c", "mode": "react", "model-b": {"text": '"…/x"'}, "judge": "model-b", "react": 1}
    assert scrubber.value(told) == wanted
