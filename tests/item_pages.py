"""Pages of items without a report around them, and an item with something in every lane of its timeline."""

from pathlib import Path

from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.page import ConsoleMessage, FailedRequest, LibraryAnswer, PageError
from pytest_cookie.core.record import Record
from pytest_cookie.core.sound import SoundDescription
from pytest_cookie.records.run import RunFolder
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.index.index_view import run_head
from pytest_cookie.reporting.site.item.item_page import item_page, write_item_page, write_stylesheet
from tests.cookie_scores import Query, rescored
from tests.modelled_run import write_modelled_run

LOUD = "items/moth-and-lanterns/openai-author-large/html/1"


def write_item_pages(run: RunFolder) -> tuple[Path, ...]:
    """The page of every record, as the report writes them."""
    records = run.records()
    head = run_head(run, records)
    paths = []
    write_stylesheet(run)
    for before, record, after in zip((None, *records), records, (*records[1:], None), strict=False):
        siblings = [other for other in records if other.case == record.case]
        files = ItemFiles(run.item_folder(record))
        page = item_page(files, record, query=Query(siblings), around=(before, after), head=head)
        paths.append(run.path / record.folder / "index.html")
        write_item_page(files.folder, page)
    return tuple(paths)


def sound(**changes: object) -> SoundDescription:
    """2.8 s: silence, a rise, full scale."""
    levels = tuple(-100.0 if moment < 7 else -60.0 + 3 * (moment - 7) for moment in range(28))
    fields = {
        "duration_ms": 2800, "silent": False, "summary": "A tone rises.", "peak_dbfs": 0.0, "rms_dbfs": -12.0,
        "loudness_lufs": -14.0, "clipped_share": 0.0, "silent_share": 0.25, "momentary_lufs": levels,
    }  # fmt: skip
    return SoundDescription.model_validate(fields | changes)


def write_loud_run(root: Path, *, film: bool = True) -> RunFolder:
    """The modelled run; in its first item something sounds, the console speaks, requests fail."""
    run = RunFolder.open(write_modelled_run(root))
    evidence = root / LOUD / "evidence"
    whole = Evidence.model_validate_json((evidence / "evidence.json").read_bytes())
    (evidence / "agent" / "sound.json").write_text(sound().model_dump_json(), encoding="utf-8")
    (evidence / "evidence.json").write_text(_spoken(whole, film=film).model_dump_json(), encoding="utf-8")
    return run


def _spoken(whole: Evidence, *, film: bool) -> Evidence:
    static, agent = whole.sessions
    filmed = (
        agent.film.model_copy(update={"sound_file": "sound.json", "audio_codec": "aac"})
        if agent.film and film
        else None
    )
    first, second, third, fourth = whole.trace.steps
    said = ConsoleMessage(level="warning", text="The gap is wide", step=1)
    thrown = PageError(message="TypeError: gap is undefined", stack="TypeError: gap is undefined\n at jump", step=2)
    asked = FailedRequest(
        url="https://fonts.example/a.woff2", method="GET", resource_type="font", reason="refused", blocked=True, step=3
    )
    given = LibraryAnswer(
        url="https://esm.sh/react@18.2.0", package="react", asked="18.2.0", given="18.3.1", file="index.js", step=3
    )
    steps = (
        first,
        second.model_copy(update={"console": (said,)}),
        third.model_copy(update={"page_errors": (thrown,)}),
        fourth.model_copy(update={"failed_requests": (asked,), "library_answers": (given,)}),
    )
    return whole.model_copy(
        update={
            "sessions": (static, agent.model_copy(update={"film": filmed})),
            "trace": whole.trace.model_copy(update={"steps": steps}),
        }
    )


def with_repeats(run: RunFolder) -> tuple[Record, ...]:
    """The first record three times, as repeats; without folders of their own."""
    first = run.records()[0]
    return tuple(
        rescored(first, {"repeat": number, "folder": f"{first.folder[:-1]}{number}", "total": 60.0 + number})
        for number in (1, 2, 3)
    )
