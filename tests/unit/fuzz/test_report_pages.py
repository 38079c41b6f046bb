"""The report's pages of an item and of a run, and a comparison, of whatever their files say: built, whole, harmless."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_cookie.core.artifact import Artifact
from pytest_cookie.core.deployment import Deployment
from pytest_cookie.core.errors import UsageError
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.perception import StaticPerception
from pytest_cookie.core.record import Manifest, Record
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.core.trace import Trace
from pytest_cookie.core.verdict import Finding, Verdict
from pytest_cookie.records.item import verdict_file
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.comparison_report.comparison_inputs import compare_sides, remarks, select_side
from pytest_cookie.reporting.comparison_report.comparison_lines import comparison_lines
from pytest_cookie.reporting.comparison_report.comparison_markdown import comparison_markdown
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.index.index_view import run_head
from pytest_cookie.reporting.site.item.item_page import item_page
from pytest_cookie.reporting.site.write import write_site
from tests.cookie_scores import Query
from tests.item_pages import LOUD, write_loud_run
from tests.synthetic_run import make_manifest
from tests.unit.fuzz.strategies import nouns, texts

_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_MAY_STAY_OPEN = frozenset(("p", "li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "option"))
_FOLDERS = ("items/a/b/html/1", "items/a/b/html/2", "items/c/b/framework/1")
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


class _Strict(HTMLParser):
    """Raises where an element is closed that is not open; `scripts` are the texts of all script elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.policy = ""
        self.scripts: list[str] = []
        self.harm: list[str] = []
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert [tag for tag in self._open if tag not in _MAY_STAY_OPEN] == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _VOID:
            self._open.append(tag)
        if tag == "script":
            self.scripts.append("")
        given = {name: value or "" for name, value in attrs}
        if given.get("http-equiv") == "Content-Security-Policy":
            self.policy = given["content"]
        for name, value in given.items():
            is_order = name.startswith("on") or name in ("srcdoc", "formaction", "action")
            leads_out = name in ("href", "src", "data-src") and re.match(
                r"\s*(javascript|data|vbscript|https?|//)", value
            )
            if is_order or (leads_out and not value.startswith("data:image/")):
                self.harm.append(f"<{tag} {name}={value!r}>")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open[-1] != tag and self._open[-1] in _MAY_STAY_OPEN:
            self._open.pop()
        assert self._open, f"</{tag}> closes nothing"
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script":
            self.scripts[-1] += data


def _require_harmless(html: str) -> None:
    """It is whole, and its only scripts are those that its own policy names."""
    page = _Strict(html)
    assert page.harm == []
    assert any(page.scripts)
    for script in page.scripts:
        if script:
            assert base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() in page.policy
    assert not any("pwned" in script for script in page.scripts)
    assert not _CONTROLS.search(html)


@pytest.fixture(scope="module")
def loud(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return write_loud_run(tmp_path_factory.mktemp("loud") / "run")


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    run = RunFolder.create(tmp_path_factory.mktemp("made_up") / "run")
    for folder in _FOLDERS:
        (run.path / folder).mkdir(parents=True)
    return run


def _page_of(run: RunFolder, record: Record) -> str:
    files, around = ItemFiles(run.item_folder(record)), (record, record)
    return item_page(files, record, query=Query([record, record]), around=around, head=run_head(run, [record])).html


@given(
    record=nouns(Record, folder=LOUD),
    seen=nouns(Evidence),
    verdict=nouns(Verdict),
    made=nouns(Artifact),
    served=nouns(Deployment),
)
def test_any_item_has_a_page(
    loud: RunFolder, record: Record, seen: Evidence, verdict: Verdict, made: Artifact, served: Deployment
) -> None:
    folder = loud.path / LOUD
    by = verdict.model_copy(update={"judge": record.judge})
    (folder / "artifact.json").write_text(made.model_dump_json(), encoding="utf-8")
    (folder / "deployment.json").write_text(served.model_dump_json(), encoding="utf-8")
    (folder / "evidence/evidence.json").write_text(seen.model_dump_json(), encoding="utf-8")
    (folder / verdict_file(record.judge)).write_text(by.model_dump_json(), encoding="utf-8")
    _require_harmless(_page_of(loud, record))
    (folder / verdict_file(record.judge)).unlink()


@given(trace=nouns(Trace, policy="agent"), seen=nouns(StaticPerception), sound=nouns(SoundDescription), log=texts())
def test_however_an_item_was_used(
    loud: RunFolder, trace: Trace, seen: StaticPerception, sound: SoundDescription, log: str
) -> None:
    folder = loud.path / LOUD
    (folder / "deployment.log").write_text(log, encoding="utf-8")
    (folder / "evidence/agent/sound.json").write_text(sound.model_dump_json(), encoding="utf-8")
    whole = Evidence(artifact_digest="d" * 64, explorer="agent", browser="Chromium 156", perception=seen, trace=trace)
    (folder / "evidence/evidence.json").write_text(whole.model_dump_json(), encoding="utf-8")
    _require_harmless(_page_of(loud, loud.records()[0]))


@given(
    records=st.tuples(*[nouns(Record, folder=folder, findings=st.lists(nouns(Finding), max_size=3).map(tuple))
    for folder in _FOLDERS]),
    manifest=st.one_of(nouns(Manifest), st.just(make_manifest())),
)  # fmt: skip
def test_any_run_has_a_report(made_up: RunFolder, records: tuple[Record, ...], manifest: Manifest) -> None:
    _write(made_up, records, manifest)
    _require_harmless(write_site(RunFolder.open(made_up.path)).read_text(encoding="utf-8"))
    for path in (made_up.path / "data").glob("*.js"):
        chunk = path.read_text(encoding="utf-8")
        assert chunk.isascii()
        assert not re.search(r"[<>&]", chunk)
        name, contents = json.loads(f"[{chunk.removeprefix('cookieData(').removesuffix(');' + chr(10))}]")
        assert f"{name}.js" == path.name
        assert contents is not None
    for record in records:
        page = made_up.path / record.folder / "index.html"
        if page.is_file():
            _require_harmless(page.read_text(encoding="utf-8"))


@given(records=st.tuples(*[nouns(Record, folder=folder) for folder in _FOLDERS]))
def test_any_two_models_can_be_compared(made_up: RunFolder, records: tuple[Record, ...]) -> None:
    model = records[0].model
    _write(made_up, [one.model_copy(update={"model": model}) for one in records], make_manifest())
    run = RunFolder.open(made_up.path)
    try:
        a, b = (select_side(run, model, option="--model") for _ in range(2))
        found, differing = compare_sides(a, b, anyway=True), remarks(a, b)
    except UsageError:  # no item was judged, or none has scores of the protocol
        return
    told = "\n".join((*comparison_lines(found, 100, remarks=differing), comparison_markdown(found, remarks=differing)))
    assert not _CONTROLS.search(told)
    assert not re.search(r"(?<!\\)<script", comparison_markdown(found, remarks=differing))


def _write(run: RunFolder, records: tuple[Record, ...] | list[Record], manifest: Manifest) -> None:
    (run.path / "manifest.json").write_text(manifest.model_dump_json(), encoding="utf-8")
    RunFolder(run.path).write_records(records)
