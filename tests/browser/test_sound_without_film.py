"""A page whose controls only sound gets the same verdict with a film and without one."""

import re
from pathlib import Path

import pytest

from pytest_cookie.browser.capture.settings import FilmSettings
from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.evidence import Evidence
from pytest_cookie.core.verdict import Verdict
from pytest_cookie.exploration.agent.change_text import describe_step
from pytest_cookie.judging.model.prompt_sections import format_step
from tests.one_item import OneItem

BELL = """<!doctype html><html lang=en><meta charset=utf-8><title>Bell</title><body><main><h1>A bell to ring</h1>
<p>Press the bell, and hear it ring for a moment. It has no other way to answer.</p>
<button id=bell>Ring the bell</button></main><script>
let context;
bell.onclick = () => {
  context ??= new AudioContext();
  const tone = new OscillatorNode(context, { frequency: FREQUENCY }), fading = new GainNode(context);
  fading.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4);
  tone.connect(fading).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + 0.4);
};
</script>"""
RINGS, SILENT = BELL.replace("FREQUENCY", "660"), BELL.replace("tone.connect", "// tone.connect")


def judged(
    host: BrowserHost, folder: Path, html: str, *, film: bool, brief: str = "A bell with sound."
) -> tuple[Evidence, Verdict]:
    item = OneItem(host, folder, html=html, film=FilmSettings() if film else None, brief=brief)
    record = item.run()
    assert (record.outcome, record.cause) == ("scored", None)
    evidence = Evidence.model_validate_json((folder / "item" / "evidence" / "evidence.json").read_bytes())
    return evidence, Verdict.model_validate_json((folder / "item" / "verdicts" / "measured.json").read_bytes())


@pytest.mark.usefixtures("stepped_clock")
@pytest.mark.parametrize(
    ("html", "is_silent"),
    [pytest.param(RINGS, False, id="rings"), pytest.param(SILENT, True, id="silent", marks=pytest.mark.slow)],
)
@pytest.mark.long
def test_the_verdict_is_the_same_with_a_film_and_without(browser_host, tmp_path, html, is_silent):
    filmed, with_film = judged(browser_host, tmp_path / "filmed", html, film=True)
    heard, without = judged(browser_host, tmp_path / "heard", html, film=False)
    assert filmed.sessions[1].film is not None
    assert heard.sessions[1].film is None
    assert filmed.sound_file == heard.sound_file == ("" if is_silent else "sound.json")
    assert [finding.title for finding in without.findings] == [finding.title for finding in with_film.findings]
    assert (without.scores["functionality"], without.scores["aesthetics"]) == (
        with_film.scores["functionality"],
        with_film.scores["aesthetics"],
    )
    said = " ".join(finding.title for finding in without.findings)
    assert bool(re.search("no effect|has an effect|does nothing|does anything", said)) == is_silent, said
    for evidence in (filmed, heard):
        pressed = [
            step for step in evidence.trace.steps if step.action.kind == "click" and step.action.role == "button"
        ]
        assert [step.change.sounded for step in pressed] == [not is_silent] * len(pressed)
        assert all(bool(step.change.sounds) == (not is_silent) for step in pressed)


@pytest.mark.usefixtures("stepped_clock")
def test_a_control_that_only_sounds_has_answered_whatever_the_brief_asks_for(browser_host, tmp_path):
    evidence, verdict = judged(browser_host, tmp_path, RINGS, film=False, brief="A page with a bell.")
    press = next(step for step in evidence.trace.steps if step.action.is_click)
    assert (press.change.seen, press.change.only_sounded, len(press.change.sounds)) == (True, True, 1)
    assert press.change.sounds[0].at_ms <= press.page_ms
    assert not [
        finding.title
        for finding in verdict.findings
        if re.search("no effect|has an effect|does nothing", finding.title)
    ]
    assert "it sounded" in format_step(press)
    assert "heard: a sound at" in format_step(press)
    assert "it sounds; nothing else" in describe_step(press).text("changes")
