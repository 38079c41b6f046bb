// What stands for the browser's own timers and frames in a worker whose time is set from outside: they run when they
// are told to, in order. `changed` is called when there is one more.
(time, changed) => {
  const shallow = 5, leastMs = 4;  // whoever nests timers deeper waits as long as in any browser
  const timers = new Map();
  let names = 0, depth = 0, frames = new Map();
  globalThis.setTimeout = (handler, delay = 0, ...given) => {
    const delayMs = Math.max(depth >= shallow ? leastMs : 0, Number(delay) | 0);
    timers.set(++names, { handler, given, dueMs: time.pageMs() + delayMs, depth: depth + 1 });
    changed();
    return names;
  };
  globalThis.clearTimeout = (name) => { timers.delete(name); };
  const drawsFrames = Boolean(globalThis.requestAnimationFrame);
  if (drawsFrames) {
    globalThis.requestAnimationFrame = (callback) => {
      frames.set(++names, callback);
      changed();
      return names;
    };
    globalThis.cancelAnimationFrame = (name) => { frames.delete(name); };
  }
  const reporting = (does, ...given) => {
    try { does(...given); } catch (error) { reportError(error); }
  };
  const first = () => {
    let found = null;
    for (const [name, timer] of timers) if (!found || timer.dueMs < found[1].dueMs) found = [name, timer];
    return found;
  };
  return {
    nextMs: () => first()?.[1].dueMs ?? Infinity,
    wantsFrame: () => frames.size > 0,
    // Run the next timer in a task of its own; timers it starts are nested in it until `rest`.
    fire: () => {
      const [name, timer] = first();
      timers.delete(name);
      time.set(timer.dueMs);
      depth = timer.depth;
      reporting(timer.handler, ...timer.given);
    },
    rest: () => { depth = 0; },
    frame: () => {
      const due = frames, at = time.now();
      frames = new Map();
      for (const callback of due.values()) reporting(callback, at);
    },
    clear: () => { timers.clear(); frames.clear(); },
  };
}
