// The page time of one document or worker: machine time in which it was not frozen, since the session began.
// A state is `{frozen, pageMs, machineMs, turn}`: what the page time was at that time of the machine's calendar; an
// older state than the last (by `turn`) is no longer true.
(settings) => {
  const nativeNow = Performance.prototype.now, clock = performance, origin = performance.timeOrigin;
  const machineMs = () => origin + nativeNow.call(clock);
  const patience = 2_000, creepMs = 0.02, longestMs = 60_000;
  let holders = [], began = null, frozen = true, atMs = 0, sinceMs = 0, asked = 0, turn = -1;

  const pageMs = () => (frozen ? atMs : atMs + machineMs() - sinceMs);
  // In whole milliseconds since the document began. Whoever waits by asking again and again, while all stands still,
  // sees time creep: nothing else would ever end his loop.
  const now = () => {
    if (frozen && ++asked > patience) atMs += creepMs;
    return Math.round(pageMs() - (began ?? 0));
  };
  const originMs = () => settings.epochMs + Math.round(began ?? 0);

  const each = (errand) => {
    for (const holder of holders) {
      try { holder[errand](); } catch { /* the page broke what this one needs; the others still work */ }
    }
  };
  // Longer ago than a page is ever let run at a time: somebody has set the machine's calendar meanwhile.
  const since = (thenMs) => {
    const passedMs = machineMs() - thenMs;
    return passedMs > 0 && passedMs < longestMs ? passedMs : 0;
  };
  const begin = (state) => {
    atMs = state.frozen ? state.pageMs : state.pageMs + since(state.machineMs);
    began = atMs;
  };
  const obey = (state) => {
    if (state.turn <= turn) return;
    turn = state.turn;
    if (began === null) begin(state);
    if (state.frozen === frozen) return;
    if (state.frozen) {
      atMs = pageMs();
      frozen = true;
      asked = 0;
      each("hold");
    } else {
      sinceMs = machineMs();
      frozen = false;
      each("release");
    }
  };
  return {
    obey, pageMs, now, originMs,
    today: () => originMs() + now(),
    isFrozen: () => frozen,
    state: () => ({ frozen, pageMs: pageMs(), machineMs: machineMs(), turn }),
    tell: (them) => { holders = them; },
  };
}
