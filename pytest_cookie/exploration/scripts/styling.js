// How the page is dressed: sizes, families, distances, corners, colours and motion of its visible elements.
(limit) => {
  const tally = {
    font_sizes: {}, font_families: {}, gaps: {}, radii: {}, hues: {},
    backgrounds: 0, shadows: 0, transitioned_controls: 0, controls: 0, hover_rules: 0, styled_rules: 0, animations: 0,
    viewport_meta: Boolean(single('meta[name="viewport"][content*="width"]')),
    unstyled: true,
  };
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  const add = (counts, key, amount = 1) => {
    if (key in counts || Object.keys(counts).length < 200) counts[key] = (counts[key] || 0) + amount;
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

  // Only counts what a person can see: not if transparent, tiny, outside the page or of its background colour.
  const ownGround = (node) => {
    const style = styleOf(node);
    if (style.backgroundImage !== "none") return null;
    return isClear(style.backgroundColor) ? undefined : style.backgroundColor;
  };
  const groundOf = inherited("rgb(255, 255, 255)", ownGround, (outer, own) => (own === undefined ? outer : own));
  const isDrawn = (element, style) => {
    const edge = style.borderTopStyle !== "none" && parseFloat(style.borderTopWidth) > 0 && !isClear(style.borderTopColor);
    return edge || hasGround(element, style) || hasShade(style) || /^(img|video|canvas|input|select|textarea|iframe|button)$/.test(element.localName);
  };
  const hasGround = (element, style) => {
    if (style.backgroundImage !== "none") return true;
    if (isClear(style.backgroundColor)) return false;
    const under = element.parentElement ? groundOf(element.parentElement) : "rgb(255, 255, 255)";
    return !under || !areAlike(style.backgroundColor, under);
  };
  const hasShade = (style) =>
    style.boxShadow.split(/,(?![^(]*\))/).some((one) => {
      const colour = one.match(/(rgba?|oklch|oklab|color|hsla?|lab|lch)\([^()]*\)/);
      return colour && !isClear(colour[0]) && one.replace(colour[0], "").split(/\s+/).some((px) => parseFloat(px) !== 0 && !Number.isNaN(parseFloat(px)));
    });

  const dressText = (element, style) => {
    if (isClear(style.color) && !style.backgroundClip.includes("text") && style.textShadow === "none") return;
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
    if (radius > 0 && isDrawn(element, style) && !goesOn(element)) add(tally.radii, style.borderTopLeftRadius.includes("%") ? style.borderTopLeftRadius : String(Math.min(999, Math.round(radius))));
  };

  const dressColours = (element, style) => {
    const space = area(intersection(rectOf(element), { left: 0, top: -window.scrollY, right: window.innerWidth, bottom: 10000 }));
    const stops = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(/(rgba?|oklch|oklab|color|hsla?|lab|lch)\([^()]*\)/g) || [] : [];
    for (const stop of stops) paint(stop, space / stops.length);
    if (!stops.length) paint(style.backgroundColor, space);
    if (hasGround(element, style) || (element === document.body && !isClear(style.backgroundColor))) tally.backgrounds += 1;
    if (hasShade(style) && !goesOn(element)) tally.shadows += 1;
  };

  // Endless animations do not count as transitions, nor do those that end before they are drawn.
  const LEAST_SECONDS = 0.04;
  const takesTime = (times) => times.split(",").some((time) => parseFloat(time) >= LEAST_SECONDS);
  const ends = (style) => !style.animationIterationCount.includes("infinite");
  const moves = (element, style) =>
    (style.animationName !== "none" && ends(style) && takesTime(style.animationDuration)) || (takesTime(style.transitionDuration) && isAnswering(element));

  // An attribute that dresses the element, or a tree of its own, which has styles of its own.
  const LEGACY = "font, center, [bgcolor], [background]";
  const hasOwnStyle = (element) => element.style?.length > 0 || element.shadowRoot || element.matches(LEGACY);

  // A wheel that turns while it loads, a page that shakes.
  const goesOn = anyOf((node) => isAnimated(styleOf(node)) && !ends(styleOf(node)));
  const isAnimated = (style) => style.animationName !== "none" && takesTime(style.animationDuration);
  let dressed = 0, endless = 0;
  const dress = () => {
    if (document.documentElement?.style?.length > 0) tally.unstyled = false;
    const all = document.body ? [document.body, ...first("*", limit - 1, document.body)] : [];
    for (const element of all) {
      if (/^(script|style|noscript|template|br|option)$/.test(element.localName) || !canBeSeen(element)) continue;
      const style = styleOf(element);
      if (tally.unstyled && hasOwnStyle(element)) tally.unstyled = false;
      dressText(element, style);
      if (!element.ownerSVGElement) dressBox(element, style);
      dressColours(element, style);
      dressed += 1;
      if (isAnimated(style)) tally.animations += 1;
      if (goesOn(element)) endless += 1;
      if (element.matches(CONTROLS)) {
        tally.controls += 1;
        if (moves(element, style)) tally.transitioned_controls += 1;
      }
    }
  };

  const isOurs = (rule) => rule.selectorText === "*" && rule.style.caretColor === "transparent";  // a steady caret
  // A rule that sets nothing to be seen, reaches nothing that is, or only repeats what one before it has set is no style.
  const claimed = new Map();
  const isNew = (element, name) => {
    if (!claimed.has(element)) claimed.set(element, new Set());
    const names = claimed.get(element);
    return names.size < names.add(name).size;
  };
  const addsSomething = (rule) => {
    const names = seenProperties(rule);
    if (!names.length) return false;
    const elements = listOf(wholeSelector(rule)).flatMap((one) => reachedBy(stateless(one)));
    const news = elements.flatMap((element) => names.map((name) => isNew(element, rule.selectorText.match(/:.*$/)?.[0] + name)));
    return news.includes(true);
  };
  const countRules = () => {
    const rules = rulesThatApply().filter((rule) => !isOurs(rule));
    for (const rule of rules) {
      const pointed = POINTED.test(rule.selectorText);
      const counts = pointed ? answersOf([rule]).length > 0 : addsSomething(rule);
      if (counts) tally.styled_rules += 1;
      if (counts && pointed) tally.hover_rules += 1;
    }
  };
  let answers = null;
  const isAnswering = (element) => {
    answers ??= [...new Set(answersOf(rulesThatApply()).map((one) => one.selector))].slice(0, 150);
    return answers.some((selector) => element.matches(selector) || first(selector, 8, element).some(canBeSeen));
  };

  const lookAtRules = (rules, depth = 0, applies = true) => {
    for (const rule of rules || []) {
      if (!tally.unstyled || --rulesLeft < 0) return;
      if (isOurs(rule)) continue;
      const here = applies && isMeant(rule.media);
      if (here && dresses(rule)) tally.unstyled = false;
      if (rule.cssRules && depth < 8) lookAtRules(rule.cssRules, depth + 1, here);
    }
  };

  // Not print styles, for example. If unknown, here and below, it counts as a style of the page itself.
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
      return /[:&]/.test(rule.selectorText) || single(rule.selectorText) !== null;
    } catch { return true; }
  };

  const readSheets = () => {
    for (const sheet of [...document.styleSheets, ...(document.adoptedStyleSheets || [])]) {
      try {
        lookAtRules(sheet.cssRules, 0, !sheet.disabled && isMeant(sheet.media));
      } catch (error) {
        if (error.name !== "SecurityError") throw error;  // a sheet of another origin stays closed
        tally.unstyled = false;
      }
    }
  };

  dress();
  if (endless * 2 > dressed) tally.animations = 0;  // where all of a page moves for ever, that is not its dress
  readSheets();
  countRules();
  return tally;
}
