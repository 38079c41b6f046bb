// Links to places on the page where there is no such place.
(limit) => {
  const decoded = (text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };

  // "#/route" and "#!route" are addresses of a program; "#" and "#top" are the page's upper end.
  const isLost = (link) => {
    const name = decoded(link.getAttribute("href").slice(1));
    if (!name || /^top$/i.test(name) || /[/!=?&]/.test(name) || !isShown(link)) return false;
    return !document.getElementById(name) && !document.getElementsByName(name).length;
  };

  const links = [...document.querySelectorAll('a[href^="#"]')].filter(isLost).slice(0, limit);
  return { lost_anchors: links.map((link) => report(link, link.getAttribute("href"))) };
}
