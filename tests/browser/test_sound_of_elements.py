"""What audio and video elements play is heard, and their pictures seen, in page time, under the stepped clock."""

import base64
import time

import numpy as np
import pytest

from pytest_cookie.core.action import Click
from tests.browser.ear import RATE, Ear, as_video, as_wav, brightness, sine, span_ms


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
    time.sleep(0.4)
    passed_ms = session.page_ms - began_ms
    assert session.evaluate("() => sound.currentTime") == pytest.approx(passed_ms / 1000, abs=0.002)
    session.evaluate("() => { sound.volume = 0.25; }")
    session.wait(800)
    noted = session.evaluate("() => log")
    assert [type_ for type_, _, _ in noted] == ["play", "playing", *["timeupdate"] * 3, "pause", "ended"]
    assert [at for _, at, _ in noted] == pytest.approx([0, 0, 250, 500, 750, 750, 751], abs=1)
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
    time.sleep(0.3)
    session.wait(700)
    shown = [(page_ms - began_ms, brightness(image) / 3 * 40) for page_ms, image in ear.pictures if page_ms > began_ms]
    assert len(shown) > 30
    assert max(abs(page_ms - media_ms) for page_ms, media_ms in shown) <= 60
    heard = ear.since(began_ms)
    spectrum = np.abs(np.fft.rfft(heard[:RATE, 0]))
    assert np.argmax(spectrum) == pytest.approx(660, abs=1)


def test_elements_sound_through_a_graph_by_their_controls_and_from_a_stream(ear_of):
    page = f"""<body style="margin:0"><audio controls src="{as_wav(sine(440, 1.5))}"></audio><script>
    const shown = document.querySelector("audio"), audio = new AudioContext();
    function graph() {{
      audio.resume();  // it was made before the first press
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
    noted = ear.session.evaluate(script)
    ear.session.wait(800)
    heard = ear.since(began_ms)[:, 0]
    assert not heard[-RATE // 10 :].any()
    return noted, np.argmax(np.abs(np.fft.rfft(heard))) * RATE / len(heard), np.abs(heard).max()
