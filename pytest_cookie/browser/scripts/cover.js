// Returns what covers an element at a point of the window, "" if nothing does. Called with `dom.js`.
(dom, { selector, x, y }) => {
  const el = dom.find(selector), cover = el && dom.coverOf(el, { x, y });
  return cover ? dom.selectorOf(cover) : "";
}
