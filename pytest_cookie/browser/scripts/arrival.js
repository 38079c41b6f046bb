// Which element receives the next press, told by the press itself. Called with `dom.js` in a world of our own, in which
// the page can neither see nor stop this. "expect" before the press: whether its target could be found; "read" after it:
// what received the press in place of the target ("nothing" if nothing did), "" if it arrived or that is not known.
(dom, { errand, selector }) => {
  const note = window.__arrival;
  if (errand === "read") return note?.expected ? note.wentTo ?? "nothing" : "";
  const target = dom.find(selector);
  if (note) note.expected = false;
  if (!target || dom.matches(target, ":disabled")) return false;
  const state = note ?? (window.__arrival = {});
  Object.assign(state, { expected: true, wentTo: null });
  const receive = (event) => {
    if (!event.isTrusted || state.wentTo !== null || !state.expected) return;
    const [first] = event.composedPath(), hit = first?.nodeType === 1 ? first : window.document.documentElement;
    const cover = dom.coverBy(target, hit);
    // a frame on the way to the target is not what received it
    if (cover && dom.composedContains(cover, target) && dom.frameDocument(cover)) return;
    state.wentTo = cover ? dom.selectorOf(cover) : "";
  };
  for (let view = dom.viewOf(target); view; view = view === window ? null : view.parent) {
    view.__receivePress = receive;
    const listen = (view.__listenForPress ??= (event) => view.__receivePress?.(event));
    view.addEventListener("pointerdown", listen, { capture: true, passive: true });
  }
  return true;
}
