"""A page with every kind of clock that a browser knows, and `read`, which reports the progress of each."""

import base64
import io
import math
import struct
import wave

from PIL import Image
from playwright.async_api import Page

from pytest_cookie.browser.session import Session
from pytest_cookie.core.action import Press
from pytest_cookie.core.deployment import ORIGIN

SECOND_ORIGIN = "http://second.localhost"

GIF_COLOURS = ((255, 0, 0), (0, 128, 0), (0, 0, 255), (255, 255, 0))
GIF_MS = 100
GIFS = {"gif": 20, "gif in a background": 80, "gif in a shadow root": 140}

WAV_SECONDS = 60
_WAV_RATE = 8000

Readings = dict[str, float]


def page(*, loops: bool = False) -> str:
    """The document to serve at the origin's root, with `files`. With `loops` it also sends itself endless messages."""
    return f"""<!doctype html><meta charset="utf-8"><title>Every clock</title>
<style>#transition {{ position: absolute; left: 0; transition: left 900s linear }} #web {{ position: absolute }}</style>
{_MOVING}<b id="transition"></b><b id="web"></b>
<img src="{_gif()}" style="position: absolute; left: 0; top: 0" width="40" height="40">
<style>#behind {{ position: absolute; left: 60px; top: 0; width: 40px; height: 40px;
  background: url({_gif()}) }}</style>
<p id="behind" style="margin: 0"></p><span id="shadow" style="position: absolute; left: 120px; top: 0"></span>
<template><img src="{_gif()}" width="40" height="40"></template>
<svg width="400" height="20" style="position: absolute; top: 60px"><rect width="20" height="20"><animate
  attributeName="x" from="0" to="9000" dur="900s"/></rect></svg>
<audio src="{_wav()}"></audio><video src="{_wav()}"></video>
<iframe src="/frame.html"></iframe>
<iframe sandbox="allow-scripts" srcdoc="{_FRAME.replace('"', "&quot;")}"></iframe>
<iframe src="{SECOND_ORIGIN}/other.html"></iframe>
<script>{_TICKING}{_SCRIPT}{_LOOPS if loops else ""}</script>"""


def files() -> dict[str, str | tuple[str, bytes]]:
    """What the page loads: by path from its own origin, by address from another."""
    frame, worker = f"<!doctype html>{_FRAME}", f"{_TICKING}{_WORKER}"
    return {
        "/frame.html": frame,
        f"{SECOND_ORIGIN}/other.html": frame,
        "/worker.js": ("text/javascript", worker.encode()),
    }


def begin(session: Session) -> None:
    """Make the page's sound run, which waits for a press."""
    done = session.act(Press(value="Shift"))
    assert done.done, done


def read(session: Session) -> Readings:
    """How far each clock has come: counts, px, seconds or milliseconds; GIFs by the number of their present picture."""
    shown = Image.open(io.BytesIO(session.observe().screenshot)).convert("RGB")
    gifs = {name: float(GIF_COLOURS.index(shown.getpixel((x, 20)))) for name, x in GIFS.items()}
    return {**session._process.run(_read(session._page), seconds=20), **gifs}


async def _read(page: Page) -> Readings:
    readings: Readings = await page.evaluate("() => readings()")
    for name, frame in zip(("frame", "sandbox", "otherOrigin"), page.frames[1:], strict=True):
        interval, animation = await frame.evaluate(_FRAME_READINGS)
        readings |= {f"{name} interval": interval, f"{name} animation": animation}
    for name, worker in zip(("worker", "module worker", "blob worker"), page.workers, strict=True):
        noted = await worker.evaluate("() => readings()")
        readings |= {f"{name} {what}": value for what, value in noted.items()}
    return readings


def _gif() -> str:
    pictures = [Image.new("RGB", (40, 40), colour) for colour in GIF_COLOURS]
    file = io.BytesIO()
    pictures[0].save(file, "GIF", save_all=True, append_images=pictures[1:], duration=GIF_MS, loop=0)
    return f"data:image/gif;base64,{base64.b64encode(file.getvalue()).decode()}"


