// Texts in colours in which no text of the page was at rest: of a dialog, a message, another theme. The first call of a
// document only remembers the colours at rest. `whole`: of the whole page, with places in it, else of the window.
({ whole, most }) => {
  const notes = (window.__cookie ?? {}).inks ??= { known: null };
  if (!document.body) return { letters: 0, fresh: 0, texts: [] };
  const MOST_ALIKE = 12, LEAST_SEEN = 0.6, LEAST_LETTERS = 2;
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"]';
  const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="color"], [type="file"], [type="hidden"], [type="password"]), textarea, select';

  const groundIn = inherited("", (node) => {
    const { backgroundImage, backgroundColor } = styleOf(node);
    if (backgroundImage !== "none") return `${backgroundImage.slice(0, 120)} ${backgroundColor}`;
    return /^(transparent|rgba\(.*, 0\))$/.test(backgroundColor) ? "" : backgroundColor;
  }, (outer, own) => own || outer);
  const colourOf = (element) => (isDrawing(element) ? styleOf(element).fill : styleOf(element).webkitTextFillColor);
  const keyOf = (element) => `${colourOf(element)}|${groundIn(element)}|${faintness(element).toFixed(1)}`;

  // What is done, or not meant at the moment, is made fainter on purpose.
  const isStruck = anyOf((node) => styleOf(node).textDecorationLine.includes("line-through"));
  const DIMMED = 0.75;

  const lettersOf = (text) => (text.match(/[\p{L}\p{N}]/gu) ?? []).length;
  const fields = () => first(FIELDS, 100).flatMap((element) => {
    const text = element.localName === "select" ? (element.selectedOptions[0]?.text ?? "") : element.value;
    if (typeof text !== "string" || !text.trim() || !isShown(element)) return [];
    const style = styleOf(element), rect = rectOf(element), px = (name) => parseFloat(style[name]) || 0;
    const left = rect.left + px("borderLeftWidth") + px("paddingLeft"), top = rect.top + px("borderTopWidth") + px("paddingTop");
    const width = rect.right - px("borderRightWidth") - px("paddingRight") - left;
    const height = Math.min(rect.bottom - px("borderBottomWidth") - px("paddingBottom") - top, 1.6 * px("fontSize"));
    return width > 4 && height > 4 ? [{ element, text, field: true, rects: [new DOMRect(left, top, width, height)] }] : [];
  });
  const runs = [...textRuns(1500).map((run) => ({ ...run, field: false, text: run.node.data })), ...fields()]
    .map((run) => ({ ...run, text: clean(run.text), key: keyOf(run.element) })).filter(({ text, element }) => lettersOf(text) >= LEAST_LETTERS && !isDecorative(element));
  const lengthOf = (some) => some.reduce((sum, { text }) => sum + text.length, 0);

  if (!notes.known) {
    notes.known = new Set(runs.map(({ key }) => key));
    return { letters: lengthOf(runs), fresh: 0, texts: [] };
  }
  const view = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
  const seenOf = ({ element, rects }) => {
    const rect = rects[0], seen = whole ? clippedTo(element, rect) : intersection(clippedTo(element, rect), view);
    return seen.width > 3 && seen.height > 5 && seen.height >= LEAST_SEEN * rect.height ? seen : null;
  };
  const fresh = runs.filter(({ key }) => !notes.known.has(key)), counts = new Map(), texts = [];
  let inView = 0;
  for (const run of runs) if (seenOf(run)) inView += run.text.length;
  for (const run of fresh) {
    const { element, text, key } = run, seen = seenOf(run), alike = counts.get(key) ?? 0;
    if (!seen || texts.length >= most || alike >= MOST_ALIKE || isIdle(element) || isStruck(element)) continue;
    // Also of a text that is partly under something, such as a passing message, the picture tells no colours.
    const quarter = (x, y) => new DOMRect(x, y, seen.width / 4, seen.height / 4);
    const corners = [quarter(seen.left, seen.top), quarter(seen.left + 0.75 * seen.width, seen.top + 0.75 * seen.height)];
    const hits = [seen, ...corners].map((rect) => hitOn(element, rect));
    if (hits.some((hit) => (whole ? isDoubtful(element, hit) : isUnderSomething(element, hit)))) continue;
    counts.set(key, alike + 1);
    const style = styleOf(element), heading = element.closest("h1, h2, h3, h4, h5, h6");
    texts.push({ selector: selectorOf(element), text, box: whole ? boxOf(seen) : { x: seen.left, y: seen.top, width: seen.width, height: seen.height }, letters: text.length,
      size: parseFloat(style.fontSize), weight: Number(style.fontWeight) || 400, heading: Boolean(heading), field: run.field, dimmed: faintness(element) < DIMMED, control: Boolean(element.closest(CONTROLS)),
      ink: inkOf(element, style) });
  }
  for (const key of counts.keys()) notes.known.add(key);
  return { letters: whole ? lengthOf(runs) : inView, fresh: lengthOf(fresh) / Math.max(1, lengthOf(runs)), texts };
}
