// Layout shifts without input. The first call starts to listen, including earlier shifts; later calls return them.
(limit) => {
  const notes = window.__cookie;
  if (!notes) return { score: 0, selectors: [] };
  if (!notes.shifts) {
    notes.shifts = { entries: [], observer: new PerformanceObserver((list) => notes.shifts.entries.push(...list.getEntries())) };
    notes.shifts.observer.observe({ type: "layout-shift", buffered: true });
    return { score: 0, selectors: [] };
  }
  notes.shifts.entries.push(...notes.shifts.observer.takeRecords());
  const heard = notes.shifts.entries;
  const moved = heard.slice(0, 50).flatMap((entry) => entry.sources.map((source) => source.node)).map((node) => (node && node.nodeType === 3 ? node.parentElement : node));
  const there = [...new Set(moved)].filter((node) => node && node.nodeType === 1 && node.isConnected);
  const score = heard.reduce((sum, entry) => sum + entry.value, 0);
  return { score: Math.round(score * 10000) / 10000, selectors: there.slice(0, limit).map(selectorOf) };
}
