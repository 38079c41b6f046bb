// How the page is put together: siblings with their places and dress, texts with their type, colours with their areas.
({ parts: mostParts, texts: mostTexts }) => {
  if (!document.body) return {};
  const SKIPPED = /^(script|style|noscript|template|br|wbr|option|optgroup|source|track|param|col|colgroup|area|map|link|meta|title|base|hr)$/;
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  const PASSING = /^(is-)?(active|selected|current|open|opened|disabled|checked|hover|focus|focused|hidden|visible|show|shown)$/;
  const round = (number) => Math.round(number * 10) / 10;

  const numbers = new Map();
  const numbered = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const classesOf = (element) => (element.getAttribute("class") || "").split(/\s+/).filter((name) => name && !PASSING.test(name)).sort().join(".");
  const shapeOf = (element) => (element.localName === "input" && /^(checkbox|radio|range|color|submit|button|reset|file|image)$/.test(element.type) ? element.type : "");
  const makeOf = (element) => numbered(`make ${element.localName}.${classesOf(element)}.${shapeOf(element)}`);
  const faceOf = (style) => style.fontFamily.split(",")[0].replace(/["']/g, "").trim().slice(0, 60);
  const dressOf = (style) => numbered(["dress", style.fontSize, faceOf(style), style.padding, style.borderRadius, style.borderWidth, style.textAlign,
    style.letterSpacing, style.textTransform, style.lineHeight].join("|"));

  const turnOf = (style) => {
    const turned = style.rotate && style.rotate !== "none" ? parseFloat(style.rotate) || 0 : 0;
    const matrix = /^matrix\(([^)]+)\)/.exec(style.transform);
    if (!matrix) return round(turned);
    const [a, b, c, d] = matrix[1].split(",").map(Number);
    const rotated = Math.atan2(b, a) * 180 / Math.PI;
    const skewed = Math.abs(a * c + b * d) > 0.01 * Math.hypot(a, b) * Math.hypot(c, d) ? Math.atan2(a * c + b * d, a * d - b * c) * 180 / Math.PI : 0;
    return round(turned + rotated + skewed);
  };

  const isOut = (style) => /absolute|fixed/.test(style.position) || style.float !== "none";
  const isInline = (element, style) => style.display === "inline" && !/^(img|input|button|select|textarea|video|canvas|svg)$/.test(element.localName);
  const MOST_CHILDREN = 60;
  const hasOwnText = (element) => {
    let node = element.firstChild;
    for (let i = 0; node && i < 2000; i++, node = node.nextSibling) if (node.nodeType === 3 && node.data.trim()) return true;
    return false;
  };

  const childrenShown = (parent) => {
    const found = [];
    for (const child of childrenOf(parent).slice(0, 2000)) {
      if (found.length >= MOST_CHILDREN) break;
      if (SKIPPED.test(child.localName)) continue;
      if (styleOf(child).display === "contents") found.push(...childrenShown(child));
      else if (isShown(child) && faintness(child) >= 0.15) found.push(child);
    }
    return found;
  };

  const part = (element) => {
    const style = styleOf(element);
    const rect = rectOf(element);
    return { ...boxOf(rect), make: makeOf(element), dress: dressOf(style), turn: turnOf(style), flows: !isOut(style) && style.position !== "sticky",
      moves: element.getAnimations().length > 0, text: clean(element.textContent.slice(0, 200)).slice(0, 24) };
  };

  // Breadth first, so that the frame of a long page is there before its details.
  const groups = () => {
    const found = [];
    const queue = [document.body];
    let count = 0;
    while (queue.length && count < mostParts) {
      const parent = queue.shift();
      if (/^(svg|math|object|iframe|select|canvas|video)$/.test(parent.localName)) continue;
      const children = childrenShown(parent).slice(0, MOST_CHILDREN);
      queue.push(...children);
      const prose = hasOwnText(parent);
      const parts = children.filter((child) => {
        const rect = rectOf(child);
        return rect.width >= 4 && rect.height >= 4 && !(prose && isInline(child, styleOf(child))) && !isScreenReaderOnly(child);
      });
      if (!parts.length) continue;
      count += parts.length;
      found.push({ selector: selectorOf(parent), box: boxOf(rectOf(parent)), make: makeOf(parent), parts: parts.map(part) });
    }
    return found;
  };

  const levelOf = (element) => {
    const heading = element.closest("h1, h2, h3, h4, h5, h6");
    return heading ? Number(heading.localName[1]) : 0;
  };

  // Nothing is scrolled yet: what a bar at the upper edge hides now stays hidden, one at the lower edge lets go of it.
  const isCovered = (element, hit) => {
    if (!hit || over || single('dialog[open], [aria-modal="true"]') || isMoving(hit)) return false;
    const layer = [...ancestors(hit)].find((node) => /fixed|sticky/.test(styleOf(node).position));
    if (layer && (holds(layer, element) || rectOf(layer).top > 40 || window.scrollY > 0)) return false;
    return some(hit, (node) => !holds(node, element) && isOpaque(node));
  };

  const text = ({ node, element, rects }) => {
    const style = styleOf(element);
    const seen = rects.map((rect) => clippedTo(element, rect)).filter((rect) => rect.width > 3 && rect.height > 5);
    if (!seen.length) return null;
    const hit = hitOn(element, seen[0]);
    const tops = new Set(rects.map((rect) => Math.round(rect.top / 4)));
    const letters = node.data.replace(/\s+/g, " ").trim().length;
    return { selector: "", text: clean(node.data).slice(0, 40), box: boxOf(seen[0]), letters, lines: tops.size, size: round(parseFloat(style.fontSize)),
      leading: style.lineHeight === "normal" ? 0 : round(parseFloat(style.lineHeight)), weight: Number(style.fontWeight) || 400, face: faceOf(style),
      spacing: round(parseFloat(style.letterSpacing) || 0), align: style.textAlign, heading: levelOf(element), ink: inkOf(element, style),
      control: Boolean(element.closest(CONTROLS)), doubtful: Boolean(isDoubtful(element, hit)), covered: isCovered(element, hit), idle: isIdle(element), make: makeOf(element), element };
  };

  const texts = () => {
    const runs = textRuns(2000);
    const stride = Math.max(1, runs.length / mostTexts);
    const found = [];
    for (let i = 0; i < runs.length; i += stride) {
      const run = runs[Math.floor(i)];
      if (isDecorative(run.element)) continue;
      const told = text(run);
      if (told) found.push(told);
    }
    return found.map(({ element, ...rest }) => ({ ...rest, selector: selectorOf(element) }));
  };

  const hexes = new Map();
  const hexOf = (colour) => {
    if (!hexes.has(colour)) {
      const [r, g, b, a] = rgba(colour);
      hexes.set(colour, a < 64 ? "" : "#" + [r, g, b].map((channel) => channel.toString(16).padStart(2, "0")).join(""));
    }
    return hexes.get(colour);
  };
  const add = (areas, colour, amount) => {
    const hex = hexOf(colour);
    if (hex && (hex in areas || Object.keys(areas).length < 150)) areas[hex] = Math.round((areas[hex] || 0) + amount);
  };

  const painted = () => {
    const told = { grounds: {}, inks: {}, distances: 0, boxes: 0, tofu: 0 };
    const sheet = { left: 0, top: -window.scrollY, right: window.innerWidth, bottom: 10000 - window.scrollY };
    for (const element of [document.body, ...first("*", 3999, document.body)]) {
      if (SKIPPED.test(element.localName) || element.ownerSVGElement || !isShown(element)) continue;
      const style = styleOf(element);
      const space = area(intersection(rectOf(element), sheet));
      if (!space) continue;
      const stops = style.backgroundImage.includes("gradient") ? style.backgroundImage.match(/(rgba?|oklch|oklab|color|hsla?|lab|lch)\([^()]*\)/g) || [] : [];
      for (const stop of stops) add(told.grounds, stop, space / stops.length);
      if (!stops.length) add(told.grounds, style.backgroundColor, space);
      if (parseFloat(style.borderTopWidth) > 0 && style.borderTopStyle !== "none") add(told.grounds, style.borderTopColor, 2 * element.offsetWidth * parseFloat(style.borderTopWidth));
      const own = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim()).join("");
      if (own) add(told.inks, style.color, own.length);
      if (/[\ue000-\uf8ff]/.test(own) && ![...document.fonts].some((face) => face.status === "loaded" && face.family.replace(/["']/g, "") === faceOf(style))) told.tofu += 1;
      if (isInline(element, style)) continue;
      told.boxes += 1;
      const spaced = ["paddingTop", "paddingLeft", "marginTop", "marginBottom", "rowGap", "columnGap"].some((side) => parseFloat(style[side]) >= 4);
      if (spaced) told.distances += 1;
    }
    return told;
  };

  // The page's rules for a pointer or a focus that make something look another way, and how many controls they reach.
  const answering = () => {
    const rules = rulesThatApply().filter((rule) => POINTED.test(rule.selectorText));
    const answers = answersOf(rules);
    const kinds = { hover: /:hover\b/, focus: /:focus/ };
    const selectors = Object.fromEntries(Object.entries(kinds).map(([kind, state]) => [kind, [...new Set(answers.filter((one) => state.test(one.state)).map((one) => one.selector))].slice(0, 150)]));
    const reaches = (kind, { element, inner }) => selectors[kind].some((selector) =>
      element.matches(selector) || inner.some((child) => child.matches(selector)));
    const shown = first(CONTROLS, 5 * MOST.controls).filter((element) => isShown(element) && !element.disabled).slice(0, 200);
    const controls = shown.map((element) => ({ element, inner: first(":scope *", 8, element) }));
    return {
      hovered: controls.filter((control) => reaches("hover", control)).length,
      focused: controls.filter((control) => reaches("focus", control)).length,
      controls: controls.length,
    };
  };

  const { grounds, inks, distances, boxes, tofu } = painted();
  return { groups: groups(), texts: texts(), grounds, inks, distances, boxes, tofu, ...answering() };
}
