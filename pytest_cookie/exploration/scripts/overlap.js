// Text that overlaps other text. Lines are shrunk to their middle: tight leading is no overlap.
(limit) => {
  if (!document.body) return { overlapping: [] };

  const isRotated = (element) =>
    some(element, (node) => {
      const matrix = /^matrix\(([^)]+)\)/.exec(styleOf(node).transform);
      if (matrix) return matrix[1].split(",").slice(1, 3).some((part) => Math.abs(Number(part)) > 0.01);
      return styleOf(node).transform.startsWith("matrix3d") || styleOf(node).backfaceVisibility === "hidden";
    });

  const clipped = (element, rect) => {
    let seen = rect;
    for (let node = element; node && node !== document.body; node = node.parentElement) {
      const style = styleOf(node);
      if (style.display !== "inline" && (style.overflowX !== "visible" || style.overflowY !== "visible"))
        seen = intersection(seen, rectOf(node));
    }
    return seen;
  };

  const middle = (rect) => {
    const shrink = rect.height * 0.2;
    return { left: rect.left, right: rect.right, top: rect.top + shrink, bottom: rect.bottom - shrink, width: rect.width, height: rect.height - 2 * shrink };
  };

  const lines = () => {
    const found = [];
    for (const run of textRuns(1500)) {
      if (found.length >= 3000) break;
      const { element } = run;
      if (isDecorative(element) || isLayered(element) || isMoving(element) || isRotated(element)) continue;
      if (faintness(element) < 0.5 || styleOf(element).color === "rgba(0, 0, 0, 0)") continue;
      for (const rect of run.rects) {
        const seen = clipped(element, rect);
        if (seen.width > 2 && seen.height > 4) found.push({ element, rect: middle(seen), text: clean(run.node.data) });
      }
    }
    return found.sort((a, b) => a.rect.top - b.rect.top);
  };

  const common = (a, b) => {
    for (const node of ancestors(a)) if (holds(node, b)) return node;
    return document.body;
  };

  const layer = (element, top) => {
    const found = { opaque: null, positioned: null };
    for (let node = element; node && node !== top; node = node.parentElement) {
      if (isOpaque(node) && !found.opaque) found.opaque = node;
      if (/absolute|fixed|sticky/.test(styleOf(node).position)) found.positioned = node;
    }
    return found;
  };

  // Slides of a stack and menus cover the content below them completely: that is intended.
  const isMeant = (a, b) => {
    const top = common(a.element, b.element);
    const first = layer(a.element, top);
    const second = layer(b.element, top);
    if (first.positioned && second.positioned && first.positioned.parentElement === second.positioned.parentElement)
      return Boolean(first.opaque || second.opaque);
    const hides = (cover, text) => {
      if (!cover.opaque || !cover.positioned) return false;
      return area(intersection(rectOf(cover.opaque), text.rect)) > 0.95 * area(text.rect);
    };
    return hides(first, b) || hides(second, a);
  };

  const unrelated = (a, b) => a.element !== b.element && !a.element.contains(b.element) && !b.element.contains(a.element) && a.text !== b.text;

  const overlapping = () => {
    const found = new Map();
    const all = lines();
    for (let i = 0; i < all.length && found.size < limit; i++) {
      for (let j = i + 1; j < all.length && all[j].rect.top < all[i].rect.bottom; j++) {
        const [a, b] = [all[i], all[j]];
        const shared = area(intersection(a.rect, b.rect));
        if (shared <= 0.3 * Math.min(area(a.rect), area(b.rect)) || !unrelated(a, b) || isMeant(a, b)) continue;
        if (!found.has(a.element)) found.set(a.element, report(a.element, `overlaps “${b.text.slice(0, 60)}”`));
      }
    }
    return [...found.values()].slice(0, limit);
  };

  return { overlapping: overlapping() };
}
