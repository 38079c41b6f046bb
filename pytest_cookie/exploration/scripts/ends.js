// Controls that something fixed covers wherever the page is scrolled to, its two ends included.
(limit) => {
  const SELECTOR =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="menuitem"]';
  const root = document.scrollingElement || document.documentElement;
  if (!root || !document.body) return { buried_controls: [] };

  const scrollWindow = (top) => { root.scrollTo({ top, behavior: "instant" }); };
  const layerOf = (element) => [...ancestors(element)].find((node) => /fixed|sticky/.test(styleOf(node).position));
  const inOwnScroller = (element) =>
    some(element.parentElement, (node) => node !== document.body && node !== root && node.scrollHeight > node.clientHeight + 1 && scrolls(styleOf(node).overflowY));

  // At the lower end nothing can be scrolled up any more from under a layer at the bottom, at the upper end likewise.
  const sticksTo = (layer, end) => {
    const rect = rectOf(layer);
    if (rect.height > 0.6 * window.innerHeight) return false;
    return end === "bottom" ? rect.bottom > window.innerHeight - 40 && rect.top > window.innerHeight * 0.3 : rect.top < 40;
  };
  const buttonsIn = (layer) => first('button, [role="button"], a[href]', 50, layer).map((one) => clean(one.getAttribute("aria-label") || one.innerText));

  const buriedAt = (end) => {
    const found = [];
    for (const element of first(SELECTOR, MOST.controls)) {
      if (found.length >= limit) break;
      const rect = rectOf(element);
      if (rect.width < 2 || rect.height < 2 || element.disabled || !isShown(element) || isScreenReaderOnly(element)) continue;
      if (styleOf(element).pointerEvents === "none" || faintness(element) < 0.1 || isLayered(element) || inOwnScroller(element)) continue;
      const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
      if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) continue;
      const hit = hitAt(x, y);
      if (!hit || holds(element, hit) || (element.labels && [...element.labels].some((label) => label.contains(hit)))) continue;
      const layer = layerOf(hit);
      if (!layer || holds(layer, element) || !sticksTo(layer, end)) continue;
      found.push({ ...report(element, selectorOf(layer)), buttons: buttonsIn(layer) });
    }
    return found;
  };

  const buried = () => {
    if (single('dialog[open], [aria-modal="true"]')) return [];
    const before = window.scrollY;
    scrollWindow(root.scrollHeight);
    const found = buriedAt("bottom");
    scrollWindow(0);
    const atTop = buriedAt("top");
    scrollWindow(before);
    const known = new Set(found.map((one) => one.selector));
    return [...found, ...atTop.filter((one) => !known.has(one.selector))].slice(0, limit);
  };

  return { buried_controls: buried() };
}
