// What `observe.js` and `locate.js` share: names, roles, selectors, visibility of elements, shadow roots and
// same-origin frames included. Native accessors are taken from their prototypes, because a form's fields
// (`<input name="id">`) hide its own properties.
() => {
  const accessor = (prototype, name) => {
    const { get } = Object.getOwnPropertyDescriptor(prototype, name);
    return (node) => get.call(node);
  };
  const tagName = accessor(Element.prototype, "tagName");
  const firstChild = accessor(Element.prototype, "firstElementChild");
  const nextElement = accessor(Element.prototype, "nextElementSibling");
  const previousElement = accessor(Element.prototype, "previousElementSibling");
  const parentNode = accessor(Node.prototype, "parentNode");
  const textContent = accessor(Node.prototype, "textContent");
  const isConnected = accessor(Node.prototype, "isConnected");
  const childNodes = accessor(Node.prototype, "childNodes");
  const openRoot = accessor(Element.prototype, "shadowRoot");
  const nodeType = accessor(Node.prototype, "nodeType");
  const ownerDocument = accessor(Node.prototype, "ownerDocument");
  const namespace = accessor(Element.prototype, "namespaceURI");
  // An element of a frame is none of this window's `HTMLElement`.
  const isHtml = (el) => namespace(el) === "http://www.w3.org/1999/xhtml";
  const plain = (root) => (root && nodeType(root) === 9 ? unhidden(root) : root);
  const viewOf = (el) => plain(ownerDocument(el)).defaultView;
  // `prelude.js` has kept the closed ones that scripts made.
  const shadowOf = (el) => openRoot(el) ?? viewOf(el)?.__cookie?.shadows.get(el) ?? null;
  const attribute = (el, name) => Element.prototype.getAttribute.call(el, name);
  const has = (el, name) => Element.prototype.hasAttribute.call(el, name);
  const matches = (el, selector) => Element.prototype.matches.call(el, selector);
  const closest = (el, selector) => Element.prototype.closest.call(el, selector);
  const rootOf = (el) => Node.prototype.getRootNode.call(el);
  const rectOf = (el) => Element.prototype.getBoundingClientRect.call(el);
  const tag = (el) => tagName(el).slice(0, 60).toLowerCase();
  const squeeze = (text, length = 120) => String(text ?? "").replace(/\s+/g, " ").trim().slice(0, length);
  const parentElement = (el) => {
    const parent = parentNode(el);
    return parent && parent.nodeType === 1 ? parent : null;
  };
  const styleOf = (el) => viewOf(el).getComputedStyle(el);

  const countIn = (page) => plain(page).getElementsByTagName("*").length;

  const frameDocument = (el) => {
    if (tag(el) !== "iframe") return null;
    try { return el.contentDocument; } catch { return null; }
  };
  // The element that holds this node's tree: a shadow host or a frame element; null at the top.
  const holder = (el) => {
    const root = rootOf(el);
    if (nodeType(root) === 11) return root.host ?? null;  // a document may have an element called `host`
    const view = plain(root).defaultView;
    return view && view !== window ? view.frameElement : null;
  };
  const composedParent = (el) => parentElement(el) ?? holder(el);
  const composedContains = (outer, inner) => {
    for (let el = inner; el; el = composedParent(el)) if (el === outer) return true;
    return false;
  };

  // Rectangles of elements in frames are relative to their frame; here all are relative to the top window.
  const frameOffset = (el) => {
    let x = 0, y = 0;
    let frame = viewOf(el)?.frameElement;
    while (frame) {
      const rect = rectOf(frame);
      x += rect.x + frame.clientLeft;
      y += rect.y + frame.clientTop;
      frame = viewOf(frame)?.frameElement;
    }
    return { x, y };
  };
  const viewportRect = (el) => {
    const rect = rectOf(el), offset = frameOffset(el);
    return { x: rect.x + offset.x, y: rect.y + offset.y, width: rect.width, height: rect.height };
  };

  const shown = (el, { opacity = true } = {}) =>
    Element.prototype.checkVisibility.call(el, { opacityProperty: opacity, visibilityProperty: true });

  // The point a user would click: the middle of the part inside the window, or of its first line there if it wraps. A
  // block in a link has lines without width before and after it.
  const pressPoint = (el) => {
    const offset = frameOffset(el), lines = Element.prototype.getClientRects.call(el);
    const boxes = lines.length > 1 && styleOf(el).display === "inline" ? lines : [rectOf(el)];
    for (let i = 0; i < boxes.length; i += 1) {
      const rect = boxes[i];
      const left = Math.max(0, rect.x + offset.x), right = Math.min(window.innerWidth, rect.x + offset.x + rect.width);
      const top = Math.max(0, rect.y + offset.y), bottom = Math.min(window.innerHeight, rect.y + offset.y + rect.height);
      if (left < right && top < bottom) return { x: (left + right) / 2, y: (top + bottom) / 2 };
    }
    return null;
  };
  const hitAt = ({ x, y }) => {
    let hit = document.elementFromPoint(x, y);
    for (let depth = 0; hit && depth < 20; depth++) {
      const inner = plain(frameDocument(hit));
      let next = shadowOf(hit)?.elementFromPoint(x, y);
      if (inner) {
        const offset = rectOf(hit);
        x -= offset.x + hit.clientLeft;
        y -= offset.y + hit.clientTop;
        next = inner.elementFromPoint(x, y);
      }
      if (!next || next === hit) break;
      hit = next;
    }
    return hit;
  };
  // What a user can read in it. Of a huge page, which takes the browser seconds to tell, what its first texts say.
  const visibleText = (root, { walked, text: most }) => {
    if (countIn(ownerDocument(root)) <= walked) return root.innerText ?? "";
    const [ACCEPT, REJECT, SKIP] = [1, 2, 3], texts = [];
    let met = 0, length = 0;
    const filter = (node) => {
      if (++met > 20 * walked) return REJECT;
      if (node.nodeType === 1) return Element.prototype.checkVisibility.call(node, { opacityProperty: true }) || styleOf(node).display === "contents" ? SKIP : REJECT;
      const parent = parentElement(node);
      return node.data.trim() && parent && !matches(parent, "script, style, noscript, template") && shown(parent) ? ACCEPT : SKIP;
    };
    const walker = plain(ownerDocument(root)).createTreeWalker(root, 5, filter);
    for (let nodes = 0; length < most && nodes < 2 * walked && walker.nextNode(); nodes++) {
      const text = squeeze(walker.currentNode.data, most);
      texts.push(text);
      length += text.length + 1;
    }
    return texts.join("\n");
  };

  // The element that covers the click point of `el`; null if there is none.
  const coverOf = (el, point) => coverBy(el, hitAt(point));
  // `hit` where a press on it is none on `el`; else null.
  const coverBy = (el, hit) => {
    if (!hit || composedContains(el, hit)) return null;
    const label = closest(hit, "label");
    return label && (label.control === el || label.contains(el)) ? null : hit;
  };

  const step = (el) => {
    let nth = 1, alone = true;
    for (let s = previousElement(el); s; s = previousElement(s)) if (tagName(s) === tagName(el)) nth++;
    for (let s = nextElement(el); s && alone; s = nextElement(s)) if (tagName(s) === tagName(el)) alone = false;
    return alone && nth === 1 ? CSS.escape(tag(el)) : `${CSS.escape(tag(el))}:nth-of-type(${nth})`;
  };
  const only = (root, selector, el) => {
    const found = plain(root).querySelectorAll(selector);
    return found.length === 1 && found[0] === el;
  };
  const quoted = (text) => JSON.stringify(text).replace(/\\n/g, "\\a ");
  const shortSelector = (root, el) => {
    const id = attribute(el, "id");
    // generated identifiers (React's useId) change from render to render
    if (id && id.length <= 60 && !/[:«»]/.test(id) && only(root, `#${CSS.escape(id)}`, el)) return `#${CSS.escape(id)}`;
    for (const name of ["data-testid", "aria-label", "name"]) {
      const value = attribute(el, name);
      if (!value || value.length > 60) continue;
      const selector = `${CSS.escape(tag(el))}[${name}=${quoted(value)}]`;
      if (only(root, selector, el)) return selector;
    }
    return null;
  };
  const selectorWithin = (root, el) => {
    const short = shortSelector(root, el);
    if (short) return short;
    const steps = [];
    // a path from the top is unique by itself; whether less would do costs a search through the document
    const small = countIn(ownerDocument(el)) < 1500;
    for (let at = el; at; at = parentElement(at)) {
      const anchor = at === el ? null : shortSelector(root, at);
      steps.unshift(anchor ?? step(at));
      if (anchor || (small && steps.length > 1 && only(root, steps.join(" > "), el))) break;
    }
    return steps.join(" > ");
  };
  // Unique selectors; " >>> " steps into a shadow root or a frame.
  const selectorOf = (el) => {
    const own = selectorWithin(rootOf(el), el);
    const outer = holder(el);
    return outer ? `${selectorOf(outer)} >>> ${own}` : own;
  };
  const find = (selector) => {
    let root = window.document, el = null;
    for (const part of selector.split(" >>> ")) {
      if (!root) return null;
      el = plain(root).querySelector(part);
      if (!el) return null;
      root = shadowOf(el) ?? frameDocument(el);
    }
    return el;
  };

  const inputRoles = {
    checkbox: "checkbox", radio: "radio", range: "slider", number: "spinbutton", search: "searchbox",
    button: "button", submit: "button", reset: "button", image: "button", file: "file",
  };
  const tagRoles = { button: "button", textarea: "textbox", summary: "button", option: "option" };
  const role = (el) => {
    const explicit = squeeze(attribute(el, "role"), 40).split(" ")[0];
    if (explicit) return explicit;
    const name = tag(el);
    if (name === "a" || name === "area") return has(el, "href") ? "link" : "generic";
    if (name === "input") return inputRoles[(attribute(el, "type") ?? "text").toLowerCase()] ?? "textbox";
    if (name === "select") return el.multiple === true ? "listbox" : "combobox";
    if (tagRoles[name]) return tagRoles[name];
    return el.isContentEditable === true ? "textbox" : "generic";
  };

  const byId = (id, el) => plain(rootOf(el)).getElementById?.(id);
  const labelled = (el) =>
    (attribute(el, "aria-labelledby") ?? "").slice(0, 2000).split(/\s+/).filter(Boolean).slice(0, 20)
      .map((id) => byId(id, el)).filter(Boolean).map(textContent).join(" ");
  const written = (el) => {
    if (tag(el) === "input") {
      return ["button", "submit", "reset"].includes(el.type) ? el.value || el.type : "";
    }
    if (matches(el, "select, textarea")) return "";
    const text = isHtml(el) ? accessor(HTMLElement.prototype, "innerText")(el) : textContent(el);
    if (squeeze(text)) return text;
    const picture = Element.prototype.querySelector.call(el, "[aria-label], img[alt], title");
    return picture ? attribute(picture, "aria-label") ?? attribute(picture, "alt") ?? textContent(picture) : "";
  };
  // The text of a label without what the fields in it hold, such as the options of a select.
  const FIELD = "select, textarea, datalist, script, style";
  const textOfLabel = (label) => {
    if (!Element.prototype.querySelector.call(label, FIELD)) return textContent(label);
    let text = "", met = 0;
    const read = (node, depth) => {
      for (const child of Array.from(childNodes(node))) {
        if (++met > 500 || depth > 50) return;
        if (nodeType(child) === 3) text += textContent(child);
        else if (nodeType(child) === 1 && !matches(child, FIELD)) read(child, depth + 1);
      }
    };
    read(label, 0);
    return text;
  };
  const labels = (el) => {
    const list = isHtml(el) && !matches(el, "form") ? el.labels : null;
    return list && typeof list.length === "number" ? Array.from(list, textOfLabel).join(" ") : "";
  };
  // The accessible name, approximated.
  const nameOf = (el) => {
    const sources = [
      () => attribute(el, "aria-label"), () => labelled(el), () => labels(el), () => attribute(el, "alt"),
      () => written(el), () => attribute(el, "title"), () => attribute(el, "placeholder"),
    ];
    for (const source of sources) {
      const name = squeeze(source());
      if (name) return name;
    }
    return "";
  };

  const reactHandler = (el) => {
    const key = Object.keys(el).find((name) => name.startsWith("__reactProps$"));
    const props = key && el[key];
    return Boolean(props && (props.onClick || props.onMouseDown || props.onPointerDown));
  };
  const listens = (el) =>
    Boolean(viewOf(el)?.__cookie?.clickable.has(el) || window.__cookie?.clickable.has(el) || typeof el.onclick === "function" || reactHandler(el));

  const hash = (text) => {
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    return (h >>> 0).toString(16).padStart(8, "0");
  };
  // A name that an element keeps, however its surroundings change. A later element takes over the name of one
  // that is gone, so that a re-rendered element counts as the same.
  const keepName = (register, el, proposal) => {
    const kept = register.names.get(el);
    if (kept) return kept;
    let name = proposal();
    const base = name;
    const taken = (held) => { const other = held?.deref(); return other && other !== el && isConnected(other); };
    for (let i = 2; taken(register.holders.get(name)); i++) name = `${base}~${i}`;
    register.names.set(el, name);
    register.holders.set(name, new WeakRef(el));
    return name;
  };
  const blankRegister = () => ({ names: new WeakMap(), holders: new Map() });
  const notes = window.__cookie ?? { refs: blankRegister(), paths: blankRegister(), contexts: new WeakMap() };

  return {
    notes, tag, attribute, has, matches, closest, squeeze, parentElement, composedParent, styleOf, viewOf, frameDocument,
    shadowOf, firstChild, nextElement, childNodes, textContent, isConnected, viewportRect, shown, pressPoint,
    coverOf, coverBy, byId, composedContains, selectorOf, find, visibleText, role, nameOf, listens, hash, keepName,
  };
}
