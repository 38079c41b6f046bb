// Runs in every frame before the page's own scripts: caps on what comes in floods, and notes
// (listeners, canvases, time of the last change, the browser's own names) that `dom.js` and `quiet.js` read later.
(settings) => {
  if (window.__cookie) return;

  // A page may say how its values become JSON, as an old library did of lists and texts: of ours it is not asked.
  const { stringify } = JSON;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const makes = [Object.prototype, Array.prototype, String.prototype, Number.prototype, Boolean.prototype];
  const plainly = (value) => {
    const said = [];
    for (let i = 0; i < makes.length; i += 1) {
      said[i] = getOwnPropertyDescriptor(makes[i], "toJSON");
      if (said[i]?.configurable) delete makes[i].toJSON;
    }
    try {
      return stringify(value);
    } finally {
      for (let i = 0; i < makes.length; i += 1) if (said[i]?.configurable) defineProperty(makes[i], "toJSON", said[i]);
    }
  };

  // What elements and the document tell of themselves: whether the page has put something of its own in its place.
  const readers = [
    [Element.prototype, ["getBoundingClientRect", "getClientRects", "checkVisibility", "getAttribute", "hasAttribute",
      "matches", "closest", "querySelector", "querySelectorAll", "tagName", "children", "firstElementChild", "scrollTop",
      "scrollLeft", "scrollWidth", "scrollHeight", "clientWidth", "clientHeight"]],
    [HTMLElement.prototype, ["innerText", "offsetWidth", "offsetHeight"]],
    [Node.prototype, ["textContent", "parentNode", "childNodes", "isConnected", "getRootNode"]],
    [Document.prototype, ["elementFromPoint", "querySelector", "querySelectorAll", "body", "createTreeWalker"]],
    [Range.prototype, ["getClientRects"]],
    [window, ["getComputedStyle"]],
    [Object.prototype, ["then"]],
    [Math, ["max", "min", "round", "abs"]],
  ].flatMap(([owner, names]) => names.map((name) => ({ owner, name, was: getOwnPropertyDescriptor(owner, name) })));
  const areReadersIntact = () => {
    for (let i = 0; i < readers.length; i += 1) {
      const { owner, name, was } = readers[i], is = getOwnPropertyDescriptor(owner, name);
      if (is?.value !== was?.value || is?.get !== was?.get) return false;
    }
    return true;
  };

  const notes = {
    clickable: new WeakSet(),
    contexts: new WeakMap(),
    shadows: new WeakMap(),
    roots: [],
    capturing: false,
    awaitsFrames: 0,
    refs: { names: new WeakMap(), holders: new Map() },
    paths: { names: new WeakMap(), holders: new Map() },
    natives: Object.freeze({
      ...Object.fromEntries(settings.natives.map((name) => [name, window[name]])),
      JSON: Object.freeze({ parse: JSON.parse, stringify: plainly }),
      areReadersIntact,
    }),
    effects: [],
    lastChange: performance.now(),
  };
  defineProperty(notes, "natives", { writable: false, configurable: false });
  defineProperty(window, "__cookie", { value: notes });

  // A storm of dialogs or windows keeps the browser busier than any answer to it: then they end by themselves. A page
  // and its frames share the counts, since it can make frames without end.
  const counts = { __proto__: null };
  let isUnderCap = (name, cap) => (counts[name] = (counts[name] ?? 0) + 1) <= cap;
  try {
    isUnderCap = window.top.__cookie?.isUnderCap ?? isUnderCap;
  } catch {}  // the page is of another origin
  defineProperty(notes, "isUnderCap", { value: isUnderCap });
  const atMost = (cap, name, refusal) => {
    const native = window[name];
    window[name] = (...rest) => (isUnderCap(name, cap) ? native.apply(window, rest) : refusal);
  };
  atMost(settings.dialogCap, "alert", undefined);
  atMost(settings.dialogCap, "confirm", false);
  atMost(settings.dialogCap, "prompt", null);
  atMost(settings.popupCap, "open", null);

  // What a page asks of the browser shows nowhere on it: without a note, a button that prints would seem dead.
  // `answer` replaces what the browser would do if it gives something.
  const noteCalls = (owner, name, effect, counts = () => true, answer = () => null) => {
    const native = owner?.[name];
    if (typeof native !== "function") return;
    owner[name] = function (...rest) {
      if (counts(...rest) && notes.effects.length < settings.effectCap) notes.effects.push(effect);
      return answer(...rest) ?? native.apply(this, rest);
    };
  };
  // A visitor's browser lets a page write to the clipboard after an input. Here nothing reaches the machine's clipboard.
  const takeCopy = (...rest) => (rest.length && navigator.userActivation?.hasBeenActive ? Promise.resolve() : null);
  noteCalls(window, "print", "print");
  noteCalls(window.Navigator?.prototype, "share", "share");
  noteCalls(window.Clipboard?.prototype, "write", "copy", undefined, takeCopy);
  noteCalls(window.Clipboard?.prototype, "writeText", "copy", undefined, takeCopy);
  noteCalls(Document.prototype, "execCommand", "copy", (command) => /^(copy|cut)$/i.test(command));
  noteCalls(Element.prototype, "requestFullscreen", "full screen");

  // The browser's own message beside a field that it refuses is in no picture; `observe.js` tells which one it shows.
  notes.refused = [];
  window.addEventListener("invalid", (event) => {
    if (event.isTrusted && notes.refused.length < settings.effectCap) notes.refused.push(event);
  }, true);

  // Timers that fire once, of the page's first seconds: they may bring a part of it that is still to come.
  const { setTimeout: startTimer, clearTimeout: stopTimer } = window;
  const briefMs = 50, firstMs = 5_000, mostTimers = 200;  // shorter ones fire before anyone looks
  notes.timers = new Map();
  window.setTimeout = { setTimeout(...given) {
    const name = startTimer.apply(window, given), now = performance.now(), delay = Number(given[1]);
    if (delay >= briefMs && now < firstMs && notes.timers.size < mostTimers) notes.timers.set(name, { due: now + delay, delay });
    return name;
  } }.setTimeout;
  window.clearTimeout = { clearTimeout(...given) {
    notes.timers.delete(given[0]);
    return stopTimer.apply(window, given);
  } }.clearTimeout;

  const presses = new Set(["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart"]);
  const keys = new Set(["keydown", "keyup", "keypress"]);
  const isThePage = (target) =>
    target == null || [window, document, document.documentElement, document.body].includes(target);
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, ...rest) {
    if (presses.has(type) && this instanceof Element) notes.clickable.add(this);
    if (keys.has(type) && isThePage(this)) notes.hearsKeys = true;
    return listen.call(this, type, ...rest);
  };

  // A full-page screenshot makes the window as high for a moment. No user does that, so the page gets no event.
  const unheard = (event) => { if (notes.capturing) event.stopImmediatePropagation(); };
  window.addEventListener("resize", unheard, true);
  window.visualViewport?.addEventListener("resize", unheard, true);
  const Observer = window.ResizeObserver;
  window.ResizeObserver = class ResizeObserver extends Observer {
    constructor(callback) {
      super(function (...told) { if (!notes.capturing) callback.apply(this, told); });
    }
  };

  // To see a page without the effect of an input, it gets the input but its listeners do not.
  // Nor may the browser go on to send a form, or follow a link, of which it would hear; and what the browser itself does
  // with a key, such as scrolling, is never the page's answer.
  // `deafen(true)` and `deafen(false)` begin such a comparison, `deafen(null)` ends it.
  let isDeaf = null;
  const muffle = (event) => {
    if (!event.isTrusted || isDeaf === null) return;
    if (isDeaf) event.stopImmediatePropagation();
    if (event.type.startsWith("key") || (isDeaf && event.type === "click")) event.preventDefault();
  };
  for (const type of settings.muffled) window.addEventListener(type, muffle, true);
  if (settings.muffled.length) defineProperty(notes, "deafen", { value: (on) => { isDeaf = on; } });

  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
    const context = getContext.call(this, type, ...rest);
    if (context) notes.contexts.set(this, String(type));
    return context;
  };

  // What a script writes on a canvas, and has not painted over since: nothing else can tell. It takes the page's own
  // time, so a text costs the same however many there are, and when there is no more room none are noted until some go.
  const { round, hypot, abs } = Math;
  const written = new WeakMap(), mostTexts = 300, mostGlyphs = 200, leastAlpha = 0.05, leastShown = 0.15;
  notes.written = written;
  const drawing = window.CanvasRenderingContext2D?.prototype;
  const matrixOf = drawing?.getTransform, isInPath = drawing?.isPointInPath;
  const sheetOf = (canvas) => {
    if (!written.has(canvas)) written.set(canvas, { texts: new Map(), glyphs: 0, left: 0, top: 0, right: 0, bottom: 0 });
    return written.get(canvas);
  };
  const isGlyph = (text) => text.length < 3;
  const hasRoom = (sheet, text) =>
    !sheet || (sheet.texts.size < mostTexts && (!isGlyph(text) || sheet.glyphs < mostGlyphs));
  const note = (context, text, x, y, size, colour) => {
    const { a, b, c, d, e, f } = matrixOf.call(context), sheet = sheetOf(context.canvas);
    const at = { x: a * x + c * y + e, y: b * x + d * y + f }, key = `${round(at.x)} ${round(at.y)}`;
    if (!sheet.texts.size) Object.assign(sheet, { left: at.x, top: at.y, right: at.x, bottom: at.y });
    if (at.x < sheet.left) sheet.left = at.x; else if (at.x > sheet.right) sheet.right = at.x;
    if (at.y < sheet.top) sheet.top = at.y; else if (at.y > sheet.bottom) sheet.bottom = at.y;
    forget(sheet, key);
    sheet.texts.set(key, { text, ...at, size: size * hypot(c, d), colour, shown: 1 });
    sheet.glyphs += isGlyph(text);
  };
  const forget = (sheet, key) => {
    const one = sheet.texts.get(key);
    if (one) { sheet.texts.delete(key); sheet.glyphs -= isGlyph(one.text); }
  };
  const write = (context, text, x, y, style) => {
    if (!hasRoom(written.get(context.canvas), text) || !/\S/.test(text) || !Number.isFinite(x + y)) return;
    if (context.globalAlpha * alphaOf(style) < leastAlpha) return;
    const px = /([\d.]+)px/.exec(context.font);
    note(context, text.slice(0, 200), x, y, px ? Number(px[1]) : 0, typeof style === "string" ? style : "");
  };

  // How opaque a colour is, and a gradient where it is least so.
  const faintest = new WeakMap();
  const alphaOf = (style) => {
    if (typeof style !== "string") return faintest.get(style) ?? 1;
    if (style[0] === "#") return style.length === 9 ? parseInt(style.slice(7), 16) / 255 : style.length === 5 ? parseInt(style[4], 16) / 15 : 1;
    const part = /(?:\/|(?:,[^,]*){2},)\s*([\d.]+)(%?)\s*\)$/.exec(style);
    return style === "transparent" ? 0 : part ? Number(part[1]) / (part[2] ? 100 : 1) : 1;
  };
  const strengthOf = ({ globalAlpha, globalCompositeOperation: how }, style) =>
    how === "copy" ? 1 : how === "source-over" || how === "destination-out" ? globalAlpha * alphaOf(style) : 0;

  // What is painted over is gone, and what is painted over faintly fades.
  const paintOver = (sheet, strength, isUnder) => {
    if (strength < 0.004) return;  // less than a step of colour
    for (const [key, one] of sheet.texts) {
      if (isUnder && !isUnder(one)) continue;
      one.shown *= 1 - strength;
      if (one.shown < leastShown) forget(sheet, key);
    }
  };
  // Where a rectangle comes to lie; null if it is turned.
  const placeOf = (context, x, y, width, height) => {
    const { a, b, c, d, e, f } = matrixOf.call(context);
    if (b || c) return null;
    const [x1, x2, y1, y2] = [a * x + e, a * (x + width) + e, d * y + f, d * (y + height) + f];
    return { left: x1 < x2 ? x1 : x2, right: x1 < x2 ? x2 : x1, top: y1 < y2 ? y1 : y2, bottom: y1 < y2 ? y2 : y1 };
  };
  const wipe = (context, isCleared, x, y, width, height) => {
    const sheet = written.get(context.canvas);
    if (!sheet?.texts.size) return;
    const at = placeOf(context, x, y, width, height);
    if (!at || at.right < sheet.left || at.left > sheet.right || at.bottom < sheet.top || at.top > sheet.bottom) return;
    const strength = isCleared ? 1 : strengthOf(context, context.fillStyle);
    paintOver(sheet, strength, (one) => one.x >= at.left && one.x <= at.right && one.y >= at.top && one.y <= at.bottom);
  };
  const largestScale = 8;
  const fillsCanvas = (context, x, y, width, height) => {
    const { canvas } = context;
    if (!(abs(width * height) * largestScale ** 2 >= canvas.width * canvas.height)) return false;
    const at = placeOf(context, x, y, width, height);
    return Boolean(at) && at.left <= 1 && at.top <= 1 && at.right >= canvas.width - 1 && at.bottom >= canvas.height - 1;
  };
  // A picture over the whole canvas; texts of another canvas come with it, as from a buffer to the screen.
  const paste = (context, [source, ...at]) => {
    const sheet = written.get(context.canvas), own = written.get(source);
    if (!source || (!sheet?.texts.size && !own?.texts.size)) return;
    const [wide, high] = [source.videoWidth ?? source.naturalWidth ?? source.width, source.videoHeight ?? source.naturalHeight ?? source.height];
    if (!(wide * high > 0)) return;  // it is not loaded yet, and nothing is drawn
    const [sx, sy, sw, sh, x, y, width, height] = at.length > 4 ? at : [0, 0, wide, high, at[0], at[1], at[2] ?? wide, at[3] ?? high];
    const carried = own ? [...own.texts.values()] : [];
    if (sheet && fillsCanvas(context, x, y, width, height)) paintOver(sheet, strengthOf(context, "#000000"));
    for (const one of carried) {
      const isCut = one.x < sx || one.x > sx + sw || one.y < sy || one.y > sy + sh;
      if (isCut || !hasRoom(written.get(context.canvas), one.text)) continue;
      note(context, one.text, x + (one.x - sx) * width / sw, y + (one.y - sy) * height / sh, one.size * abs(height / sh), one.colour);
    }
  };

  const beside = (owner, name, does) => {
    const native = owner?.[name];
    if (!native) return;
    owner[name] = { [name](...given) { const all = does(this, given) ?? given; return native.apply(this, all); } }[name];
  };
  const spell = (style) => (context, given) => {
    if (given.length < 3) return given;
    const [text, x, y, ...rest] = [`${given[0]}`, +given[1], +given[2], ...given.slice(3)];
    write(context, text, x, y, context[style]);
    return [text, x, y, ...rest];
  };
  beside(drawing, "fillText", spell("fillStyle"));
  beside(drawing, "strokeText", spell("strokeStyle"));
  beside(drawing, "clearRect", (context, given) => wipe(context, true, ...given));
  beside(drawing, "fillRect", (context, given) => wipe(context, false, ...given));
  beside(drawing, "drawImage", paste);
  const whole = new WeakSet();  // whose path has had a rectangle over the whole canvas
  beside(drawing, "rect", (context, given) => {
    if (written.get(context.canvas)?.texts.size && fillsCanvas(context, ...given)) whole.add(context);
  });
  beside(drawing, "fill", (context, [path]) => {
    if (!whole.has(context) || typeof path === "object") return;
    const { width, height } = context.canvas;
    const isStill = [[1, 1], [width - 1, 1], [1, height - 1], [width - 1, height - 1]].every(([x, y]) => isInPath.call(context, x, y));
    if (isStill) paintOver(sheetOf(context.canvas), strengthOf(context, context.fillStyle)); else whole.delete(context);
  });
  beside(drawing, "reset", (context) => { written.delete(context.canvas); });
  beside(window.CanvasGradient?.prototype, "addColorStop", (gradient, given) => {
    const alpha = alphaOf(String(given[1]));
    if (alpha < (faintest.get(gradient) ?? 1)) faintest.set(gradient, alpha);
  });
  for (const side of ["width", "height"]) {
    const native = getOwnPropertyDescriptor(HTMLCanvasElement.prototype, side);
    defineProperty(HTMLCanvasElement.prototype, side, { ...native, set(value) { written.delete(this); native.set.call(this, value); } });
  }

  // Pictures are coded on a thread of the browser's own, in machine time: a page on a busy machine would save late.
  HTMLCanvasElement.prototype.toBlob = function toBlob(callback, type, quality) {
    const [head, body] = this.toDataURL(type, quality).split(",");  // throws where the native one would
    const bytes = Uint8Array.from(atob(body), (character) => character.charCodeAt(0));
    const blob = bytes.length ? new Blob([bytes], { type: head.slice("data:".length).split(";")[0] }) : null;
    setTimeout(() => callback(blob));
  };

  const watcher = new MutationObserver(() => { notes.lastChange = performance.now(); });
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  watcher.observe(document, everything);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    watcher.observe(root, everything);
    notes.shadows.set(this, root);
    if (notes.roots.length < settings.rootCap) notes.roots.push(root);
    return root;
  };

  // A tab with a short history may close itself; then there would be no page to go on with.
  if (window === window.top) window.close = function close() {};

  // A blinking caret would make two pictures of the same page differ.
  const steady = new CSSStyleSheet();
  steady.replaceSync("* { caret-color: transparent !important; }");
  document.adoptedStyleSheets = [steady];
}
