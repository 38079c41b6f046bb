// The time in a worker whose clock is set from outside, step by step. It goes by the time of the document that it
// belongs to (`pageMs`), and counts its own from when it was made.
(settings) => {
  const patience = 2_000, creepMs = 0.02, began = settings.state.pageMs;
  let atMs = began, asked = 0, crept = 0;
  // whoever waits by asking a clock again and again sees time creep, for nothing else would ever end his loop
  const pageMs = () => {
    if (++asked > patience) crept += creepMs;
    return atMs + Math.floor(crept);
  };
  const now = () => pageMs() - began;
  const originMs = () => settings.state.today;
  return {
    pageMs, now, originMs,
    atMs: () => atMs,
    today: () => originMs() + now(),
    isFrozen: () => false,
    set: (ms) => {
      if (ms <= atMs) return;
      crept = Math.max(0, crept - (ms - atMs));
      atMs = ms;
      asked = 0;
    },
  };
}
