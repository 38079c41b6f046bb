// Links to anchors that do not exist on the page.
(limit) => {
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  const named = new Set(first("[name]", MOST.nodes).map((element) => element.getAttribute("name")));

  // "#/route" and "#!route" are addresses of a program; "#" and "#top" are the page's upper end.
  const isLost = (link) => {
    const name = decoded(link.getAttribute("href").slice(1));
    if (!name || /^top$/i.test(name) || /[/!=?&]/.test(name) || !isShown(link)) return false;
    return !first(`#${CSS.escape(name)}`, 1).length && !named.has(name);
  };

  const links = [];
  for (const link of first('a[href^="#"]', MOST.elements)) {
    if (links.length >= limit) break;
    if (isLost(link)) links.push(link);
  }
  return { lost_anchors: links.map((link) => report(link, link.getAttribute("href"))) };
}
