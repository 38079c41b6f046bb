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

  // A storm of dialogs or windows keeps the browser busier than any answer to it: then they end by themselves.
  const atMost = (cap, name, refusal) => {
    const native = window[name];
    let calls = 0;
    window[name] = (...rest) => (++calls > cap ? refusal : native.apply(window, rest));
  };
  atMost(settings.dialogCap, "alert", undefined);
  atMost(settings.dialogCap, "confirm", false);
  atMost(settings.dialogCap, "prompt", null);
  atMost(settings.popupCap, "open", null);

  // What a page asks of the browser shows nowhere on it: without a note, a button that prints would seem dead.
  const noteCalls = (owner, name, effect, counts = () => true) => {
    const native = owner?.[name];
    if (typeof native !== "function") return;
    owner[name] = function (...rest) {
      if (counts(...rest) && notes.effects.length < settings.effectCap) notes.effects.push(effect);
      return native.apply(this, rest);
    };
  };
  noteCalls(window, "print", "print");
  noteCalls(window.Navigator?.prototype, "share", "share");
  noteCalls(window.Clipboard?.prototype, "write", "copy");
  noteCalls(window.Clipboard?.prototype, "writeText", "copy");
  noteCalls(Document.prototype, "execCommand", "copy", (command) => /^(copy|cut)$/i.test(command));
  noteCalls(Element.prototype, "requestFullscreen", "full screen");

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

  // What a script writes on a canvas, and has not painted over since: nothing else can tell.
  const written = new WeakMap(), mostWritten = 300, leastAlpha = 0.05;
  notes.written = written;
  const drawing = window.CanvasRenderingContext2D?.prototype;
  const matrixOf = drawing?.getTransform;
  const write = (context, text, x, y, style) => {
    if (!text.trim() || context.globalAlpha < leastAlpha || !Number.isFinite(x + y)) return;
    const { a, b, c, d, e, f } = matrixOf.call(context);
    const place = { x: a * x + c * y + e, y: b * x + d * y + f };
    const px = /([\d.]+)px/.exec(context.font);
    const size = (px ? Number(px[1]) : 0) * Math.hypot(c, d);
    const earlier = (written.get(context.canvas) ?? []).filter((one) => Math.hypot(one.x - place.x, one.y - place.y) >= 1);
    earlier.push({ text: text.slice(0, 200), ...place, size, colour: typeof style === "string" ? style : "" });
    written.set(context.canvas, earlier.slice(-mostWritten));
  };
  const wipe = (context, x, y, width, height) => {
    const all = written.get(context.canvas);
    if (!all?.length) return;
    const { a, b, c, d, e, f } = matrixOf.call(context);
    if (b || c) return;
    const [left, right] = [a * x + e, a * (x + width) + e].sort((one, other) => one - other);
    const [top, bottom] = [d * y + f, d * (y + height) + f].sort((one, other) => one - other);
    written.set(context.canvas, all.filter((one) => one.x < left || one.x > right || one.y < top || one.y > bottom));
  };
  const isOpaque = ({ globalAlpha, globalCompositeOperation, fillStyle }) =>
    globalAlpha > 0.9 && ["source-over", "copy"].includes(globalCompositeOperation) && !/^(rgba|transparent)/.test(String(fillStyle));
  const beside = (name, does) => {
    const native = drawing?.[name];
    if (!native) return;
    drawing[name] = { [name](...given) { const all = does(this, given) ?? given; return native.apply(this, all); } }[name];
  };
  const spell = (style) => (context, given) => {
    if (given.length < 3) return given;
    const [text, x, y, ...rest] = [`${given[0]}`, +given[1], +given[2], ...given.slice(3)];
    write(context, text, x, y, context[style]);
    return [text, x, y, ...rest];
  };
  beside("fillText", spell("fillStyle"));
  beside("strokeText", spell("strokeStyle"));
  beside("clearRect", (context, given) => wipe(context, ...given));
  beside("fillRect", (context, given) => { if (isOpaque(context)) wipe(context, ...given); });
  beside("reset", (context) => { written.delete(context.canvas); });
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
