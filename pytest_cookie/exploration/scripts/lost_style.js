// Signs of a brace, comment, quote or tag that is not closed: styles that are written for elements and do not reach
// them, code that stands on the page as text, and attributes that hold markup.
(limit) => {
  if (!document.body) return {};
  const MOST_CSS = 300000, MOST_SELECTOR = 500, LEAST_CODE = 40, MOST_CODE = 5000, LEAST_RULES = 2, LEAST_STATEMENTS = 4;

  // An unclosed comment is read on, so that the names in it are known.
  const withoutComments = (css) => css.split("/*").map((part, i) => (i && part.includes("*/") ? part.slice(part.indexOf("*/") + 2) : part)).join(" ");
  const written = new Set();
  for (const sheet of first("style", 50)) for (const part of withoutComments(sheet.textContent.slice(0, MOST_CSS)).split("{")) {
    const selector = part.slice(Math.max(part.lastIndexOf(";"), part.lastIndexOf("}")) + 1).slice(-MOST_SELECTOR);
    for (const [, name] of selector.matchAll(/[.#](-?[A-Za-z_][\w-]*)/g)) written.add(name);
  }

  const NAMED = /[.#]-?[A-Za-z_]/;
  const styled = new Set();
  for (const selector of written.size ? new Set(rulesThatApply().map((rule) => stateless(wholeSelector(rule)))) : []) {
    if (!NAMED.test(selector)) continue;
    try {
      for (const element of first(selector, MOST.elements)) styled.add(element);
    } catch { continue; }  // a selector that is not valid
  }
  const named = first("[class], [id]", 3000).filter((element) => element !== document.body && !element.ownerSVGElement && canBeSeen(element));
  const namesOf = (element) => [...element.classList, element.id].filter((name) => written.has(name));
  const lost = named.filter((element) => !styled.has(element) && namesOf(element).length);
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
