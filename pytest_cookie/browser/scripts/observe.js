// One walk over the rendered page: inventory, controls, state of every visible element. Called with `dom.js`.
(dom, limits) => {
  const { tag, attribute, has, matches, closest, squeeze, styleOf } = dom;
  const round = (rect) => ({
    x: Math.round((rect.x + window.scrollX) * 10) / 10, y: Math.round((rect.y + window.scrollY) * 10) / 10,
    width: Math.round(rect.width * 10) / 10, height: Math.round(rect.height * 10) / 10,
  });
  const found = {
    headings: [], landmarks: [], controls: [], media: [], canvases: [], elements: {}, elementCount: 0,
    hiddenText: [], scrolled: 0, scrolledX: 0, animations: 0,
  };
  let stated = 0;
  const candidates = [];

  // --- what moves for as long as the page is open --------------------------------------------------------------
  const running = document.getAnimations().filter((animation) => animation.playState === "running");
  const endless = new Set(running.filter(({ effect }) => effect?.getComputedTiming().endTime === Infinity).map(({ effect }) => effect.target));
  for (const one of document.querySelectorAll("svg [repeatCount=indefinite]")) endless.add(one.targetElement);

  // --- what can be pressed, typed into or chosen -------------------------------------------------------------
  const native = "a[href], area[href], button, input:not([type=hidden]), select, textarea, summary";
  const widgetRoles = new Set(("button link checkbox radio switch tab menuitem menuitemcheckbox menuitemradio option " +
    "combobox textbox searchbox spinbutton slider treeitem gridcell scrollbar").split(" "));
  const editable = (el) => ["", "true", "plaintext-only"].includes(attribute(el, "contenteditable") ?? "false");
  const focusable = (el) => has(el, "tabindex") && Number(attribute(el, "tabindex")) >= 0;
  const declared = (el) =>
    matches(el, native) || widgetRoles.has(attribute(el, "role")) || editable(el) || focusable(el) ||
    has(el, "onclick") || attribute(el, "draggable") === "true";
  const labelOfHidden = (el) => {
    const control = tag(el) === "label" ? el.control : null;
    return control && invisibleInput(control) ? control : null;
  };
  const invisibleInput = (el) => {
    const rect = dom.viewportRect(el);
    return rect.width < 2 || rect.height < 2 || !dom.shown(el, { opacity: false });
  };
  const fillsWindow = (rect) => rect.width * rect.height > 0.5 * window.innerWidth * window.innerHeight;
  // A cursor is inherited: only the element that sets it can be clicked or dragged.
  const draggable = new Set(["grab", "move"]);
  const promising = new Set(["pointer", ...draggable]);
  // A component's hidden copy of its value: nobody sees it, reaches it by key, or hears of it.
  const mirror = (el) => matches(el, "input:not([type=file]), select, textarea") && attribute(el, "aria-hidden") === "true" && attribute(el, "tabindex") === "-1";
  const interactive = (el, style, around) => {
    if (mirror(el)) return false;
    if (declared(el) || labelOfHidden(el)) return true;
    if (["html", "body", "canvas"].includes(tag(el))) return false;
    // a label of a field that is not there, and that shows a hand, promises what it does not keep
    const isStray = tag(el) === "label" && !el.control && has(el, "for") && !dom.byId(attribute(el, "for"), el);
    if (!isStray && closest(el, "a[href], button, label, summary, option")) return false;
    return (promising.has(style.cursor) && style.cursor !== around) || dom.listens(el);
  };

  const passing = new Set(("active selected current open opened disabled checked hover focus focused hidden visible " +
    "show shown").split(" "));
  const classes = (el) => (attribute(el, "class") ?? "").split(/\s+/).filter(Boolean);
  // Role, tag and class names, without those that come and go.
  const make = (el) => {
    if (!el) return "";
    const lasting = classes(el).filter((name) => !passing.has(name.replace(/^is-/, ""))).sort();
    return `${attribute(el, "role") ?? ""}/${tag(el)}/${lasting.join(".")}`;
  };
  const flag = (el, property, aria) => {
    const spoken = attribute(el, aria);
    if (spoken === "true" || spoken === "false") return spoken === "true";
    return typeof el[property] === "boolean" ? el[property] : null;
  };
  const checkedOf = (el) => {
    if (tag(el) === "input") return ["checkbox", "radio"].includes(el.type) ? el.checked : null;
    return flag(el, "", "aria-checked") ?? flag(el, "", "aria-pressed");
  };
  const expandedOf = (el) => {
    if (tag(el) === "summary") return Boolean(dom.parentElement(el)?.open);
    return flag(el, "", "aria-expanded");
  };
  const valueOf = (el) => {
    if (tag(el) === "select") return Array.from(el.selectedOptions, (o) => squeeze(dom.textContent(o), 60)).join(", ");
    if (["input", "textarea"].includes(tag(el))) return typeof el.value === "string" ? el.value.slice(0, 200) : "";
    return editable(el) ? squeeze(dom.textContent(el), 200) : squeeze(attribute(el, "aria-valuenow"), 40);
  };
  const groupOf = (el) => {
    const name = tag(el) === "input" && attribute(el, "name");
    if (!name) return "";
    const form = Element.prototype.closest.call(el, "form");
    return dom.hash(`${form ? dom.selectorOf(form) : ""} ${name}`);
  };
  // A modal dialog makes all around it inert, also one that cannot be seen.
  const modal = document.querySelector(":modal");
  const locked = (el) => {
    if (modal && !dom.composedContains(modal, el)) return true;
    for (let up = el; up; up = dom.composedParent(up)) if (has(up, "inert")) return true;
    return false;
  };
  const control = (el) => {
    const behind = labelOfHidden(el) ?? el;
    const selector = dom.selectorOf(el), name = dom.nameOf(behind) || dom.nameOf(el), role = dom.role(behind);
    const point = dom.pressPoint(el);
    const cover = point && dom.coverOf(el, point);
    const parent = dom.composedParent(el);
    return {
      ref: dom.keepName(dom.notes.refs, el, () => `e${dom.hash(`${selector}|${role}|${name}`).slice(0, 6)}`),
      role, name, tag: tag(el), selector,
      input_type: tag(behind) === "input" ? String(behind.type) : "",
      group: groupOf(behind),
      box: round(dom.viewportRect(el)),
      kind: dom.hash(`${role}|${make(el)}|${make(parent)}`),
      disabled: matches(behind, ":disabled") || attribute(behind, "aria-disabled") === "true",
      checked: checkedOf(behind), expanded: expandedOf(el), selected: flag(el, "", "aria-selected"),
      value: valueOf(behind), href: squeeze(attribute(el, "href"), 300),
      in_viewport: point !== null, covered: Boolean(cover) || locked(el),
    };
  };

  // --- state: what a change in the element would alter --------------------------------------------------------
  const ownText = (el) => {
    let text = "";
    for (const node of dom.childNodes(el)) if (node.nodeType === 3) text += node.data;
    return squeeze(text, 200);
  };
  const noted = /^(class|style|open|disabled|src|href|data-state|aria-.+|fill|d|x|y|cx|cy|transform|points)$/;
  const stateOf = (el) => {
    const parts = [];
    if (["input", "textarea", "select"].includes(tag(el))) {
      parts.push(`value=${valueOf(el)}`);
      if (el.checked === true) parts.push("checked");
    }
    for (const name of Element.prototype.getAttributeNames.call(el)) {
      if (noted.test(name)) parts.push(`${name}=${attribute(el, name).slice(0, 120)}`);
    }
    return parts.join(" ").slice(0, 400);
  };
  const segment = (el, counts) => {
    const id = attribute(el, "id");
    if (id) return `#${id.slice(0, 60)}`;
    const name = tag(el);
    counts[name] = (counts[name] ?? 0) + 1;
    return counts[name] === 1 ? name : `${name}:${counts[name]}`;
  };
  // In normal flow: neither it nor an ancestor is positioned above the page or transformed.
  const inPlace = (style) =>
    ["static", "relative"].includes(style.position) && style.transform === "none" && style.translate === "none";
  const showsAll = (el, style) =>
    el === document.body || (style.overflowX === "visible" && style.overflowY === "visible");
  // The browser's box of a shape ends in the middle of its stroke.
  const paintedRect = (el, rect, { stroke, strokeWidth }) => {
    if (stroke === "none" || !isSvg(el) || typeof el.getScreenCTM !== "function") return rect;
    const { a, b } = el.getScreenCTM() ?? { a: 1, b: 0 };
    const half = Math.min(100, (parseFloat(strokeWidth) || 0) * Math.hypot(a, b) / 2);
    return { x: rect.x - half, y: rect.y - half, width: rect.width + 2 * half, height: rect.height + 2 * half };
  };
  const noteState = (el, path, rect, around) => {
    if (stated >= limits.elements) return path;
    stated++;
    const key = dom.keepName(dom.notes.paths, el, () => path);
    const box = round(paintedRect(el, rect, around.style)), text = ownText(el);
    found.elements[key] = {
      text, state: stateOf(el), box: [box.x, box.y, box.width, box.height].map(Math.round),
      placed: around.placed, cut: around.cut, inked: inked(el, text, rect, around), blends: blends(el, text, around), look: lookOf(el, around),
      endless: endless.has(el), make: attribute(el, "role")?.slice(0, 60) || tag(el), parent: around.parent,
    };
    return key;
  };

  // --- ink: whether the content can be visible, however it changes ----------------------------------------
  const SIMPLE = /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/;
  const FAINT = 0.05, LIKE_ITS_GROUND = 24, TINY_TYPE_PX = 4;
  const colourOf = (text) => {
    const parts = SIMPLE.exec(text);
    return parts && { rgb: [Number(parts[1]), Number(parts[2]), Number(parts[3])], alpha: Number(parts[4] ?? 1) };
  };
  const isClear = (text) => text === "transparent" || (colourOf(text)?.alpha ?? 1) < FAINT;
  const groundOf = (style, inherited) => {
    if (style.backgroundImage !== "none") return null;  // its colours are unknown
    if (isClear(style.backgroundColor)) return inherited;
    const colour = colourOf(style.backgroundColor);
    return colour && colour.alpha > 0.9 ? colour.rgb : null;
  };
  const cutAway = /^(inset\((50|100)%\)|circle\(0(px|%)?\b.*|rect\([01](px)?,? [01](px)?,? .*)/;
  // Nobody scrolls to what lies left of the page or above it.
  const sheet = { left: -window.scrollX, top: -window.scrollY, right: Infinity, bottom: Infinity };
  // What may be seen of an element's box: not what a box around it cuts off for good.
  const windowOf = (style, rect, inherited) => {
    const { position, overflowX, overflowY, clipPath, clip } = style;
    if (cutAway.test(clipPath) || (/absolute|fixed/.test(position) && cutAway.test(clip))) return null;
    if (!inherited || ![overflowX, overflowY].some((one) => /hidden|clip/.test(one))) return inherited;
    const left = Math.max(inherited.left, rect.x), top = Math.max(inherited.top, rect.y);
    const right = Math.min(inherited.right, rect.x + rect.width), bottom = Math.min(inherited.bottom, rect.y + rect.height);
    return right - left >= 2 && bottom - top >= 2 ? { left, top, right, bottom } : null;
  };
  const surroundingsOf = (el, style, rect, inherited) => ({
    fade: inherited.fade * Number(style.opacity), ground: groundOf(style, inherited.ground), under: inherited.ground,
    frame: el === document.body ? inherited.frame : windowOf(style, rect, style.position === "fixed" && inherited.frame ? sheet : inherited.frame), style,
  });
  const hasInk = (style) =>
    parseFloat(style.fontSize) >= TINY_TYPE_PX &&
    (!isClear(style.webkitTextFillColor) || style.textShadow !== "none" || style.backgroundClip.includes("text"));
  // Whether a colour differs from its background; true if that is unknown.
  const paints = (text, under) => {
    if (isClear(text)) return false;
    const colour = colourOf(text);
    return !colour || !under || colour.rgb.some((part, i) => Math.abs(part - under[i]) * colour.alpha > LIKE_ITS_GROUND);
  };
  const COMPUTED_COLOUR = /[a-z]+\([^()]*\)/g;
  const shades = (text, under) =>
    text !== "none" && text.split(/,(?![^(]*\))/).some((one) => {
      const [colour] = one.match(COMPUTED_COLOUR) ?? [""];
      return paints(colour, under) && /[1-9]/.test(one.replace(colour, ""));
    });
  const depicts = (image, under) =>
    image !== "none" && (!image.includes("gradient(") || image.includes("url(") || (image.match(/(?:rgba?|color|okl\w+|lab|lch)\([^()]*\)/g) ?? []).some((colour) => paints(colour, under)));
  const boxPaints = (style, under) =>
    depicts(style.backgroundImage, under) || shades(style.boxShadow, under) || paints(style.backgroundColor, under) ||
    ["Top", "Right", "Bottom", "Left"].some((side) => parseFloat(style[`border${side}Width`]) > 0 && paints(style[`border${side}Color`], under));
  // Content other than elements and texts.
  const drawn = {
    img: (el) => el.naturalWidth > 0, canvas: (el) => el.width > 0 && el.height > 0 && blank(el) !== true, object: () => true, embed: () => true,
    iframe: (el) => !dom.frameDocument(el), video: (el) => el.videoWidth > 0 || has(el, "poster") || has(el, "controls"),
    input: (el, { appearance }) => Boolean(valueOf(el)) || has(el, "placeholder") || (appearance !== "none" && /^(checkbox|radio|range|color|file)$/.test(el.type)),
    textarea: (el) => Boolean(valueOf(el)) || has(el, "placeholder"),
    select: () => true, progress: (_, { appearance }) => appearance !== "none", meter: (_, { appearance }) => appearance !== "none",
  };
  const isSvg = (el) => el.namespaceURI.endsWith("svg");
  const svgPaints = (el, { fill, stroke }, under) =>
    tag(el) === "svg" ? Boolean(dom.firstChild(el)) : [fill, stroke].some((ink) => ink !== "none" && (ink.startsWith("url") || paints(ink, under)));
  const pseudoPaints = (el, under) =>
    ["::before", "::after"].some((part) => {
      const style = dom.viewOf(el).getComputedStyle(el, part);
      if (["none", "normal"].includes(style.content) || style.width === "0px" || style.height === "0px") return false;
      return boxPaints(style, under) || (style.content !== '""' && hasInk(style) && paints(style.color, under));
    });
  const hasPaint = (el, style, under) =>
    (isSvg(el) ? svgPaints(el, style, under) : Boolean(drawn[tag(el)]?.(el, style))) || boxPaints(style, under) || pseudoPaints(el, under);
  const inked = (el, text, rect, { fade, frame, style, under }) => {
    if (fade < FAINT || !frame || rect.width < 2 || rect.height < 2) return false;
    const right = Math.min(frame.right, rect.x + rect.width), bottom = Math.min(frame.bottom, rect.y + rect.height);
    if (right - Math.max(frame.left, rect.x) < 2 || bottom - Math.max(frame.top, rect.y) < 2) return false;
    return !text || hasInk(style) || hasPaint(el, style, under);
  };
  const barTags = new Set(["progress", "meter"]);
  const LOOKS = ("color backgroundColor backgroundImage borderTopColor boxShadow opacity transform rotate scale fontWeight " +
    "fontSize textDecorationLine fill stroke d strokeDasharray strokeDashoffset backgroundPosition visibility").split(" ");
  const lookOf = (el, { style }) => {
    const drawn = ["input", "select", "textarea"].includes(tag(el)) ? `${valueOf(el)}${el.checked}` : attribute(el, barTags.has(tag(el)) ? "value" : "src") ?? "";
    return dom.hash(LOOKS.map((name) => style[name]).join() + drawn);
  };
  // If pixels are inconclusive: it would be invisible on its background.
  const blends = (el, text, { ground, under, style }) => {
    if (hasPaint(el, style, under)) return false;
    if (!text) return true;
    const ink = colourOf(style.webkitTextFillColor);
    return !hasInk(style) || Boolean(ground && ink && style.textShadow === "none" && ink.rgb.every((part, i) => Math.abs(part - ground[i]) <= LIKE_ITS_GROUND));
  };

  // --- headings, landmarks, media, canvases --------------------------------------------------------------------
  const landmarkTags = { main: "main", nav: "navigation", aside: "complementary", search: "search" };
  const landmarkRoles = new Set("banner main navigation complementary contentinfo search region form".split(" "));
  const landmark = (el) => {
    const role = attribute(el, "role"), name = tag(el);
    if (role) return landmarkRoles.has(role) ? role : null;
    if (landmarkTags[name]) return landmarkTags[name];
    const within = dom.parentElement(el) && closest(dom.parentElement(el), "article, aside, main, nav, section");
    if (name === "header" && !within) return "banner";
    if (name === "footer" && !within) return "contentinfo";
    const named = has(el, "aria-label") || has(el, "aria-labelledby");
    return named && name === "section" ? "region" : named && name === "form" ? "form" : null;
  };
  const noteStructure = (el) => {
    const name = tag(el);
    const level = /^h[1-6]$/.test(name) ? Number(name[1])
      : attribute(el, "role") === "heading" ? Number(attribute(el, "aria-level")) || 2 : 0;
    if (level && found.headings.length < limits.media) found.headings.push({ level: Math.min(6, Math.max(1, level)), text: squeeze(dom.textContent(el)) });
    if (found.landmarks.length >= limits.media) return;
    const mark = landmark(el);
    if (!mark) return;
    const label = squeeze(attribute(el, "aria-label"), 60);
    found.landmarks.push(label ? `${mark}: ${label}` : mark);
  };
  const pictureLoaded = (el) => (el.complete ? el.naturalWidth > 0 : attribute(el, "loading") === "lazy");
  const noteMedia = (el, rect) => {
    const name = tag(el);
    if (!["img", "video", "audio", "svg"].includes(name) || found.media.length >= limits.media) return;
    const isImage = name === "img", plays = name === "video" || name === "audio";
    found.media.push({
      tag: name, selector: dom.selectorOf(el),
      source: squeeze(isImage || plays ? el.currentSrc || attribute(el, "src") : "", 300),
      alt: attribute(el, "alt") ?? attribute(el, "aria-label"), box: round(rect),
      natural_width: isImage ? el.naturalWidth : name === "video" ? el.videoWidth : 0,
      natural_height: isImage ? el.naturalHeight : name === "video" ? el.videoHeight : 0,
      loaded: isImage ? pictureLoaded(el) : plays ? !el.error && el.networkState !== 3 : true,
      controls: plays && el.controls === true,
    });
  };
  // Read through a copy, so that asking makes no context on a canvas that has none yet.
  const blanks = new Map();
  const blank = (canvas) => {
    if (!blanks.has(canvas)) blanks.set(canvas, readBlank(canvas));
    return blanks.get(canvas);
  };
  const readBlank = (canvas) => {
    const webgl = !["2d", "bitmaprenderer", undefined].includes(dom.notes.contexts.get(canvas));
    try {
      const copy = new OffscreenCanvas(160, 90).getContext("2d", { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0, 160, 90);
      const pixels = new Uint32Array(copy.getImageData(0, 0, 160, 90).data.buffer);
      const uniform = pixels.every((pixel) => pixel === pixels[0]);
      return uniform && webgl ? null : uniform;  // WebGL forgets its picture once it is shown
    } catch { return null; }
  };
  const noteCanvas = (el, rect) => {
    if (tag(el) !== "canvas" || found.canvases.length >= limits.media) return;
    const drawable = el.width > 0 && el.height > 0;
    found.canvases.push({ selector: dom.selectorOf(el), box: round(rect), blank: drawable ? blank(el) : null, texts: drawable ? textsOn(el, rect) : [] });
  };
  const LEAST_TEXT_PX = 4;
  const textsOn = (canvas, rect) => {
    const [across, down] = [rect.width / canvas.width, rect.height / canvas.height];
    return Array.from(dom.notes.written?.get(canvas)?.texts.values() ?? [])
      .filter(({ x, y, size }) => x <= canvas.width && y >= 0 && y <= canvas.height + size && size * down >= LEAST_TEXT_PX)
      .map(({ text, x, y, size, colour }) => ({
        text: squeeze(text, 200), x: Math.round(rect.x + window.scrollX + x * across), y: Math.round(rect.y + window.scrollY + y * down),
        size: Math.round(size * down * 10) / 10, colour: squeeze(colour, 60),
      }))
      .sort((a, b) => (a.text.length < 3) - (b.text.length < 3)).slice(0, limits.media)  // single glyphs give way to words
      .sort((a, b) => a.y - b.y || a.x - b.x);
  };

  // --- the walk ----------------------------------------------------------------------------------------------
  const skipped = new Set("script style template noscript head meta link title option optgroup".split(" "));
  const visit = (el, path, inherited, insideSvg) => {
    const style = styleOf(el), rect = dom.viewportRect(el);
    const placed = inherited.placed && !insideSvg && inPlace(style);
    const visible = rect.width > 0 && rect.height > 0 && dom.shown(el);
    // a styled switch hides its input, whose state is what matters
    const { cut } = inherited;
    const around = { ...surroundingsOf(el, style, rect, inherited), placed, cut, parent: inherited.key };
    const key = visible || tag(el) === "input" ? noteState(el, path, rect, around) : path;
    if (visible) {
      noteStructure(el);
      if (!insideSvg) noteMedia(el, rect);
      noteCanvas(el, rect);
    }
    const reachable = visible || (matches(el, "input") && !invisibleInput(el));
    if (reachable && interactive(el, style, inherited.cursor)) candidates.push(el);
    const isLookedInto = visible && around.frame && around.fade >= FAINT;
    if (isLookedInto && el.scrollTop > 0 && el !== document.scrollingElement) found.scrolled += el.scrollTop;
    if (isLookedInto && el.scrollLeft !== 0 && el !== document.scrollingElement) found.scrolledX += el.scrollLeft;
    // what one can take hold of anywhere says nothing of what lies on it
    const cursor = draggable.has(style.cursor) && fillsWindow(rect) ? "" : style.cursor;
    const { fade, ground, frame } = around;
    return { cursor, placed, cut: showsAll(el, style) ? cut : key, fade, ground, frame, key };
  };
  // The path from the top grows with every level of nesting.
  const short = (path) => (path.length > limits.path ? `${dom.hash(path)}${path.slice(-limits.path / 2)}` : path);
  const walk = (first, path, inherited, insideSvg, depth = 0) => {
    if (depth > limits.depth) return;
    const counts = {};
    for (let el = first; el; el = dom.nextElement(el)) {
      if (++found.elementCount > limits.walked) return;
      if (skipped.has(tag(el))) continue;
      const here = short(`${path}>${segment(el, counts)}`.replace(/^.*>(?=#)/, ""));
      const own = visit(el, here, inherited, insideSvg);
      walk(dom.firstChild(el), here, own, insideSvg || tag(el) === "svg", depth + 1);
      enter(el, here, own);
    }
  };
  const enter = (el, path, own) => {
    const shadow = dom.shadowOf(el), frame = dom.frameDocument(el), inner = frame && unhidden(frame);
    if (shadow) {
      walk(shadow.firstElementChild, `${path}>shadow`, own, false);
      for (const child of shadow.children) {
        if (found.hiddenText.length >= limits.media) break;
        if (child.innerText) found.hiddenText.push(child.innerText.slice(0, limits.text));
      }
    }
    if (inner?.body) {
      walk(inner.body, `${path}>frame`, { ...own, cursor: "", placed: false, cut: "", ground: null }, false);
      found.hiddenText.push(inner.body.innerText);
    }
  };
  const paper = document.documentElement ? groundOf(styleOf(document.documentElement), [255, 255, 255]) : null;
  const outermost = { cursor: "", placed: true, cut: "", fade: 1, ground: paper, frame: sheet, key: "" };
  if (document.body) walk(document.body, "", outermost, false);

  // A listener on a container (delegation) or on most of the window presses nothing by itself.
  const containers = new Set();
  for (const el of candidates) {
    for (let up = dom.composedParent(el); up && !containers.has(up); up = dom.composedParent(up)) containers.add(up);
  }
  const delegates = (el) => {
    if (declared(el) || labelOfHidden(el) || styleOf(el).cursor === "pointer") return false;
    const rect = dom.viewportRect(el);
    if (fillsWindow(rect)) return true;
    return containers.has(el) && !draggable.has(styleOf(el).cursor);  // a card is dragged, its buttons are pressed
  };
  const pressable = candidates.filter((el) => !delegates(el)).slice(0, limits.controls);
  found.controls = pressable.map(control);

  // --- the moment ----------------------------------------------------------------------------------------------
  const focused = () => {
    let el = document.activeElement;
    for (;;) {
      const deeper = el && (dom.shadowOf(el)?.activeElement ?? dom.frameDocument(el)?.activeElement);
      if (!deeper || deeper === el) break;
      el = deeper;
    }
    return el && !["body", "html"].includes(tag(el)) ? dom.selectorOf(el) : "";
  };
  const veils = (el) => {
    const style = styleOf(el), rect = dom.viewportRect(el);
    if (style.position !== "fixed" || style.pointerEvents === "none" || !dom.shown(el)) return false;
    const tinted = /rgba\(.*, 0?\.\d+\)|\/ 0?\.\d+\)/.test(style.backgroundColor);
    const translucent = tinted || style.backdropFilter !== "none";
    return translucent && rect.width >= window.innerWidth * 0.95 && rect.height >= window.innerHeight * 0.95;
  };
  const dialogOpen = () => {
    if (modal) return true;
    const spoken = Array.from(document.querySelectorAll("[role=dialog], [role=alertdialog]")).slice(0, limits.media);
    if (spoken.some((el) => dom.shown(el) && dom.viewportRect(el).width > 0)) return true;
    const middle = document.elementFromPoint(window.innerWidth / 2, window.innerHeight / 2);
    const corner = document.elementFromPoint(window.innerWidth * 0.02, window.innerHeight * 0.98);
    return [middle, corner].some((hit) => {
      for (let el = hit; el; el = dom.parentElement(el)) if (veils(el)) return true;
      return false;
    });
  };
  // Of the fields that the browser refuses, it gives the focus and a message to the first that the page leaves to it.
  const noteRefusals = () => {
    const { effects, refused } = window.__cookie ?? {};
    for (const event of refused?.splice(0) ?? []) {
      const isTold = !event.defaultPrevented && event.target === document.activeElement;
      if (isTold && effects.length < limits.media) effects.push(`validation message: ${squeeze(event.target.validationMessage, 100)}`);
    }
  };
  noteRefusals();
  const text = [document.body ? dom.visibleText(document.body, limits) : "", ...found.hiddenText].join("\n").trim();
  return {
    elements: found.elements,
    focus: focused(),
    scroll_x: window.scrollX + found.scrolledX, scroll_y: window.scrollY + found.scrolled,
    window_x: window.scrollX, window_y: window.scrollY,
    running_animations: running.length,
    dialog_open: dialogOpen(),
    effects: (window.__cookie?.effects ?? []).slice(0, limits.media).map((effect) => String(effect).slice(0, 300)),
    inventory: {
      title: squeeze(document.title, 300), lang: squeeze(document.documentElement && attribute(document.documentElement, "lang"), 40),
      url: location.href.slice(0, 2000),
      text: text.slice(0, limits.text), text_length: text.length,
      headings: found.headings.slice(0, limits.media), landmarks: found.landmarks.slice(0, limits.media),
      controls: found.controls, media: found.media, canvases: found.canvases, element_count: found.elementCount,
    },
  };
}
