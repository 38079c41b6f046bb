// Blank boxes where pictures belong: at least three alike, in one grey, each beside the text of a card of its own.
(limit) => {
  if (!document.body) return { blank_pictures: [] };
  const LEAST_WIDTH = 72, LEAST_HEIGHT = 56, LEAST_ALIKE = 3, MOST_GREY = 24, SAME_PX = 4;
  const INTERACTIVE = "button, input, select, textarea, [role], [draggable], [tabindex], [contenteditable]";
  const channelsOf = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const isGrey = (colour) => {
    const [red, green, blue, alpha = 1] = channelsOf(colour);
    return alpha > 0.5 && Math.max(red, green, blue) - Math.min(red, green, blue) <= MOST_GREY;
  };
  const decorated = (element) => ["::before", "::after"].some((part) => !/^(none|normal)$/.test(getComputedStyle(element, part).content));
  const isBlank = (element) => {
    if (element.firstElementChild || element.textContent.trim() || shadowOf(element) || element.matches(INTERACTIVE)) return false;
    if (/^(img|svg|canvas|video|iframe|object|embed|hr|audio|progress|meter)$/.test(element.localName) || element.ownerSVGElement) return false;
    const rect = rectOf(element), style = styleOf(element);
    if (rect.width < LEAST_WIDTH || rect.height < LEAST_HEIGHT || rect.height > 0.8 * window.innerHeight) return false;
    if (style.backgroundImage !== "none" || !isGrey(style.backgroundColor) || /absolute|fixed/.test(style.position)) return false;
    return isShown(element) && faintness(element) > 0.5 && !isMoving(element) && !decorated(element);
  };
  const hasText = (card) => (card.innerText ?? "").trim().length >= 3;
  const groups = new Map();
  for (const element of first("*", MOST.elements, document.body)) {
    const card = isBlank(element) ? parentOf(element) : null;
    if (!card || !hasText(card)) continue;
    const { width, height } = rectOf(element);
    const key = [card.localName, card.className, element.localName, element.className, styleOf(element).backgroundColor, Math.round(width / SAME_PX), Math.round(height / SAME_PX)].join("|");
    if (!groups.has(key)) groups.set(key, new Map());
    groups.get(key).set(card, element);
  }
  const alike = [...groups.values()].filter((cards) => cards.size >= LEAST_ALIKE).flatMap((cards) => [...cards]);
  return { blank_pictures: alike.slice(0, limit).map(([card, element]) => ({ ...report(element, styleOf(element).backgroundColor), text: clean(card.innerText) })) };
}
