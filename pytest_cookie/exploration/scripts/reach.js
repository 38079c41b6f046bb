// What a user who turns the wheel gets to see. "note" at every stop remembers the texts that are in view; "scrollers"
// tells the boxes that can be scrolled, "at" how far one of them (or the window, "") is; "home" scrolls back; "report"
// tells the texts that were never in view and that no wheel could have brought there.
({ errand, selector, limit }) => {
  const notes = (window.__cookie ?? {}).reach ??= { seen: new WeakSet() };
  const LEAST_BOX_PX = 100, FAINT = 0.15, LEAST_SEEN_PX = 3;
  const root = document.scrollingElement || document.documentElement;
  if (!root || !document.body) return {};

  // The overflow of <body> is the window's unless <html> has its own.
  const [html, body] = [styleOf(document.documentElement), styleOf(document.body)];
  const ofWindow = html.overflowY !== "visible" ? html.overflowY : body.overflowY;
  const isWindows = (node) => node === document.documentElement || (node === document.body && html.overflowY === "visible");
  const turns = (node) => scrolls(styleOf(node).overflowY) && node.scrollHeight > node.clientHeight + 4;
  const windowTurns = !clips(ofWindow);

  const boxesAround = function* (element) {
    for (let node = above(element); node; node = above(node)) if (!isWindows(node) && styleOf(node).overflowY !== "visible" && styleOf(node).display !== "inline") yield node;
  };
  const isOutOfFlow = anyOf((node) => /absolute|fixed/.test(styleOf(node).position));
  const isClear = (colour) => /^rgba\(.*, 0\)$/.test(colour) || colour === "transparent";
  const isTransparent = (element) => {
    const style = styleOf(element);
    return faintness(element) < FAINT || (isClear(style.webkitTextFillColor) && !style.backgroundClip.includes("text") && style.textShadow === "none");
  };
  const meets = (rect, box) => {
    const part = intersection(rect, box);
    return part.width >= 1 && part.height >= Math.min(LEAST_SEEN_PX, rect.height / 2);
  };
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const isInView = (element, rects) =>
    !isTransparent(element) && rects.some((rect) => meets(rect, view) && [...boxesAround(element)].every((box) => meets(rect, rectOf(box))));
  // A box that lets nobody scroll and hides all of the text below or above what it shows.
  const cutterOf = (element, rects) => {
    for (const box of boxesAround(element)) {
      const edge = rectOf(box);
      if (turns(box)) return null;
      if (rects.every((rect) => rect.top >= edge.bottom - 1 || rect.bottom <= edge.top + 1)) return edge.height >= LEAST_BOX_PX && edge.width >= LEAST_BOX_PX ? box : null;
    }
    return !windowTurns && rects.every((rect) => rect.top >= view.bottom - 1) ? document.documentElement : null;
  };

  const range = document.createRange();
  const isText = (element) => !/^(script|style|noscript|template|textarea|option|title|rt|rp)$/.test(element.localName) &&
    Element.prototype.checkVisibility.call(element, { visibilityProperty: true }) && !isScreenReaderOnly(element) && !isDecorative(element);
  const texts = function* () {
    for (const node of textNodesEvenFaint(isText)) {
      range.selectNodeContents(node);
      const lines = range.getClientRects(), by = offsetOf(node.ownerDocument);
      const rects = Array.from({ length: Math.min(lines.length, 40) }, (_, i) => moved(lines[i], by)).filter((rect) => rect.width > 1 && rect.height > 1);
      if (rects.length) yield { node, element: parentOf(node), rects };
    }
  };
  const letters = (node) => clean(node.data).length;

  const note = () => {
    for (const { node, element, rects } of texts()) if (!notes.seen.has(node) && isInView(element, rects)) notes.seen.add(node);
    return {};
  };
  const scrollers = () => {
    const found = [];
    for (const element of first("*", MOST.elements, document.body)) {
      if (found.length >= limit) break;
      if (isWindows(element) || !turns(element) || element.localName === "textarea") continue;
      const rect = rectOf(element), seen = intersection(rect, { ...view, bottom: Infinity });
      if (Math.min(seen.width, seen.height) >= LEAST_BOX_PX && isShown(element) && faintness(element) >= FAINT) found.push(report(element));
    }
    return { scrollers: found };
  };
  const boxOfSelector = () => (selector ? find(selector) : root);
  // Without its border, round corners and scroll bar, which are drawn whatever it holds.
  const CORNER_PX = 8;
  const innerOf = (box) => {
    const { left, top } = rectOf(box), [x, y] = [left + box.clientLeft + CORNER_PX, top + box.clientTop + CORNER_PX];
    return { left: x, top: y, right: x + box.clientWidth - 2 * CORNER_PX, bottom: y + box.clientHeight - 2 * CORNER_PX };
  };
  const at = () => {
    const box = boxOfSelector();
    const rect = selector && box ? intersection(innerOf(box), view) : { left: 0, top: 0, ...view, width: view.right, height: view.bottom };
    return { top: box?.scrollTop ?? 0, view: { x: rect.left, y: rect.top, width: rect.width, height: rect.height } };
  };
  const home = () => {
    boxOfSelector()?.scrollTo({ top: 0, behavior: "instant" });
    return {};
  };
  const whole = () => {
    const undrawn = [];
    let all = 0;
    for (const { node, element, rects } of texts()) {
      const length = letters(node);
      all += length;
      if (notes.seen.has(node) || isOutOfFlow(element) || isMoving(element) || undrawn.length >= limit) continue;
      const cutter = isTransparent(element) ? null : cutterOf(element, rects);
      if (!isTransparent(element) && !cutter) continue;
      undrawn.push({ selector: selectorOf(element), text: clean(node.data), letters: length, box: boxOf(rects[0]), within: cutter ? selectorOf(cutter) : "" });
    }
    return { letters: all, undrawn };
  };
  return { note, scrollers, at, home, report: whole }[errand]();
}
