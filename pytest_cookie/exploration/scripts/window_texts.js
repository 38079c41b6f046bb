// "scroll" brings the first of the elements `selectors` into the window; "texts" tells the texts of all of them that the
// window shows, with places in it.
({ errand, selectors }) => {
  const LEAST_SEEN = 0.6;
  const byElement = new Map();
  for (const selector of selectors) {
    let element = null;
    try { element = find(selector); } catch { continue; }  // a selector of another notation
    if (element && !byElement.has(element)) byElement.set(element, selector);
  }
  if (errand === "scroll") {
    const [target] = byElement.keys();
    target?.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return {};
  }
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const texts = [];
  for (const { node, element, rects } of textRuns(3000)) {
    if (!byElement.has(element)) continue;
    const seen = intersection(clippedTo(element, rects[0]), view);
    if (seen.width <= 3 || seen.height <= 5 || seen.height < LEAST_SEEN * rects[0].height || isUnderSomething(element, hitOn(element, seen))) continue;
    const style = styleOf(element);
    texts.push({ selector: byElement.get(element), text: clean(node.data), box: { x: seen.left, y: seen.top, width: seen.width, height: seen.height },
      size: parseFloat(style.fontSize), weight: Number(style.fontWeight) || 400, ink: inkOf(element, style) });
  }
  return { texts };
}
