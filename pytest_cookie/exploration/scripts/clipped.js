// Controls and texts that no scrolling, by wheel or by finger, brings into view: a box or the window cuts them off.
// "find" tells them; "reachable" which of `selectors` are shown and can be reached; "openers" the buttons that may bring
// out what the boxes `selectors` cut off.
({ errand, selectors, limit }) => {
  const SELECTOR =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="link"], [role="tab"], [role="switch"], [role="checkbox"], [role="radio"], [role="menuitem"], [role="slider"], [role="gridcell"][tabindex]';
  const root = document.scrollingElement || document.documentElement;
  if (!root || !document.body) return {};
  const LEAST_BOX_PX = 24, LEAST_PX = 4, MISSING_PX = 8, WHOLE = 0.75, READABLE = 0.3, LEAST_LETTERS = 3;
  const AXES = { x: { from: "left", to: "right", size: "clientWidth", all: "scrollWidth", at: "scrollLeft", edge: "clientLeft", overflow: "overflowX" },
    y: { from: "top", to: "bottom", size: "clientHeight", all: "scrollHeight", at: "scrollTop", edge: "clientTop", overflow: "overflowY" } };

  // The overflow of <body> is the window's unless <html> has its own.
  const html = styleOf(document.documentElement), isBodyWindows = html.overflowX === "visible" && html.overflowY === "visible";
  const isWindows = (node) => node === document.documentElement || (node === document.body && isBodyWindows);
  const ofWindow = isBodyWindows ? styleOf(document.body) : html;
  const outside = (element) => {
    const { position } = styleOf(element);
    if (position === "fixed") return null;
    return position === "absolute" ? element.offsetParent ?? document.body : above(element);
  };
  // What can be scrolled to on an axis, as places in the window at present.
  const scrollable = (node, { size, all, at }, isAcross, start) => {
    const style = styleOf(node), backward = isAcross && (style.direction === "rtl") !== /reverse/.test(style.flexDirection);
    const first = start - node[at] + (backward ? node[size] - node[all] : 0);
    return [first, first + node[all]];
  };
  const edgesOf = (node, axis) => {
    const start = rectOf(node)[axis.from] + node[axis.edge];
    return [start, start + node[axis.size]];
  };
  // The box on the way to the window that cuts off so much that less than `least` of the element is left.
  const cutOf = (element, rect, least) => {
    for (const [name, axis] of Object.entries(AXES)) {
      let [from, to] = [rect[axis.from], rect[axis.to]];
      const whole = to - from;
      const limitTo = ([first, last]) => { [from, to] = [Math.max(from, first), Math.min(to, last)]; };
      const isLost = () => to - from < least * whole && whole - Math.max(0, to - from) >= MISSING_PX;
      const told = (cutter) => ({ cutter, axis, hidden: Math.min(1, 1 - Math.max(0, to - from) / whole) });
      let node = outside(element), isFixed = styleOf(element).position === "fixed";
      for (; node; isFixed = styleOf(node).position === "fixed", node = outside(node)) {
        if (isWindows(node)) continue;
        const style = styleOf(node), overflow = style[axis.overflow];
        if (/^(inline|contents)$/.test(style.display) || overflow === "visible" || node instanceof SVGElement) continue;
        const edges = edgesOf(node, axis);
        limitTo(scrolls(overflow) ? scrollable(node, axis, name === "x", edges[0]) : edges);
        if (isLost()) return told(node);
        if (scrolls(overflow)) [from, to] = [edges[0], edges[0] + Math.min(to - from, edges[1] - edges[0])];
      }
      const view = [0, name === "x" ? window.innerWidth : window.innerHeight];
      limitTo(isFixed || clips(ofWindow[axis.overflow]) ? view : scrollable(root, axis, name === "x", 0));
      if (isLost()) return told(document.documentElement);
    }
    return null;
  };

  const isTransformed = ({ transform, translate }) => transform !== "none" || (translate && translate !== "none");
  const shifts = (node) => {
    const { transitionProperty, transitionDuration } = styleOf(node);
    return /transform|translate|left|right|margin|all/.test(transitionProperty) && /[1-9]/.test(transitionDuration) && childrenOf(node).length > 1;
  };
  const slides = (node) => {
    const style = styleOf(node);
    return isTransformed(style) || style.willChange !== "auto" || !/^(none|)$/.test(style.scrollSnapType) || node.getAnimations().length > 0;
  };
  const isFaded = (style) => (style.maskImage && style.maskImage !== "none") || (style.webkitLineClamp && style.webkitLineClamp !== "none");
  // A drawer that waits wholly outside, the track of a carousel, a closed part, a text that is meant to end early.
  const isMeant = (element, { cutter, axis }) => {
    const isWindow = cutter === document.documentElement;
    if (!isWindow && (cutter.clientWidth < LEAST_BOX_PX || cutter.clientHeight < LEAST_BOX_PX || isFaded(styleOf(cutter)))) return true;
    const [first, last] = isWindow ? [0, axis === AXES.x ? window.innerWidth : window.innerHeight] : edgesOf(cutter, axis);
    for (const node of ancestors(element)) {
      if (node === cutter) break;
      const style = styleOf(node), rect = rectOf(node);
      const isAway = rect[axis.to] <= first + 1 || rect[axis.from] >= last - 1;
      if (isAway && (/absolute|fixed/.test(style.position) || isTransformed(style))) return true;
      if (node !== element && (slides(node) || (axis === AXES.x && shifts(node)))) return true;
    }
    return !isWindow && slides(cutter);
  };
  const isOut = (element) => isDecorative(element) || isMoving(element) || isScreenReaderOnly(element) || element.closest("[inert]") || element.ownerDocument !== window.document;
  const isSeen = (element) => isShown(element) && faintness(element) >= 0.15 && !isOut(element);

  const controls = () => first(SELECTOR, MOST.controls).filter((element) => {
    const rect = rectOf(element);
    return rect.width >= LEAST_PX && rect.height >= LEAST_PX && isSeen(element) && styleOf(element).pointerEvents !== "none";
  });
  const cutControl = (element) => cutOf(element, rectOf(element), WHOLE);
  const lettersOf = (node) => (clean(node.data).match(/[\p{L}\p{N}]/gu) ?? []).length;
  const texts = () => textRuns(2000).filter(({ node, element }) => lettersOf(node) >= LEAST_LETTERS && !isOut(element) && !element.closest(SELECTOR));
  // A text is cut off if every line of it is.
  const cutText = ({ element, rects }) => {
    let cut = null;
    for (const rect of rects.slice(0, 40)) {
      cut = cutOf(element, rect, READABLE);
      if (!cut) return null;
    }
    return cut;
  };

  const told = (element, cut, text, rest) => ({ ...report(element), ...(text ? { text } : {}), detail: selectorOf(cut.cutter), hidden: Math.round(cut.hidden * 100) / 100, ...rest });
  const find_ = () => {
    const shown = controls(), read = texts(), found = [];
    const counts = { controls: shown.length, cut_controls: 0, letters: 0, cut_letters: 0 };
    for (const element of shown) {
      const cut = cutControl(element);
      if (!cut || isMeant(element, cut)) continue;
      counts.cut_controls += 1;
      if (found.length < limit) found.push(told(element, cut, "", { control: true, letters: 0 }));
    }
    for (const run of read) {
      const letters = clean(run.node.data).length, cut = cutText(run);
      counts.letters += letters;
      if (!cut || isMeant(run.element, cut)) continue;
      counts.cut_letters += letters;
      if (found.length < 2 * limit) found.push(told(run.element, cut, clean(run.node.data), { control: false, letters }));
    }
    return { elements: found, ...counts };
  };

  const isReachable = (element) => {
    if (!element || !isShown(element) || faintness(element) < 0.15) return false;
    if (element.matches(SELECTOR)) return !cutControl(element);
    const runs = textRuns(2000).filter((run) => run.element === element);
    return runs.length > 0 && runs.some((run) => !cutText(run));
  };
  const reachable = () => ({ reachable: selectors.filter((selector) => { try { return isReachable(find(selector)); } catch { return false; } }) });

  const BUTTON = 'button, summary, label, [role="button"], [role="tab"], input[type="radio"], input[type="checkbox"]';
  const MOST_IN_GROUP = 12;
  const openers = () => {
    const found = new Map();
    const add = (element) => {
      const rect = rectOf(element);
      if (found.size >= limit || element.disabled || !isSeen(element) || rect.width < LEAST_PX || cutControl(element)) return;
      found.set(selectorOf(element), clean(element.getAttribute("aria-label") || element.innerText || element.title));
    };
    for (const selector of selectors) {
      const cutter = find(selector);
      for (let node = cutter && above(cutter), level = 0; node && level < 3; node = above(node), level++) {
        const near = first(BUTTON, MOST_IN_GROUP + 1, node).filter((one) => !holds(cutter, one));
        if (near.length > MOST_IN_GROUP) break;
        for (const one of near) add(one);
      }
    }
    for (const one of first('[aria-expanded="false"], [aria-haspopup]', 20)) if (one.matches(BUTTON)) add(one);
    return { openers: [...found].map(([selector, name]) => ({ selector, text: name })) };
  };

  return { find: find_, reachable, openers }[errand]();
}
