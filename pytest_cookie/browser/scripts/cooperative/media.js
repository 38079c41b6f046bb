// What sounds and plays in a document: audio contexts are suspended, media elements play at rate 0 and animated
// images are paused while time stands still; the page is told of none of it.
(time) => {
  const accessor = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name);
  const weakly = () => {
    const references = new Set();
    return {
      add: (one) => references.add(new WeakRef(one)),
      each: (does) => {
        for (const reference of references) {
          const one = reference.deref();
          if (one) does(one); else references.delete(reference);
        }
      },
    };
  };

  // --- audio contexts: `wanted` is the state the page requested, `shown` the state it sees while `masked` ---
  const NativeContext = globalThis.AudioContext, contexts = weakly(), told = new WeakMap();
  if (NativeContext) {
    const { suspend, resume } = NativeContext.prototype;
    const state = accessor(BaseAudioContext.prototype, "state");
    const stateOf = (context) => state.get.call(context);
    const quietly = (promise) => promise.catch(() => {});  // it was closed meanwhile
    const hold = (context) => {
      const note = told.get(context);
      if (!note.masked) note.shown = stateOf(context);
      note.masked = true;
      if (note.wanted === "running") quietly(suspend.call(context));
    };
    const release = (context) => {
      const note = told.get(context);
      if (note.wanted === "running") quietly(resume.call(context)); else note.masked = false;
      for (const resolve of note.promised.splice(0)) resolve(resume.call(context));
    };
    const unmask = (event) => {
      const context = event.currentTarget, note = told.get(context);
      if (!note.masked || stateOf(context) === "closed") return;
      const reached = !time.isFrozen() && stateOf(context) === note.wanted;
      if (reached) note.masked = false;
      if (!reached || note.shown === note.wanted) event.stopImmediatePropagation();
    };
    globalThis.AudioContext = new Proxy(NativeContext, {
      construct(target, given, made) {
        const context = Reflect.construct(target, given, made);
        told.set(context, { wanted: "running", shown: "suspended", masked: false, promised: [] });
        contexts.add(context);
        context.addEventListener("statechange", unmask);
        if (time.isFrozen()) hold(context);
        return context;
      },
    });
    NativeContext.prototype.constructor = globalThis.AudioContext;
    if (globalThis.webkitAudioContext) globalThis.webkitAudioContext = globalThis.AudioContext;
    NativeContext.prototype.suspend = function () {
      const note = told.get(this);
      if (note) note.wanted = "suspended";
      if (!note?.masked) return suspend.call(this);
      note.shown = "suspended";
      return quietly(suspend.call(this));
    };
    NativeContext.prototype.resume = function () {
      const note = told.get(this);
      if (note) note.wanted = "running";
      if (!note || !time.isFrozen() || stateOf(this) === "closed") return resume.call(this);
      return new Promise((resolve) => note.promised.push(resolve));
    };
    Object.defineProperty(BaseAudioContext.prototype, "state", {
      ...state,
      get() {
        const native = stateOf(this), note = told.get(this);
        return note?.masked && native !== "closed" ? note.shown : native;
      },
    });
    contexts.hold = () => contexts.each(hold);
    contexts.release = () => contexts.each(release);
  }

  // --- media elements: `rates` are what the page takes for the rate of those that are held ---
  const Media = HTMLMediaElement.prototype, loose = weakly(), rates = new WeakMap(), hushed = new WeakMap();
  const known = new WeakSet(), changed = new WeakSet();
  const rate = accessor(Media, "playbackRate"), autoplay = accessor(Media, "autoplay"), { play } = Media;
  const setRate = (el, value) => {
    if (rate.get.call(el) === value) return;
    hushed.set(el, (hushed.get(el) ?? 0) + 1);
    rate.set.call(el, value);
  };
  const holdElement = (el) => {
    if (!rates.has(el)) rates.set(el, rate.get.call(el));
    setRate(el, 0);
  };
  const releaseElement = (el) => {
    if (!rates.has(el)) return;
    const wanted = rates.get(el);
    rates.delete(el);
    if (changed.delete(el)) rate.set.call(el, wanted); else setRate(el, wanted);
  };
  const heard = (event) => {
    const el = event.target;
    if (!(el instanceof HTMLMediaElement)) return;
    const hushes = hushed.get(el) ?? 0;
    if (event.type === "ratechange" && hushes) {
      hushed.set(el, hushes - 1);
      event.stopImmediatePropagation();
    }
    if (time.isFrozen() && rate.get.call(el) !== 0) {  // it is new, or loading has reset the rate
      rates.set(el, rate.get.call(el));
      setRate(el, 0);
    }
  };
  const signs = ["ratechange", "loadstart", "emptied", "play", "playing"];
  for (const sign of signs) addEventListener(sign, heard, true);
  // Those that are in no document do not tell the window.
  const meet = (el) => {
    if (known.has(el)) return;
    known.add(el);
    loose.add(el);
    for (const sign of signs) EventTarget.prototype.addEventListener.call(el, sign, heard, true);
    if (time.isFrozen()) holdElement(el);
  };
  Media.play = function () {
    meet(this);
    return play.call(this);
  };
  Object.defineProperty(Media, "autoplay", { ...autoplay, set(value) { meet(this); autoplay.set.call(this, value); } });
  Object.defineProperty(Media, "playbackRate", {
    ...rate,
    get() { return rates.has(this) ? rates.get(this) : rate.get.call(this); },
    set(value) {
      if (!rates.has(this)) { rate.set.call(this, value); return; }
      rates.set(this, Number(value));
      changed.add(this);  // and gets the event when time continues
    },
  });
  const roots = weakly(), { attachShadow } = Element.prototype;
  roots.add(document);
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    roots.add(root);
    return root;
  };
  const eachElement = (does) => {
    roots.each((root) => { for (const el of root.querySelectorAll("audio, video")) does(el); });
    loose.each(does);
  };

  // --- animated images, where the browser lets style sheets stop them ---
  const canPause = globalThis.CSS?.supports("image-animation: paused");
  const sheet = (selector) => {
    const made = new CSSStyleSheet();
    made.replaceSync(`${selector} { image-animation: paused !important; }`);
    return made;
  };
  const ofImages = canPause ? sheet("img, input") : null, ofAll = canPause ? sheet(":root") : null;
  // Stopping backgrounds restyles every element at each hold: only do it if there may be any.
  const animated = /\.(gif|webp|apng|avif)\b|image\/(gif|webp|apng|avif)/i;
  const { getEntriesByType } = Performance.prototype;
  const read = new WeakMap();
  let looked = 0, mayMove = false;
  const findBackgrounds = () => {
    const fetched = getEntriesByType.call(performance, "resource");
    mayMove ||= fetched.slice(looked).some((one) => one.initiatorType === "css" && animated.test(one.name));
    looked = fetched.length;
    for (const el of mayMove ? [] : document.querySelectorAll("style")) {
      const text = el.textContent;
      if (read.get(el) === text.length) continue;
      read.set(el, text.length);
      mayMove ||= animated.test(text);
    }
    return mayMove;
  };
  const adopt = (root, ...sheets) => {
    const others = Array.from(root.adoptedStyleSheets).filter((one) => one !== ofImages && one !== ofAll);
    root.adoptedStyleSheets = [...others, ...sheets];
  };
  const pauseImages = () => {
    roots.each((root) => adopt(root, ofImages));
    if (findBackgrounds()) adopt(document, ofImages, ofAll);
  };

  return {
    hold: () => {
      contexts.hold?.();
      eachElement(holdElement);
      if (canPause) pauseImages();
    },
    release: () => {
      if (canPause) roots.each((root) => adopt(root));
      eachElement(releaseElement);
      contexts.release?.();
    },
  };
}
