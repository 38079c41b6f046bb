// Whether the browser took over the drag that is under way. "watch" before it, then "taken" after each move.
(errand) => {
  const notes = window.__cookie;
  if (!notes) return false;
  if (errand === "watch") {
    notes.dragStart = null;
    const note = (event) => { notes.dragStart = event; };
    EventTarget.prototype.addEventListener.call(window, "dragstart", note, { once: true, capture: true });
    return false;
  }
  return Boolean(notes.dragStart && !notes.dragStart.defaultPrevented);
}
