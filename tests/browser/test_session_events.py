"""Events that would stop a session: dialogs, popups, downloads, floods, endless scripts, crashes."""

import hashlib

import pytest

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN
from tests.change_lines import accepted

CLICK = Click(selector="#go")


def button(script: str) -> str:
    return f'<button id="go" onclick="{script}">Go</button><p id="out"></p>'


def test_dialogs_are_answered_and_noted(session_of):
    session = session_of(button("out.textContent = confirm('Sure?') + ' ' + prompt('Name?', 'Ada'); alert('Done')"))
    assert session.act(CLICK).done
    confirm, prompt, alert = accepted("confirm: Sure?", "prompt: Name?", "alert: Done")
    assert session.drain().dialogs == (confirm, prompt.model_copy(update={"answer": "Ada"}), alert)
    assert "true Ada" in session.observe().inventory.text


def test_what_opens_dialogs_and_windows_without_end_is_not_asked_for_ever(session_of):
    script = "let n = 0; for (let i = 0; i < 60; i++) { n += confirm('?') ? 1 : 0; window.open('about:blank') }"
    session = session_of(button(f"{script} out.textContent = n + ' yes, ' + prompt('?') + ', ' + window.open('/')"))
    session.act(CLICK)
    session.settle()
    assert "20 yes, null, null" in session.observe().inventory.text
    assert session._events._dialogs_seen == 41
    happenings = session.drain()
    assert (len(happenings.dialogs), len(happenings.popups)) == (20, 20)


def test_a_storm_from_ever_new_frames_ends(session_of):
    storm = """for (let i = 0; i < 60; i++) {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      if (frame.contentWindow.confirm('?')) yes++;
      if (frame.contentWindow.open('about:blank')) opened++;
      frame.remove();
    }"""
    session = session_of(
        f"{button('storm()')}<script>let yes = 0, opened = 0; function storm() {{ {storm} "
        "out.textContent = `${yes} yes, ${opened} opened` }</script>"
    )
    session.act(CLICK)
    session.settle()
    assert "20 yes, 20 opened" in session.observe().inventory.text
    assert session._events._dialogs_seen == 40


OTHER = (
    "<title>Other</title><h1>Prices</h1><p id=p></p><canvas id=c></canvas><script>"
    "p.textContent = `opened at ${performance.now()}`; setTimeout(() => { p.textContent += ', loaded' }, 100);"
    "let n = 0; (draw = () => { c.getContext('2d').fillRect(0, 0, n++, 9); requestAnimationFrame(draw) })()</script>"
)


LINKS = (
    "<button id=script onclick=\"w = window.open('/other.html')\">Open</button>"
    "<a id=link target=_blank href='/other.html'>Open</a>"
    "<form action='/other.html' target=_blank><button id=form>Open</button></form>"
)


def test_popups_are_looked_at_and_closed_the_same_every_time(session_of):
    looks = []
    for _ in range(2):
        session = session_of(LINKS, files={"/other.html": OTHER, "/other.html?": OTHER})
        for way in ("script", "link", "form"):
            assert session.act(Click(selector=f"#{way}")).done
            session.wait(80)
            session.settle()
            assert len(session._context.pages) == 1
            assert session.observe().inventory.controls[0].name == "Open"
        looks.append(session.drain().seen_popups)
    assert len(looks[0]) == 3
    for seen in looks[0]:
        assert seen.popup.url.startswith(f"{ORIGIN}/other.html")
        assert (seen.popup.title, seen.popup.problem) == ("Other", "")
        assert seen.popup.text == "Prices\n\nopened at 0, loaded"
        assert seen.screenshot.startswith(b"\x89PNG")
    assert looks[0] == looks[1]


def test_what_a_page_writes_into_its_window_is_seen(session_of):
    session = session_of(
        button("const w = window.open('', 'invoice', 'width=300,height=200');w.document.write('<h1>Invoice 7</h1>')")
    )
    session.act(CLICK)
    session.settle()
    (seen,) = session.drain().seen_popups
    assert (seen.popup.url, seen.popup.text) == ("about:blank", "Invoice 7")


