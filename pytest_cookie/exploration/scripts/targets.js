// Controls that are hard to hit: under something else in the first screen, or small (WCAG 2.2, 2.5.8).
(limit) => {
  const SELECTOR =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="menuitem"], [role="slider"], [onclick]';
  const controls = first(SELECTOR, MOST.controls).filter((element) => {
    const rect = rectOf(element);
    return rect.width > 0 && rect.height > 0 && isShown(element) && !isScreenReaderOnly(element) && !element.disabled;
  });

  const isUnlikelyTarget = (element) => styleOf(element).pointerEvents === "none" || faintness(element) < 0.1;

  const boxes = new Map(controls.map((element) => [element, rectOf(element)]));
  const lengths = new Map();
  const lengthOf = (block) => {
    if (!lengths.has(block)) lengths.set(block, clean(block.innerText).length);
    return lengths.get(block);
  };

  const centre = (rect) => ({ x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 });

  const isScrolledAway = (element, point) =>
    some(element.parentElement, (node) => {
      const style = styleOf(node);
      if (style.overflowX === "visible" && style.overflowY === "visible") return false;
      const rect = rectOf(node);
      return node !== document.body && node !== document.documentElement &&
        (point.x < rect.left || point.x > rect.right || point.y < rect.top || point.y > rect.bottom);
    });

  const isLabel = (element, hit) => element.labels && [...element.labels].some((label) => label.contains(hit));

  const isWideLayer = (hit) =>
    some(hit, (node) => {
      const rect = intersection(rectOf(node), { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
      return /fixed|absolute/.test(styleOf(node).position) && area(rect) >= 0.6 * window.innerWidth * window.innerHeight;
    });

  const covered = () => {
    if (single('dialog[open], [aria-modal="true"]')) return [];
    const found = [];
    for (const element of controls) {
      const point = centre(rectOf(element));
      if (point.x < 0 || point.y < 0 || point.x >= window.innerWidth || point.y >= window.innerHeight) continue;
      if (isUnlikelyTarget(element) || isScrolledAway(element, point)) continue;
      const hit = hitAt(point.x, point.y);
      if (!hit || holds(element, hit) || holds(hit, element) || isLabel(element, hit)) continue;
      if ((isLayered(hit) && !isLayered(element)) || isWideLayer(hit)) continue;
      found.push(report(element, `under ${selectorOf(hit)}`));
    }
    return found.slice(0, limit);
  };

  const isInText = (element) => {
    if (!/^inline/.test(styleOf(element).display) || element.localName !== "a") return false;
    const block = [...ancestors(element.parentElement)].find((node) => styleOf(node).display !== "inline");
    return Boolean(block) && lengthOf(block) > clean(element.innerText).length + 3;
  };

  const isNative = (element) =>
    element.localName === "input" && (element.type === "range" || (/checkbox|radio/.test(element.type) && element.labels && element.labels.length > 0));

  // The exception of 2.5.8: a circle of 24 px around the middle touches no other target.
  const isSpaced = (element, rect) => {
    const point = centre(rect);
    return controls.every((other) => {
      if (other === element || other.contains(element) || element.contains(other)) return true;
      const there = boxes.get(other);
      const small = there.width < 24 || there.height < 24;
      const dx = small ? centre(there).x - point.x : Math.max(there.left - point.x, 0, point.x - there.right);
      const dy = small ? centre(there).y - point.y : Math.max(there.top - point.y, 0, point.y - there.bottom);
      return Math.hypot(dx, dy) >= (small ? 24 : 12);
    });
  };

  const small = () => {
    const found = [];
    for (const element of controls) {
      if (found.length >= limit) break;
      const rect = rectOf(element);
      if (rect.width >= 23.5 && rect.height >= 23.5) continue;
      if (isInText(element) || isNative(element) || isUnlikelyTarget(element) || isSpaced(element, rect)) continue;
      found.push(report(element, `${Math.round(rect.width)} × ${Math.round(rect.height)} px`));
    }
    return found;
  };

  return { covered_controls: covered(), small_targets: small() };
}
