"""What a page's audio graph plays is heard in page time, sample for sample, under the stepped clock."""

import time
from itertools import pairwise

import numpy as np
import pytest

from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import ORIGIN
from tests.browser.ear import RATE, Ear, as_wav, brightness, sine

TONE = """<script>
let audio;
function begin() {
  audio = new AudioContext();
  const tone = audio.createOscillator(), level = audio.createGain();
  level.gain.value = 0.5;
  tone.connect(level).connect(audio.destination);
  tone.start();
  document.title = performance.now();
}
</script>"""


def test_a_tone_is_exact_and_no_freeze_leaves_a_trace(ear_of):
    ear = ear_of(TONE)
    session = ear.session
    session.evaluate("() => begin()")
    began_ms = session.page_ms
    for _ in range(8):
        session.wait(119)
        told_ms = session.evaluate("() => audio.currentTime * 1000")
        assert told_ms == pytest.approx(session.page_ms - began_ms, abs=17)
        if session.page_ms - began_ms < 300:
            time.sleep(0.4)
    heard = ear.since(began_ms)[:, 0]
    first = np.flatnonzero(heard)[0]
    assert first / RATE < 0.004
    tone = heard[first - 1 :][: RATE * 9 // 10]
    tone = tone[: np.flatnonzero(tone)[-1]]
    assert len(tone) > RATE * 8 // 10
    assert np.abs(tone - sine(440, len(tone) / RATE)[: len(tone)]).max() < 5e-4


SCORE = """<script>
function play(audio) {  // clicks, tones that overlap, an echo, silence between
  const out = audio.createGain(), echo = audio.createDelay(1), back = audio.createGain();
  out.connect(audio.destination);
  echo.delayTime.value = 0.13;
  back.gain.value = 0.3;
  echo.connect(back).connect(echo);
  echo.connect(out);
  for (let i = 0; i < 12; i++) {
    const tone = audio.createOscillator(), level = audio.createGain(), side = audio.createStereoPanner();
    const at = 0.1 + i * 0.07 + (i > 8 ? 1 : 0);
    tone.type = ["sine", "square", "sawtooth"][i % 3];
    tone.frequency.value = 200 + 137 * i;
    side.pan.value = (i % 5) / 2 - 1;
    level.gain.setValueAtTime(0.2, at);
    level.gain.exponentialRampToValueAtTime(0.001, at + 0.1);
    tone.connect(level).connect(side).connect(i % 4 ? out : echo);
    tone.start(at);
    tone.stop(at + 0.1);
  }
}
function begin() { play(new AudioContext()); }
async function alone() {
  const offline = new OfflineAudioContext(2, 48000 * 2, 48000);
  play(offline);
  const made = await offline.startRendering();
  return [0, 1].map((channel) => Array.from(made.getChannelData(channel)));
}
</script>"""


def test_what_is_heard_is_what_the_browser_would_render_in_one_go(ear_of):
    ear = ear_of(SCORE)
    ear.session.evaluate("() => begin()")
    ear.session.wait(2_200)
    whole = np.array(ear.session.evaluate("() => alone()", takes_time=True), np.float32).T
    heard = ear.samples
    first, first_alone = (np.flatnonzero(np.abs(side).max(axis=1) > 1e-6)[0] for side in (heard, whole))
    length = len(whole) - first_alone
    assert np.abs(heard[first:][:length] - whole[first_alone:]).max() < 1e-6


FLASH_AND_BEEP = """<body style="margin:0"><div style="width:100vw;height:100vh"></div><script>
const box = document.querySelector("div"), audio = new AudioContext();
setInterval(() => {
  const tone = audio.createOscillator();
  tone.frequency.value = 1000;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
  box.style.background = "#000";
  setTimeout(() => { box.style.background = ""; }, 100);
}, 355);
</script>"""


def test_picture_and_sound_are_together(ear_of):
    ear = ear_of(FLASH_AND_BEEP)
    ear.session.wait(4_000)
    dark = [(page_ms, brightness(image) < 128) for page_ms, image in ear.pictures]
    flashes = [page_ms for (_, before), (page_ms, now) in pairwise(dark) if now and not before]
    loud = np.flatnonzero(np.abs(ear.samples[:, 0]) > 0.01)
    beeps = loud[np.diff(loud, prepend=-RATE) > RATE // 10] / RATE * 1000
    beeps = [beep for beep in beeps if beep > flashes[0] - 60][: len(flashes)]
    offsets = [flash - beep for flash, beep in zip(flashes, beeps, strict=False)]
    assert len(offsets) >= 9
    assert max(np.abs(offsets)) <= 40


EVERYTHING = """<iframe src="/inner.html"></iframe><iframe sandbox="allow-scripts" allow="autoplay" srcdoc="
<script>onmessage = () => { const a = new AudioContext(), t = a.createOscillator(), l = a.createGain();
t.frequency.value = 1600; l.gain.value = 0.1; t.connect(l).connect(a.destination); t.start(); };</script>"></iframe>
<script>
const log = [];
let audio;
async function begin() {
  audio = new AudioContext();
  audio.onstatechange = () => log.push(audio.state);
  frames[0].postMessage("", "*");
  frames[1].postMessage("", "*");
  const module = `registerProcessor("own", class extends AudioWorkletProcessor {
    process(_, [out]) {
      const wave = (i) => 0.1 * Math.sin(2 * Math.PI * 2400 * (currentFrame + i) / sampleRate);
      for (const side of out) for (let i = 0; i < 128; i++) side[i] = wave(i);
      return true;
    } })`;
  await audio.audioWorklet.addModule(URL.createObjectURL(new Blob([module], { type: "text/javascript" })));
  new AudioWorkletNode(audio, "own", { outputChannelCount: [2] }).connect(audio.destination);
  const tone = audio.createOscillator(), script = audio.createScriptProcessor(1024, 1, 1);
  tone.frequency.value = 800;
  tone.connect(script).connect(audio.destination);
  script.onaudioprocess = ({ inputBuffer, outputBuffer }) => {
    inputBuffer.getChannelData(0).forEach((value, i) => { outputBuffer.getChannelData(0)[i] = value / 10; });
  };
  tone.start();
  const file = await (await fetch("SOURCE")).arrayBuffer(), sound = audio.createBufferSource();
  sound.buffer = await audio.decodeAudioData(file);
  sound.loop = true;
  const level = audio.createGain();
  level.gain.value = 0.2;
  sound.connect(level).connect(audio.destination);
  sound.start();
}
</script>"""
INNER = EVERYTHING.split('srcdoc="')[1].split('"></iframe>')[0].replace("1600", "1200")


def test_frames_worklets_script_processors_and_decoded_files_are_heard_the_same_twice(ear_of):
    page = EVERYTHING.replace("SOURCE", as_wav(sine(400, 0.25)))
    once, again = (_everything(ear_of(page, files={"/inner.html": INNER})) for _ in range(2))
    assert np.abs(once - again).max() < 1e-6  # the order of adding up frames may differ
    spectrum = np.abs(np.fft.rfft(once[-RATE // 2 :, 0] * np.hanning(RATE // 2))) * 8 / RATE
    levels = {hertz: spectrum[hertz // 2] for hertz in (400, 800, 1200, 1600, 2400)}
    assert levels == pytest.approx(dict.fromkeys(levels, 0.1), abs=0.01)
    assert np.sort(spectrum)[-20] < 0.01


def _everything(ear: Ear) -> np.ndarray:
    session = ear.session
    session.evaluate("() => { begin(); }")
    began_ms = session.page_ms
    session.wait(1_000)
    seen = session.evaluate("() => [audio.state, audio instanceof AudioContext, audio.destination.maxChannelCount]")
    assert seen == ["running", True, 2]
    heard = ear.since(began_ms)
    session.evaluate("() => { audio.suspend(); }")
    session.wait(50)
    stood = session.evaluate("() => audio.currentTime")
    session.wait(200)
    assert session.evaluate("() => audio.currentTime") == stood
    session.evaluate("() => { audio.close(); }")
    session.wait(50)
    assert session.evaluate("() => log") == ["running", "suspended", "closed"]
    assert ear.notes == ()
    assert session.drain().console == ()
    return heard


def test_a_page_without_sound_is_asked_nothing_and_what_cannot_be_heard_is_told(ear_of):
    ear = ear_of(
        "<button>Play</button><script>const all = []; function begin() { const sound = new Audio('/nothing.ogg');"
        " sound.play().catch((error) => all.push(error.name)); const odd = new Audio('/odd.wav'); }</script>"
    )
    session = ear.session
    assert not session._clock._sound.is_awake
    session.wait(300)
    assert not session._clock._sound.is_awake
    session.evaluate("() => begin()")
    session.wait(300)
    assert session.evaluate("() => all") == ["NotSupportedError"]
    assert not session._clock._sound.is_awake
    assert not ear.pieces


def test_sound_goes_on_after_a_navigation(ear_of):
    ear = ear_of(TONE, files={"/next.html": TONE.replace("0.5", "0.25")})
    session = ear.session
    session.evaluate("() => begin()")
    session.wait(200)
    assert session.load(f"{ORIGIN}/next.html").loaded
    quiet_ms = session.page_ms
    session.wait(200)
    assert not ear.since(quiet_ms).any()
    session.act(Press(value="Shift"))
    session.evaluate("() => begin()")
    session.wait(300)
    assert np.abs(ear.since(quiet_ms + 300)).max() == pytest.approx(0.25, abs=0.001)


def test_a_page_that_makes_up_its_sound_is_not_heard_and_that_is_told(ear_of):
    lie = "window.btoa = () => 'AAAA';"
    play = "const c = new AudioContext(), o = c.createOscillator(); o.connect(c.destination); o.start();"
    ear = ear_of(f"<script>{lie}addEventListener('keydown', () => {{ {play} }})</script>")
    ear.session.wait(200)
    assert ear.notes == ("the sound of a frame is lost: the page has tampered with its script",)
    assert ear.pieces == []
