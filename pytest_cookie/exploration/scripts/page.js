// What every script here shares: naming an element, whether a user can see it, what cuts it off.
const TEXT_LIMIT = 120;

// What a page may have so many of is looked at in part: our scripts take a time that its size does not choose.
const MOST = { elements: 20000, nodes: 40000, rects: 200, controls: 600, text: 200000 };
const isHuge = document.getElementsByTagName("*").length > 8000;

// --- the page is one tree: shadow roots, closed ones that scripts made, and frames of the same origin are parts of it

const shadowOf = (element) => element.shadowRoot ?? element.ownerDocument.defaultView?.__cookie?.shadows.get(element) ?? null;
const frameOf = (element) => {
  if (element.localName !== "iframe") return null;
  try { return element.contentDocument; } catch { return null; }
};
const getterOf = (prototype, name) => {
  const { get } = Object.getOwnPropertyDescriptor(prototype, name);
  return (object) => get.call(object);
};
const nodeTypeOf = getterOf(Node.prototype, "nodeType"), defaultViewOf = getterOf(Document.prototype, "defaultView");
const hostOf = (node) => {
  const root = Node.prototype.getRootNode.call(node);
  if (nodeTypeOf(root) === 11) return root.host ?? null;  // a document may have an element called `host`
  const view = defaultViewOf(root);
  return view && view !== window ? view.frameElement : null;
};
// The document, and the roots within it, outer ones first.
const roots = (() => {
  const found = [document];
  let left = MOST.elements;
  for (let i = 0; document.documentElement && i < found.length && found.length < 200; i++) {
    const walker = document.createTreeWalker(i ? found[i] : document.documentElement, NodeFilter.SHOW_ELEMENT);
    for (; left > 0 && walker.nextNode(); left--) {
      const shadow = shadowOf(walker.currentNode), inner = frameOf(walker.currentNode);
      if (shadow) found.push(shadow);
      if (inner?.body) found.push(inner);
    }
  }
  return found;
})();
const isWhole = (root) => root === document || root === document.body;
// The elements of the page that match; of an element's own, without what is in roots within it.
const first = (selector, most, root = document) => {
  const found = [];
  for (const one of isWhole(root) ? [root, ...roots.slice(1)] : [root]) {
    const some = one.querySelectorAll(selector);
    for (let i = 0; i < some.length && found.length < most; i++) found.push(some[i]);
  }
  return found;
};
const single = (selector) => first(selector, 1)[0] ?? null;

// Rectangles in frames are relative to their frame; here all are relative to the window.
const offsets = new Map();
const offsetOf = (page) => {
  if (page === window.document) return null;
  if (!offsets.has(page)) {
    const frame = page.defaultView?.frameElement;
    const rect = frame ? rectOf(frame) : { left: 0, top: 0 };
    offsets.set(page, { x: rect.left + (frame?.clientLeft ?? 0), y: rect.top + (frame?.clientTop ?? 0) });
  }
  return offsets.get(page);
};
const moved = (rect, by) => (by ? new DOMRect(rect.x + by.x, rect.y + by.y, rect.width, rect.height) : rect);
const rectOf = (element) => moved(Element.prototype.getBoundingClientRect.call(element), offsetOf(element.ownerDocument));

const clean = (text) => (text || "").replace(/\s+/g, " ").trim().slice(0, TEXT_LIMIT);

// A form's field called "children" hides the form's own property of that name.
const nativeChildren = Object.getOwnPropertyDescriptor(Element.prototype, "children").get;
const nativeParent = Object.getOwnPropertyDescriptor(Node.prototype, "parentElement").get;
const parentOf = (node) => nativeParent.call(node);
const childrenOf = (element) => [...nativeChildren.call(element)];

const unique = (selector, element) => {
  try {
    const found = Node.prototype.getRootNode.call(element).querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  } catch {
    return false;
  }
};

// By parent, where each child stands among those of its tag, and how many they are: counted once, as there may be very many.
const placesIn = new Map();
const placeOf = (node) => {
  if (!node.parentElement) return [1, 1];
  if (!placesIn.has(node.parentElement)) {
    const counts = new Map(), places = new Map();
    for (const child of childrenOf(node.parentElement)) {
      counts.set(child.localName, (counts.get(child.localName) || 0) + 1);
      places.set(child, counts.get(child.localName));
    }
    placesIn.set(node.parentElement, { counts, places });
  }
  const { counts, places } = placesIn.get(node.parentElement);
  return [places.get(node), counts.get(node.localName)];
};

