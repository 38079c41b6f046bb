"""What a page plays is heard in page time, sample for sample, under the stepped clock."""

import base64
import io
import time
import wave
from itertools import pairwise

import av
import numpy as np
import pytest
from PIL import Image

from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Click
from pytest_cookie.core.deployment import ORIGIN

RATE = 48_000


class Ear:
    """What was heard, and seen meanwhile."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.pieces: list[tuple[float, np.ndarray, int]] = []
        self.pictures: list[tuple[float, bytes]] = []
        session._process.run(session._clock.film(self), seconds=5)

    def picture(self, page_ms: float, image: bytes) -> None:
        self.pictures.append((page_ms, image))

    def sound(self, start_ms: float, samples: np.ndarray, rate: int) -> None:
        self.pieces.append((start_ms, samples.copy(), rate))

    @property
    def notes(self) -> tuple[str, ...]:
        return self.session._clock.notes

    @property
    def samples(self) -> np.ndarray:
        """All of it, added up, from page time 0 to now."""
        mixed = np.zeros((round(self.session.page_ms * RATE / 1000) + RATE, 2), np.float32)
        for start_ms, samples, rate in self.pieces:
            assert rate == RATE
            at = round(start_ms * rate / 1000)
            mixed[at : at + len(samples)] += samples
        return mixed[: round(self.session.page_ms * RATE / 1000)]

    def since(self, page_ms: float) -> np.ndarray:
        return self.samples[round(page_ms * RATE / 1000) :]


@pytest.fixture
def ear_of(session_of, browser_host):
    if browser_host.clock != "stepped":
        pytest.skip("no headless shell")
    return lambda html, **rest: Ear(session_of(html, **rest))


def sine(hertz: float, seconds: float, level: float = 0.5) -> np.ndarray:
    return level * np.sin(2 * np.pi * hertz * np.arange(round(seconds * RATE)) / RATE)


def as_wav(samples: np.ndarray) -> str:
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((samples * 32767).astype("<i2").tobytes())
    return "data:audio/wav;base64," + base64.b64encode(written.getvalue()).decode()


def as_video(seconds: int) -> bytes:
    """A WebM whose picture number n at 25 a second has a brightness of 3n, with a tone of 660 Hz."""
    written = io.BytesIO()
    with av.open(written, "w", format="webm") as file:
        video = file.add_stream("libvpx", rate=25)
        video.width, video.height, video.pix_fmt = 160, 120, "yuv420p"
        audio = file.add_stream("libopus", rate=RATE)
        audio.layout = "stereo"
        for number in range(25 * seconds):
            picture = np.full((120, 160, 3), 3 * number, np.uint8)
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            frame.pts = number
            file.mux(video.encode(frame))
        file.mux(video.encode())
        tone = sine(660, seconds, 0.4).astype(np.float32)
        for at in range(0, len(tone), 960):
            sound = av.AudioFrame.from_ndarray(np.stack([tone[at : at + 960]] * 2), format="fltp", layout="stereo")
            sound.sample_rate, sound.pts = RATE, at
            file.mux(audio.encode(sound))
        file.mux(audio.encode())
    return written.getvalue()


def span_ms(samples: np.ndarray) -> tuple[float, float]:
    """Where sound begins and ends, in milliseconds."""
    heard = np.flatnonzero(np.abs(samples).max(axis=1) > 1e-4)
    assert len(heard), "nothing was heard"
    return heard[0] / RATE * 1000, heard[-1] / RATE * 1000


def brightness(image: bytes, x: int = 40, y: int = 40) -> int:
    return Image.open(io.BytesIO(image)).convert("L").getpixel((x, y))


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
            time.sleep(1.5)
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


def test_an_audio_element_keeps_page_time_and_its_volume(ear_of):
    page = f"""<script>
    let log = [], began;
    const sound = new Audio("{as_wav(sine(440, 0.75))}");
    for (const type of ["play", "playing", "timeupdate", "pause", "ended"])
      sound.addEventListener(type, () => log.push([type, performance.now() - began, sound.currentTime]));
    function begin() {{ log = []; began = performance.now(); sound.play(); }}
    </script>"""
    ear = ear_of(page)
    session = ear.session
    session.wait(50)
    session.evaluate("() => begin()")
    began_ms = session.page_ms
    session.wait(340)
    time.sleep(1.2)
    passed_ms = session.page_ms - began_ms
    assert session.evaluate("() => sound.currentTime") == pytest.approx(passed_ms / 1000, abs=0.002)
    session.evaluate("() => { sound.volume = 0.25; }")
    session.wait(800)
    told = session.evaluate("() => log")
    assert [type_ for type_, _, _ in told] == ["play", "playing", *["timeupdate"] * 3, "pause", "ended"]
    assert [at for _, at, _ in told] == pytest.approx([0, 0, 250, 500, 750, 750, 751], abs=1)
    assert session.evaluate("() => [sound.ended, sound.paused, sound.currentTime]") == [True, True, 0.75]
    heard = ear.since(began_ms)
    assert span_ms(heard) == pytest.approx((0, 750), abs=3)
    change = round(passed_ms * RATE / 1000)
    assert np.abs(heard[: change - 200]).max() == pytest.approx(0.5, abs=0.001)
    assert np.abs(heard[change + 200 :]).max() == pytest.approx(0.125, abs=0.001)


def test_a_loop_has_no_gap_and_a_muted_element_is_silent(ear_of):
    page = f"""<script>
    const sound = new Audio("{as_wav(sine(440, 0.25))}");  // 110 whole waves
    sound.loop = true;
    </script>"""
    ear = ear_of(page)
    ear.session.wait(50)
    ear.session.evaluate("() => { sound.play(); }")
    began_ms = ear.session.page_ms
    ear.session.wait(1_020)
    heard = ear.since(began_ms)[: RATE * 95 // 100, 0]
    assert np.abs(heard - sine(440, 0.95)).max() < 0.01
    ear.session.evaluate("() => { sound.muted = true; }")
    muted_ms = ear.session.page_ms
    ear.session.wait(300)
    assert not ear.since(muted_ms + 4).any()
    assert ear.session.evaluate("() => sound.paused") is False


def test_a_video_shows_the_picture_of_its_time(ear_of):
    source = "data:video/webm;base64," + base64.b64encode(as_video(2)).decode()
    ear = ear_of(f"<body style='margin:0'><video src='{source}'></video>")
    session = ear.session
    session.evaluate("() => { document.querySelector('video').play(); }")
    began_ms = session.page_ms
    session.wait(800)
    time.sleep(0.5)
    session.wait(700)
    shown = [(page_ms - began_ms, brightness(image) / 3 * 40) for page_ms, image in ear.pictures if page_ms > began_ms]
    assert len(shown) > 30
    assert max(abs(page_ms - media_ms) for page_ms, media_ms in shown) <= 60
    heard = ear.since(began_ms)
    spectrum = np.abs(np.fft.rfft(heard[:RATE, 0]))
    assert np.argmax(spectrum) == pytest.approx(660, abs=1)


EVERYTHING = """<iframe src="/inner.html"></iframe><iframe sandbox="allow-scripts" srcdoc="
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
    assert np.abs(once - again).max() < 1e-6  # the order in which frames are added up may differ
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


