// Geometry at the present width: what scrolls sideways, what sticks out and what text is cut off.
(limit) => {
  if (!document.documentElement) return { overflow_px: 0, document_height: 0, text_length: 0, overflowing: [], truncated: [], stretched: [], squeezed: [] };
  const root = document.scrollingElement || document.documentElement;
  const width = root.clientWidth;

  // The overflow of <body> is the window's unless <html> has its own.
  const html = styleOf(document.documentElement).overflowX;
  const windowOverflow = html !== "visible" || !document.body ? html : styleOf(document.body).overflowX;
  const windowClips = clips(windowOverflow) || (document.body && clips(html) && clips(styleOf(document.body).overflowX));

  const holdsItself = (element) => {
    for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
      const overflow = styleOf(node).overflowX;
      if (node !== document.documentElement && (clips(overflow) || scrolls(overflow))) return true;
    }
    return document.body !== element && clips(styleOf(document.body).overflowX) && html !== "visible";
  };

  const overflowPx = windowClips ? 0 : Math.max(0, root.scrollWidth - width);

  // What boxes that clip or scroll leave of an element's content.
  const shownPart = (element, { left, right }) => {
    for (let node = element; node && node !== document.body; node = parentOf(node)) {
      const overflow = styleOf(node).overflowX;
      if (node === document.documentElement || !(clips(overflow) || scrolls(overflow))) continue;
      const box = rectOf(node);
      left = Math.max(left, box.left), right = Math.min(right, box.right);
    }
    const body = document.body && clips(styleOf(document.body).overflowX) && html !== "visible" ? rectOf(document.body) : null;
    return body ? { left: Math.max(left, body.left), right: Math.min(right, body.right) } : { left, right };
  };

  // How far what is read, pressed or looked at sticks out; the rest of an overflow is padding and ornament.
  const CONTENT = 'img, video, canvas, svg, iframe, button, input:not([type="hidden"]), select, textarea, [role="button"]';
  const isRtl = styleOf(document.documentElement).direction === "rtl" || (document.body && styleOf(document.body).direction === "rtl");
  const beyondOf = (rect) => (isRtl ? -rect.left - window.scrollX : rect.right + window.scrollX - width);
  const contentBeyond = () => {
    let most = 0;
    const note = (element, rect) => {
      if (beyondOf(rect) <= most || isDecorative(element) || some(element, (node) => styleOf(node).position === "fixed")) return;
      most = Math.max(most, beyondOf(shownPart(element, rect)));
    };
    for (const { element, rects } of textRuns(3000)) for (const rect of rects) note(element, rect);
    for (const element of first(CONTENT, MOST.controls)) if (isShown(element) && area(rectOf(element)) > 0) note(element, rectOf(element));
    return Math.min(overflowPx, most);
  };

  const overflowing = () => {
    if (overflowPx <= 1) return [];
    const found = [];
    let left = 2000;
    for (const element of first("*", MOST.elements, document.body)) {
      if (found.length >= limit || left <= 0) break;
      const rect = rectOf(element);
      const beyond = rect.right + window.scrollX - width;
      if (beyond <= 1 || rect.width < 1 || rect.height < 1) continue;
      left -= 1;
      if (found.some((one) => one.element.contains(element)) || !isShown(element)) continue;
      if (some(element, (node) => styleOf(node).position === "fixed") || holdsItself(element)) continue;
      found.push({ element, ...report(element, `${Math.round(beyond)} px beyond the window`) });
    }
    if (!found.length) found.push({ ...report(document.body, `${Math.round(overflowPx)} px beyond the window`) });
    return found.map(({ element, ...rest }) => rest);
  };

  const named = (element, text) => {
    let node = element;
    for (let level = 0; node && level < 3; level++, node = node.parentElement) {
      const name = `${node.getAttribute("title") || ""} ${node.getAttribute("aria-label") || ""}`;
      if (name.trim() && clean(name).includes(clean(text).slice(0, 60))) return true;
    }
    return false;
  };

  const isSlider = (element) => {
    const style = styleOf(element);
    if (style.scrollSnapType !== "none" && style.scrollSnapType !== "") return true;
    if (element.getAnimations({ subtree: true }).length > 0) return true;
    return childrenOf(element).some((child) => /matrix/.test(styleOf(child).transform) || styleOf(child).willChange.includes("transform"));
  };

  const isFaded = (element) => {
    const style = styleOf(element);
    return (style.maskImage && style.maskImage !== "none") || (style.webkitLineClamp && style.webkitLineClamp !== "none");
  };

  // The nearest box that cuts what leaves it, on each axis; a box that scrolls shows it after all.
  const cutters = (element) => {
    const found = { x: null, y: null };
    for (let node = element, level = 0; node && node !== document.body && level < 5; node = node.parentElement, level++) {
      const style = styleOf(node);
      const out = style.position === "fixed" || style.position === "absolute";
      if (style.display !== "inline") {
        if (scrolls(style.overflowX) && !found.x) found.x = "scrolls";
        if (scrolls(style.overflowY) && !found.y) found.y = "scrolls";
        if (clips(style.overflowX) && !found.x) found.x = node;
        if (clips(style.overflowY) && !found.y) found.y = node;
      }
      if (out && !found.x && !found.y) break;
    }
    return found;
  };

  const inner = (element) => {
    const rect = rectOf(element);
    return {
      left: rect.left + element.clientLeft,
      top: rect.top + element.clientTop,
      right: rect.left + element.clientLeft + element.clientWidth,
      bottom: rect.top + element.clientTop + element.clientHeight,
    };
  };

  const isCutter = (box) => box?.nodeType === 1 && box.clientWidth >= 8 && box.clientHeight >= 8 && !isSlider(box) && !isFaded(box);

  const cutSideways = (run, box) => {
    if (!isCutter(box)) return "";
    const edge = inner(box);
    if (box.scrollWidth <= box.clientWidth + 1) return "";
    if (!run.rects.some((rect) => rect.left < edge.right - 1 && rect.right > edge.right + 1.5)) return "";
    if (styleOf(box).textOverflow !== "ellipsis") return "cut off at the side";
    return named(run.element, run.node.data) ? "" : "ellipsis";
  };

  const cutBelow = (run, box) => {
    if (!isCutter(box) || box.scrollHeight <= box.clientHeight + 2) return "";
    const edge = inner(box);
    const readable = run.rects.filter((rect) => rect.top < edge.bottom - 1 && rect.bottom > edge.top + 1);
    const lost = run.rects.filter((rect) => rect.bottom - edge.bottom > Math.max(2, rect.height * 0.3));
    return readable.length && lost.length ? "cut off at the bottom" : "";
  };

  // Nothing scrolls to what leaves a window that clips; wholly outside is a drawer that waits.
  const cutByWindow = (run) => {
    if (!windowClips) return "";
    const straddles = run.rects.some((rect) => rect.left < width - 4 && rect.left >= 0 && rect.right > width + 4);
    return straddles && !holdsItself(run.element) ? "cut off by the window" : "";
  };

  const truncated = () => {
    const found = new Map();
    for (const run of textRuns(3000)) {
      if (found.size >= limit) break;
      if (found.has(run.element) || isDecorative(run.element) || isMoving(run.element)) continue;
      const { x, y } = cutters(run.element);
      const how = cutSideways(run, x) || cutBelow(run, y) || cutByWindow(run);
      if (how) found.set(run.element, report(run.element, how));
    }
    return [...found.values()];
  };

  // Words that a narrow column breaks into single letters. Chinese and Japanese may be set so on purpose.
  const LEAST_LINES = 4, MOST_A_LINE = 2;
  const squeezed = () => {
    const found = new Map();
    for (const { node, element, rects } of textRuns(3000)) {
      if (found.size >= limit) break;
      if (rects.length < LEAST_LINES || isDecorative(element) || isMoving(element)) continue;
      const text = clean(node.data), lines = new Set(rects.map((rect) => Math.round(rect.top))).size;
      const letters = (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
      if (lines < LEAST_LINES || letters > MOST_A_LINE * lines || !/[\p{L}\p{N}]{4}/u.test(text)) continue;
      if (!/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(text)) found.set(element, report(element, `${lines} lines`));
    }
    return [...found.values()];
  };

  // A picture, or a canvas, that is drawn into a box of another shape. A drawing in SVG keeps its own.
  const isStretchable = (element) =>
    element.localName === "canvas" || (element.complete && element.naturalWidth > 8 && !/\.svg([?#]|$)|^data:image\/svg/.test(element.currentSrc));

  const stretched = () => {
    const found = [];
    for (const element of first("img, canvas", MOST.controls)) {
      if (found.length >= limit) break;
      const style = styleOf(element);
      if (!isStretchable(element) || style.objectFit !== "fill" || !isShown(element) || isMoving(element)) continue;
      const [own, high] = element.localName === "canvas" ? [element.width, element.height] : [element.naturalWidth, element.naturalHeight];
      const wide = element.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      const tall = element.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      if (!own || !high || Math.min(wide, tall) < 48) continue;
      const times = (tall / wide) / (high / own);
      if (Math.max(times, 1 / times) > 1.12) found.push(report(element, `${times.toFixed(2)} times as tall for its width as it is by itself`));
    }
    return found;
  };

  return {
    overflow_px: overflowPx,
    content_beyond_px: overflowPx > 1 && document.body ? contentBeyond() : overflowPx,
    document_height: Math.max(root.scrollHeight, document.body ? document.body.scrollHeight : 0),
    text_length: lengthOfText(),
    overflowing: document.body ? overflowing() : [],
    truncated: document.body ? truncated() : [],
    stretched: document.body ? stretched() : [],
    squeezed: document.body ? squeezed() : [],
  };
}
