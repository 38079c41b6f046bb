"""Published means beside those of a run, in its report."""

from pytest_cookie.protocols.interaction2code.human.beside_run import FILE, store_published
from pytest_cookie.protocols.interaction2code.human.published import PublishedMeans
from pytest_cookie.protocols.interaction2code.human.published_table import published_table
from pytest_cookie.protocols.interaction2code.scores import SCORES
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.site import write_site

ROW = PublishedMeans(model="<b>G</b>", prompt="Direct", means={"full_text": 0.25, "implement_rate": 0.5})


def test_without_published_means_there_is_no_table(run: RunFolder):
    assert published_table(run, run.records(), SCORES) is None


def test_the_report_has_a_row_for_each_published_mean(run: RunFolder, tmp_path):
    store_published(run, tmp_path / "means.csv", [ROW])
    table = published_table(run, run.records(), SCORES)
    assert table is not None
    assert [row.is_own for row in table.rows] == [False]  # no record is of Interaction2Code
    (means,) = (dict(zip(table.columns, row.means, strict=True)) for row in table.rows)
    assert (means["OCR text of full page"], means["Implement rate"], means["CLIP of full page"]) == (0.25, 0.5, None)
    page = write_site(run).read_text()
    assert "This run and means.csv" in page
    assert "&lt;b&gt;G&lt;/b&gt;" in page
    assert "<b>G</b>" not in page


def test_an_unreadable_file_is_named_and_the_report_is_written(run: RunFolder):
    (run.path / FILE).write_text('{"source": "a", "rows": [{"model": "m", "prompt": "p", "means": {"full_ssim": 7}}]}')
    table = published_table(run, run.records(), SCORES)
    assert table is not None
    assert FILE in table.problem
    assert FILE in write_site(run).read_text()
