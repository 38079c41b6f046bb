// How the page is dressed: sizes, families, distances, corners, colours and motion of its visible elements.
(limit) => {
  const tally = {
    font_sizes: {}, font_families: {}, gaps: {}, radii: {}, hues: {},
    backgrounds: 0, shadows: 0, transitioned_controls: 0, controls: 0, hover_rules: 0, styled_rules: 0, animations: 0,
    viewport_meta: Boolean(document.querySelector('meta[name="viewport"][content*="width"]')),
    unstyled: true,
  };
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  const add = (counts, key, amount = 1) => {
    if (key in counts || Object.keys(counts).length < 200) counts[key] = (counts[key] || 0) + amount;
  };

  // A canvas of our own understands every notation of a colour.
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colours = new Map();
  const rgba = (colour) => {
    if (!colours.has(colour)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = "rgba(0,0,0,0)";
      pen.fillStyle = colour;
      pen.fillRect(0, 0, 1, 1);
      colours.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
    }
    return colours.get(colour);
  };

  const hueOf = (colour) => {
    const [r, g, b, a] = rgba(colour).map((part) => part / 255);
    const high = Math.max(r, g, b);
    const low = Math.min(r, g, b);
    const spread = high - low;
    if (a < 0.3 || spread < 0.08 || spread / (1 - Math.abs(high + low - 1) || 1) < 0.2) return null;
    const turn = high === r ? ((g - b) / spread) % 6 : high === g ? (b - r) / spread + 2 : (r - g) / spread + 4;
    return String((Math.round((turn * 60 + 360) / 30) * 30) % 360);
  };

  const paint = (colour, amount) => {
    const hue = hueOf(colour);
    if (hue !== null) add(tally.hues, hue, Math.round(amount));
  };

  const dressText = (element, style) => {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
    if (!text) return;
    const size = parseFloat(style.fontSize);
    add(tally.font_sizes, String(Math.round(size * 10) / 10), text.length);
    add(tally.font_families, style.fontFamily.split(",")[0].replace(/["']/g, "").trim().slice(0, 60), text.length);
    paint(style.color, text.length * size * size * 0.1);  // about a tenth of a letter's square is ink
  };

  const dressBox = (element, style) => {
    const distances = new Set();
    for (const side of ["Top", "Right", "Bottom", "Left"])
      for (const name of ["margin", "padding"]) distances.add(parseFloat(style[name + side]));
    if (/flex|grid/.test(style.display)) distances.add(parseFloat(style.rowGap)).add(parseFloat(style.columnGap));
    for (const px of distances) if (px > 0 && px < 400) add(tally.gaps, String(Math.round(px * 10) / 10));
    const radius = parseFloat(style.borderTopLeftRadius);
    if (radius > 0) add(tally.radii, style.borderTopLeftRadius.includes("%") ? style.borderTopLeftRadius : String(Math.min(999, Math.round(radius))));
  };

  const dressColours = (element, style) => {
    const space = area(intersection(element.getBoundingClientRect(), { left: 0, top: -window.scrollY, right: window.innerWidth, bottom: 10000 }));
    const stops = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(/(rgba?|oklch|oklab|color|hsla?|lab|lch)\([^()]*\)/g) || [] : [];
    for (const stop of stops) paint(stop, space / stops.length);
    if (!stops.length) paint(style.backgroundColor, space);
    if (stops.length || style.backgroundImage !== "none" || rgba(style.backgroundColor)[3] > 12) tally.backgrounds += 1;
    if (style.boxShadow !== "none") tally.shadows += 1;
  };

  const moves = (style) => style.animationName !== "none" || style.transitionDuration.split(",").some((time) => parseFloat(time) > 0);

  // An attribute that dresses the element, or a tree of its own, which has styles of its own.
  const LEGACY = "font, center, [bgcolor], [background]";
  const hasOwnStyle = (element) => element.style?.length > 0 || element.shadowRoot || element.matches(LEGACY);

  const dress = () => {
    if (document.documentElement?.style?.length > 0) tally.unstyled = false;
    const all = document.body ? [document.body, ...first("*", limit - 1, document.body)] : [];
    for (const element of all) {
      if (/^(script|style|noscript|template|br|option)$/.test(element.localName) || !isShown(element)) continue;
      const style = styleOf(element);
      if (tally.unstyled && hasOwnStyle(element)) tally.unstyled = false;
      dressText(element, style);
      if (!element.ownerSVGElement) dressBox(element, style);
      dressColours(element, style);
      if (style.animationName !== "none") tally.animations += 1;
      if (element.matches(CONTROLS)) {
        tally.controls += 1;
        if (moves(style)) tally.transitioned_controls += 1;
      }
    }
  };

  const countRules = (rules, depth = 0, applies = true) => {
    for (const rule of rules || []) {
      if (tally.styled_rules > 20000 || --rulesLeft < 0) return;
      if (rule.selectorText) {
        if (rule.selectorText === "*" && rule.style.caretColor === "transparent") continue;  // our own: a steady caret
        tally.styled_rules += 1;
        if (/:hover|:focus/.test(rule.selectorText)) tally.hover_rules += 1;
      }
      const here = applies && isMeant(rule.media);
      if (tally.unstyled && here && dresses(rule)) tally.unstyled = false;
      if (rule.cssRules && depth < 8) countRules(rule.cssRules, depth + 1, here);
    }
  };

  // Not for print, say. What cannot be told, here and below, counts as a style of the page's own.
  const isMeant = (media) => {
    try {
      return !media?.mediaText || window.matchMedia(media.mediaText).matches;
    } catch { return true; }
  };

  let asked = 0;
  let rulesLeft = 4 * MOST.elements;
  const dresses = (rule) => {
    if (rule.styleSheet) return true;  // what it imports
    if (!rule.selectorText || !(rule.style?.length > 0)) return false;
    if (rule.style.length === 1 && rule.style[0] === "image-animation") return false;  // our own: pictures stand still
    if (++asked > 500) return true;
    try {
      return /[:&]/.test(rule.selectorText) || document.querySelector(rule.selectorText) !== null;
    } catch { return true; }
  };

  const readSheets = () => {
    for (const sheet of [...document.styleSheets, ...(document.adoptedStyleSheets || [])]) {
      try {
        countRules(sheet.cssRules, 0, !sheet.disabled && isMeant(sheet.media));
      } catch (error) {
        if (error.name !== "SecurityError") throw error;  // a sheet of another origin stays closed
        tally.unstyled = false;
      }
    }
  };

  dress();
  readSheets();
  return tally;
}
