// Controls and texts that a layer covers wherever the page is scrolled to, its two ends included.
(limit) => {
  const SELECTOR =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="menuitem"]';
  const root = document.scrollingElement || document.documentElement;
  if (!root || !document.body) return { buried_controls: [], buried_texts: [] };

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
      found.push(report(element, `under ${selectorOf(layer)}`));
    }
    return found;
  };

  // A layer as wide as the page that lies on its first lines scrolls with them, and so never lets go of them.
  const LEAST_WIDTH = 0.6;
  const isBar = (node) => styleOf(node).position === "absolute" && rectOf(node).width >= LEAST_WIDTH * window.innerWidth;
  const FADING = /transparent|rgba\([^)]*,\s*0(\.[0-4]\d*)?\)|\/ 0(\.[0-4]\d*)?\)/;
  // Pictures and canvases may be clear where they lie on text.
  const paints = (node) => {
    const { backgroundImage, backgroundColor, backdropFilter } = styleOf(node);
    if (faintness(node) < 0.6) return false;
    if (backdropFilter !== "none" || (backgroundColor !== "transparent" && !FADING.test(backgroundColor))) return true;
    return backgroundImage.includes("gradient(") && !/url\(/.test(backgroundImage) && !FADING.test(backgroundImage);
  };
  const coverAt = (element, x, y, end) => {
    const hit = hitAt(x, y);
    if (!hit || holds(element, hit) || holds(hit, element)) return null;
    let painted = false;
    for (const node of ancestors(hit)) {
      if (holds(node, element)) return null;
      painted ||= paints(node);
      const isLayer = /fixed|sticky/.test(styleOf(node).position) || (end === "top" && isBar(node));
      if (isLayer && sticksTo(node, end)) return painted && !isMoving(node) ? node : null;
    }
    return null;
  };

  // Letters fill the middle half of a line: of nine points in it, those that a layer hides.
  const IN_LINE = [0.25, 0.5, 0.75], ALONG = [0.1, 0.5, 0.9], HIDDEN_ROW = 2;
  const hiddenOf = (element, rect, end) => {
    let rows = 0, layer = null;
    for (const down of IN_LINE) {
      const y = rect.top + down * rect.height;
      if (y < 0 || y >= window.innerHeight) return null;
      const covers = ALONG.map((along) => rect.left + along * rect.width).filter((x) => x >= 0 && x < window.innerWidth).map((x) => coverAt(element, x, y, end)).filter(Boolean);
      if (covers.length < HIDDEN_ROW) continue;
      rows += 1;
      layer = covers[0];
    }
    return layer && { layer, share: rows / IN_LINE.length };
  };
  const textsUnder = (end) => {
    const found = [];
    for (const { node, element, rects } of textRuns(1500)) {
      if (found.length >= limit) break;
      if (isDecorative(element) || isLayered(element) || isMoving(element) || faintness(element) < 0.5 || inOwnScroller(element)) continue;
      if (element.closest(SELECTOR) || (clean(node.data).match(/[\p{L}\p{N}]/gu) ?? []).length < 2) continue;
      const lines = rects.slice(0, 12).map((rect) => ({ rect, ...hiddenOf(element, rect, end) })).filter(({ layer }) => layer);
      if (!lines.length) continue;
      const [{ rect, layer }] = lines;
      found.push({ selector: selectorOf(element), text: clean(node.data), box: boxOf(rect), detail: selectorOf(layer), letters: clean(node.data).length,
        heading: Boolean(element.closest("h1, h2, h3, h4, h5, h6")), hidden: Math.round(100 * lines.reduce((sum, line) => sum + line.share, 0) / rects.length) / 100 });
    }
    return found;
  };

  // In between, a tall layer that sticks, such as a sidebar or a picture, may lie on the same texts wherever they are. A
  // fixed one that fills the window from the beginning is a start screen.
  const STRIDE = 0.3, MOST_STOPS = 32, FILLS = 0.9;
  const fillsWindow = (layer) => {
    const seen = intersection(rectOf(layer), { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    return area(seen) >= FILLS * window.innerWidth * window.innerHeight;
  };
  const layerOn = (element, x, y) => {
    const hit = hitAt(x, y);
    if (!hit || holds(element, hit) || holds(hit, element)) return null;
    let painted = false;
    for (const node of ancestors(hit)) {
      if (holds(node, element)) return null;
      painted ||= paints(node);
      if (/fixed|sticky/.test(styleOf(node).position)) return painted && !isMoving(node) ? node : null;
    }
    return null;
  };
  const alwaysUnder = () => {
    const farthest = root.scrollHeight - window.innerHeight;
    const screens = new Set(first("*", MOST.elements).filter((node) => styleOf(node).position === "fixed" && fillsWindow(node)));
    const texts = textRuns(800).filter(({ node, element }) =>
      !element.ownerSVGElement && !isDecorative(element) && !isLayered(element) && !isMoving(element) && faintness(element) >= 0.5 && !inOwnScroller(element) &&
      !element.closest(SELECTOR) && (clean(node.data).match(/[\p{L}\p{N}]/gu) ?? []).length >= 2);
    const notes = texts.map(({ node, element, rects: [rect] }) => ({ node, element, rect, layer: null, isRead: false }));
    const stride = Math.max(STRIDE * window.innerHeight, farthest / MOST_STOPS);
    for (let top = 0; top < farthest + stride; top += stride) {
      scrollWindow(Math.min(top, farthest));
      for (const note of notes) {
        const y = note.rect.top + note.rect.height / 2 - window.scrollY;
        if (note.isRead || y < 0 || y >= window.innerHeight) continue;
        const at = ALONG.map((along) => note.rect.left + along * note.rect.width).filter((x) => x >= 0 && x < window.innerWidth);
        const layers = at.map((x) => layerOn(note.element, x, y)).filter((layer) => layer && !screens.has(layer));
        if (layers.length < HIDDEN_ROW) note.isRead = true; else note.layer = layers[0];
      }
    }
    scrollWindow(0);
    return notes.filter(({ isRead, layer }) => layer && !isRead).slice(0, limit).map(({ node, element, rect, layer }) =>
      ({ selector: selectorOf(element), text: clean(node.data), box: boxOf(rect), detail: selectorOf(layer), letters: clean(node.data).length,
        heading: Boolean(element.closest("h1, h2, h3, h4, h5, h6")), hidden: 1 }));
  };

  const atEnd = (end) => ({ buried_controls: buriedAt(end), buried_texts: textsUnder(end) });
  const both = () => {
    if (single('dialog[open], [aria-modal="true"]')) return { buried_controls: [], buried_texts: [] };
    const before = window.scrollY;
    scrollWindow(root.scrollHeight);
    const below = atEnd("bottom");
    scrollWindow(0);
    const above = atEnd("top");
    const between = { buried_controls: [], buried_texts: alwaysUnder() };
    scrollWindow(before);
    const joined = (name) => {
      const found = new Map();
      for (const one of [...below[name], ...above[name], ...between[name]]) if (!found.has(one.selector)) found.set(one.selector, one);
      return [...found.values()].slice(0, limit);
    };
    return { buried_controls: joined("buried_controls"), buried_texts: joined("buried_texts") };
  };

  return both();
}
