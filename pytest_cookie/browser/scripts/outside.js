// Runs in a world of our own in the page's document: what `prelude.js` keeps in the page's, as far as it is known there.
() => {
  if (globalThis.__cookie) return;
  const register = () => ({ names: new WeakMap(), holders: new Map() });
  const notes = {
    clickable: new WeakSet(), contexts: new WeakMap(), shadows: new WeakMap(), roots: [], capturing: false,
    refs: register(), paths: register(), effects: [], lastChange: performance.now(),
  };
  const everything = { subtree: true, childList: true, attributes: true, characterData: true };
  new MutationObserver(() => { notes.lastChange = performance.now(); }).observe(document, everything);
  globalThis.__cookie = notes;
}
