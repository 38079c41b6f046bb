// Timers, frames, idle callbacks and tasks: while time is stopped, they wait correspondingly longer.
(time) => {
  const { setTimeout: startTimer, clearTimeout: stopTimer } = globalThis;
  const define = (name, does) => { globalThis[name] = Object.defineProperty(does, "name", { value: name }); };

  const timers = new Map();
  let names = 0;
  const arm = (name, timer, delayMs) => { timer.native = startTimer(fire, delayMs, name); };
  const fire = (name) => {
    const timer = timers.get(name);
    if (!timer || time.isFrozen()) return;
    if (timer.everyMs === null) timers.delete(name);
    else {
      timer.dueMs = Math.max(timer.dueMs + timer.everyMs, time.pageMs());
      arm(name, timer, Math.ceil(timer.dueMs - time.pageMs()));
    }
    if (typeof timer.handler === "function") Reflect.apply(timer.handler, globalThis, timer.given);
    else (0, eval)(String(timer.handler));
  };
  const start = (handler, delay, given, repeated) => {
    const delayMs = Math.max(0, Number(delay) | 0), name = ++names;
    const timer = { handler, given, dueMs: time.pageMs() + delayMs, everyMs: repeated ? Math.max(1, delayMs) : null };
    timers.set(name, timer);
    if (!time.isFrozen()) arm(name, timer, delayMs);
    return name;
  };
  const stop = (name) => {
    const timer = timers.get(Number(name));
    if (!timer) return;
    stopTimer(timer.native);
    timers.delete(Number(name));
  };
  const holdTimers = () => { for (const timer of timers.values()) stopTimer(timer.native); };
  const releaseTimers = () => {
    const now = time.pageMs();
    const waiting = Array.from(timers).sort(([, one], [, other]) => one.dueMs - other.dueMs);
    for (const [name, timer] of waiting) arm(name, timer, Math.max(0, Math.ceil(timer.dueMs - now)));
  };
  define("setTimeout", (handler, delay = 0, ...given) => start(handler, delay, given, false));
  define("setInterval", (handler, delay = 0, ...given) => start(handler, delay, given, true));
  define("clearTimeout", (name) => stop(name));
  define("clearInterval", (name) => stop(name));

  // Frames and idle callbacks: asked for again when time goes on.
  const requests = (ask, cancel, told) => {
    const waiting = new Map();
    const request = (name, one) => {
      one.native = ask.call(globalThis, (native) => {
        waiting.delete(name);
        one.callback.call(globalThis, told(native));
      }, one.options);
    };
    return {
      ask: (callback, options) => {
        if (typeof callback !== "function") return ask.call(globalThis, callback);  // which throws as it should
        const name = ++names, one = { callback, options };
        waiting.set(name, one);
        if (!time.isFrozen()) request(name, one);
        return name;
      },
      cancel: (name) => {
        const one = waiting.get(Number(name));
        if (one) cancel.call(globalThis, one.native);
        waiting.delete(Number(name));
      },
      hold: () => { for (const one of waiting.values()) cancel.call(globalThis, one.native); },
      release: () => { for (const [name, one] of waiting) request(name, one); },
    };
  };
  // All callbacks of one frame get the same time.
  let stamp = -1, frameMs = 0;
  const frameTime = (native) => {
    if (native !== stamp) { stamp = native; frameMs = time.now(); }
    return frameMs;
  };
  const kinds = [
    ["requestAnimationFrame", "cancelAnimationFrame", frameTime],
    ["requestIdleCallback", "cancelIdleCallback", (deadline) => deadline],
  ].filter(([name]) => globalThis[name]).map(([asking, cancelling, told]) => {
    const kind = requests(globalThis[asking], globalThis[cancelling], told);
    define(asking, kind.ask);
    define(cancelling, kind.cancel);
    return kind;
  });

  AbortSignal.timeout = function timeout(delayMs) {
    const controller = new AbortController();
    start(() => controller.abort(new DOMException("signal timed out", "TimeoutError")), delayMs, [], false);
    return controller.signal;
  };
  const passes = (delayMs) => new Promise((passed) => start(passed, delayMs, [], false));
  if (globalThis.Scheduler) {
    const { postTask, yield: pause } = Scheduler.prototype;
    Scheduler.prototype.postTask = async function (callback, options = {}) {
      const { delay = 0, ...rest } = options;
      if (delay || time.isFrozen()) await passes(delay);
      return postTask.call(this, callback, rest);
    };
    if (pause) Scheduler.prototype.yield = async function () {
      if (time.isFrozen()) await passes(0);
      return pause.call(this);
    };
  }
  return {
    hold: () => { holdTimers(); for (const kind of kinds) kind.hold(); },
    release: () => { releaseTimers(); for (const kind of kinds) kind.release(); },
  };
}
