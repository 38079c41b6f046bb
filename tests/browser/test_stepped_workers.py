"""Workers under the stepped clock: they pause with their page, and post the same at the same page time."""

import time

import pytest

from pytest_cookie.browser.clock import page_workers
from pytest_cookie.browser.clock.stepped import SteppedClock
from pytest_cookie.browser.clock.virtual_time import FRAME_MS
from pytest_cookie.browser.session import Session

EPOCH_MS = 1_767_603_600_000


pytestmark = pytest.mark.usefixtures("stepped_clock")


def scripts(**named: str) -> dict[str, tuple[str, bytes]]:
    return {f"/{name}.js": ("text/javascript", text.encode()) for name, text in named.items()}


def posted(session: Session) -> list:
    return session.evaluate("() => posted")


def notes(session: Session) -> tuple[str, ...]:
    assert isinstance(session._clock, SteppedClock)
    return session._clock.notes


HEARD = """<!doctype html><script>
posted = [];
const hear = (name, address, options) => {
  const worker = new Worker(address, options);
  worker.onmessage = ({ data }) => posted.push([name, data, performance.now()]);
  worker.onerror = (event) => { posted.push([name, event.message, performance.now()]); event.preventDefault(); };
  return worker;
};
</script>"""

WORK = """
const put = (...what) => postMessage([...what, performance.now(), Date.now()]);
put('start', Math.random(), crypto.randomUUID(), location.pathname);
for (const ms of [50, 10]) setTimeout(() => put(ms), ms);
let beats = 0;
const beat = setInterval(() => { put('beat', ++beats); if (beats === 3) clearInterval(beat); }, 30);
let zeros = 0;
const zero = () => { if (++zeros < 8) setTimeout(zero, 0); else put('zeros'); };
zero();
requestAnimationFrame((at) => put('frame', at));
(async () => {
  await new Promise((passed) => setTimeout(passed, 20));
  put('await');
  const from = performance.now();
  while (performance.now() < from + 5);
  put('waited');
  put(await (await fetch('/part.txt')).text());
  put(new Uint8Array(await crypto.subtle.digest('SHA-1', new Uint8Array(9)))[0]);
  const { port1, port2 } = new MessageChannel();
  let slices = 0;
  port1.onmessage = () => { if (++slices < 500) port2.postMessage(0); else put('slices'); };
  port2.postMessage(0);
})();
onmessage = ({ data }) => put('got', data);
"""
NESTING = """
const inner = new Worker('/work.js');
inner.onmessage = ({ data }) => postMessage(['inner', ...data]);
setTimeout(() => inner.postMessage('from outside'), 40);
"""
EVERY_KIND = f"""{HEARD}<canvas></canvas><script>
hear('classic', '/work.js').postMessage('early');
hear('module', '/work.js', {{ type: 'module' }});
hear('nesting', '/nesting.js');
const off = document.querySelector('canvas').transferControlToOffscreen();
const own = URL.createObjectURL(new Blob([`onmessage = ({{ data }}) => {{
  const context = data.getContext('2d');
  const draw = (at) => {{ context.fillStyle = 'hsl(' + at + ' 100% 50%)'; context.fillRect(0, 0, at, 99); again(); }};
  const again = () => requestAnimationFrame(draw);
  again();
}}`]));
hear('canvas', own).postMessage(off, [off]);
</script>"""


def test_two_sessions_of_a_page_with_workers_are_the_same(session_of):
    files = {**scripts(work=WORK, nesting=NESTING), "/part.txt": ("text/plain", b"part")}
    runs = []
    for frozen_seconds in (0.0, 1.0):
        session = session_of(EVERY_KIND, files=files)
        pictures = []
        for _ in range(4):
            session.wait(34)
            time.sleep(frozen_seconds / 4)
            pictures.append(session.observe().screenshot)
        runs.append((posted(session), pictures))
        assert notes(session) == ()
        assert len(set(pictures)) == len(pictures)
    assert runs[0] == runs[1]


def test_a_worker_lives_at_the_times_that_it_waits_for_and_is_heard_in_the_same_step(session_of):
    session = session_of(HEARD, files={**scripts(work=WORK), "/part.txt": ("text/plain", b"part")})
    session.evaluate("() => { began = performance.now(); hear('w', '/work.js'); }")
    began = session.evaluate("() => began")
    session.wait(200)
    noted = posted(session)
    own = {data[0]: data[-2] for _, data, _ in noted if data[0] not in ("start", "beat", "got")}
    assert (own[10], own[50], own["await"], own["waited"]) == (10, 50, 20, 25)
    assert (own["part"], own["slices"]) == (25, 25)
    assert own["zeros"] == 8  # after five at once each takes 4 ms, as in any browser
    assert [data[-2] for _, data, _ in noted if data[0] == "beat"] == [30, 60, 90]
    for _, data, heard_ms in noted:
        assert data[-1] == EPOCH_MS + began + data[-2]
        assert 0 <= heard_ms - began - data[-2] <= 34


