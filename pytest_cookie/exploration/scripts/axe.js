// Runs axe-core, which stands before this as `axe`, over the page and keeps what a judge cites.
async ({ tags, timeout_ms, limit, most }) => {
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error(`axe-core took over ${timeout_ms} ms`)), timeout_ms));
  // its preloaded styles ask relative imports from the page and not from the sheet: files that the page never asks for
  const how = { resultTypes: ["violations"], iframes: false, preload: { assets: ["media"] } };
  const ofTags = { ...how, runOnly: { type: "tag", values: tags } };
  const ofThePage = { ...how, runOnly: { type: "rule", values: ["document-title", "html-has-lang", "html-lang-valid", "meta-viewport"] } };

  // It looks at every element for every rule, without a pause: of a large page it is given parts, all of them in order.
  const whole = document.getElementsByTagName("*").length;
  if (whole > most.elements) throw new Error(`the page has ${whole} elements, of which axe-core would not find an end`);
  const parts = [];
  let left = most.looked_at;
  const sizeOf = (element) => element.getElementsByTagName("*").length + 1;
  const take = (element, depth) => {
    if (left <= 0 || parts.length >= most.parts || depth > 200) return;
    if (sizeOf(element) <= left) {
      left -= sizeOf(element);
      parts.push(element);
      return;
    }
    for (const child of childrenOf(element).slice(0, most.parts)) take(child, depth + 1);
  };
  const inParts = async () => {
    take(document.body, 0);
    const found = [await axe.run(document, ofThePage)];
    if (parts.length) found.push(await axe.run({ include: parts }, ofTags));
    return { violations: found.flatMap((one) => one.violations) };
  };
  const isWhole = whole <= most.looked_at || !document.body;
  const run = isWhole ? axe.run(document, ofTags) : inParts();
  const { violations } = await Promise.race([run, late]);

  const boxAt = (selector) => {
    try {
      return boxOf(document.querySelector(selector).getBoundingClientRect());
    } catch {
      return null;  // inside a shadow root: its path is a list of selectors
    }
  };

  const element = (node) => {
    const selector = node.target.flat().join(" ");
    const checks = [...node.any, ...node.all, ...node.none];
    const found = typeof node.target[0] === "string" ? document.querySelector(node.target[0]) : null;
    return { selector: selector.slice(0, 300), text: clean(found ? found.innerText : ""), box: boxAt(selector),
      detail: clean(checks.length ? checks[0].message : "") };
  };

  const told = violations.map((violation) => ({
    rule: violation.id,
    impact: violation.impact || "minor",
    help: violation.help,
    count: violation.nodes.length,
    elements: violation.nodes.slice(0, limit).map(element),
  }));
  return { violations: told, of: whole, looked_at: isWhole ? whole : most.looked_at - left };
}
