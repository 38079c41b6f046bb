// When the page first answers an input. `watch`: an input is about to come; `idle`: nothing is done, what changes now
// changes by itself; `rest`: look at nothing; `on`: forget the answer that came, is there another one? Returns how long
// after the last input the first change came, in ms.
(mode) => {
  const notes = window.__cookie;
  if (!notes) return null;
  const isOurs = (node) => node.nodeType === 1 || node.nodeType === 3;
  const holderOf = (node) => (node.nodeType === 3 ? node.parentElement : node);
  const isRendered = (node) => {
    const element = holderOf(node);
    return Boolean(element && element.isConnected && element.getClientRects().length);
  };
  const start = () => {
    const pulse = { mode: "rest", since: 0, first: null, ambient: new WeakSet() };
    // What was there and is gone cannot be asked any more whether it could be seen: its place can.
    const isSeen = (record) => {
      if (!isRendered(record.target) || pulse.ambient.has(holderOf(record.target))) return false;
      if (record.type !== "attributes") return true;
      return record.target.getAttribute(record.attributeName) !== record.oldValue;
    };
    pulse.note = (records) => {
      const some = records.slice(0, 300).filter((record) => isOurs(record.target));
      if (pulse.mode === "idle") for (const record of some) pulse.ambient.add(holderOf(record.target));
      if (pulse.mode !== "watch" || pulse.first !== null || !some.some(isSeen)) return;
      pulse.first = Math.max(0, performance.now() - pulse.since);
      pulse.watcher.disconnect();
    };
    pulse.watcher = new MutationObserver((records) => pulse.note(records));
    const restart = (event) => { if (event.isTrusted && pulse.first === null) pulse.since = performance.now(); };
    for (const kind of ["pointerdown", "click", "keydown", "input", "change", "drop"]) window.addEventListener(kind, restart, true);
    return pulse;
  };
  const pulse = (notes.pulse ??= start());
  pulse.note(pulse.watcher.takeRecords());
  const told = pulse.mode === "watch" ? pulse.first : null;
  if (mode === "read") return told;
  pulse.watcher.disconnect();
  pulse.mode = mode === "on" ? "watch" : mode;
  if (mode === "watch") pulse.since = performance.now();
  pulse.first = null;
  if (mode !== "rest") {
    pulse.watcher.observe(document, { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true });
  }
  return told;
}
