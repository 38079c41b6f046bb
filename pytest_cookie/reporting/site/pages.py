"""Writes the item pages: only pages whose content has changed, and many of them in several processes."""

import gc
import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from pytest_cookie.core.errors import RecordingError
from pytest_cookie.core.parsing import load_json
from pytest_cookie.core.record import Record
from pytest_cookie.records.files import write_text
from pytest_cookie.records.item import ItemFolder
from pytest_cookie.records.people_answers import PeopleAnswers
from pytest_cookie.records.plain_tree import read_bounded, read_plain
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ITEM_PAGE, RUNNING_PAGE, SOURCE_PAGE, files_of
from pytest_cookie.reporting.site.addresses import page_of
from pytest_cookie.reporting.site.index.chunks import DATA_FOLDER
from pytest_cookie.reporting.site.index.index_view import RunHead
from pytest_cookie.reporting.site.index.where_lost import CriterionSum, CriterionSums, LostItems, group_of
from pytest_cookie.reporting.site.item.item_page import (
    item_page,
    remove_other_stylesheets,
    write_item_page,
    write_stylesheet,
)
from pytest_cookie.reporting.site.item.navigation import Query

_STATE_FILE = "pages.json"
_MOST_STATE_BYTES = 1_000_000_000
_ALONE = 400
"""Up to so many items, starting processes takes longer than writing the pages in this one."""
_MOST_PROCESSES = 8
_NO_PROCESSES = (BrokenProcessPool, OSError, ImportError)
"""Raised if processes cannot start: process limit, no memory, no semaphores, a main module that cannot be imported."""
_READ = ("artifact.json", "deployment.json", "deployment.log", "evidence/evidence.json")
_LINKED = ("artifact",)
_OUR_PAGES = (ITEM_PAGE, RUNNING_PAGE, SOURCE_PAGE)
_FOLDERS_OF_READ = ("verdicts", "evidence")

_State = dict[str, list[str]]
"""For each item's folder: the fingerprint of its page's inputs with the seal of the page, its criteria, the items of
its checklist that lost most, then its problems with unreadable files."""


@dataclass(frozen=True)
class Unread:
    """An unreadable file of an item, and the item's page."""

    name: str
    href: str
    problem: str


@dataclass(frozen=True)
class WrittenPages:
    """`unread`: the files that could not be read. `criteria`: the sums of all items.

    `lost`: for each item's folder, the items of its checklist that lost most."""

    unread: tuple[Unread, ...]
    criteria: CriterionSums
    lost: LostItems


@dataclass(frozen=True)
class _Work:
    """A block of whole queries, sent to a process. `edges` are the records before and after it in the run's order."""

    run: Path
    head: RunHead
    records: tuple[str, ...]
    edges: tuple[str | None, str | None]
    state: _State


def write_pages(run: RunFolder, blocks: Sequence[Sequence[Record]], head: RunHead) -> WrittenPages:
    """Write the page of every item that has a folder.

    Raises `RecordingError` if a page cannot be written.
    """
    known = _read_state(run)
    state: _State = {}
    write_stylesheet(run)
    for done in _done(lambda: _works(run, blocks, head, known), items=sum(map(len, blocks))):
        state |= done
    write_text(run.path / DATA_FOLDER / _STATE_FILE, json.dumps(state, separators=(",", ":")))
    remove_other_stylesheets(run)
    lost = {folder: tuple(map(tuple, load_json(kept[2] or "[]"))) for folder, kept in state.items()}
    return WrittenPages(tuple(_unread(blocks, state)), _sum_criteria(run, blocks, state), lost)


def _works(run: RunFolder, blocks: Sequence[Sequence[Record]], head: RunHead, known: _State) -> Iterator[_Work]:
    for index, block in enumerate(blocks):
        before = blocks[index - 1][-1] if index else None
        after = blocks[index + 1][0] if index + 1 < len(blocks) else None
        yield _Work(
            run=run.path,
            head=RunHead(head.title, (), head.scores, head.colophon, _people_on(head, block)),
            records=tuple(record.model_dump_json() for record in block),
            edges=(_line(before), _line(after)),
            state={record.folder: known[record.folder] for record in block if record.folder in known},
        )


