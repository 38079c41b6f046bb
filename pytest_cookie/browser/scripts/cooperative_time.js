// Runs before the page's own scripts in every frame and, handed on by `either_clock/workers.js`, in every worker: what
// knows of time there goes by a page time that stands still until `obey` says that it passes. `parts` are the
// functions in `cooperative/`, some of `either_clock/` and this one; each takes the natives it needs before a later one
// replaces them.
(parts, settings) => {
  const before = globalThis.__cookieTime;
  if (before?.obey) return;  // a frame's second document may come into the window of its first, empty one
  const isWorker = Boolean(settings.address);
  if (isWorker) {
    parts.chance(settings, parts.seed);
    parts.console();
    parts.errors();
  }
  const time = parts.time(settings), line = parts.line(time, settings);
  const holders = [parts.timers(time), line];
  parts.workers(parts, settings, line);
  if (!isWorker) holders.push(parts.media(time));
  holders.push(parts.messages(time));
  parts.faces(time);
  time.tell(holders);
  Object.defineProperty(globalThis, "__cookieTime", { value: Object.freeze({ obey: time.obey, pageMs: time.pageMs }) });
  const told = before ?? settings.state;
  if (told) time.obey(told);
}
