"""Silent controls that are tried again on a fresh page. Needs a browser: the effects are those of a real page."""

import pytest

from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.trace import Change, Step
from pytest_cookie.exploration.effects.fresh_trials import FreshTrials

MIXER = """<!doctype html><html lang=en><title>t</title><h1>Drums</h1>
<label>Volume <input id=volume type=range value=80></label>
<button id=kick>Kick</button><button id=snare>Snare</button><button id=dead>Cymbal</button><p id=level>-</p>
<button id=menu>More</button><div id=more></div>
<script>
  kick.onclick = snare.onclick = ({target}) => { if (+volume.value) level.append(target.id); };
  menu.onclick = () => { more.innerHTML = "<button id=roll>Roll</button>"; roll.onclick = kick.onclick; };
</script>"""
DRUM = """<!doctype html><html lang=en><title>t</title><button id=pad>Pad</button><button id=dead>Rim</button>
<script>
  pad.onclick = () => {
    const context = new AudioContext(), tone = context.createOscillator();
    tone.connect(context.destination); tone.start(); tone.stop(context.currentTime + 0.3);
  };
</script>"""


def used(index: int, name: str, *, seen: bool = False, label: str = "", **fields) -> Step:
    action = Click(selector=f"#{name}", target=label or name.title(), ref=f"e{index}", role="button")
    return Step(index=index, thought="", action=action, change=Change(seen=seen, **fields))


@pytest.fixture
def tried(browser_host, gateway_of):
    """The results of the trials of these steps, by step."""

    def of(html: str, *steps: Step) -> dict[int, bool]:
        settings = SessionSettings(gateway=gateway_of(html).address)
        trials = FreshTrials(lambda: browser_host.open_session(settings), f"{ORIGIN}/").of(steps)
        assert all(trial.afresh for trial in trials)
        return {index: trial.heard for trial in trials for index in trial.steps}

    return of


def test_controls_that_an_earlier_input_silenced_answer_on_a_fresh_page(tried):
    steps = (
        used(1, "menu", seen=True, label="More", dom_added=1),
        used(2, "kick"),
        used(3, "dead", label="Cymbal"),
        used(4, "roll"),
        used(5, "snare"),
        used(6, "kick", label="Snare"),
    )
    assert tried(MIXER, *steps) == {2: True, 3: False, 4: True, 5: True}, "the name of the last one is another's"


def test_a_sound_is_an_answer(tried, stepped_clock):
    assert tried(DRUM, used(1, "dead", label="Rim"), used(2, "pad")) == {1: False, 2: True}
