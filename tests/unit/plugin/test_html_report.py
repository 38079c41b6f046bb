"""What a row of pytest-html shows of an item."""

import re
from pathlib import Path

import pytest

from pytest_cookie.records.run import RunFolder
from tests.cookie_scores import html_cells, html_extras
from tests.synthetic_run import HOSTILE, make_record, write_synthetic_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return RunFolder.open(write_synthetic_run(tmp_path / "a run #1"))


def test_scores_sort_as_numbers_though_they_are_compared_as_text(run: RunFolder) -> None:
    totals = [None, 0.0, 8.5, 38.5, 100.0]
    cells = [html_cells(make_record(total=total), run)[3] for total in totals]
    inner = [re.search(r"<td.*?>(.*?)</td>", cell) for cell in cells]
    texts = [found.group(1) for found in inner if found]
    assert texts == sorted(texts)
    assert [text.rpartition(">")[2] for text in texts] == ["–", "0.0", "8.5", "38.5", "100.0"]


def test_text_of_models_is_escaped(run: RunFolder) -> None:
    cells = html_cells(make_record(model=HOSTILE).model_copy(update={"case": HOSTILE}), run)
    assert "<script" not in "".join(cells)
    assert "<img" not in cells[0]


def test_an_item_without_files_has_all_cells(run: RunFolder) -> None:
    record = make_record(folder="../elsewhere")
    assert len(html_cells(record, run)) == len(html_cells(run.records()[0], run)) == 5
    assert html_cells(record, run)[4] == '<td class="col-screen"></td>'
    assert html_extras(record, run, run.path / "r.html", is_alone=True) == []


def test_links_are_relative_to_the_report_and_quoted(run: RunFolder) -> None:
    record = run.records()[0]
    extras = html_extras(record, run, run.path.parent / "out" / "r.html", is_alone=True)
    links = {one["name"]: one["content"] for one in extras if one["format_type"] == "url"}
    assert links["item"] == f"../a%20run%20%231/{record.folder}/index.html"


def test_a_file_that_is_no_picture_is_left_out(run: RunFolder) -> None:
    record = run.records()[0]
    (run.item_folder(record) / "evidence/static/viewport.png").write_bytes(b"not a picture")
    assert html_cells(record, run)[4] == '<td class="col-screen"></td>'
