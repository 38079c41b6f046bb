// Runs axe-core, which stands before this as `axe`, over the page and keeps what a judge cites.
async ({ tags, timeout_ms, limit }) => {
  const late = new Promise((_, refuse) => setTimeout(() => refuse(new Error(`axe-core took over ${timeout_ms} ms`)), timeout_ms));
  // its preloaded styles ask relative imports from the page and not from the sheet: files that the page never asks for
  const run = axe.run(document, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"], iframes: false, preload: { assets: ["media"] } });
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

  return violations.map((violation) => ({
    rule: violation.id,
    impact: violation.impact || "minor",
    help: violation.help,
    count: violation.nodes.length,
    elements: violation.nodes.slice(0, limit).map(element),
  }));
}
