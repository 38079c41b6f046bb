"""`write_site`: writes the report of a run into its folder."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from pytest_cookie.core.collecting import pause_garbage_collection
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_text
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.leaderboard import Leaderboard, leaderboards
from pytest_cookie.reporting.missing_items import WHY_MISSING
from pytest_cookie.reporting.site.index.charts import charts, measures, worth_drawing
from pytest_cookie.reporting.site.index.chunks import Json, remove_other_chunks, write_chunk
from pytest_cookie.reporting.site.index.grid_data import GridData, catalogue, in_blocks, own_slices
from pytest_cookie.reporting.site.index.index_view import IndexView, index_view, run_head
from pytest_cookie.reporting.site.index.plotly_file import copy_library
from pytest_cookie.reporting.site.index.where_lost import WhereLost, where_lost
from pytest_cookie.reporting.site.pages import WrittenPages, write_pages
from pytest_cookie.reporting.site.render import render
from pytest_cookie.reporting.site.scores import failed_counts_as, scale_sentences
from pytest_cookie.reporting.variance import Variance, variances

INDEX_PAGE = "index.html"
_SCRIPT = (
    "index/elements.js",
    "index/data.js",
    "index/state.js",
    "index/selection.js",
    "index/tables.js",
    "scrolling.js",
    "index/cells.js",
    "index/grid.js",
    "index/query.js",
    "index/charts.js",
    "index/main.js",
)
_MOST_UNREAD, _FEW_UNREAD = 50, 5


def write_site(run: RunFolder, *, variance: Sequence[Variance] | None = None) -> Path:
    """Write `index.html` with its data, and a page for every item; return the path of the index.

    The pages are written in a second thread, so the first index of a large run can be read earlier. Unreadable records
    and missing evidence are named; the rest is shown. `variance` is the result computed for the summary; None: compute
    it here, which takes time. Raises `RecordingError` if the report cannot be written.
    """
    with pause_garbage_collection(), ThreadPoolExecutor(1) as beside:
        records, problems = run.read()
        blocks = tuple(in_blocks(records))
        scores = run.scores_of(records)
        pages = beside.submit(write_pages, run, blocks, run_head(run, records))
        boards = leaderboards(records, scores)
        varying = variances(run, records, scores) if variance is None else variance
        slices = own_slices(records, run.slices)
        view = index_view(run, records, boards, problems, varying, slices)
        known = catalogue(blocks, boards, scores, slices)
        library = _write_data(run, known, records, boards)
        if not (run.path / INDEX_PAGE).exists():
            _write_index(run, view, library, WrittenPages((), {}, {}), lost=())
        written = pages.result()
        if any(written.lost.values()):
            for name, contents in _items(replace(known, lost=written.lost)).items():
                write_chunk(run.path, name, contents())
        lost = where_lost(records, boards, scores, run.slices, written.criteria, written.lost)
        return _write_index(run, view, library, written, lost=lost)


def _write_data(run: RunFolder, known: GridData, records: Sequence[Record], boards: Sequence[Leaderboard]) -> str:
    """Write the data chunks; returns the address of the charting library, "" if there are no charts."""
    specs = run.slices
    drawn = worth_drawing(boards, records, specs)
    chunks: dict[str, Callable[[], Json]] = {"catalogue": known.contents} | (
        {"charts": partial(charts, records, boards, specs)} if drawn else {}
    )
    chunks |= _items(known)
    for block in range(len(known.blocks)):
        chunks[f"findings-{block}"] = partial(known.findings, block)
    for name, contents in chunks.items():
        write_chunk(run.path, name, contents())
    remove_other_chunks(run.path, {f"{name}.js" for name in chunks})
    return copy_library(run.path) if drawn else ""


def _items(known: GridData) -> dict[str, Callable[[], Json]]:
    return {f"items-{block}": partial(known.items, block) for block in range(len(known.blocks))}


def _write_index(
    run: RunFolder, view: IndexView, library: str, written: WrittenPages, *, lost: Sequence[WhereLost]
) -> Path:
    unread = written.unread
    index = run.path / INDEX_PAGE
    page = render(
        "index.html",
        script=_SCRIPT,
        styles=("report.css", "index.css"),
        loads_data=True,
        view=view,
        head=view.head,
        library=library,
        measures=measures(view.head.scores),
        scale=scale_sentences(view.head.scores),
        failed_counts_as=failed_counts_as(view.head.scores),
        lost=lost,
        why_absent=WHY_MISSING,
        unread=unread[:_MOST_UNREAD],
        few_unread=_FEW_UNREAD,
        more_unread=max(0, len(unread) - _MOST_UNREAD),
    )
    write_text(index, page)
    return index