def test_a_worker_stands_still_with_its_page(session_of):
    script = "count = 0; setInterval(() => count++, 10); setTimeout(function on() { count++; setTimeout(on, 10); }, 10)"
    session = session_of(f"{HEARD}<script>hear('w', '/w.js')</script>", files=scripts(w=script))

    def state() -> list[float]:
        (worker,) = session._page.workers
        return session._process.run(worker.evaluate("() => [count, performance.now(), Date.now()]"), seconds=5)

    session.wait(100)
    before, before_ms = state(), session.page_ms
    time.sleep(1.0)
    assert state() == before
    session.wait(100)
    count, now, today = state()
    passed_ms = session.page_ms - before_ms
    assert (now - before[1], today - before[2]) == (passed_ms, passed_ms)
    assert count - before[0] == pytest.approx(2 * passed_ms / 10, abs=2)


def test_what_page_and_worker_say_to_each_other_goes_on_at_one_moment_but_not_for_ever(session_of):
    page = f"""{HEARD}<script>
    let turns = 0;
    const partner = hear('w', '/w.js');
    partner.onmessage = ({{ data }}) => {{ posted.push(data); partner.postMessage(++turns); }};
    partner.postMessage(0);
    </script>"""
    session = session_of(page, files=scripts(w="onmessage = ({ data }) => postMessage(data)"))
    before = len(posted(session))
    session.wait(34)
    turns = posted(session)
    assert turns == list(range(len(turns)))
    assert 4 <= len(turns) - before <= 40


def test_what_is_handed_over_arrives_with_its_port_and_is_gone_here(session_of):
    page = f"""{HEARD}<script>
    const channel = new MessageChannel(), bytes = new Uint8Array([1, 2, 3]);
    channel.port1.onmessage = ({{ data }}) => posted.push(data);
    const worker = hear('w', '/w.js');
    worker.postMessage({{ bytes, port: channel.port2 }}, [bytes.buffer, channel.port2]);
    posted.push(bytes.length);
    try {{ worker.postMessage(() => 0); }} catch (error) {{ posted.push(error.name); }}
    </script>"""
    worker = "onmessage = ({ data, ports }) => data.port.postMessage([data.bytes.length, ports[0] === data.port])"
    session = session_of(page, files=scripts(w=worker))
    session.wait(34)
    assert posted(session) == [0, "DataCloneError", [3, True]]


def test_workers_that_fail_close_or_are_terminated(session_of):
    page = f"""{HEARD}<script>
    hear('bad', '/bad.js'); hear('missing', '/missing.js'); hear('closing', '/closing.js');
    const ended = hear('ended', '/beating.js');
    setTimeout(() => ended.terminate(), 40);
    </script>"""
    files = scripts(
        bad="setTimeout(() => postMessage('goes on'), 20); throw new Error('at once')",
        closing="postMessage('bye'); setTimeout(() => close(), 10); setTimeout(() => postMessage('never'), 20)",
        beating="setInterval(() => postMessage('beat'), 15)",
    )
    session = session_of(page, files=files)
    session.wait(100)
    noted = [[name, what] for name, what, _ in posted(session)]
    assert [what for name, what in noted if name == "bad"] == ["Uncaught Error: at once", "goes on"]
    assert len([what for name, what in noted if name == "missing"]) == 1
    assert [what for name, what in noted if name == "closing"] == ["bye"]
    assert [what for name, what in noted if name == "ended"] == ["beat", "beat"]


def test_a_worker_that_never_rests_is_left_to_itself_and_noted(session_of, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page_workers, "WAIT_SECONDS", 0.5)
    page = f"{HEARD}<script>hear('endless', '/endless.js'); hear('good', '/good.js')</script>"
    session = session_of(page, files=scripts(endless="for (;;);", good="setInterval(() => postMessage('here'), 20)"))
    session.wait(100)
    assert [name for name, _, _ in posted(session)][:3] == ["good"] * 3
    assert len(notes(session)) == 1


def test_a_worker_that_never_rests_is_ended_at_last(session_of, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(page_workers, "WAIT_SECONDS", 0.5)
    monkeypatch.setattr(page_workers, "_FIRST_CPU_SECONDS", 1.0)
    page = f"{HEARD}<script>hear('endless', '/endless.js'); hear('good', '/good.js')</script>"
    session = session_of(page, files=scripts(endless="for (;;);", good="setInterval(() => postMessage('here'), 20)"))
    for _ in range(400):
        session.wait(50)
        if "a worker that never answered was ended" in notes(session):
            break
        time.sleep(0.02)
    else:
        pytest.fail(f"it goes on: {notes(session)}")
    heard = len(posted(session))
    session.wait(20 * FRAME_MS)
    assert [name for name, _, _ in posted(session)][heard:] == ["good"] * FRAME_MS  # one every 20 ms
