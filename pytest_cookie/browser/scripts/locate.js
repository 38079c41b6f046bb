// Scrolls an element into view and returns its click point, or what covers it. Called with `dom.js`.
(dom, { ref, selector }) => {
  const remembered = ref ? dom.notes.refs.holders.get(ref)?.deref() : null;
  const byRef = remembered && dom.isConnected(remembered) ? remembered : null;
  let el = byRef;
  try { el ??= selector ? dom.find(selector) : null; } catch { return { problem: `not a selector: ${selector}` }; }
  if (!el) return { problem: "the element is gone" };
  const outside = ({ x, y, width, height }) => x < 0 || y < 0 || x + width > window.innerWidth || y + height > window.innerHeight;
  const hidden = (rect) => rect.width <= 0 || rect.height <= 0 || !dom.shown(el, { opacity: false });
  if (hidden(dom.viewportRect(el))) return { problem: "the element is not visible" };
  // No wheel and no finger scrolls a box that hides what leaves it: what only a script could bring into view stays away.
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  const root = dom.viewOf(el).document.scrollingElement, page = dom.viewOf(el).document;
  const isWindows = (box) => box === page.documentElement || (box === page.body && dom.styleOf(page.documentElement).overflowY === "visible");
  const shut = [];
  for (let up = dom.composedParent(el); up; up = dom.composedParent(up)) {
    const { overflowX, overflowY } = dom.styleOf(up), box = isWindows(up) ? root : up;
    if (box && (hides(overflowX) || hides(overflowY))) {
      shut.push({ box, isWindow: box === root, x: hides(overflowX), y: hides(overflowY), left: box.scrollLeft, top: box.scrollTop });
    }
  }
  const toTheMiddle = () => {
    Element.prototype.scrollIntoView.call(el, { block: "center", inline: "center", behavior: "instant" });
    for (const { box, x, y, left, top } of shut) {
      const back = { left: x ? left : box.scrollLeft, top: y ? top : box.scrollTop, behavior: "instant" };
      if (back.left !== box.scrollLeft || back.top !== box.scrollTop) Element.prototype.scrollTo.call(box, back);
    }
  };
  const isShutOut = () => {
    const { x, y, width, height } = dom.viewportRect(el), [middleX, middleY] = [x + width / 2, y + height / 2];
    return shut.some(({ box, isWindow, x: shutX, y: shutY }) => {
      const edge = isWindow ? { x: 0, y: 0, width: window.innerWidth, height: window.innerHeight } : dom.viewportRect(box);
      return (shutX && (middleX < edge.x || middleX > edge.x + edge.width)) || (shutY && (middleY < edge.y || middleY > edge.y + edge.height));
    });
  };
  if (outside(dom.viewportRect(el))) toTheMiddle();
  if (isShutOut()) return { problem: "the element cannot be scrolled into view" };
  let point = dom.pressPoint(el), cover = point && dom.coverOf(el, point);
  if (cover) {  // a bar that stays may lie over it just here: scroll on, or back where that is of no use
    const [left, top] = [window.scrollX, window.scrollY];
    toTheMiddle();
    point = dom.pressPoint(el);
    cover = point && dom.coverOf(el, point);
    if (cover) {
      window.scrollTo({ left, top, behavior: "instant" });
      point = dom.pressPoint(el);
    }
  }
  if (!point) return { problem: "the element lies outside the page" };
  const name = dom.tag(el);
  // for values that are not numbers, use the default of the browser
  const number = (text, usual) => (String(text).trim() && Number.isFinite(Number(text)) ? Number(text) : usual);
  const shown = (option) => ({ label: option.label.trim().slice(0, 2000), value: option.value.slice(0, 2000) });
  return {
    problem: "", selector: dom.selectorOf(el), x: point.x, y: point.y, box: dom.viewportRect(el), cover: cover ? dom.selectorOf(cover) : "", tag: name,
    type: name === "input" ? String(el.type) : "",
    editable: name === "textarea" || el.isContentEditable === true || name === "input",
    range: name === "input" && el.type === "range"
      ? { value: number(el.value, 0), min: number(el.min, 0), max: number(el.max, 100), step: Math.abs(number(el.step, 1)) || 1 }
      : null,
    options: name === "select"
      ? Array.from({ length: Math.min(el.options.length, 5000) }, (_, i) => shown(el.options[i]))
      : null,
  };
}