def _people_on(head: RunHead, block: Sequence[Record]) -> PeopleAnswers | None:
    return head.people.of_cases({record.case for record in block}) if head.people else None


def _line(record: Record | None) -> str | None:
    return record.model_dump_json() if record else None


def _done(works: Callable[[], Iterator[_Work]], *, items: int) -> Iterator[_State]:
    processes = min(_MOST_PROCESSES, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1)
    if items <= _ALONE or processes == 1:
        yield from map(_write_block, works())
        return
    has_begun = False
    try:
        # spawn, because forking a process with threads can deadlock
        with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=gc.disable) as pool:
            for done in _pooled(pool, works(), at_once=2 * processes):
                has_begun = True
                yield done
    except _NO_PROCESSES as error:
        if has_begun:
            raise RecordingError(
                "a process that writes the report's pages died; run `pytest-cookie report RUN` to continue"
            ) from error
        yield from map(_write_block, works())


def _pooled(pool: ProcessPoolExecutor, works: Iterator[_Work], *, at_once: int) -> Iterator[_State]:
    """Submit few blocks at a time, so that the records of a large run are not in memory twice."""
    running: set[Future[_State]] = set()
    for work in works:
        if len(running) >= at_once:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in finished)
        running.add(pool.submit(_write_block_alone, work))
    yield from (future.result() for future in running)


def _write_block_alone(work: _Work) -> _State:
    """Write a block in a process that collects its garbage once a block: pages leave cycles, and looking for them at
    other times takes longer."""
    state = _write_block(work)
    gc.collect()
    return state


def _write_block(work: _Work) -> _State:
    run = RunFolder(work.run)
    records = [Record.model_validate_json(line) for line in work.records]
    first, last = (Record.model_validate_json(line) if line else None for line in work.edges)
    by_case: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        by_case[record.case].append(record)
    marks = {case: _mark_of_case(work.head, members) for case, members in by_case.items()}
    queries = {case: Query(members, work.head.scores.ranking) for case, members in by_case.items()}
    state: _State = {}
    for before, record, after in zip([first, *records], records, [*records[1:], last], strict=False):
        if files := files_of(record, run):
            mark = _mark(marks[record.case], files.folder, (before, after))
            kept = work.state.get(record.folder)
            if not kept or kept[0] != f"{mark} {_seal(files.folder)}" or not (files.folder / ITEM_PAGE).is_file():
                page = item_page(files, record, query=queries[record.case], around=(before, after), head=work.head)
                write_item_page(files.folder, page)
                kept = [f"{mark} {_seal(files.folder)}", page.criteria, page.lost, *page.problems]
            state[record.folder] = kept
    return state


def _mark_of_case(head: RunHead, members: Sequence[Record]) -> bytes:
    """The fingerprint shared by the pages of a query: our own code, the run's name, the records of the query."""
    mark = hashlib.blake2b(_mark_of_code(), digest_size=16)
    for text in (
        head.title,
        head.colophon,
        head.scores.model_dump_json(),
        head.people.of_cases({record.case for record in members}).model_dump_json() if head.people else "",
        *(record.model_dump_json() for record in members),
    ):
        mark.update(text.encode(errors="replace") + b"\0")
    return mark.digest()


@cache
def _mark_of_code() -> bytes:
    mark = hashlib.blake2b(digest_size=16)
    for path in sorted(Path(__file__).parent.parent.rglob("*")):
        if path.suffix in {".py", ".js", ".css", ".html"}:
            mark.update(read_bounded(path))
    return mark.digest()


