// What tells whether more of the page is still to come: its letters and elements, its text without figures, which clocks
// and counters change, when the document last changed, and the timers that have still to fire, each with its `delay` and
// how soon it is `due`. Times are in ms.
() => {
  const now = performance.now();
  const timers = [...(window.__cookie?.timers ?? [])].map(([, { due, delay }]) => ({ due: Math.ceil(due - now), delay })).filter(({ due }) => due > 0);
  const text = (document.body?.innerText ?? "").slice(0, 20000).replace(/\p{N}[\p{N}.,:'’\s]*/gu, "0");
  return { letters: lengthOfText(), elements: document.getElementsByTagName("*").length, text, changed_ms: window.__cookie?.lastChange ?? 0, timers };
}
