// Runs axe-core, which precedes this script as `axe`, over the page and keeps what a judge cites.
async ({ tags, timeout_ms, limit, most }) => {
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error(`axe-core took over ${timeout_ms} ms`)), timeout_ms));
  // its preloaded styles ask relative imports from the page and not from the sheet: files that the page never asks for
  const how = { resultTypes: ["violations"], iframes: false, preload: { assets: ["media"] } };
  const ofTags = { ...how, runOnly: { type: "tag", values: tags } };
  const ofThePage = { ...how, runOnly: { type: "rule", values: ["document-title", "html-has-lang", "html-lang-valid", "meta-viewport"] } };

  // Of a large page it is given parts, all of them in order; of the largest, `cells.js` has refused to ask it.
  const whole = document.getElementsByTagName("*").length;
  const parts = [];
  let left = most.looked_at, opened = 0;
  // Only counts rendered elements with a size, so that others do not use up the limit.
  const weights = new Map();
  const weigh = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT, (one) => (isLaidOut(one) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT));
    const met = [document.body];
    while (walker.nextNode()) met.push(walker.currentNode);
    for (const one of met.reverse()) {
      const rect = Element.prototype.getBoundingClientRect.call(one), weight = weightOf(one) + (isShown(one) && area(rect) > 0);
      weights.set(one, weight);
      if (one !== document.body) weights.set(parentOf(one), weightOf(parentOf(one)) + weight);
    }
  };
  const weightOf = (element) => weights.get(element) ?? 0;
  const countOf = (element) => Element.prototype.getElementsByTagName.call(element, "*").length;
  const take = (element, depth) => {
    const weight = weightOf(element);
    if (!weight || left <= 0 || parts.length >= most.parts || depth > 200) return;
    if (weight <= left && countOf(element) < most.looked_at) {
      left -= weight;
      parts.push(element);
      return;
    }
    opened += isShown(element) ? 1 : 0;
    for (const child of childrenOf(element).filter(weightOf).slice(0, most.parts)) take(child, depth + 1);
  };
  const inParts = async () => {
    weigh();
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
      return boxOf(rectOf(find(selector)));
    } catch {
      return null;
    }
  };

  const element = (node) => {
    const selector = node.target.flat().join(" >>> ");
    const checks = [...node.any, ...node.all, ...node.none];
    const found = find(selector);
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
  const looked = most.looked_at - left;  // beside what merely holds the parts
  return { violations: told, of: isWhole ? whole : Math.max(looked, weightOf(document.body) - opened), looked_at: isWhole ? whole : looked };
}
