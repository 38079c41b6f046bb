// Of elements with a line through their text, those for which nothing says that it is meant: no decoration, no line of
// their own, no pattern behind them, no drawing.
(selectors) => {
  const OWN_LINES = 4;  // levels whose pseudo-elements may strike a former price
  const isStruck = (node) => styleOf(node).textDecorationLine.includes("line-through") || /^(s|del|strike)$/.test(node.localName);
  const hasPattern = (node) => styleOf(node).backgroundImage !== "none";
  const hasOwnLine = (node) => ["::before", "::after"].some((part) => !/^(none|normal)$/.test(getComputedStyle(node, part).content));
  const meant = (element) => element.ownerSVGElement || isDecorative(element) || isLayered(element) || isMoving(element) || some(element, (node) => isStruck(node) || hasPattern(node)) ||
    [...ancestors(element)].slice(0, OWN_LINES).some(hasOwnLine);
  const found = [];
  for (const selector of selectors) {
    let element = null;
    try { element = find(selector); } catch { continue; }  // a selector of another notation
    if (element && !meant(element)) found.push(selector);
  }
  return { struck: found };
}
