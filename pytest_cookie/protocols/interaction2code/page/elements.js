// Lists the visible elements that have text, paint something or can be used. Runs in the isolated world, which keeps
// `known` between calls: an element keeps its key as long as it is in the document.
(most) => {
  const known = (globalThis.cookieElementKeys ??= { keys: new WeakMap(), next: 1 });
  const words = (text, most) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, most);
  const controls = "a[href],button,input,select,textarea,summary,[role],[onclick],[tabindex],[contenteditable],label";
  const media = new Set(["IMG", "SVG", "CANVAS", "VIDEO", "IFRAME", "AUDIO", "PROGRESS", "METER"]);
  const skipped = new Set(["SCRIPT", "STYLE", "OPTION", "OPTGROUP", "HEAD", "TEMPLATE", "NOSCRIPT"]);
  const ownText = (el) => [...el.childNodes].filter((n) => n.nodeType === 3).map((n) => n.data).join(" ");
  const shown = (el) => {
    if (el.tagName === "SELECT") return [...el.selectedOptions].map((o) => o.text).join(" ");
    if (el.tagName === "INPUT" && ["button", "submit", "reset"].includes(el.type)) return el.value;
    if (el.tagName === "INPUT" || el.tagName === "TEXTAREA") {
      return ["checkbox", "radio", "range", "color", "file", "password"].includes(el.type) ? "" : el.value;
    }
    return ownText(el);
  };
  const labelOf = (el) =>
    el.getAttribute("aria-label") || el.labels?.[0]?.innerText || el.getAttribute("alt") ||
    el.getAttribute("placeholder") || el.getAttribute("title") || (el.matches(controls) ? el.innerText : "");
  const state = (el) => {
    const found = [];
    if (el.checked) found.push("checked");
    if (el.disabled) found.push("disabled");
    if (el.tagName === "DETAILS" && el.open) found.push("open");
    for (const name of ["expanded", "pressed", "selected", "checked", "current"]) {
      const value = el.getAttribute(`aria-${name}`);
      if (value && value !== "false") found.push(`aria-${name}`);
    }
    if (["range", "color", "number", "date"].includes(el.type) || media.has(el.tagName)) {
      const value = el.value ?? el.getAttribute("src") ?? "";
      if (value !== "") found.push(`value=${String(value).slice(0, 80)}`);
    }
    return found.join(" ");
  };
  const over = (el) => {
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      if (at.matches("dialog[open],[popover]:popover-open,[aria-modal=true]")) return true;
      if (["fixed", "absolute"].includes(getComputedStyle(at).position)) {
        const box = at.getBoundingClientRect();
        if (box.width * box.height > 1200) return true;
      }
    }
    return false;
  };
  const clear = (color) => color === "transparent" || /, 0\)$/.test(color);
  const list = [];
  const visit = (root) => {
    const walker = document.createTreeWalker(root, 1);
    for (let el = walker.currentNode; el && list.length < most; el = walker.nextNode()) {
      if (el.shadowRoot) visit(el.shadowRoot);
      if (el.nodeType !== 1 || skipped.has(el.tagName) || el.ownerSVGElement) continue;
      const box = el.getBoundingClientRect();
      const style = getComputedStyle(el);
      if (!(box.width >= 1 && box.height >= 1) || style.visibility !== "visible") continue;
      if (el.checkVisibility && !el.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const left = box.left + scrollX, top = box.top + scrollY;
      if (left + box.width <= 0 || top + box.height <= 0) continue;
      const text = words(shown(el), 400);
      const isControl = el.matches(controls);
      const border = parseFloat(style.borderTopWidth) + parseFloat(style.borderBottomWidth) > 0;
      const paints = !clear(style.backgroundColor) || style.backgroundImage !== "none" || border || media.has(el.tagName.toUpperCase());
      const marked = /^interact-?\d+$/.test(el.id);
      if (!text && !isControl && !paints && !marked && el !== document.body) continue;
      if (!known.keys.has(el)) known.keys.set(el, known.next++);
      let parent = el.parentElement;
      while (parent && !known.keys.has(parent)) parent = parent.parentElement;
      list.push({
        key: known.keys.get(el),
        parent: parent ? known.keys.get(parent) : 0,
        tag: el.tagName.toLowerCase(),
        type: el.tagName === "INPUT" ? el.type : "",
        role: el.getAttribute("role") ?? "",
        id: marked ? el.id : "",
        usable: isControl,
        text,
        label: words(labelOf(el), 120),
        box: [Math.round(left), Math.round(top), Math.round(box.width), Math.round(box.height)],
        color: text ? style.color : "",
        paper: clear(style.backgroundColor) ? "" : style.backgroundColor,
        border: border ? `${style.borderTopColor} ${style.borderBottomColor}` : "",
        font: text ? `${style.fontSize} ${style.fontWeight} ${style.fontStyle} ${style.textDecorationLine}` : "",
        over: over(el),
        state: state(el),
      });
    }
  };
  if (document.body) visit(document.body);
  return list;
}
