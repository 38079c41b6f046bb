// Runs before the page's own scripts, after `prelude.js`: notes each click that makes the browser save a file, so that
// the file, which comes when the machine has made it, is waited for; and ends a flood of such links, and of links into
// new windows.
// A link need not be in the document to be clicked. Windows that the page opened open none themselves: only in the
// page is `notes.isPage` set, by a script of its own.
(settings) => {
  const notes = window.__cookie;
  const { hasAttribute, getAttribute } = Element.prototype, listen = EventTarget.prototype.addEventListener;
  notes.saves = [];
  const isLink = (el) => (el instanceof HTMLAnchorElement || el instanceof HTMLAreaElement) && hasAttribute.call(el, "href");
  const saves = (el) => hasAttribute.call(el, "download");
  const opens = (el) => !["", "_self", "_top", "_parent"].includes((getAttribute.call(el, "target") ?? "").toLowerCase());
  const note = (event, link) => {
    if (saves(link)) {
      if (!notes.isUnderCap("save", settings.saveCap)) event.preventDefault();
      else notes.saves.push(event);
    }
    if (opens(link) && (!notes.isPage || !notes.isUnderCap("link", settings.popupCap))) event.preventDefault();
  };
  listen.call(window, "click", (event) => {
    const path = event.composedPath();
    for (let i = 0; i < path.length; i += 1) if (isLink(path[i])) return note(event, path[i]);  // `find` may be the page's
  }, { capture: true });
  const nativeOpen = window.open;
  window.open = (...rest) => (notes.isPage ? nativeOpen(...rest) : null);
  const watchDetached = (owner, name) => {
    const native = owner[name];
    owner[name] = function (...rest) {
      if (isLink(this) && !this.isConnected) listen.call(this, "click", (event) => note(event, this), { capture: true, once: true });
      return native.apply(this, rest);
    };
  };
  watchDetached(HTMLElement.prototype, "click");
  watchDetached(EventTarget.prototype, "dispatchEvent");
}