// " >>> " steps into a shadow root or a frame.
const selectorOf = (element) => {
  const host = hostOf(element), own = selectorWithin(element);
  return (host ? `${selectorOf(host)} >>> ${own}` : own).slice(0, 300);
};
const selectorWithin = (element) => {
  const parts = [];
  for (let node = element; node && node.nodeType === 1 && parts.length < 8; node = node.parentElement) {
    if (node.id && unique("#" + CSS.escape(node.id), node)) {
      parts.unshift("#" + CSS.escape(node.id));
      break;
    }
    const tag = node.localName;
    const [nth, twins] = placeOf(node);
    parts.unshift(twins > 1 ? `${tag}:nth-of-type(${nth})` : tag);
    if (!isHuge && unique(parts.join(" > "), element)) break;  // which asks the whole page
  }
  return parts.join(" > ");
};
const find = (selector) => {
  let root = document, element = null;
  for (const part of selector.split(" >>> ")) {
    element = root?.querySelector(part) ?? null;
    root = element && (shadowOf(element) ?? frameOf(element));
  }
  return element;
};
// The control of an inventory: its element where that is known, else what its selector finds.
const controlOf = (ref, selector) => {
  const kept = window.__cookie?.refs?.holders.get(ref)?.deref();
  try { return kept?.isConnected ? kept : find(selector); } catch { return null; }  // a selector of another notation
};
const hitAt = (x, y) => {
  let hit = document.elementFromPoint(x, y);
  for (let depth = 0; hit && depth < 20; depth++) {
    const shadow = shadowOf(hit), inner = frameOf(hit), by = inner && offsetOf(inner);
    const next = inner ? inner.elementFromPoint(x - by.x, y - by.y) : shadow?.elementFromPoint(x, y);
    if (!next || next === hit) break;
    hit = next;
  }
  return hit;
};

const boxOf = (rect) => ({
  x: Math.round((rect.left + window.scrollX) * 10) / 10,
  y: Math.round((rect.top + window.scrollY) * 10) / 10,
  width: Math.round(rect.width * 10) / 10,
  height: Math.round(rect.height * 10) / 10,
});

// The texts of a drawing with blanks between them, which textContent leaves out.
const drawnText = (element) => {
  const texts = Array.from(element.querySelectorAll("text, title:not(text title)")).slice(0, 60);
  return texts.length > 1 ? texts.map((one) => one.textContent).join(" ") : element.textContent;
};

const report = (element, detail = "", rect = rectOf(element)) => ({
  selector: selectorOf(element),
  text: clean((element.innerText ?? drawnText(element)) || element.getAttribute("aria-label") || element.getAttribute("alt")),
  box: boxOf(rect),
  detail,
});

const styles = new Map();
const styleOf = (element) => {
  if (!styles.has(element)) styles.set(element, getComputedStyle(element));
  return styles.get(element);
};

const above = (node) => parentOf(node) ?? hostOf(node);
const ancestors = function* (element) {
  for (let node = element; node; node = above(node)) yield node;
};
const holds = (outer, inner) => {
  for (const node of ancestors(inner)) if (node === outer) return true;
  return false;
};

const some = (element, claim) => {
  for (const node of ancestors(element)) if (claim(node)) return true;
  return false;
};

// A property of an element and its ancestors, `join`ed from the outermost; computed once per element.
const inherited = (start, own, join) => {
  const known = new Map();
  return (element) => {
    const path = [];
    let node = element;
    for (; node && !known.has(node); node = above(node)) path.push(node);
    let value = node ? known.get(node) : start;
    while (path.length) known.set((node = path.pop()), (value = join(value, own(node))));
    return value;
  };
};
const anyOf = (claim) => inherited(false, claim, (outer, own) => outer || own);

const isShown = (element) =>
  Element.prototype.checkVisibility.call(element, { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true });