def test_a_flood_of_links_into_windows_ends_and_the_first_five_are_looked_at(session_of):
    flood = "for (let i = 0; i < 100; i++) { const a = document.createElement('a'); a.target = '_blank';"
    session = session_of(button(f"{flood} a.href = '/o.html?' + i; a.click() }}"), files={"/o.html": "<h1>Other</h1>"})
    assert session.act(CLICK).done
    session.settle()
    happenings = session.drain()
    assert happenings.popups == tuple(f"{ORIGIN}/o.html?{i}" for i in range(20))
    assert [seen.popup.url for seen in happenings.seen_popups] == list(happenings.popups[:5])
    assert len(session._context.pages) == 1


@pytest.mark.long
def test_windows_that_hang_breed_or_never_come_end(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.page.popups.LOOK_SECONDS", 2.0)
    files = {
        "/hang.html": "<script>while (true) {}</script>",
        "/breed.html": "<h1>Breed</h1><script>for (let i = 0; i < 9; i++) window.open('/breed.html')</script>",
    }
    links = "".join(f"<a id={name} target=_blank href='/{name}.html'>{name}</a>" for name in ("hang", "breed"))
    session = session_of(links + "<a id=away target=_blank href='http://example.com/'>Away</a>", files=files)
    for name in ("hang", "breed", "away"):
        session.act(Click(selector=f"#{name}"))
        session.settle()
        monkeypatch.undo()  # the others come, however slowly
    hung, bred, away = (seen.popup for seen in session.drain().seen_popups)
    assert hung.problem
    assert bred.text == "Breed"
    assert (away.url, away.text) == ("http://example.com/", "blocked")
    session.settle()
    assert len(session._context.pages) == 1
    assert session.observe().inventory.controls


FORMS = """<form><input name=mail><button id=go>Send</button></form>
<form onsubmit="event.preventDefault()"><button id=held>Held</button></form>
<button id=again onclick="location.reload()">Start over</button>"""


def test_what_the_browser_sends_is_told_from_a_page_that_loads_itself_anew(session_of):
    session = session_of(FORMS)
    sent = []
    for selector in ("#held", "#again", "#go", "#go"):
        session.act(Click(selector=selector))
        session.settle()
        happenings = session.drain()
        sent.append((happenings.forms, len(happenings.documents)))
    here = (f"{ORIGIN}/?mail=",)
    assert sent == [((), 0), ((), 1), (here, 1), (here, 1)]


def test_a_page_cannot_close_its_own_tab(session_of):
    session = session_of(button("window.close()"))
    session.act(CLICK)
    session.settle()
    assert session.observe().inventory.controls[0].name == "Go"
    assert not session.crashed


def test_downloads_are_named_and_not_kept(session_of):
    session = session_of("<a id='go' download='sales.csv' href='data:text/csv,a;b'>Export</a>")
    session.act(CLICK)
    session.settle()
    happenings = session.drain()
    assert happenings.downloads == ("sales.csv",)
    assert happenings.failed_requests == ()


SAVE = """<button id=go>Export</button><script>go.onclick = () => {
  for (const [name, size] of [['sales.csv', 0], ['../../e vil?.csv', 0], ['big.bin', 11e6]]) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([size ? new Uint8Array(size) : 'day,sum\\n1,2\\n']));
    link.download = name;
    link.click();
  }
}</script>"""


def test_what_a_page_saves_is_kept_in_the_folder(session_of, tmp_path):
    session = session_of(SAVE, downloads=tmp_path / "downloads")
    session.act(CLICK)
    session.settle()
    happenings = session.drain()
    sales, odd, big = happenings.files
    assert happenings.downloads == tuple(file.name for file in happenings.files)
    assert (sales.name, sales.type, sales.path, sales.problem) == (
        "sales.csv",
        "text/csv",
        "downloads/01-sales.csv",
        "",
    )
    assert (tmp_path / sales.path).read_text() == "day,sum\n1,2\n"
    assert sales.sha256 == hashlib.sha256(b"day,sum\n1,2\n").hexdigest()
    assert (tmp_path / odd.path).parent == tmp_path / "downloads"
    assert (big.path, big.size_bytes) == ("", 11_000_000)
    assert "larger than" in big.problem
    assert len(list((tmp_path / "downloads").iterdir())) == 2


def test_a_flood_of_files_is_cut(session_of, tmp_path):
    script = "for (let i = 0; i < 14; i++) Object.assign(document.createElement('a'), { download: i + '.txt', "
    session = session_of(button(script + "href: 'data:,' + i }).click()"), downloads=tmp_path)
    session.act(CLICK)
    session.settle()
    assert len(session.drain().files) == len(list(tmp_path.iterdir())) == 10
    assert session.observe().inventory.controls


def test_errors_rejections_and_missing_files_are_noted_with_their_step(session_of):
    session = session_of(
        button("Promise.reject(new TypeError('late')); fetch('/none.json'); missing()") + "<img src='/none.png'>"
    )
    session.drain()
    session.act(CLICK)
    session.settle()
    happenings = session.drain(4)
    messages = sorted(error.message for error in happenings.page_errors)
    assert messages == ["ReferenceError: missing is not defined", "TypeError: late"]
    assert [(r.url.rsplit("/", 1)[1], r.reason, r.blocked) for r in happenings.failed_requests] == [
        ("none.json", "HTTP 404", False)
    ]
    assert {error.step for error in happenings.page_errors} == {4}


@pytest.mark.slow
def test_what_a_page_may_store_does_not_depend_on_the_machines_memory(session_of):
    hoard = """async () => {
      const cache = await caches.open('hoard'), piece = new Uint8Array(2e7);
      for (let i = 0; i < 60; i++) {
        try { await cache.put(`/${i}`, new Response(piece)); } catch (full) { return [full.name, i]; }
      }
    }"""
    name, pieces = session_of("<h1>Hoard</h1>").evaluate(hoard, takes_time=True)
    assert name == "QuotaExceededError"
    assert 20 <= pieces <= 25


def test_a_flood_by_a_function_that_was_taken_from_the_console_is_cut_and_keeps_its_lines(session_of):
    flood = "const { log, group } = console; const other = console.context?.('other') ?? console;"
    flood += "for (let i = 0; i < 5e4; i++) { log('line', i); group('g'); other.log('more', { i }) }"
    outcome = session_of(f"<h1>Flood</h1>\n<script>\n{flood}\n</script>", load=False).load(f"{ORIGIN}/")
    assert outcome.loaded
    assert len(outcome.happenings.console) == 500
    first = outcome.happenings.console[0]
    assert (first.text, first.source) == ("line 0", f"{ORIGIN}/:3")


@pytest.mark.slow
def test_a_flood_in_a_worker_is_cut(session_of):
    worker = "const { log } = console; for (let i = 0; i < 1e5; i++) log('line', i, { i }); postMessage('dry');"
    page = f"""<p id="out"></p><script>
      new Worker(URL.createObjectURL(new Blob([`{worker}`]))).onmessage = ({{ data }}) => {{ out.textContent = data; }};
    </script>"""
    session = session_of(page, load=False)
    assert len(session.load(f"{ORIGIN}/").happenings.console) == 500
    session.wait(500)
    assert session.observe().inventory.text == "dry"


def test_a_flood_on_the_console_is_cut(session_of):
    session = session_of(button("for (let i = 0; i < 200000; i++) console.log('line ' + i); out.textContent = 'dry'"))
    session.act(CLICK)
    session.settle()
    console = session.drain().console
    assert len(console) == 500
    assert console[0].text == "line 0"
    assert "dry" in session.observe().inventory.text


@pytest.mark.parametrize(
    ("flood", "heard"),
    [
        ("reportError(new Error('no ' + i))", 1_000),
        ("setTimeout(() => { throw new Error('no ' + i) })", 1_000),
        ("Promise.reject(new Error('no ' + i))", 1_000),
        ("dispatchEvent(new ErrorEvent('error', { message: 'its own' }))", 5_000),
    ],
    ids=["reported", "thrown", "rejected", "its own event"],
)
def test_a_flood_of_errors_is_cut(session_of, flood, heard):
    script = "let n = 0; const hear = () => { out.textContent = ++n }; onerror = hear; onunhandledrejection = hear;"
    session = session_of(f"<p id=out>0</p><script>{script} for (let i = 0; i < 5000; i++) {flood}</script>")
    session.wait(500)
    assert session.observe().inventory.text == str(heard)


def test_errors_of_listeners_and_of_those_who_hear_of_errors_are_cut(session_of):
    script = "onerror = () => { throw new Error('and again') }; const img = new Image;"
    script += "for (let i = 0; i < 5000; i++) document.addEventListener('click', () => { throw new Error('no') });"
    script += "img.onerror = () => { out.textContent = 'ok' }"
    session = session_of(f"<button id=go>Go</button><p id=out></p><script>{script}</script>")
    thrown = []
    session._page.on("pageerror", lambda error: thrown.append(error))
    session.act(CLICK)
    session.settle()
    assert 1_000 <= len(thrown) <= 2_000
    assert len(session.drain().page_errors) == 200
    session.evaluate("() => { img.src = '/nothing.png' }")
    session.wait(300)
    assert "ok" in session.observe().inventory.text, "what an element could not load is no error of a script"


@pytest.mark.slow
def test_a_flood_of_errors_in_a_worker_is_cut(session_of):
    worker = "let n = 0; onerror = () => { n++ }; for (let i = 0; i < 5000; i++) reportError(new Error(`no ${i}`));"
    worker += " postMessage(`heard ${n}`);"
    page = f"""<p id="out"></p><script>
      new Worker(URL.createObjectURL(new Blob([{worker!r}]))).onmessage = ({{ data }}) => {{ out.textContent = data; }};
    </script>"""
    session = session_of(page)
    session.wait(500)
    assert session.observe().inventory.text == "heard 1000"


def test_an_endless_script_behind_a_button_is_ended(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._ACTION_SECONDS", 0.5)
    session = session_of(button("while (true) {}") + "<button id=b onclick=\"out.textContent='alive'\">B</button>")
    outcome = session.act(CLICK)
    assert not outcome.done
    assert "did not answer" in outcome.problem
    assert "without yielding" in session.drain().page_errors[0].message
    assert session.act(Click(selector="#b")).done
    assert "alive" in session.observe().inventory.text


@pytest.mark.long
def test_a_page_that_hangs_again_and_again_is_given_up(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._ACTION_SECONDS", 0.5)
    session = session_of(button("setInterval(() => { while (true) {} }, 0)"))
    session.act(CLICK)
    session.settle()
    assert session.crashed
    with pytest.raises(PageGoneError):
        session.observe()
    assert not session.act(CLICK).done
    assert session_of("<h1>Next</h1>").observe().inventory.headings[0].text == "Next"


def test_a_crash_is_told_and_the_next_session_works(session_of):
    session = session_of(button("const hoard = []; for (;;) hoard.push(new Array(1e6).fill(Math.random()))"))
    outcome = session.act(CLICK)
    assert not outcome.done
    assert session.crashed
    with pytest.raises(PageGoneError):
        session.observe()
    assert session_of("<h1>Next</h1>").observe().inventory.headings[0].text == "Next"


def test_a_script_of_ours_that_throws_is_told(session_of):
    session = session_of("<h1>Hi</h1>")
    with pytest.raises(PageScriptError, match="no such thing"):
        session.evaluate("() => { throw new Error('no such thing') }")
    assert session.evaluate("(n) => ({ twice: n * 2 })", 21) == {"twice": 42}


def test_a_session_ends_when_its_time_is_up_however_often_it_is_called(session_of):
    session = session_of("<h1>Slow</h1>", load=False, max_seconds=3)
    with pytest.raises(TimeIsUpError, match="the session's 3 s"):
        session.wait(10_000_000)
    with pytest.raises(TimeIsUpError):
        session.observe()
    assert session_of("<h1>Next</h1>").observe().inventory.headings[0].text == "Next"
