// Runs before the page's own scripts in a world of our own, so that no listener of the page comes before it.
window.__listenForPress = (event) => window.__receivePress?.(event);
window.addEventListener("pointerdown", window.__listenForPress, { capture: true, passive: true });
