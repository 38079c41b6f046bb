// When the page first answers an input, and how many animations run just now; how many of them have `begun` with the
// input, and how many of those that were seen to begin first and soon end are still on their way, `ending`. `watch`: an
// input is about to come; `on`: forget the answer that came, is there another one?; `idle`: nothing is done, what changes
// now changes by itself; `read`: go on. `first` is how many ms after the last input the first change came, `changed`
// whether anything changed while idle, `mutated` the paths (of `observe.js`) of elements that changed since the last call.
(mode) => {
  const soonMs = 1400, mostPaths = 300;
  const playing = () => document.getAnimations().filter((animation) => animation.playState === "running");
  const animations = playing();
  const running = animations.length;
  const endsSoon = ({ effect, currentTime, playbackRate }) => {
    const { endTime } = effect?.getComputedTiming?.() ?? {};
    return playbackRate !== 0 && (playbackRate > 0 ? endTime - currentTime : currentTime) <= soonMs * Math.abs(playbackRate);
  };
  const notes = window.__cookie;
  if (!notes) return { running, begun: 0, ending: 0, first: null, changed: true, mutated: [] };
  const [ELEMENT, TEXT, FRAGMENT] = [1, 3, 11];
  const isOurs = (node) => [ELEMENT, TEXT].includes(node.nodeType) || (node.nodeType === FRAGMENT && Boolean(node.host));
  const holderOf = (node) => {
    if (node.nodeType === ELEMENT) return node;
    return node.nodeType === TEXT ? node.parentElement ?? node.getRootNode().host : node.host;
  };
  const isRendered = (node) => {
    const element = holderOf(node);
    return Boolean(element && element.isConnected && element.getClientRects().length);
  };
  const start = () => {
    const pulse = { mode: "read", since: 0, first: null, changed: false, ambient: new WeakSet() };
    Object.assign(pulse, { known: new WeakSet(), awaited: null, restless: new WeakSet(), mutated: new Set() });
    // What was there and is gone cannot be asked any more whether it could be seen: its place can.
    const isSeen = (record) => {
      if (!isRendered(record.target) || pulse.ambient.has(holderOf(record.target))) return false;
      if (record.type !== "attributes") return true;
      return record.target.getAttribute(record.attributeName) !== record.oldValue;
    };
    pulse.note = (records) => {
      const some = records.slice(0, 300).filter((record) => isOurs(record.target));
      for (const record of some) {
        const path = notes.paths.names.get(holderOf(record.target));
        if (path && pulse.mutated.size < mostPaths) pulse.mutated.add(path);
      }
      if (pulse.mode === "idle") {
        for (const record of some) pulse.ambient.add(holderOf(record.target));
        pulse.changed = pulse.changed || some.length > 0;
      } else if (pulse.first === null && some.some(isSeen)) {
        pulse.first = Math.max(0, performance.now() - pulse.since);
      }
    };
    pulse.watcher = new MutationObserver(pulse.note);
    // What came before the press, under the pointer, is no answer to it.
    const restart = (event) => {
      if (!event.isTrusted || (pulse.first !== null && event.type !== "pointerdown")) return;
      pulse.since = performance.now();
      pulse.first = null;
      if (/down$/.test(event.type)) pulse.known = new WeakSet(playing());
    };
    // A drag is answered from its first move with the button down on: what comes before is the press.
    const carry = (event) => {
      if (!event.isTrusted || !event.buttons || pulse.isCarrying) return;
      pulse.isCarrying = true;
      pulse.since = performance.now();
      pulse.first = null;
    };
    window.addEventListener("pointermove", carry, true);
    window.addEventListener("pointerdown", () => { pulse.isCarrying = false; }, true);
    const heard = notes.hearsKeys;
    for (const kind of ["pointerdown", "click", "keydown", "input", "change", "drop"]) window.addEventListener(kind, restart, true);
    window.addEventListener("pointerup", (event) => { if (pulse.isCarrying) restart(event); }, true);
    notes.hearsKeys = heard;  // that it is we who listen says nothing of the page
    return pulse;
  };
  const pulse = (notes.pulse ??= start());
  pulse.note(pulse.watcher.takeRecords());
  const begun = animations.filter((animation) => !pulse.known.has(animation));
  // What begins some by itself is not waited for, nor what is beside it: a spark is a new element each time.
  const placesOf = ({ effect }) => [effect?.target, effect?.target?.parentElement].filter((one) => one && one !== document.body);
  const isRestless = (animation) => placesOf(animation).some((one) => pulse.restless.has(one));
  if (pulse.mode === "idle") for (const place of begun.flatMap(placesOf)) pulse.restless.add(place);
  else pulse.awaited ??= new Set(begun.filter((animation) => endsSoon(animation) && !isRestless(animation)));
  const ending = animations.filter((animation) => pulse.awaited?.has(animation)).length;
  const motion = { running, begun: begun.length, ending };
  const told = { ...motion, first: pulse.mode === "idle" ? null : pulse.first, changed: pulse.changed, mutated: Array.from(pulse.mutated) };
  pulse.mutated.clear();
  if (mode === "read") return told;
  pulse.watcher.disconnect();
  pulse.mode = mode;
  pulse.first = null;
  pulse.changed = false;
  if (mode === "watch") pulse.since = performance.now();
  if (mode === "watch" || mode === "idle") pulse.known = new WeakSet(animations);
  if (mode === "watch" || mode === "idle") pulse.awaited = null;
  const everything = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };
  for (const root of [window.document, ...notes.roots]) pulse.watcher.observe(root, everything);
  return told;
}
