"""`write_site`: the pages of a run, written whole into its folder."""

from collections import defaultdict
from pathlib import Path

from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ITEM_PAGE, files_of
from pytest_cookie.reporting.site.index_view import index_view, run_head
from pytest_cookie.reporting.site.item_view import item_view
from pytest_cookie.reporting.site.render import render

INDEX_PAGE = "index.html"


def write_site(run: RunFolder) -> Path:
    """Write a page for every item, then `index.html`, and return its path.

    Records that cannot be read and evidence that is missing are named where they would stand; the rest is shown.
    Raises `RecordingError` where the pages cannot be written.
    """
    records = run.records()
    by_case: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_case[record.case].append(record)
    head = run_head(run, records)
    for record in records:
        if files := files_of(record, run):
            view = item_view(run, record, siblings=by_case[record.case])
            write_text(files.folder / ITEM_PAGE, render("item.html", script="item.js", view=view, head=head))
    index = run.path / INDEX_PAGE
    view_of_all = index_view(run, records)
    write_text(index, render("index.html", script="index.js", view=view_of_all, head=view_of_all.head))
    return index