// The classic ways to keep text for screen readers alone.
const isScreenReaderOnly = anyOf((node) => {
  const style = styleOf(node);
  if (style.position !== "absolute" && style.position !== "fixed") return false;
  const tiny = node.offsetWidth <= 2 && node.offsetHeight <= 2;
  const clipped = /inset\((50|100)%/.test(style.clipPath) || /^rect\((0|1)px,? (0|1)px/.test(style.clip);
  return tiny || clipped || rectOf(node).right < -500;
});

const faintness = inherited(1, (node) => Number(styleOf(node).opacity), (outer, own) => outer * own);

const isDecorative = anyOf((node) => node.getAttribute("aria-hidden") === "true");

const isMoving = anyOf((node) => node !== document.documentElement && node !== document.body && node.getAnimations().length > 0);

const clips = (value) => value === "hidden" || value === "clip";
const scrolls = (value) => value === "auto" || value === "scroll";

const isLayered = anyOf((node) => /fixed|sticky/.test(styleOf(node).position));

const alphas = new Map();
const isOpaque = (element) => {
  if (!alphas.has(element)) {
    const style = styleOf(element);
    const alpha = /^rgba\(.*,\s*([\d.]+)\)$/.exec(style.backgroundColor);
    const colour = style.backgroundColor !== "transparent" && (!alpha || Number(alpha[1]) > 0.5);
    alphas.set(element, colour || style.backgroundImage !== "none" || style.backdropFilter !== "none");
  }
  return alphas.get(element);
};

const intersection = (a, b) => {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return { left, top, right, bottom, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
};

const area = (rect) => rect.width * rect.height;

// Whether something in it may be drawn; an element with `display: contents` has no box of its own.
const isLaidOut = (element) => Element.prototype.checkVisibility.call(element, { opacityProperty: true }) || styleOf(element).display === "contents";

// The text nodes, at most so many, of elements that are `wanted`; what is hidden takes no place of what is not.
const textNodes = (wanted) => textNodesOf(wanted, isLaidOut);
// Also of what is transparent.
const textNodesEvenFaint = (wanted) => textNodesOf(wanted, (element) => Element.prototype.checkVisibility.call(element) || styleOf(element).display === "contents");
const textNodesOf = function* (wanted, mayShow) {
  const known = new Map();
  const isWanted = (element) => {
    if (!known.has(element)) known.set(element, wanted(element));
    return known.get(element);
  };
  let met = 0, nodes = 0;
  const filter = (node) => {
    if (++met > 10 * MOST.nodes) return NodeFilter.FILTER_REJECT;
    if (node.nodeType === 1) return mayShow(node) ? NodeFilter.FILTER_SKIP : NodeFilter.FILTER_REJECT;
    const parent = parentOf(node);
    return node.data.trim() && parent && isWanted(parent) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP;
  };
  for (const root of roots) {
    const within = root === document ? document.body : root.body ?? root;
    if (!within) continue;
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, filter);
    for (; nodes < MOST.nodes && walker.nextNode(); nodes++) yield walker.currentNode;
  }
};

// The text nodes a user reads, with the rectangles of their lines: [{node, element, rects}].
const isRead = (element) =>
  !/^(script|style|noscript|template|textarea|option|title|rt|rp)$/.test(element.localName) && isShown(element) && faintness(element) >= 0.15 && !isScreenReaderOnly(element);
const textRuns = (limit) => {
  const runs = [];
  const range = document.createRange();
  for (const node of textNodes(isRead)) {
    if (runs.length >= limit) break;
    range.selectNodeContents(node);
    const lines = range.getClientRects(), by = offsetOf(node.ownerDocument);
    const rects = Array.from({ length: Math.min(lines.length, MOST.rects) }, (_, i) => moved(lines[i], by)).filter((rect) => rect.width > 1 && rect.height > 1);
    if (rects.length) runs.push({ node, element: parentOf(node), rects });
  }
  return runs;
};

// How much text a user finds on the page; of a huge one, which takes seconds to set, what its first text nodes hold.
const lengthOfText = () => {
  if (!document.body) return 0;
  if (!isHuge && roots.length === 1) return (document.body.innerText || "").trim().length;
  let length = 0;
  for (const { data } of textNodes((element) => !/^(script|style|noscript|template)$/.test(element.localName) && isShown(element))) {
    if (length >= MOST.text) break;
    length += data.trim().length + 1;
  }
  return length;
};