def _mark(mark_of_case: bytes, folder: Path, around: tuple[Record | None, Record | None]) -> str:
    """The fingerprint of a page: also the state of the files it reads, of the folders it links to, and its neighbours.

    A folder's modification time is enough, because we write files under a temporary name and rename them.
    """
    mark = hashlib.blake2b(mark_of_case, digest_size=16)
    for one in around:
        mark.update(f"{one.case}\0{one.model}\0{one.folder}\0{one.scores}".encode(errors="replace") if one else b"-")
    root = os.fspath(folder)
    mark.update(_file_names(root))
    for name in _READ + _LINKED:
        mark.update(_stamp(f"{root}/{name}"))
    for name in _FOLDERS_OF_READ:
        mark.update(_listing(f"{root}/{name}"))
    return mark.hexdigest()


def _seal(folder: Path) -> str:
    """What the file system knows of the pages of an item: whoever packed a run cannot know it.

    So pages that came with a run from elsewhere, with a state that claims to know them, are written again.
    """
    seals = []
    for name in _OUR_PAGES:
        try:
            found = os.stat(f"{folder}/{name}", follow_symlinks=False)  # noqa: PTH116
        except OSError:
            seals.append("-")
            continue
        seals.append(f"{found.st_ino:x}.{found.st_ctime_ns:x}")
    return " ".join(seals)


def _stamp(path: str) -> bytes:
    try:
        found = os.stat(path)  # noqa: PTH116 (26,000 × 10 of them: a Path each would cost more than the call)
    except (OSError, ValueError):
        return b"-"
    return b"%d %d" % (found.st_mtime_ns, found.st_size)


def _file_names(path: str) -> bytes:
    """The names in the folder, without our own pages, which every report may rewrite."""
    try:
        names = sorted(os.listdir(path))  # noqa: PTH208
    except (OSError, ValueError):
        return b"-"
    return repr([name for name in names if name not in _OUR_PAGES]).encode(errors="replace")


def _listing(path: str) -> bytes:
    """The entries of a folder (verdicts, sessions) with their modification times."""
    try:
        with os.scandir(path) as entries:
            found = sorted((entry.name, entry.stat().st_mtime_ns) for entry in entries)
    except (OSError, ValueError):
        return b"-"
    return repr(found).encode(errors="replace")


def _read_state(run: RunFolder) -> _State:
    """The state of the last report; empty if it cannot be read, so that all pages are rewritten."""
    try:
        state = load_json(read_plain(run.path / DATA_FOLDER / _STATE_FILE, _MOST_STATE_BYTES))
    except (RecordingError, ValueError):
        return {}
    return (
        state
        if isinstance(state, dict) and all(isinstance(entry, list) and len(entry) > 2 for entry in state.values())
        else {}
    )


def _sum_criteria(run: RunFolder, blocks: Sequence[Sequence[Record]], state: _State) -> CriterionSums:
    """The criteria of all items. Their names are read from the first verdict that has them."""
    sums: CriterionSums = defaultdict(dict)
    for record in (record for block in blocks for record in block):
        of_model = sums[group_of(record), record.model]
        for part in state.get(record.folder, ["", ""])[1].split():
            one, score, points = part.split(":")
            if one not in of_model:
                of_model[one] = CriterionSum(*_name(run, record, one, sums))
            of_model[one].score += float(score)
            of_model[one].points += float(points)
            of_model[one].items += 1
    return sums


def _name(run: RunFolder, record: Record, criterion: str, sums: CriterionSums) -> tuple[str, str]:
    """Name and score of a criterion: as another model of the group has it, or else from the record's verdict."""
    group = group_of(record)
    for (other, _), of_model in sums.items():
        if other == group and criterion in of_model:
            return of_model[criterion].name, of_model[criterion].dimension
    files = files_of(record, run)
    try:
        verdict = ItemFolder(files.folder).read_verdict(record.judge) if files else None
    except RecordingError:
        verdict = None
    named = {item.id: (item.name, item.dimension) for item in (verdict.items if verdict else ())}
    return named.get(criterion, (criterion, ""))


def _unread(blocks: Sequence[Sequence[Record]], state: _State) -> Iterator[Unread]:
    for record in (record for block in blocks for record in block):
        for problem in state.get(record.folder, [])[3:]:
            name = f"{record.case} · {record.model} · {record.mode} · r{record.repeat}"
            yield Unread(name, page_of(record.folder), problem)
