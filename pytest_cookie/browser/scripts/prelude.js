// Runs in every frame before the page's own scripts: seeded chance, caps on what comes in floods, and notes
// (listeners, canvases, time of the last change) that `dom.js` and `quiet.js` read later.
(settings) => {
  if (window.__cookie) return;
  const notes = {
    clickable: new WeakSet(),
    contexts: new WeakMap(),
    refs: { names: new WeakMap(), holders: new Map() },
    paths: { names: new WeakMap(), holders: new Map() },
    lastChange: performance.now(),
  };
  Object.defineProperty(window, "__cookie", { value: notes });

  let seed = settings.seed >>> 0;
  Math.random = function random() {
    // mulberry32: small, fast, good enough for games and placeholder data
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };

  // An accessor, not a wrapper: the message keeps the page's own line as its source.
  let messages = 0;
  const silent = () => {};
  for (const level of ["log", "info", "warn", "error", "debug", "trace", "dir", "table", "assert", "count"]) {
    let native = console[level];
    Object.defineProperty(console, level, {
      configurable: true,
      enumerable: true,
      get: () => (++messages > settings.consoleCap ? silent : native),
      set: (replacement) => { native = replacement; },
    });
  }

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

  const presses = new Set(["click", "dblclick", "mousedown", "mouseup", "pointerdown", "pointerup", "touchstart"]);
  const listen = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function addEventListener(type, ...rest) {
    if (presses.has(type) && this instanceof Element) notes.clickable.add(this);
    return listen.call(this, type, ...rest);
  };

  const getContext = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (type, ...rest) {
    const context = getContext.call(this, type, ...rest);
    if (context) notes.contexts.set(this, String(type));
    return context;
  };

  const watcher = new MutationObserver(() => { notes.lastChange = performance.now(); });
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  watcher.observe(document, everything);
  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    watcher.observe(root, everything);
    return root;
  };

  // A tab with a short history may close itself; then there would be no page to go on with.
  if (window === window.top) window.close = function close() {};

  // A blinking caret would make two pictures of the same page differ.
  const steady = new CSSStyleSheet();
  steady.replaceSync("* { caret-color: transparent !important; }");
  document.adoptedStyleSheets = [steady];
}
