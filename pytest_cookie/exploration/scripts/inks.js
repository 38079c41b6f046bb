// How the colours of a text can be measured in a picture of the page: its part that is seen, its ink, what lies over it.

const clippedTo = (element, rect) => {
  let seen = rect;
  for (let node = element; node && node !== document.body && node !== document.documentElement; node = node.parentElement) {
    const style = styleOf(node);
    if (style.display !== "inline" && (style.overflowX !== "visible" || style.overflowY !== "visible")) seen = intersection(seen, rectOf(node));
  }
  return seen;
};

const isDrawing = (element) => element instanceof SVGElement;
// For a colour over a picture, in a gradient or with a shadow, and for a drawing, which has a fill, only the screenshot
// counts.
const inkOf = (element, style) => {
  if (isDrawing(element)) return "";
  const shade = faintness(element);
  if (style.webkitTextFillColor !== style.color || style.backgroundClip.includes("text") || style.textShadow !== "none" || shade < 0.99) return "";
  return style.color;
};

// What lies under something else, or fades just now, shows no contrast of its own.
const isWide = (rect) => area(intersection(rect, { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight })) > 0.6 * window.innerWidth * window.innerHeight;
const veil = () => {
  const middle = hitAt(window.innerWidth / 2, window.innerHeight / 2);
  return middle && [...ancestors(middle)].find((node) => styleOf(node).position === "fixed" && isWide(rectOf(node)));
};
const over = veil();
const hitOn = (element, rect) => {
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  if (x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return null;
  const hit = hitAt(x, y);
  return hit && !holds(element, hit) && !holds(hit, element) ? hit : null;
};
const isUnderSomething = (element, hit) => Boolean(hit) || (over && !holds(over, element)) || isMoving(element);
// In a picture of the whole page, what is fixed may be anywhere.
const isDoubtful = (element, hit) => isUnderSomething(element, hit) || some(element, (one) => styleOf(one).position === "fixed");
const isIdle = (element) => Boolean(element.closest('[disabled], [aria-disabled="true"]') || element.closest("label")?.control?.disabled);
