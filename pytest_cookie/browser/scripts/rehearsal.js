// Runs before the page's own scripts, where a page is tried out rather than shown: its timers, frames, clocks and chance
// follow a time of our own, so that seconds of a game take milliseconds. `run` lets the time pass and plays inputs in it.
// `run` returns what the page shows every `everyMs` since `fromMs`. It stops early at words for an `ending`, and when
// nothing has moved for `stillMs`.
(settings) => {
  const { frameMs, animations } = settings, heard = new Set(), mostTimers = 2_000, mostText = 2_000, leastCanvas = 100, side = 32;
  const NativeDate = Date, began = NativeDate.now();
  let now = 0, names = 0, pending = new Map(), frames = new Map(), crept = 0;

  const schedule = (handler, delay, given, repeats) => {
    const everyMs = Math.max(repeats ? 1 : 0, Number(delay) | 0);  // whole milliseconds, as the browser's
    if (pending.size < mostTimers) pending.set(++names, { handler, given, due: now + everyMs, everyMs: repeats ? everyMs : null });
    return names;
  };
  const call = (handler, given) => {
    try {
      if (typeof handler === "function") handler.apply(window, given); else (0, eval)(String(handler));
    } catch (error) { reportError(error); }
  };
  window.setTimeout = (handler, delay, ...given) => schedule(handler, delay, given, false);
  window.setInterval = (handler, delay, ...given) => schedule(handler, delay, given, true);
  window.clearTimeout = window.clearInterval = (name) => { pending.delete(Number(name)); };
  window.requestAnimationFrame = (callback) => { frames.set(++names, callback); return names; };
  window.cancelAnimationFrame = (name) => { frames.delete(name); };
  // a loop that waits by asking for the time would never end
  const tell = () => { crept += 0.0005; return now + Math.floor(crept); };
  Performance.prototype.now = tell;
  window.Date = new Proxy(NativeDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [began + tell()], made),
    apply: () => new NativeDate(began + tell()).toString(),
    get: (target, name, receiver) => (name === "now" ? () => began + tell() : Reflect.get(target, name, receiver)),
  });
  const stamps = new WeakMap();
  Object.defineProperty(Event.prototype, "timeStamp", { configurable: true, get() {
    if (!stamps.has(this)) stamps.set(this, now);
    return stamps.get(this);
  } });

  const fireTimers = (until) => {
    for (let fired = 0; fired < mostTimers; fired += 1) {
      let next = null, name = 0;
      for (const [key, timer] of pending) if (timer.due <= until && (!next || timer.due < next.due)) { next = timer; name = key; }
      if (!next) return;
      now = Math.max(now, next.due);
      if (next.everyMs === null) pending.delete(name); else next.due += next.everyMs;
      call(next.handler, next.given);
    }
  };
  const drawFrame = () => {
    const due = frames;
    frames = new Map();
    for (const callback of due.values()) call(callback, [now]);
  };
  const moveAnimations = () => {
    for (const one of document.getAnimations()) {
      one.pause();
      one.currentTime = (one.currentTime ?? 0) + frameMs * one.playbackRate;
      const { endTime } = one.effect?.getComputedTiming() ?? {};
      if (endTime !== undefined && one.currentTime >= endTime) one.finish();
    }
  };

  const KINDS = [["key", /^key/], ["press", /^(click|mousedown|mouseup|pointerdown|pointerup|touchstart)$/],
    ["move", /^(mousemove|pointermove|touchmove)$/]];
  const noteType = (type) => { for (const [kind, names] of KINDS) if (names.test(type)) heard.add(kind); };
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    noteType(String(type));
    return listen.call(this, type, ...rest);
  };
  const hears = () => {
    for (const one of [window, document, ...document.querySelectorAll("body, canvas, button, [onclick], body > *")]) {
      for (const type of ["keydown", "keyup", "keypress", "click", "mousedown", "pointerdown", "mousemove", "pointermove"]) {
        if (typeof one[`on${type}`] === "function") noteType(type);
      }
    }
    return [...heard];
  };

  const CODES = { " ": ["Space", 32], Enter: ["Enter", 13], ArrowLeft: ["ArrowLeft", 37], ArrowUp: ["ArrowUp", 38],
    ArrowRight: ["ArrowRight", 39], ArrowDown: ["ArrowDown", 40], Shift: ["ShiftLeft", 16] };
  const pressKey = (type, name, repeat) => {
    const key = name === "Space" ? " " : name, letter = key.length === 1 ? key.toUpperCase() : "";
    const [code, keyCode] = CODES[key] ?? (/\d/.test(key) ? [`Digit${key}`, key.charCodeAt(0)] : [`Key${letter}`, letter.charCodeAt(0)]);
    const event = new KeyboardEvent(type, { key, code, keyCode, which: keyCode, repeat, bubbles: true, cancelable: true });
    const focused = document.activeElement, target = focused?.checkVisibility() ? focused : document.body;
    const goesOn = target.dispatchEvent(event);
    // what the browser itself does with the key of a focused button
    if (goesOn && target.matches?.("button, summary") && (type === "keyup" ? key === " " : key === "Enter")) target.click();
  };
  let pointer = null;
  const point = (kind, { x, y }) => {
    const target = document.elementFromPoint(x, y) ?? document.documentElement;
    const buttons = kind === "down" ? 1 : 0, from = pointer ?? { x, y };
    const common = { clientX: x, clientY: y, screenX: x, screenY: y, movementX: x - from.x, movementY: y - from.y, bubbles: true,
      cancelable: true, composed: true, view: window, button: 0, buttons, pointerId: 1, pointerType: "mouse", isPrimary: true };
    const send = (Kind, type, other = {}) => target.dispatchEvent(new Kind(type, { ...common, ...other }));
    if (kind === "move") {
      if (pointer?.target !== target) { send(PointerEvent, "pointerover"); send(MouseEvent, "mouseover"); send(MouseEvent, "mouseenter", { bubbles: false }); }
      send(PointerEvent, "pointermove", { button: -1 });
      send(MouseEvent, "mousemove");
    } else {
      send(PointerEvent, `pointer${kind}`);
      send(MouseEvent, `mouse${kind}`, { detail: 1 });
      if (kind === "down") target.closest?.("button, input, a[href], [tabindex]")?.focus();
      if (kind === "up" && pointer?.pressed === target) target.dispatchEvent(new PointerEvent("click", { ...common, detail: 1 }));
    }
    pointer = { x, y, target, pressed: kind === "down" ? target : null };
  };
  const play = (input) => {
    if (input.key) pressKey(input.type === "down" ? "keydown" : "keyup", input.key, Boolean(input.repeat));
    else point(input.type, input);
  };

  const small = new OffscreenCanvas(side, side).getContext("2d", { willReadFrequently: true });
  const spoken = [];  // what a dialog of the browser has told
  window.alert = (text) => { spoken.push(String(text).slice(0, 200)); };
  window.confirm = (text) => { spoken.push(String(text).slice(0, 200)); return true; };
  window.prompt = (text, given) => { spoken.push(String(text).slice(0, 200)); return given ?? ""; };
  const drawnOn = () => [...document.querySelectorAll("canvas")].filter((one) => Math.min(one.width, one.height) >= leastCanvas);
  const grays = (canvas) => {
    small.clearRect(0, 0, side, side);
    try { small.drawImage(canvas, 0, 0, side, side); } catch { return []; }
    const { data } = small.getImageData(0, 0, side, side), found = [];
    for (let at = 0; at < data.length; at += 4) found.push((data[at] * 3 + data[at + 1] * 6 + data[at + 2]) / 10 * (data[at + 3] / 255) | 0);
    return found;
  };
  // A page without a canvas is seen by its boxes: where each is, and in which class and colour.
  const boxes = () => {
    const found = new Array(side * side).fill(0);
    for (const one of [...document.querySelectorAll("body *")].slice(0, 600)) {
      if (one.childElementCount > 8) continue;
      const { left, top, width, height } = one.getBoundingClientRect();
      if (!width || !height || top > innerHeight || width > innerWidth * 0.8) continue;
      let look = 7;
      for (const letter of `${one.className}${one.getAttribute("style") ?? ""}`) look = (look * 31 + letter.charCodeAt(0)) & 127;
      const column = Math.min(side - 1, (left + width / 2) / innerWidth * side | 0), row = Math.min(side - 1, (top + height / 2) / innerHeight * side | 0);
      if (column >= 0 && row >= 0) found[row * side + column] = (found[row * side + column] * 3 + look + 1) & 255;
    }
    return found;
  };
  const texts = () => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), length = 0; node && length < mostText; node = walker.nextNode()) {
      const text = node.nodeValue.trim(), around = node.parentElement;
      if (!text || around.closest("script, style") || !around.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      found.push(text);
      length += text.length;
    }
    for (const canvas of drawnOn()) for (const { text } of window.__cookie?.written?.get(canvas)?.texts.values() ?? []) found.push(text);
    return [...found, ...spoken].join("\n").slice(0, mostText);
  };
  const hash = (numbers) => {
    let found = 0x811c9dc5;
    for (const one of numbers) found = Math.imul(found ^ one, 0x01000193);
    return found >>> 0;
  };
  // Eight by eight fields in a few shades: what is elsewhere in the world looks different, a step of a figure does not.
  const scene = (seen) => {
    const field = side / 8, sums = new Array(64).fill(0);
    for (let at = 0; at < side * side && at < seen.length; at += 1) sums[(at / side / field | 0) * 8 + (at % side / field | 0)] += seen[at];
    return hash(sums.map((sum) => sum / (field * field) / 24 | 0));
  };
  const sample = () => {
    const canvases = drawnOn(), seen = canvases.length ? canvases.flatMap(grays) : boxes();
    return { ms: now, picture: hash(seen), scene: scene(seen), text: texts() };
  };

  let waiting = null, last = null, changedMs = 0, usual = Infinity, overMs = Infinity;
  const run = async ({ untilMs, inputs, fromMs, everyMs, ending, stillMs }) => {
    const samples = [], ends = new RegExp(ending, "gi"), count = (text) => text.match(ends)?.length ?? 0;
    waiting ??= [...inputs];
    while (now < Math.min(untilMs, overMs)) {
      const next = now + frameMs;
      while (waiting.length && waiting[0].ms < next) {
        fireTimers(waiting[0].ms);
        // the same key often plays again: the end would be gone before the next look
        if (waiting[0].type !== "move" && now >= fromMs && overMs === Infinity && count(texts()) > usual) {
          samples.push(sample());
          overMs = now;
        }
        play(waiting.shift());
      }
      fireTimers(next);
      now = next;
      if (animations) moveAnimations();
      drawFrame();
      for (let turn = 0; turn < 3; turn += 1) await null;
      if (now < fromMs || now % everyMs >= frameMs) continue;
      const one = sample(), words = count(one.text);
      samples.push(one);
      if (one.picture !== last?.picture || one.text !== last?.text) changedMs = now;
      if (overMs === Infinity && (now - changedMs >= stillMs || words > usual)) overMs = now + everyMs;
      usual = Math.min(usual, words);
      last = one;
    }
    return { samples, isOver: now >= overMs };
  };
  window.__cookie.rehearse = run;
  window.__cookie.hears = hears;
}
