// The seed of one document or worker, as a function to call when the clocks show page time. Documents that begin later
// draw other numbers: a page that stores what it drew as an id would otherwise draw the same ids after a reload. The
// first document of a session uses `settings.seed` itself.
(settings) => {
  const frameMs = 17;  // a document's beginning is known to the millisecond on most machines, and to the frame on all
  const mostFrames = 1_000, deepest = 20;
  const firstHash = 0x811c9dc5, prime = 0x01000193;  // FNV-1a, 32 bits

  const indexIn = (parent, frame) => {
    const count = Math.min(parent.length, mostFrames);
    for (let index = 0; index < count; index += 1) if (parent[index] === frame) return index;
    return count;
  };
  // Which frame of which frame it is, from the inside out; a frame of another origin may be asked for that, too.
  const place = [], clock = performance;
  try {
    for (let frame = globalThis.window; frame && frame !== globalThis.top && place.length < deepest; frame = frame.parent) {
      place.push(indexIn(frame.parent, frame));
    }
  } catch { /* a page around this one has replaced its `parent` */ }
  const isReload = clock.getEntriesByType("navigation")[0]?.type === "reload" ? 1 : 0;
  return () => {
    const frames = Math.round((clock.timeOrigin - settings.epochMs) / frameMs);
    const load = [frames, isReload, ...place].join(" ");
    if (load === "0 0") return settings.seed >>> 0;
    let hash = firstHash ^ settings.seed;
    for (let i = 0; i < load.length; i += 1) hash = Math.imul(hash ^ load.charCodeAt(i), prime);
    return hash >>> 0;
  };
}
