// Of bands of the page in which its picture changes from no row to the next, those that nothing on the page explains:
// no content that waits or is blank by itself, no section that fills the window, no box that stands for itself.
(bands) => {
  if (!document.body) return { voids: [] };
  const STAGES = "img, canvas, video, svg, iframe, object, embed, textarea, input, select, model-viewer, [contenteditable]";
  const ABOUT_WINDOW = 0.12, LEAST_MINIMUM = 0.5;  // of the window: the height of a section that is meant to fill it
  const OVERHANG_PX = 8, MOST_OF_BAND = 0.6;
  const sight = window.innerHeight;
  const isWide = (rect) => rect.width * rect.height > 0.5 * window.innerWidth * sight;
  const within = (rect, { from, to }) => Math.min(rect.bottom + window.scrollY, to) - Math.max(rect.top + window.scrollY, from);
  const isWindows = (node) => node === document.body || node === document.documentElement;
  const isClear = (colour) => /^(transparent|rgba\(.*, 0\))$/.test(colour);
  const stands = (style) => !isClear(style.backgroundColor) || style.backgroundImage !== "none" || style.boxShadow !== "none" || parseFloat(style.borderTopWidth) > 0;

  const shown = first("*", MOST.elements, document.body).filter((element) => rectOf(element).height > OVERHANG_PX && rectOf(element).width > 1);
  if (shown.some((element) => styleOf(element).position === "fixed" && isWide(rectOf(element)))) return { voids: [] };
  const explains = (element, band) => {
    const rect = rectOf(element), style = styleOf(element), part = within(rect, band);
    if (part <= OVERHANG_PX) return false;
    if (element.matches(STAGES) || style.backgroundImage.includes("url(") || style.position === "sticky" || isMoving(element)) return true;
    if (faintness(element) < 0.15 || style.visibility !== "visible" || (scrolls(style.overflowY) && !isWindows(element))) return true;
    const covers = part >= MOST_OF_BAND * (band.to - band.from);
    const fills = Math.abs(rect.height - sight) <= ABOUT_WINDOW * sight || (parseFloat(style.minHeight) >= LEAST_MINIMUM * sight && rect.height <= 1.1 * parseFloat(style.minHeight));
    if (covers && fills) return true;
    // A card, a board or a drop zone; a section that is as wide as the page is not
    return covers && rect.width < 0.9 * window.innerWidth && stands(style);
  };
  const stuckTo = shown.filter((element) => styleOf(element).position === "sticky").map((element) => above(element)).filter(Boolean);
  const range = document.createRange();
  const all = [];
  for (const node of textNodesEvenFaint((element) => !/^(script|style|noscript|template|option|title)$/.test(element.localName))) {
    range.selectNodeContents(node);
    const rect = moved(range.getBoundingClientRect(), offsetOf(node.ownerDocument));
    if (rect.height > 1) all.push({ element: parentOf(node), text: clean(node.data), rect, top: rect.top + window.scrollY, bottom: rect.bottom + window.scrollY });
  }
  const voids = [];
  for (const band of bands) {
    if (all.some(({ rect }) => within(rect, band) > OVERHANG_PX)) continue;
    if (stuckTo.some((element) => !isWindows(element) && within(rectOf(element), band) > OVERHANG_PX)) continue;
    if (shown.some((element) => explains(element, band))) continue;
    const before = all.filter((one) => one.bottom <= band.from + OVERHANG_PX).at(-1), after = all.find((one) => one.top >= band.to - OVERHANG_PX);
    if (!before || !after) continue;
    voids.push({ selector: selectorOf(after.element), text: after.text, detail: before.text, box: { x: 0, y: band.from, width: window.innerWidth, height: band.to - band.from } });
  }
  return { voids };
}
