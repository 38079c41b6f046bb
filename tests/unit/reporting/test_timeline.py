"""The lanes of the timeline, against places worked out by hand."""

import pytest

from pytest_cookie.core.action import Click
from pytest_cookie.core.page import ConsoleMessage, FailedRequest, PageError
from pytest_cookie.core.sound import SoundOnset
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.core.verdict import Finding
from pytest_cookie.reporting.item_files import ItemFiles
from pytest_cookie.reporting.site.item.findings import FindingView
from pytest_cookie.reporting.site.item.timeline import Lane, Timeline, timeline
from tests.cookie_scores import LinkTargets
from tests.item_pages import sound


def _step(index: int, page_ms: int, **fields) -> Step:
    return Step(index=index, thought="", action=Click(), page_ms=page_ms, **fields)


def _finding(tmp_path, **fields) -> FindingView:
    finding = Finding(dimension="functionality", severity="major", title="", why="", **fields)
    return LinkTargets(ItemFiles(tmp_path), {}, has_film=True).finding(finding)


def _lanes(drawn: Timeline | None) -> dict[str, Lane]:
    assert drawn is not None
    return {lane.name: lane for lane in drawn.lanes}


def test_a_step_lies_between_the_end_of_the_one_before_and_its_own() -> None:
    steps = (_step(0, 1000), _step(1, 1000, outcome="unreachable"), _step(2, 4000, change=Change(seen=True)))
    lane = _lanes(timeline(steps, (), film_ms=0, sound=None))["Steps"]
    assert lane.shapes == (
        ("quiet-step", "M0 3h250v18h-250z"),
        ("unreachable", "M250 3h5v18h-5z"),  # no time passed: a hair, without room for its number
        ("seen", "M250 3h750v18h-750z"),
    )
    assert [(mark.x, mark.text) for mark in lane.marks] == [("0", "0"), ("25", "2")]


def test_pictures_stand_at_the_end_of_their_step() -> None:
    steps = (_step(0, 1000, screenshot="a.png"), _step(1, 2000), _step(2, 4000, screenshot="b.png"))
    assert _lanes(timeline(steps, (), film_ms=0, sound=None))["Pictures"].shapes == (("needle", "M250 9v6M1000 9v6"),)


def test_findings_stand_at_their_moment_or_else_where_their_step_begins(tmp_path) -> None:
    steps = (_step(0, 1000), _step(1, 4000))
    findings = [
        _finding(tmp_path, video_ms=3000, step=1),
        _finding(tmp_path, step=1),
        _finding(tmp_path, step=0),
        _finding(tmp_path, step=9),
        _finding(tmp_path, video_ms=4001),
        _finding(tmp_path),
    ]
    marks = _lanes(timeline(steps, findings, film_ms=4000, sound=None))["Findings"].marks
    assert [(mark.x, mark.seconds) for mark in marks] == [("75", "3.000"), ("25", "1.000"), ("0", "0.000")]


def test_console_and_network_take_the_worst_of_the_step() -> None:
    lines = tuple(ConsoleMessage(level=level, text="") for level in ("log", "warning"))
    request = FailedRequest(url="", method="GET", resource_type="image", reason="")
    steps = (
        _step(0, 100, console=lines[:1]),
        _step(1, 200, console=lines),
        _step(2, 300, console=lines, page_errors=(PageError(message=""),)),
        _step(3, 400, failed_requests=(request.model_copy(update={"blocked": True}),)),
        _step(4, 500, failed_requests=(request,)),
    )
    drawn = timeline(steps, (), film_ms=0, sound=None)
    assert [look for look, _ in _lanes(drawn)["Console"].shapes] == ["log", "warning", "error"]
    assert [look for look, _ in _lanes(drawn)["Network"].shapes] == ["warning", "error"]
    assert drawn is not None
    assert drawn.silent == ("Film", "Sound")


def test_sound_is_drawn_from_silence_to_full_scale() -> None:
    ((look, outline),) = _lanes(timeline((), (), film_ms=2800, sound=sound()))["Sound"].shapes
    assert look == "sound"
    assert outline.startswith("M0 22L0 22L36 22")
    assert outline.endswith("L964 2L1000 2V22Z")  # 2.7 of 2.8 s, 0 LUFS
    assert "Sound" not in _lanes(timeline((), (), film_ms=2800, sound=sound(silent=True)))
    onsets = (SoundOnset(at_ms=500, level_dbfs=-9), SoundOnset(at_ms=9_000, level_dbfs=-9))
    heard = timeline((_step(0, 1000, change=Change(sounds=onsets)),), (), film_ms=2000, sound=None)
    assert _lanes(heard)["Sound"].shapes == (("needle", "M250 9v6"),)
    long = sound(momentary_lufs=(-30.0,) * 6000, duration_ms=600_000)
    ((_, outline),) = _lanes(timeline((), (), film_ms=600_000, sound=long))["Sound"].shapes
    assert outline.count("L") == 159


@pytest.mark.parametrize(
    ("film_ms", "labels"),
    [
        (4947, ("0:00.0", "0:01.0", "0:02.0", "0:03.0", "0:04.0")),
        (60_000, ("0:00.0", "0:10.0", "0:20.0", "0:30.0", "0:40.0", "0:50.0")),
    ],
)
def test_ticks_are_round(film_ms: int, labels: tuple[str, ...]) -> None:
    drawn = timeline((), (), film_ms=film_ms, sound=None)
    assert drawn is not None
    assert tuple(label for _, label in drawn.ticks) == labels


def test_there_is_none_where_no_time_passed() -> None:
    assert timeline((), (), film_ms=0, sound=None) is None
    assert timeline((_step(0, 0),), (), film_ms=0, sound=None) is None
