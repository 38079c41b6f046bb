"""A board that is dragged, waits, sounds and refuses input, in a real browser: what the judge is sent about it."""

import re

import pytest

from tests.acceptance.modelled import Modelled
from tests.provider import Asked, Call, Provider, Reply
from tests.provider.competent import competent
from tests.provider.quotes import quotes

BRIEF = "A board to sort recipe cards by dragging, with a bell, a saving indicator and a field for portions."
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Recipe board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { margin: 0; font: 18px/1.5 sans-serif; background: #fbfaf7; color: #222 }
  #board { position: relative; height: 260px; background: #e8efe9; touch-action: none }
  #card { position: absolute; left: 40px; top: 60px; width: 120px; height: 80px; background: #14524c; color: #fff }
  main { padding: 16px } ol > li { margin-bottom: 40px }
</style></head>
<body><div id="board"><div id="card">Lentil soup</div></div>
<main><button id="bell">Bell</button> <button id="save">Save</button> <button id="help">Help</button>
<label>Portions <input id="portions" type="text"></label> <p role="status" id="state">Not saved</p>
<ol id="list"></ol></main>
<script>
const unsigned = (value) => value >>> 0 // three arrows
const card = document.getElementById('card'), say = (text) => { document.getElementById('state').textContent = text }
let at = null
card.onpointerdown = (event) => { at = event.clientX - card.offsetLeft; card.setPointerCapture(event.pointerId) }
card.onpointermove = (event) => { if (at !== null) card.style.left = unsigned(event.clientX - at) + 'px' }
card.onpointerup = () => { at = null }
let context
document.getElementById('bell').onclick = () => {
  context ??= new AudioContext()
  const tone = context.createOscillator(), gain = context.createGain()
  gain.gain.setValueAtTime(0.4, context.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.4)
  tone.connect(gain).connect(context.destination)
  tone.start(); tone.stop(context.currentTime + 0.4)
}
document.getElementById('save').onclick = () => { say('Saving'); setTimeout(() => say('Saved in the pantry'), 2500) }
document.getElementById('help').onclick = () => say('Drag a card to its shelf')
for (let row = 1; row <= 60; row++) {
  document.getElementById('list').insertAdjacentHTML('beforeend', `<li>Recipe number ${row}</li>`)
}
</script></body></html>
"""
_REF = re.compile(r'^\[(e\d+)\] \w+(?:\([\w-]+\))? "(\w+)"', re.MULTILINE)
DRAG, BELL, SAVE, WAIT, WRONG, HELP = range(1, 7)


def use_the_board(asked: Asked) -> Reply:
    """One call a turn: drag, ring, save, wait, type wrong input, ask for help, finish."""
    if asked.asker != "explore":
        return competent(asked)
    turn = sum(len(said.calls) for said in asked.messages if said.role == "assistant")
    step = re.findall(r"OBSERVATION after step (\d+)", asked.text)
    turn = max(turn, int(step[-1]) if step else 0)
    refs = {name: ref for ref, name in _REF.findall(asked.text)}
    calls = {
        DRAG: ("drag", {"x": 100, "y": 100, "to_x": 700, "to_y": 100}),
        BELL: ("click", {"ref": refs.get("Bell", "")}),
        SAVE: ("click", {"ref": refs.get("Save", "")}),
        WAIT: ("wait", {"ms": 3_000}),
        WRONG: ("type", {"ref": refs.get("Portions", ""), "text": "abc", "input": "invalid"}),
        HELP: ("click", {"ref": refs.get("Help", "")}),
    }
    name, arguments = calls.get(turn + 1, ("finish", {"summary": "The board was used."}))
    return Reply(calls=(Call(name, {"thought": "Next.", **arguments}),))


@pytest.fixture
def sent(modelled: Modelled, provider: Provider) -> dict[str, Asked]:
    """What each stage of the judge was sent."""
    provider.model = use_the_board
    modelled.settings("max_steps = 8\nmax_seconds = 40")
    modelled.brief("recipe-board", BRIEF, page=PAGE)
    modelled.use().assert_outcomes(passed=1)
    return {asked.reply_name: asked for asked in provider.asked_by("judge")}


def block(asked: Asked, label: str) -> str:
    (found,) = [quote.text for quote in quotes(asked.text) if quote.label.startswith(label)]
    return found


def test_the_judge_is_sent_source_moments_and_facts_as_they_are(sent: dict[str, Asked]):
    static, detection = sent["static_scoring"], sent["problem_detection"]
    flat = "\n".join(line.strip() for line in PAGE.split("\n"))
    assert block(static, "source file") == f"File: recipe-board.html\n{flat}"
    (phone,) = [line for line in static.text.splitlines() if line.startswith("The whole page at 375 px")]
    assert "windows of 375 × 755 px, from top to bottom" in phone, "the list is longer than one window"

    shown = {
        int(re.search(r"step (\d+)", line)[1]): line for line in detection.text.splitlines() if "Keyframe " in line
    }
    assert "(drag)" in shown[DRAG]
    assert "the result of the drag" in shown[DRAG]
    assert "text or document changed during the wait" in shown[WAIT]
    assert any("the end of the exploration" in line for line in shown.values())

    trace = {int(line.split()[1]): line for line in block(detection, "trace").splitlines() if line.startswith("step ")}
    assert "drag at (125, 125) to (875, 125)" in trace[DRAG]  # the picture has 1,024 px, the window 1,280
    assert "Saved in the pantry" in trace[WAIT]
    assert "changed 0.0%" not in detection.text

    facts = block(detection, "measured facts")
    sounding = re.search(r"a sound began in steps: ([\d, ]+)", facts)[1].split(", ")
    assert str(BELL) in sounding
    assert "“Bell” does nothing" not in facts, "it sounds"
    (wrong,) = [line for line in facts.splitlines() if "wrong on purpose" in line]
    assert wrong.startswith(f"step {WRONG}: wrong on purpose: type “abc” “Portions”")
    assert "Drag a card to its shelf" not in wrong, "that came with the click on Help"
    assert not re.search(r"\d of \d signs|are needed|weighted", facts)
    assert "## Sound" in sent["score_adjustment"].text
