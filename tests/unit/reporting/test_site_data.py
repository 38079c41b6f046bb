"""The data beside the index: harmless as a script, whole queries a block, and pages rewritten only after a change."""

import json
from pathlib import Path

import pytest

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.slices import COMMON
from pytest_cookie.core.verdict import Finding
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site
from pytest_cookie.reporting.site.addresses import folder_of, page_of
from pytest_cookie.reporting.site.index.charts import charts, worth_drawing
from pytest_cookie.reporting.site.index.chunks import as_script, number
from pytest_cookie.reporting.site.index.grid_data import in_blocks
from tests.cookie_scores import catalogue, leaderboards
from tests.synthetic_run import FLAWED, HOSTILE, POLISHED, make_record


def _chunk(run: RunFolder, name: str) -> object:
    text = (run.path / "data" / f"{name}.js").read_text(encoding="ascii")
    head, tail = f'cookieData("{name}", ', ");\n"
    assert text.startswith(head)
    assert text.endswith(tail)
    return json.loads(text[len(head) : -len(tail)])


def test_a_chunk_is_ascii_without_anything_that_could_end_a_script() -> None:
    text = as_script([f"{HOSTILE}\u2028\u2029\ud800 & <!--"])
    assert text.isascii()
    assert not set("<>&") & set(text)
    assert json.loads(text) == [f"{HOSTILE}\u2028\u2029\ud800 & <!--"]


def test_what_is_no_number_is_none() -> None:
    assert [number(value, 1) for value in (1.26, None, float("nan"), float("inf"))] == [1.3, None, None, None]


def test_the_items_of_the_run_are_all_there(run: RunFolder) -> None:
    write_site(run)
    known, items, found = _chunk(run, "catalogue"), _chunk(run, "items-0"), _chunk(run, "findings-0")
    assert isinstance(known, dict)
    assert isinstance(items, dict)
    assert isinstance(found, list)
    assert [one[:2] for one in known["series"]] == [[POLISHED, "html"], [FLAWED, "html"]]
    assert [case[0] for case in known["cases"]] == [*dict.fromkeys(record.case for record in run.records())]
    assert known["blocks"] == [8] == [len(column) for column in {len(one): one for one in items.values()}.values()]
    assert [scores[2] for scores in items["scores"][:2]] == [85.0, 49.75]
    assert items["outcome"] == [0, 0, 0, 0, 0, 1, 0, 2]
    assert found[1][0][0][:3] == [0, 0, "The arrow keys do nothing "]
    assert found[7][1].startswith("explore: BrowserError: Chromium did not answer")


def test_a_query_stays_in_one_block_and_repeats_with_it() -> None:
    records = [make_record(model=f"m{number}", repeat=repeat) for number in range(400) for repeat in (1, 2)]
    others = [make_record("单位换算", f"m{number}") for number in range(400)]
    mixed = [*records[:400], *others, *records[400:]]
    known = catalogue(tuple(in_blocks(mixed)), leaderboards(mixed))
    assert [len(block) for block in known.blocks] == [800, 400]
    assert [{record.case for record in block} for block in known.blocks] == [{"moth-and-lanterns"}, {"单位换算"}]


@pytest.mark.parametrize("folder", ["../../elsewhere", "/etc", "items/../../x", "", "..", "a\0b"])
def test_a_folder_outside_of_the_run_has_no_address(folder: str) -> None:
    assert folder_of(folder) == page_of(folder) == ""


def test_a_name_cannot_become_another_address() -> None:
    assert folder_of('items/a "?#<b>') == "items/a%20%22%3F%23%3Cb%3E"
    hostile = make_record(thumbnail="https://evil.example/x.png", findings=[_finding("</script>\u202e")])
    known = catalogue(tuple(in_blocks([hostile])), leaderboards([hostile]))
    items = known.items(0)
    assert isinstance(items, dict)
    assert items["picture"] == ["https%3A/evil.example/x.png"]
    assert items["worst"] == ["</script>"]


def test_the_usual_thumbnail_is_not_said_and_that_of_an_older_run_is() -> None:
    records = [make_record(), make_record(repeat=2, thumbnail="evidence/static/viewport.png")]
    items = catalogue(tuple(in_blocks(records)), leaderboards(records)).items(0)
    assert isinstance(items, dict)
    assert items["picture"] == ["", "evidence/static/viewport.png"]


def _finding(title: str) -> Finding:
    return Finding(dimension="functionality", severity="minor", title=title, why="")


def test_charts_have_a_point_a_model_and_a_row_a_model_in_every_heatmap(run: RunFolder) -> None:
    records = run.records()
    boards = leaderboards(records)
    assert worth_drawing(boards, records, COMMON)
    assert not worth_drawing(leaderboards(records[:1]), records[:1], COMMON)
    (board,) = json.loads(json.dumps(charts(records, boards, COMMON)))
    assert [point["model"] for point in board["points"]] == [POLISHED, FLAWED]
    assert board["points"][1]["scores"][0][0] == pytest.approx(25.67, abs=0.01)  # (38.5 + 38.5 + 0) / 3
    difficulty = next(one for one in board["heatmaps"] if one["label"] == "Difficulty")
    assert difficulty["values"] == ["easy", "medium", "hard"]
    assert [cell and cell[2] for cell in difficulty["rows"][1]] == [24.88, 49.75, None]  # hard was unscored


def _pages(run: RunFolder) -> dict[str, int]:
    return {record.folder: _page(run, record.folder).stat().st_mtime_ns for record in run.records()}


def _page(run: RunFolder, folder: str) -> Path:
    return run.path / folder / "index.html"


def test_a_page_is_made_again_only_where_what_it_shows_has_changed(run: RunFolder) -> None:
    write_site(run)
    before = _pages(run)
    write_site(run)
    assert _pages(run) == before
    first, second, third, *_ = before
    _page(run, first).unlink()
    (run.path / third / "evidence" / "evidence.json").write_text("{")
    write_site(run)
    again = {folder for folder, changed in _pages(run).items() if changed != before[folder]}
    assert again == {first, third}
    assert "evidence.json" in (run.path / "index.html").read_text(encoding="utf-8")
    assert "evidence.json" in _page(run, third).read_text(encoding="utf-8")
    assert second not in again


def test_what_an_earlier_larger_report_left_is_removed(run: RunFolder) -> None:
    write_site(run)
    (run.path / "data" / "items-7.js").write_text("")
    write_site(run)
    assert not (run.path / "data" / "items-7.js").exists()
    assert (run.path / "assets" / "plotly.min.js").stat().st_size > 1_000_000


def test_what_cannot_be_removed_is_named(run: RunFolder) -> None:
    (run.path / "data" / "items-7.js").mkdir(parents=True)
    with pytest.raises(RecordingError, match=r"cannot remove .*items-7\.js"):
        write_site(run)