def _wav() -> str:
    file = io.BytesIO()
    with wave.open(file, "wb") as track:
        track.setnchannels(1)
        track.setsampwidth(2)
        track.setframerate(_WAV_RATE)
        tone = (struct.pack("<h", round(4000 * math.sin(at / 5))) for at in range(_WAV_RATE))
        track.writeframes(b"".join(tone) * WAV_SECONDS)
    return f"data:audio/wav;base64,{base64.b64encode(file.getvalue()).decode()}"


_TICKING = """
  globalThis.ticks = { timeout: 0, interval: 0 };
  const chain = () => { ticks.timeout++; setTimeout(chain, 20); };
  chain();
  setInterval(() => ticks.interval++, 20);
"""
_MOVING = """<style>@keyframes way { to { left: 9000px } }
i { position: absolute; left: 0; animation: way 900s linear }</style><i></i>"""
_FRAME = f"{_MOVING}<script>{_TICKING}</script>"
_FRAME_READINGS = "() => [ticks.interval, parseFloat(getComputedStyle(document.querySelector('i')).left)]"
_WORKER = "globalThis.readings = () => ({ ...ticks, performance: performance.now(), date: Date.now() });"

_SCRIPT = """
  const $ = (selector) => document.querySelector(selector);
  $('#shadow').attachShadow({ mode: 'open' }).append($('template').content.cloneNode(true));
  $('#web').animate([{ left: '0px' }, { left: '9000px' }], { duration: 900000 });
  requestAnimationFrame(() => requestAnimationFrame(() => { $('#transition').style.left = '9000px'; }));
  Object.assign(ticks, { frame: 0, idle: 0, channel: 0, task: 0 });
  const draw = () => { ticks.frame++; requestAnimationFrame(draw); };
  draw();
  const rest = () => { ticks.idle++; requestIdleCallback(rest, { timeout: 20 }); };
  rest();
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { ticks.channel++; setTimeout(() => channel.port2.postMessage(0), 5); };
  channel.port2.postMessage(0);
  (async () => { for (;;) { ticks.task++; await scheduler.postTask(() => 0, { delay: 10 }); } })();

  const own = URL.createObjectURL(new Blob([`"use strict"; importScripts('ORIGIN/worker.js')`]));
  window.workers = [
    new Worker('/worker.js'), new Worker(new URL('worker.js', location.href), { type: 'module' }), new Worker(own),
  ];
  URL.revokeObjectURL(own);

  // events that the page must not get
  window.noted = [];
  window.context = new AudioContext();
  const sounding = new OscillatorNode(context);
  sounding.connect(context.destination);
  sounding.start();
  context.onstatechange = () => noted.push(context.state);
  addEventListener('keydown', () => context.resume());  // sound waits for a press
  for (const el of document.querySelectorAll('audio, video')) {
    for (const kind of ['pause', 'ratechange', 'ended']) el.addEventListener(kind, () => noted.push(kind));
    el.play();
  }

  const left = (selector) => parseFloat(getComputedStyle($(selector)).left);
  window.readings = () => ({
    ...ticks,
    animation: left('i'), transition: left('#transition'), webAnimation: left('#web'),
    timeline: document.timeline.currentTime, svg: $('rect').x.animVal.value,
    audioContext: context.currentTime, audio: $('audio').currentTime, video: $('video').currentTime,
    performance: performance.now(), date: Date.now(), newDate: new Date().getTime(),
    event: new Event('x').timeStamp, temporal: globalThis.Temporal?.Now.instant().epochMilliseconds ?? Date.now(),
  });
""".replace("ORIGIN", ORIGIN)

_LOOPS = """
  Object.assign(ticks, { channelLoop: 0, postLoop: 0 });
  const pump = new MessageChannel();
  pump.port1.onmessage = () => { ticks.channelLoop++; pump.port2.postMessage(0); };
  pump.port2.postMessage(0);
  addEventListener('message', ({ data }) => { if (data === 'again') { ticks.postLoop++; postMessage('again', '*'); } });
  postMessage('again', '*');
"""
