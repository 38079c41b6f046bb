"""What a page does that would stop a session: dialogs, popups, downloads, floods, endless scripts, crashes."""

import pytest

from pytest_cookie.browser.errors import PageGoneError, PageScriptError, TimeIsUpError
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import Action

CLICK = Action(kind="click", selector="#go")


def button(script: str) -> str:
    return f'<button id="go" onclick="{script}">Go</button><p id="out"></p>'


def test_dialogs_are_answered_and_noted(session_of):
    session = session_of(button("out.textContent = confirm('Sure?') + ' ' + prompt('Name?', 'Ada'); alert('Done')"))
    assert session.act(CLICK).done
    assert session.drain().dialogs == ("confirm: Sure?", "prompt: Name?", "alert: Done")
    assert "true Ada" in session.observe().inventory.text


def test_a_storm_of_alerts_ends(session_of):
    session = session_of(button("for (let i = 0; i < 60; i++) alert(i); out.textContent = 'calm'"))
    session.act(CLICK)
    session.settle()
    assert len(session.drain().dialogs) == 20
    assert "calm" in session.observe().inventory.text


def test_what_opens_dialogs_and_windows_without_end_is_not_asked_for_ever(session_of):
    script = "let n = 0; for (let i = 0; i < 60; i++) { n += confirm('?') ? 1 : 0; window.open('about:blank') }"
    session = session_of(button(f"{script} out.textContent = n + ' yes, ' + prompt('?') + ', ' + window.open('/')"))
    session.act(CLICK)
    session.settle()
    assert "20 yes, null, null" in session.observe().inventory.text
    assert session._diary._dialogs_seen == 41
    assert len(session.drain().popups) == 20


def test_popups_are_closed_and_the_page_goes_on(session_of):
    script = "window.open('/other.html'); out.textContent = 'still here'"
    session = session_of(
        button(script) + "<a target='_blank' href='/other.html'>Tab</a>", files={"/other.html": "<h1>Other</h1>"}
    )
    session.act(CLICK)
    session.settle()
    session.act(Action(kind="click", selector="a"))
    session.settle()
    assert session.drain().popups == (f"{ORIGIN}/other.html", f"{ORIGIN}/other.html")
    assert "still here" in session.observe().inventory.text


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


def test_a_flood_on_the_console_is_cut(session_of):
    session = session_of(button("for (let i = 0; i < 200000; i++) console.log('line ' + i); out.textContent = 'dry'"))
    session.act(CLICK)
    session.settle()
    console = session.drain().console
    assert len(console) == 500
    assert console[0].text == "line 0"
    assert "dry" in session.observe().inventory.text


def test_an_endless_script_behind_a_button_is_ended(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._ACTION_SECONDS", 1.5)
    session = session_of(button("while (true) {}") + "<button id=b onclick=\"out.textContent='alive'\">B</button>")
    outcome = session.act(CLICK)
    assert not outcome.done
    assert "did not answer" in outcome.problem
    assert "without yielding" in session.drain().page_errors[0].message
    assert session.act(Action(kind="click", selector="#b")).done
    assert "alive" in session.observe().inventory.text


def test_a_page_that_hangs_again_and_again_is_given_up(session_of, monkeypatch):
    monkeypatch.setattr("pytest_cookie.browser.session._ACTION_SECONDS", 1.5)
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
    with pytest.raises(TimeIsUpError, match="the 3 s that there were"):
        session.wait(60_000)
    with pytest.raises(TimeIsUpError):
        session.observe()
    assert session_of("<h1>Next</h1>").observe().inventory.headings[0].text == "Next"
