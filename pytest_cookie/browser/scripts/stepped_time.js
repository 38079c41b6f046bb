// Runs before the page's own scripts, in every frame, where virtual time rules: what that leaves to the machine.
// Clocks tell whole milliseconds; a frame in which no time has passed runs no animation callbacks; whoever waits by
// asking a clock again and again sees time creep, for nothing else would ever end his loop.
() => {
  const nativeNow = Performance.prototype.now, NativeDate = Date, clock = performance;
  const patience = 2_000, creepMs = 0.02;
  // where the browser puts a later document's beginning depends on the machine
  const origin = nativeNow.call(clock);
  let last = -1, asked = 0, crept = 0;
  const now = () => {
    const exact = Math.round(nativeNow.call(clock) - origin);
    if (exact !== last) { last = exact; asked = 0; crept = Math.max(0, crept - 1); } else if (++asked > patience) crept += creepMs;
    return exact + Math.floor(crept);
  };
  // the calendar follows the same clock, so that the two never disagree
  const began = NativeDate.now();
  const today = () => began + now();

  Performance.prototype.now = function () { return now(); };
  Object.defineProperty(Performance.prototype.now, "name", { value: "now" });
  window.Date = new Proxy(NativeDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [today()], made),
    apply: () => new NativeDate(today()).toString(),
    get: (target, name, receiver) => (name === "now" ? today : Reflect.get(target, name, receiver)),
  });
  NativeDate.prototype.constructor = window.Date;

  const stamps = new WeakMap();
  Object.defineProperty(Event.prototype, "timeStamp", {
    configurable: true, enumerable: true,
    get() {
      if (!stamps.has(this)) stamps.set(this, now());
      return stamps.get(this);
    },
  });
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, "currentTime");
  Object.defineProperty(AnimationTimeline.prototype, "currentTime", {
    ...timeline,
    get() {
      const told = timeline.get.call(this);
      return typeof told === "number" ? Math.round(told - origin) : told;
    },
  });

  Object.defineProperty(Performance.prototype, "timeOrigin", { configurable: true, enumerable: true, get: () => began });

  // a blend from one document into the next begins when the machine has kept the old one's picture
  const skip = (event) => event.viewTransition?.skipTransition();
  for (const change of ["pageswap", "pagereveal"]) window.addEventListener(change, skip, true);

  const nativeRequest = window.requestAnimationFrame;
  // animations inside an SVG count from there, too
  const rewind = () => {
    for (const svg of document.querySelectorAll("svg")) {
      if (svg.ownerSVGElement || !svg.querySelector("animate, animateTransform, animateMotion, set")) continue;
      svg.setCurrentTime(Math.max(0, Math.round(svg.getCurrentTime() * 1000 - origin) / 1000));
    }
  };
  const rewindSoon = () => nativeRequest.call(window, rewind);  // they begin with the first frame after loading
  if (origin >= 1) window.addEventListener("load", rewindSoon, { once: true, capture: true });

  let waiting = new Map(), names = 0, armed = false, drawn = -1;
  const tell = () => { if (window.__cookie) window.__cookie.awaitsFrames = waiting.size; };
  const arm = () => {
    if (armed) return;
    armed = true;
    nativeRequest.call(window, tick);
  };
  const tick = () => {
    armed = false;
    const at = now();
    if (at === drawn) { arm(); return; }  // the same moment, drawn once more
    drawn = at;
    const due = waiting;
    running = due;
    waiting = new Map();
    for (const callback of due.values()) {
      try { callback(at); } catch (error) { reportError(error); }
    }
    running = null;
    tell();
    if (waiting.size) arm();
  };
  let running = null;
  window.requestAnimationFrame = function requestAnimationFrame(callback) {
    if (typeof callback !== "function") return nativeRequest.call(window, callback);  // which throws as it should
    waiting.set(++names, callback);
    tell();
    arm();
    return names;
  };
  window.cancelAnimationFrame = function cancelAnimationFrame(name) {
    waiting.delete(name);
    tell();
    running?.delete(name);
  };
}
