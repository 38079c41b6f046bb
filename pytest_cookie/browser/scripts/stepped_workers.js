// Runs before the page's own scripts, in every frame where virtual time rules, after `stepped_time.js`; handed on by
// `either_clock/workers.js`, it runs in every worker, too. Virtual time does not reach workers: they are let go on,
// step by step, by whoever made them. `parts` are functions of `stepped/` and `either_clock/`.
(parts, settings, load) => {
  if (!settings.address) {
    parts.follower(parts, settings);
    return;
  }
  const startTimer = globalThis.setTimeout.bind(globalThis), stopTimer = globalThis.clearTimeout.bind(globalThis);
  const nativeNow = performance.now.bind(performance);
  let runner = null;
  const knock = () => runner?.knock();
  parts.chance(settings, parts.seed);
  parts.console();
  parts.errors();
  const time = parts.time(settings), natives = parts.natives(time, knock), waits = parts.waits(startTimer, stopTimer);
  const links = parts.links({ clock: { now: time.atMs, today: time.today }, wake: knock });
  runner = parts.runner({ time, natives, waits, links, startTimer, nativeNow });
  parts.timers(time);
  parts.workers(parts, settings, links.line);
  parts.faces(time);
  runner.listen(parts.ports(waits, links, runner), load);
}
