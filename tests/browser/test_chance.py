"""Random numbers follow a seed, and no document of a session repeats what another one drew."""

import json
from collections.abc import Callable

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Click, Reload
from pytest_cookie.core.deployment import ORIGIN

DRAW = """const draw = () => [Math.random(), crypto.randomUUID(), crypto.getRandomValues(new Uint32Array(2)).join()];
keep = (drawn) => localStorage.drawn = JSON.stringify([...JSON.parse(localStorage.drawn ?? "[]"), ...drawn]);
const worker = () => new Promise((done) => {
  const script = "postMessage([Math.random(), crypto.randomUUID()])";
  const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  worker.onmessage = ({ data }) => done(data);
});"""
INNER = f"<!doctype html><script>{DRAW} top.keep(draw())</script>"
PAGE = f"""<!doctype html><title>Cards</title>
<script>var parent = null; {DRAW} keep(draw()); worker().then(keep)</script>
<iframe src="/inner.html"></iframe><iframe src="/inner.html"></iframe><iframe srcdoc="{INNER.replace('"', "&quot;")}">
</iframe><a href="/">again</a>
<button onclick="keep(draw()); location.reload()">Reload</button>"""
RELOADING = f"""<!doctype html><title>Once</title><script>{DRAW} keep(draw());
if (!sessionStorage.again) {{ sessionStorage.again = 1; location.reload(); }}</script>"""


def drawn(host: BrowserHost, gateway_of: Callable, html: str, actions: tuple, *, seed: int = 3) -> list[str | float]:
    gateway = gateway_of(html, {"/inner.html": INNER})
    with host.open_session(SessionSettings(gateway.address, seed=seed)) as session:
        assert session.load(f"{ORIGIN}/").loaded
        session.wait(300)
        for action in actions:
            assert session.act(action).done
            session.settle(1_000)
            session.wait(300)
        kept: list[str | float] = json.loads(str(session.evaluate("() => localStorage.drawn")))
    return kept


ACTIONS = (Reload(), Click(selector="button", role="button"), Click(selector="a", role="link"))


@pytest.mark.usefixtures("stepped_clock")
def test_no_document_of_a_session_repeats_what_another_one_drew_and_the_same_session_draws_the_same(
    browser_host, gateway_of
):
    numbers = drawn(browser_host, gateway_of, PAGE, ACTIONS)
    assert len(numbers) == 4 * (3 + 2 + 3 * 3) + 3
    assert len(set(numbers)) == len(numbers)
    assert sorted(map(str, drawn(browser_host, gateway_of, PAGE, ACTIONS))) == sorted(map(str, numbers))
    assert not {*drawn(browser_host, gateway_of, PAGE, ACTIONS[:1], seed=4)} & {*numbers}


def test_a_page_that_reloads_itself_at_once_draws_anew(browser_host, gateway_of):
    numbers = drawn(browser_host, gateway_of, RELOADING, ())
    assert len(numbers) == len({*numbers}) == 6


def test_a_reload_draws_anew_in_real_time_too(gateway_of):
    host = BrowserHost(clock="cooperative")
    try:
        numbers = drawn(host, gateway_of, PAGE, (Reload(),))
    finally:
        host.close()
    assert len(numbers) == len({*numbers}) == 2 * (3 + 2 + 3 * 3)
