// Answers the questions of checkers. Called with `dom.js`; runs in an isolated world.
// A missing element is null, a selector that is no CSS is {invalid: true}.
(dom, { queries, most }) => {
  // The document, its open shadow roots and same-origin frames, in document order.
  const roots = [];
  const collect = (root) => {
    if (!root || roots.length >= 500) return;
    roots.push(root);
    const all = root.querySelectorAll("*");
    for (let i = 0; i < all.length && i < 100000; i++) {
      const shadow = dom.shadowOf(all[i]);
      if (shadow) collect(shadow);
      const inner = dom.frameDocument(all[i]);
      if (inner) collect(unhidden(inner));
    }
  };
  collect(document);
  const found = new Map();
  const matching = (selector) => {
    if (found.has(selector)) return found.get(selector);
    const list = [];
    for (const root of roots) {
      const part = root.querySelectorAll(selector);
      for (let i = 0; i < part.length && list.length < most.matches; i++) list.push(part[i]);
    }
    found.set(selector, list);
    return list;
  };
  const area = (el) => { const box = dom.viewportRect(el); return box.width > 0 && box.height > 0; };
  const isVisible = (el) => dom.shown(el) && area(el);
  const cut = (text) => String(text ?? "").slice(0, most.text);
  const isField = (el) => ["input", "textarea", "select"].includes(dom.tag(el));
  const textOf = (el) => cut(el instanceof HTMLElement || typeof el.innerText === "string" ? el.innerText : dom.textContent(el));
  const valueOf = (el) => (isField(el) ? cut(el.value) : el.isContentEditable === true ? textOf(el) : null);
  const isChecked = (el) => {
    if (dom.tag(el) === "input" && ["checkbox", "radio"].includes(el.type)) return el.checked;
    const said = dom.attribute(el, "aria-checked") ?? dom.attribute(el, "aria-pressed") ?? dom.attribute(el, "aria-selected");
    if (said !== null) return said === "true";
    return dom.tag(el) === "option" ? el.selected : null;
  };
  const isDisabled = (el) => dom.matches(el, ":disabled") || Boolean(dom.closest(el, '[aria-disabled="true"], [inert]'));
  const isFocused = (el) => {
    const root = Node.prototype.getRootNode.call(el);
    return unhidden(root).activeElement === el;
  };
  const negated = (value) => (value === null ? null : !value);
  const ofElement = {
    text: textOf, value: valueOf, content: (el) => valueOf(el) ?? textOf(el), number: (el) => valueOf(el) ?? textOf(el),
    attr: (el, name) => { const value = dom.attribute(el, name); return value === null ? null : cut(value); },
    visible: isVisible, hidden: (el) => !isVisible(el), checked: isChecked, unchecked: (el) => negated(isChecked(el)),
    enabled: (el) => !isDisabled(el), disabled: isDisabled, focused: isFocused,
  };
  const ofStorage = (storage, key) => {
    try { const value = window[storage].getItem(key); return value === null ? null : cut(value); } catch { return null; }
  };
  const answer = ({ question, subject, name }) => {
    if (question === "url") return cut(window.location.pathname + window.location.search + window.location.hash);
    if (question === "title") return cut(document.title);
    if (question === "stored") return ofStorage("localStorage", subject);
    if (question === "session") return ofStorage("sessionStorage", subject);
    let list;
    try { list = matching(subject); } catch { return { invalid: true }; }
    if (question === "exists") return list.length > 0;
    if (question === "count") return list.length;
    if (question === "visible_count") return list.filter(isVisible).length;
    return list.length ? ofElement[question](list[0], name) : null;
  };
  return queries.map(answer);
}
