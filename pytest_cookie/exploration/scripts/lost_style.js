// Signs of a brace, comment, quote or tag that is not closed: styles that are written for elements and do not reach
// them, code that stands on the page as text, and attributes that hold markup.
(limit) => {
  if (!document.body) return {};
  const MOST_CSS = 300000, MOST_SELECTOR = 500, LEAST_CODE = 40, MOST_CODE = 5000, LEAST_RULES = 2, LEAST_STATEMENTS = 4;

  const NAME = /[.#](-?[A-Za-z_][\w-]*)/g;

  // An unclosed comment is read on, so that the names in it are known.
  const withoutComments = (css) => css.split("/*").map((part, i) => (i && part.includes("*/") ? part.slice(part.indexOf("*/") + 2) : part)).join(" ");
  const written = new Set();
  for (const sheet of first("style", 50)) for (const part of withoutComments(sheet.textContent.slice(0, MOST_CSS)).split("{")) {
    const selector = part.slice(Math.max(part.lastIndexOf(";"), part.lastIndexOf("}")) + 1).slice(-MOST_SELECTOR);
    for (const [, name] of selector.matchAll(NAME)) written.add(name);
  }

  // A name is in use if a rule with it reaches something: `.row h3` has no style for the row, and is no lost one.
  const inUse = new Set();
  for (const selector of written.size ? new Set(rulesThatApply().flatMap((rule) => listOf(wholeSelector(rule)).map(stateless))) : []) {
    const names = [...selector.matchAll(NAME)].map(([, name]) => name).filter((name) => !inUse.has(name));
    try {
      if (names.length && single(selector)) for (const name of names) inUse.add(name);
    } catch { continue; }  // a selector that is not valid
  }
  const named = first("[class], [id]", 3000).filter((element) => element !== document.body && !element.ownerSVGElement && canBeSeen(element));
  const namesOf = (element) => [...element.classList, element.id].filter((name) => written.has(name));
  const isLost = (element) => namesOf(element).length > 0 && !namesOf(element).some((name) => inUse.has(name));
  const lost = named.filter(isLost);
  const unstyled = lost.slice(0, limit).map((element) => report(element, namesOf(element)[0]));

  const isQuoted = (element) => element.closest("pre, code, samp, kbd, textarea, [contenteditable]") || /mono|courier|consol|menlo/i.test(styleOf(element).fontFamily);
  const declares = (block) => {
    const found = /^\{\s*([\w-]+)\s*:\s*([^;{}]+)/.exec(block);
    return found && (CSS.supports(found[1], found[2].trim()) || found[1].startsWith("--"));
  };
  const codeOf = (text) => {
    if ((text.match(/\{[^{}]{3,400}\}/g) ?? []).filter(declares).length >= LEAST_RULES) return "style";
    return (text.match(/\bdocument\.\w+|addEventListener\(|=>\s*[{(]|\b(const|let|var) \w+ ?=|\bfunction\b/g) ?? []).length >= LEAST_STATEMENTS ? "script" : "";
  };
  const code = [];
  for (const { node, element } of textRuns(3000)) {
    if (code.length >= limit || node.data.length < LEAST_CODE || isQuoted(element)) continue;
    const kind = codeOf(node.data.slice(0, MOST_CODE));
    if (kind) code.push({ ...report(element, kind), text: clean(node.data) });
  }

  const swallowed = [];
  for (const element of first("[class], [id], [href], [for]", MOST.elements)) {
    for (const name of ["class", "id", "href", "for"]) {
      const value = element.getAttribute(name) ?? "";
      if (swallowed.length >= limit || value.startsWith("data:") || !/<\/?[a-z][a-z0-9]*[\s>]/i.test(value)) continue;
      swallowed.push({ ...report(element, name), text: clean(value) });
    }
  }
  return { named: named.length, lost: lost.length, names: new Set(lost.flatMap(namesOf)).size, unstyled, code, swallowed };
}