def test_elements_sound_through_a_graph_by_their_controls_and_from_a_stream(ear_of):
    page = f"""<body style="margin:0"><audio controls src="{as_wav(sine(440, 1.5))}"></audio><script>
    const shown = document.querySelector("audio"), audio = new AudioContext();
    function graph() {{
      const sound = new Audio(shown.src), source = audio.createMediaElementSource(sound), level = audio.createGain();
      level.gain.value = 0.5;
      source.connect(level).connect(audio.destination);
      sound.volume = 0.5;
      sound.play();
      setTimeout(() => sound.pause(), 300);
      return source instanceof MediaElementAudioSourceNode;
    }}
    function stream() {{
      const tone = audio.createOscillator(), node = audio.createMediaStreamDestination(), sound = new Audio();
      tone.frequency.value = 700;
      tone.connect(node);
      tone.start();
      sound.srcObject = node.stream;
      sound.volume = 0.4;
      sound.play();
      setTimeout(() => sound.pause(), 300);
      return node.stream.getAudioTracks().length;
    }}
    </script>"""
    ear = ear_of(page)
    session = ear.session
    assert _peak(ear, "() => graph()") == (True, pytest.approx(440, abs=4), pytest.approx(0.125, abs=0.002))
    assert _peak(ear, "() => stream()") == (1, pytest.approx(700, abs=4), pytest.approx(0.4, abs=0.002))
    began_ms = session.page_ms
    assert session.act(Click(x=25, y=27)).done
    session.wait(400)
    assert session.evaluate("() => shown.paused") is False
    assert np.abs(ear.since(began_ms)).max() == pytest.approx(0.5, abs=0.001)
    assert session.act(Click(x=25, y=27)).done
    session.wait(100)
    stood = session.evaluate("() => [shown.paused, shown.currentTime]")
    session.wait(200)
    assert session.evaluate("() => [shown.paused, shown.currentTime]") == stood
    assert stood[0] is True


def _peak(ear: Ear, script: str) -> tuple[object, float, float]:
    began_ms = ear.session.page_ms
    told = ear.session.evaluate(script)
    ear.session.wait(800)
    heard = ear.since(began_ms)[:, 0]
    assert not heard[-RATE // 10 :].any()
    return told, np.argmax(np.abs(np.fft.rfft(heard))) * RATE / len(heard), np.abs(heard).max()


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
    session.evaluate("() => begin()")
    session.wait(300)
    assert np.abs(ear.since(quiet_ms + 300)).max() == pytest.approx(0.25, abs=0.001)


def test_a_page_that_makes_up_its_sound_is_not_heard_and_that_is_told(ear_of):
    lie = "window.btoa = () => 'AAAA';"
    play = "const c = new AudioContext(), o = c.createOscillator(); o.connect(c.destination); o.start();"
    ear = ear_of(f"<script>{lie}{play}</script>")
    ear.session.wait(200)
    assert ear.notes == ("the sound of a frame is lost: the page has tampered with its script",)
    assert ear.pieces == []
