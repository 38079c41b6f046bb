// The menu of a narrow layout: "opener" is the button that opens it; "links" are the links to places of this page that a
// press would reach, each with the share of the window that its menu fills, the innermost layer around it.
(errand) => {
  const MENU = /menu|burger|nav/i;
  const root = document.scrollingElement || document.documentElement;
  const isThere = (element) => {
    const rect = rectOf(element), [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
    if (rect.width < 2 || rect.height < 2 || x < 0 || y < 0 || x >= window.innerWidth || y >= window.innerHeight) return false;
    if (!isShown(element) || faintness(element) < 0.5 || styleOf(element).pointerEvents === "none") return false;
    const hit = hitAt(x, y);
    return Boolean(hit) && (holds(element, hit) || holds(hit, element));
  };
  const opener = () => {
    for (const element of first('button, [role="button"], summary, label[for], [aria-expanded="false"]', MOST.controls)) {
      const name = element.getAttribute("aria-label") || element.innerText || element.title || "";
      const marks = `${element.id} ${element.getAttribute("class") ?? ""} ${element.getAttribute("aria-controls") ?? ""}`;
      if (!isThere(element) || element.closest("main, form, footer") || rectOf(element).top > 0.3 * window.innerHeight) continue;
      if (MENU.test(name.trim().length > 1 ? name : marks)) return [{ ...report(element), text: clean(name) }];
    }
    return [];
  };
  const menuOf = (link) => [...ancestors(link)].find((node) => node !== document.body && /fixed|absolute|sticky/.test(styleOf(node).position)) ?? link.parentElement;
  const share = (menu) => {
    const seen = intersection(rectOf(menu), { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight });
    return area(seen) / (window.innerWidth * window.innerHeight);
  };
  const leads = (link) => {
    const place = decodeURIComponent(link.getAttribute("href").slice(1));
    return place && document.getElementById(place) && rectOf(document.getElementById(place)).height > 1;
  };
  const links = () => first('a[href^="#"]', MOST.controls).filter((link) => isThere(link) && leads(link))
    .map((link) => ({ ...report(link), share: Math.round(100 * share(menuOf(link))) / 100 }));
  return { found: errand === "opener" ? opener() : root ? links() : [] };
}
