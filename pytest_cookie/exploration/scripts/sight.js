// The text in view, and the features that distinguish the controls. `controls`: [ref, selector] of each.
// `moment` names the document when it is met for the first time, so that element numbers of two documents differ.
({ controls, moment }) => {
  const notes = window.__cookie ?? {};
  const LINES = 3000, WORDS = 4000, CHARACTERS = 20000;
  const windowBox = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };

  const squeeze = (text) => text.replace(/\s+/g, " ").trim();

  // --- the text in view ----------------------------------------------------------------------------------------

  // The boxes that clip what is in an element, from the inside out: [{box, scrolls}], the window last.
  const chains = new Map();
  const outside = (element) => {
    const { position } = styleOf(element);
    if (position === "fixed") return null;
    return position === "absolute" ? element.offsetParent ?? document.body : above(element);
  };
  const chainOf = (element) => {
    if (!element || element === document.documentElement) return [{ box: windowBox, scrolls: true }];
    if (chains.has(element)) return chains.get(element);
    const rest = chainOf(outside(element));
    const { overflowX, overflowY } = styleOf(element);
    const isClipping = element !== document.body && (overflowX !== "visible" || overflowY !== "visible");
    const scrolling = [overflowX, overflowY].some(scrolls);
    const chain = isClipping ? [{ box: rectOf(element), scrolls: scrolling }, ...rest] : rest;
    chains.set(element, chain);
    return chain;
  };

  const contains = (outer, inner) => {
    for (let node = inner; node; node = above(node)) if (node === outer) return true;
    return false;
  };
  const paints = (element) => /^(img|canvas|video|svg|iframe)$/.test(element.localName) || isOpaque(element);
  const isCoveredAt = (element, x, y) => {
    for (let node = hitAt(x, y); node && !contains(node, element); node = above(node)) {
      if (contains(element, node)) return false;
      if (paints(node)) return true;
    }
    return false;
  };
  const isCovered = (element, box) =>
    [0.5, 0.1, 0.9].every((share) => isCoveredAt(element, box.left + share * (box.right - box.left), (box.top + box.bottom) / 2));

  // "seen", "above", "below", or "" for what is covered or cannot be scrolled to.
  const placeOfLine = (element, rect) => {
    let box = rect;
    for (const { box: clip, scrolls: canScroll } of chainOf(element)) {
      const part = intersection(box, clip);
      if (part.width >= 1 && part.height >= Math.min(3, rect.height / 2)) box = part;
      else if (!canScroll) return "";
      else return box.bottom <= clip.top + 3 ? "above" : box.top >= clip.bottom - 3 ? "below" : "";
    }
    return isCovered(element, box) ? "" : "seen";
  };

  const range = document.createRange();
  const rectsOf = (node, start, end) => {
    range.setStart(node, start);
    range.setEnd(node, end);
    return Array.from(range.getClientRects()).slice(0, MOST.rects).filter((rect) => rect.width > 0.5 && rect.height > 0.5);
  };
  const hidden = { above: 0, below: 0 };
  let lines = 0, words = 0;
  // The seen words of a node of several lines of which only some are seen.
  const seenWords = (node, element) => {
    let text = "";
    for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
      const [rect] = ++words < WORDS ? rectsOf(node, index, index + word.length) : [];
      const place = rect ? placeOfLine(element, rect) : "";
      if (place === "seen") text += `${word} `;
      else if (place) hidden[place] += word.length + 1;
    }
    return text;
  };
  const seenText = (node, element) => {
    const rects = rectsOf(node, 0, node.data.length);
    if (!rects.length || (lines += rects.length) > LINES) return "";
    const places = [...new Set(rects.map((rect) => placeOfLine(element, rect)))];
    if (places.length > 1) return seenWords(node, element);
    if (places[0] === "seen") return node.data;
    if (places[0]) hidden[places[0]] += squeeze(node.data).length + 1;
    return "";
  };

  const isBlock = (element) => !/^(inline|contents|ruby)/.test(styleOf(element).display) || element.localName === "br";
  const written = [];
  let block = null, length = 0;
  const blockOf = (element) => {
    let node = element;
    while (above(node) && !isBlock(node)) node = above(node);
    return node;
  };
  const write = (node) => {
    const element = parentOf(node) ?? hostOf(node);
    if (!element || length > CHARACTERS || !isRead(element)) return;
    const text = seenText(node, element);
    if (!text.trim()) return;
    const its = blockOf(element), apart = styleOf(element).display === "inline" ? "" : " ";
    if (its === block) written[written.length - 1] += apart + text + apart;
    else written.push(text);
    block = its;
    length += text.length;
  };
  const read = (root, depth = 0) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let met = 0; met < MOST.nodes && walker.nextNode(); met++) {
      const node = walker.currentNode;
      if (node.nodeType === 3) {
        if (node.data.trim()) write(node);
        else if (written.length) written[written.length - 1] += " ";
      } else if (depth < 20 && shadowOf(node)) read(shadowOf(node), depth + 1);
      else if (node.localName === "iframe") readFrame(node);
      else if (node.localName === "br") block = null;
    }
  };
  // A frame is read whole if it is seen; one of another origin cannot be.
  let isReadable = true;
  const readFrame = (frame) => {
    const [rect] = frame.getClientRects();
    if (!rect || !isShown(frame) || placeOfLine(frame, rect) !== "seen") return;
    const inner = frame.contentDocument?.body;
    isReadable &&= Boolean(inner);
    for (const line of (inner?.innerText ?? "").slice(0, CHARACTERS).split("\n")) if (line.trim()) written.push(line);
    block = null;
  };
  if (document.body) read(document.body);

  // --- the features that distinguish controls ---------------------------------------------------------------------

  notes.serials ??= { names: new WeakMap(), document: String(moment), count: 0 };
  const { serials } = notes;
  const serialOf = (element) => {
    if (!serials.names.has(element)) serials.names.set(element, `${serials.document}.${++serials.count}`);
    return serials.names.get(element);
  };

  const SECTION = "section, main, nav, aside, header, footer, form, fieldset, dialog, ul, ol, table, tbody, thead, body, " +
    '[role="dialog"], [role="region"], [role="navigation"], [role="list"], [role="grid"], [role="group"], [role="toolbar"]';
  const ITEM = 'li, tr, article, [role="listitem"], [role="row"], [role="treeitem"], [role="article"]';
  const classOf = (element) => element.getAttribute("class") ?? "";
  const isAlike = (one, other) => Boolean(other) && other.localName === one.localName && classOf(other).split(" ")[0] === classOf(one).split(" ")[0];
  const isItem = (element) =>
    element.matches(ITEM) ||
    (!element.matches(SECTION) && (isAlike(element, element.nextElementSibling) || isAlike(element, element.previousElementSibling)));
  // The words of a row without those of its buttons and fields, which change when they are used.
  const CONTROL = 'button, select, textarea, input, [role="button"], [role="switch"], [role="checkbox"]';
  const OWN = `${CONTROL}, script, style`;
  const textOfRow = (row) => {
    let text = "";
    const walker = document.createTreeWalker(row, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node.nodeType === 1 && node.matches(OWN) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let met = 0; met < 400 && walker.nextNode(); met++) if (walker.currentNode.nodeType === 3) text += `${walker.currentNode.data} `;
    return squeeze(text).slice(0, 160);
  };
  const ancestorsInSection = function* (element) {
    for (let node = above(element); node && node !== document.body && !node.matches(SECTION.replace("tbody, ", "")); node = above(node)) yield node;
  };
  // Elements of the same tag and classes as an item that was ever seen: the last of a list stays an item.
  notes.itemKinds ??= new Set();
  const kindOf = (element) => (classOf(element) ? `${element.localName} ${classOf(element)}`.slice(0, 200) : "");
  const learnItems = (element) => {
    for (const node of ancestorsInSection(element)) {
      if (isItem(node) && kindOf(node) && notes.itemKinds.size < 500) notes.itemKinds.add(kindOf(node));
    }
  };
  const isKnownItem = (element) => isItem(element) || (notes.itemKinds.has(kindOf(element)) && textOfRow(element) !== "");
  const rowOf = (element) => {
    for (const node of ancestorsInSection(element)) if (isKnownItem(node)) return node;
    return null;
  };
  const headingOf = (element) => {
    for (const child of childrenOf(element).slice(0, 5)) {
      if (/^(h[1-6]|legend|summary)$/.test(child.localName)) return clean(child.textContent);
      const inner = /^(header|div)$/.test(child.localName) && childrenOf(child).slice(0, 3).find((one) => /^h[1-6]$/.test(one.localName));
      if (inner) return clean(inner.textContent);
    }
    return "";
  };
  const sectionOf = (element, row) => {
    for (let node = above(row ?? element); node && node !== document.body; node = above(node)) {
      const label = node.getAttribute("aria-label") || headingOf(node);
      if (label) return label.slice(0, 80);
      if (node.matches('dialog, [role="dialog"], [role="alertdialog"]')) return `dialog ${textOfRow(node).slice(0, 80)}`;
      if (node.matches("main, nav, aside, header, footer")) return node.localName;
    }
    return "";
  };
  // What tells a cell from the others of its row: a title, else the head of its column.
  const distinctionOf = (element) => {
    const cell = element.closest('td, th, [role="gridcell"], [role="cell"]'), line = cell?.closest('tr, [role="row"]');
    const title = element.getAttribute("title") || cell?.getAttribute("title");
    if (title) return squeeze(title).slice(0, 80);
    const head = line?.closest('table, [role="table"], [role="grid"]')?.querySelector('tr, [role="row"]');
    if (!head || head === line) return "";
    const cells = childrenOf(line), heads = childrenOf(head);
    return cells.length === heads.length ? clean(heads[cells.indexOf(cell)]?.textContent ?? "").slice(0, 80) : "";
  };
  const identity = (element) => {
    const isContainer = element.querySelector(CONTROL) !== null;
    const row = isContainer ? element : rowOf(element);
    return { node: serialOf(element), row: row ? textOfRow(row) : "", section: sectionOf(element, row), distinction: distinctionOf(element), is_container: isContainer };
  };

  const elements = [];
  for (const [ref, selector] of controls) {
    const element = controlOf(ref, selector);  // without one, its reference follows from the inventory alone
    if (element) elements.push([ref, element]);
  }
  for (const [, element] of elements) learnItems(element);
  const identities = {};
  for (const [ref, element] of elements) identities[ref] = identity(element);

  return {
    document: serials.document,
    text: isReadable ? written.map(squeeze).filter(Boolean).join("\n").slice(0, CHARACTERS) : null,
    above: hidden.above,
    below: hidden.below,
    identities,
  };
}
