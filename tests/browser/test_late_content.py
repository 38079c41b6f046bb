"""When the static perception measures a page whose content comes after its load. Timers, the page's clock and its
layout decide this together, so it needs a real browser."""

from pathlib import Path

from pytest_cookie.browser.session import Session
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE
from pytest_cookie.exploration.perception.late_content import LateContent, observe_when_complete, wait_as_long
from pytest_cookie.exploration.perception.static_perception import perceive

PAGE = """<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content="width=device-width">
<title>Library</title><style>
  .grey { height: 40px; margin: 8px; background: #ddd; animation: pulse 1s infinite alternate }
  @keyframes pulse { to { opacity: .5 } }
</style>
<h1>New books</h1><p>Opened on weekdays</p><ul id=list></ul><p id=said></p><script>
  var list = document.getElementById('list'), said = document.getElementById('said');
  var sleep = (ms) => new Promise((done) => setTimeout(done, ms));
  var make = (tag, fields) => list.append(Object.assign(document.createElement(tag), fields));
  var fill = (count = 12) => { for (; count > 0; count--) make('li', { textContent: 'The lighthouse, ' + count }); };
  var bones = () => { for (let i = 0; i < 5; i++) make('div', { className: 'grey' }); };
  var replace = () => { list.replaceChildren(); said.textContent = ''; fill(); };
  var say = (text) => { said.textContent = text; };
  var turn = (...words) => { let n = 0; return () => say(words[++n % words.length]); };
  var again = (call, ms) => { (function next() { call(); setTimeout(next, ms); })(); };
  var time = () => say(new Date().toLocaleTimeString());
  (0, eval)(sessionStorage.script ?? '');
</script>"""

COMPLETE = {
    "at once": "fill()",
    "after 230 ms": "setTimeout(fill, 230, 12)",
    "after 620 ms": "sleep(620).then(replace)",
    "after 1,400 ms": "bones(); sleep(1400).then(replace)",
    "after 2,900 ms, as blocks tell": "bones(); sleep(2900).then(replace)",
    "after 2,600 ms, as a word tells": "say('Loading books…'); sleep(2600).then(replace)",
    "after two requests": "bones(); sleep(400).then(() => sleep(500)).then(replace)",
    "by an interval that looks whether it is there": "let n = 0; setInterval(() => { if (++n == 4) fill(); }, 120)",
    "in parts": "for (let i = 1; i < 5; i++) setTimeout(fill, i * 300, 3)",
    "beside a clock": "fill(); time(); setInterval(time, 250)",
    "late, beside a clock": "setTimeout(fill, 700, 12); again(time, 100)",
    "late, beside words that change": "setTimeout(fill, 800, 12); setInterval(turn('Read', 'Borrow', 'Return'), 150)",
}
"""Pages with twelve books, by when they show them."""


REST_MS = 500


def follow(session: Session, script: str) -> tuple[LateContent, str]:
    """Load a page with this script, and return its text when it counts as complete."""
    began_ms = session.page_ms
    session.evaluate("(script) => { sessionStorage.script = script; return null; }", script)
    session.load(f"{ORIGIN}/")
    content = LateContent(session, began_ms)
    first, _ = observe_when_complete(session, content, REST_MS)
    return content, first.inventory.text


def test_a_page_is_observed_when_its_content_is_complete_at_every_width(session_of, subtests):
    session = session_of(PAGE)
    for name, script in COMPLETE.items():
        with subtests.test(name):
            content, text = follow(session, script)
            assert text.count("lighthouse") == 12
            session.resize(MOBILE)
            began_ms = session.page_ms
            session.load(f"{ORIGIN}/")
            wait_as_long(session, began_ms, content.waited_ms)
            assert session.evaluate("() => document.body.innerText.split('lighthouse').length - 1") == 12


STILL = {
    "nothing moves": "fill()",
    "a clock by an interval": COMPLETE["beside a clock"],
    "a clock by timers": "fill(); again(time, 1000)",
    "an endless animation": "fill(); said.animate({ opacity: [0, 1] }, { duration: 700, iterations: Infinity })",
    "drawing": "fill(); (function draw(at) { said.style.left = at + 'px'; requestAnimationFrame(draw); })()",
    "slides": "fill(); again(turn('One', 'Two'), 5000)",
}


def test_a_page_whose_content_is_still_is_not_waited_for(session_of, subtests):
    session = session_of(PAGE)
    for name, script in STILL.items():
        with subtests.test(name):
            content, _ = follow(session, script)
            assert content.waited_ms == 0


ENDLESS = {
    "loading": "bones(); say('Loading books…')",
    "a feed": "fill(); setInterval(fill, 200, 1)",
    "words that are typed": "fill(); setInterval(turn(...'Read every day, or every night'.split('')), 90)",
}


def test_a_page_that_never_rests_is_waited_for_in_bounds(session_of, subtests):
    session = session_of(PAGE)
    for name, script in ENDLESS.items():
        with subtests.test(name):
            began_ms = session.page_ms
            follow(session, script)
            assert 4_000 < session.page_ms - began_ms < 8_000


def test_the_perception_shows_what_came_late(session_of, tmp_path: Path):
    script = "<script>sessionStorage.script = 'bones(); sleep(1000).then(replace)'</script>"
    seen = perceive(session_of(script + PAGE, load=False), f"{ORIGIN}/", tmp_path / "static")
    assert [view.text_length > 150 for view in seen.views] == [True, True, True]
    assert seen.inventory is not None
    assert seen.inventory.text.count("lighthouse") == 12
    assert seen.restless == 0
