"""With either clock, the whole page is still between two calls; a session works in real time as in steps."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PIL import Image

from pytest_cookie.browser.clock import held_page
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.session import Session
from pytest_cookie.checks.registry import make_crawler, make_watches
from pytest_cookie.core.action import Click, Reload, Scroll, Type
from pytest_cookie.core.deployment import ORIGIN, Deployment
from pytest_cookie.core.labels import ClockKind
from pytest_cookie.exploration.explorer import BrowserExplorer
from pytest_cookie.exploration.loop import Budget
from tests.browser import every_clock
from tests.unit.exploration.pages import case

FROZEN_SECONDS = 1.0
RUNS_ON: dict[ClockKind, set[str]] = {"cooperative": set(), "stepped": {"idle"}}
"""A picture of a stepped page is a frame, after which a page has a moment of leisure."""

EPOCH_MS = 1_767_603_600_000


@pytest.fixture(scope="module", params=["cooperative"])
def browser_host(request: pytest.FixtureRequest) -> Iterator[BrowserHost]:
    """One Chromium with the clock that the test names, in real time by default."""
    host = BrowserHost(clock=request.param)
    yield host
    host.close()


def both(test: Callable[..., None]) -> Callable[..., None]:
    """Run it under both clocks, where the browser here has both."""
    steps = BrowserHost().clock == "stepped"
    kinds: list[ClockKind] = ["cooperative", "stepped"] if steps else ["cooperative"]
    return pytest.mark.parametrize("browser_host", kinds, indirect=True)(test)


def moving(session_of, *, loops: bool = False) -> Session:
    session = session_of(every_clock.page(loops=loops), files=every_clock.files())
    every_clock.begin(session)
    session.wait(400)
    return session


@both
def test_every_clock_stands_still_and_goes_on_where_it_stood(session_of):
    session = moving(session_of)
    before, before_ms = every_clock.read(session), session.page_ms
    time.sleep(FROZEN_SECONDS)
    after, after_ms = every_clock.read(session), session.page_ms
    drift = {name: value - before[name] for name, value in after.items() if abs(value - before[name]) > 0.002}
    assert set(drift) <= RUNS_ON[session.clock]
    assert after_ms == before_ms

    session.wait(250)
    later, passed_ms = every_clock.read(session), session.page_ms - after_ms
    stuck = [name for name, value in later.items() if value <= after[name] and name not in every_clock.GIFS]
    assert stuck == []
    for name in ("performance", "date", "newDate", "event", "temporal"):
        assert later[name] - after[name] == pytest.approx(passed_ms, abs=1.01), name
    for name in ("timeout", "interval", "frame interval", "worker interval"):
        assert later[name] - after[name] < FROZEN_SECONDS * 1000 / 20  # it does not catch up on missed events
    assert session.evaluate("() => noted.filter((what) => what !== 'running')") == []

    seen = [later]
    while (still := unchanged_pictures(seen)) and len(seen) < 9:
        session.wait(every_clock.GIF_MS + 20)
        seen.append(every_clock.read(session))
    assert still == [], "animated pictures go on too"


def unchanged_pictures(seen: list[every_clock.Readings]) -> list[str]:
    return [name for name in every_clock.GIFS if len({readings[name] for readings in seen}) == 1]


def test_messages_that_a_page_sends_itself_without_end_wait_too(session_of):
    session = moving(session_of, loops=True)
    before = every_clock.read(session)
    time.sleep(0.5)
    after = every_clock.read(session)
    assert before == after
    session.wait(50)
    later = every_clock.read(session)
    assert later["channelLoop"] > after["channelLoop"]
    assert later["postLoop"] > after["postLoop"]


def test_a_page_begins_at_the_epoch_and_the_calendar_goes_on_with_the_next(session_of):
    page = "<script>seen = [Date.now(), Math.round(performance.now()), performance.timeOrigin]</script>"
    session = session_of(page)
    date, now, origin = session.evaluate("() => seen")
    assert (date, now, origin) == (EPOCH_MS, 0, EPOCH_MS)
    session.wait(100)
    before_ms = session.page_ms
    assert before_ms >= 100
    assert session.act(Reload()).done
    date, now, origin = session.evaluate("() => seen")
    assert now == 0
    assert date == origin
    assert before_ms <= date - EPOCH_MS <= session.page_ms + 1  # both are rounded to a millisecond


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_machine_whose_calendar_is_set_anew_ages_no_document(session_of, monkeypatch, hours):
    calendar = SimpleNamespace(monotonic=time.monotonic, time=lambda: time.time() + hours * 3600)
    monkeypatch.setattr(held_page, "time", calendar)
    session = session_of(
        "<script>setTimeout(() => { location = '/next.html' }, 50)</script>",
        files={"/next.html": "<script>setTimeout(() => { document.title = 'gone on' }, 20)</script>"},
    )
    session.wait(1_000)
    assert session.evaluate("() => document.title") == "gone on"
    assert session.page_ms < 60_000
    assert session.evaluate("() => Date.now()") - EPOCH_MS < 60_000


def test_timers_keep_their_order_and_their_times_over_freezes(session_of):
    session = session_of(
        "<script>fired = []; for (const ms of [90, 30, 60, 30]) setTimeout(() => fired.push(ms), ms)</script>"
    )
    for _ in range(10):
        session.wait(20)
        time.sleep(0.02)
    assert session.evaluate("() => fired") == [30, 30, 60, 90]


def test_a_handler_runs_while_the_page_is_frozen_and_what_it_starts_waits(session_of):
    session = session_of(
        "<button id=go onclick=\"sent = ['now']; setTimeout(() => sent.push('later'), 10);"
        "requestAnimationFrame(() => sent.push('frame')); Promise.resolve().then(() => sent.push('soon'))\">Go</button>"
    )
    session._process.run(session._page.locator("#go").evaluate("(el) => el.click()"), seconds=5)
    time.sleep(0.1)
    assert session.evaluate("() => sent") == ["now", "soon"]
    session.wait(200)
    assert sorted(session.evaluate("() => sent")) == ["frame", "later", "now", "soon"]


def test_whoever_waits_by_asking_a_frozen_clock_is_let_go(session_of):
    session = session_of("<h1>Wait</h1>")
    waited = session.evaluate(
        "() => { const from = performance.now(); while (performance.now() < from + 20); return 1 }"
    )
    assert waited == 1


def test_a_worker_of_a_page_that_forbids_blobs_still_works(session_of):
    policy = "<meta http-equiv=content-security-policy content=\"worker-src 'self'\">"
    script = "<script>sent = []; new Worker('/w.js').onmessage = ({ data }) => sent.push(data)</script>"
    files = {"/w.js": ("text/javascript", b"postMessage(new URL(location).pathname)")}
    assert session_of(policy + script, files=files).evaluate("() => sent") == ["/w.js"]


def test_workers_find_what_lies_beside_them_and_are_told_what_is_sent(session_of):
    script = (
        "<script>sent = []; w = new Worker('/at/w.js'); w.onmessage = (e) => sent.push(e.data); w.postMessage('hi')"
        "</script>"
    )
    worker = (
        b"importScripts('part.js'); onmessage = async ({ data }) => { "
        b"postMessage([data, part, location.pathname, await (await fetch('part.js')).text()]) }"
    )
    part = ("text/javascript", b"part = 1")
    session = session_of(script, files={"/at/w.js": ("text/javascript", worker), "/at/part.js": part})
    session.wait(300)
    assert session.evaluate("() => sent") == [["hi", 1, "/at/w.js", "part = 1"]]


# --- a session, in real time ---


FORM = """<!doctype html><title>Form</title><label>Name <input id=name oninput="out.textContent = this.value"></label>
<button id=go onclick="setTimeout(() => { out.textContent += '!' }, 60)">Go</button><p id=out></p>
<div style="height: 1500px"></div>"""


def test_a_session_clicks_types_settles_and_takes_pictures(session_of, tmp_path: Path):
    session = session_of(FORM)
    assert session.clock == "cooperative"
    assert session.act(Type(selector="#name", value="Ada")).done
    assert session.act(Click(selector="#go")).done
    session.settle(2000)
    seen = session.observe()
    assert "Ada!" in seen.inventory.text
    assert seen.page_ms == session.page_ms
    assert session.act(Scroll(value="down")).done
    session.settle()
    assert session.observe().scroll_y > 0
    session.full_screenshot(tmp_path / "whole.png")
    assert Image.open(tmp_path / "whole.png").height > 1500


def test_a_script_of_ours_that_waits_for_timers_gets_its_time(session_of):
    session = session_of("<h1>Hi</h1>")
    before_ms = session.page_ms
    script = "() => new Promise((done) => setTimeout(() => done('done'), 120))"
    assert session.evaluate(script, takes_time=True) == "done"
    assert session.page_ms >= before_ms + 120


@pytest.mark.long
def test_the_crawler_explores_in_real_time_and_the_evidence_says_so(browser_host, gateway_of, tmp_path: Path):
    gateway = gateway_of(
        "<!doctype html><title>t</title><button onclick=\"o.textContent = 'Saved'\">Save</button><p id=o>"
    )
    deployment = Deployment(url=f"{ORIGIN}/", gateway=gateway.address, artifact_digest="d")
    explorer = BrowserExplorer(browser_host, make_crawler, watches=make_watches, budget=Budget(max_steps=4))
    evidence = explorer.explore(case(), deployment, tmp_path)
    assert (evidence.clock, evidence.clock_note) == ("cooperative", "")
    assert evidence.perception.loaded
    saved = [step for step in evidence.trace.steps if step.action.target == "Save"]
    assert saved[0].change.appeared_text == ("Saved",)
