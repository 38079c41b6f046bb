"""`read_outline`: controls, regions and texts of a loaded page, each on a line with a selector that means it alone."""

from pytest_cookie.browser.page.observation import LoadOutcome
from pytest_cookie.exploration.page_session import WindowSession

_MAX_LINES = 300
_MAX_CHARACTERS = 300
_OUTLINE = """(most) => {
  const seen = new Map();
  const isUnique = (selector) => {
    if (!seen.has(selector)) {
      let found = 0;
      try { found = document.querySelectorAll(selector).length; } catch {}
      seen.set(selector, found === 1);
    }
    return seen.get(selector);
  };
  const quoted = (text) => `"${text.replaceAll("\\\\", "\\\\\\\\").replaceAll('"', '\\\\"')}"`;
  const named = (el) => {
    const own = el.id ? ["#" + CSS.escape(el.id)] : [];
    for (const name of ["data-testid", "data-id", "name", "aria-label"]) {
      const value = el.getAttribute(name);
      if (value && value.length < 60) own.push(`${el.localName}[${name}=${quoted(value)}]`);
    }
    return own;
  };
  const plain = (el) => el.localName + [...el.classList].slice(0, 2).map((one) => "." + CSS.escape(one)).join("");
  const childOf = (el) => `${el.localName}:nth-child(${[...el.parentElement.children].indexOf(el) + 1})`;
  const selectorOf = (el) => {
    const own = [...named(el), plain(el)];
    const alone = own.find(isUnique);
    if (alone) return alone;
    let path = "";
    for (let at = el; at.parentElement; at = at.parentElement) {
      path = path ? `${childOf(at)} > ${path}` : childOf(at);
      const outer = at.parentElement === document.body ? "body" : named(at.parentElement).find(isUnique);
      if (!outer) continue;
      return own.map((one) => `${outer} ${one}`).find(isUnique) ?? `${outer} > ${path}`;
    }
    return own[0];
  };
  const line = (text, size) => (text || "").trim().replace(/\\s+/g, " ").slice(0, size);
  const labelOf = (el) => {
    const label = el.labels?.[0]?.cloneNode(true);
    for (const field of label?.querySelectorAll("select, textarea, script, style") ?? []) field.remove();
    return line(label?.textContent || el.getAttribute("aria-label") || el.getAttribute("placeholder"), 40);
  };
  const ownText = (el) => {
    const texts = [...el.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return line(el.children.length ? texts.map((node) => node.data).join(" ") : el.textContent, 60);
  };
  const isField = (el) => ["input", "select", "textarea"].includes(el.localName);
  const stateOf = (el) => {
    const isChoice = el.localName === "input" && ["checkbox", "radio"].includes(el.type);
    const options = el.localName === "select" ? [...el.options].map((one) => line(one.label, 30)) : [];
    const more = options.length > 8 ? ", …" : "";
    return [
      isField(el) && labelOf(el) ? `label ${quoted(labelOf(el))}` : "",
      el.localName === "input" ? el.type : "",
      isChoice ? (el.checked ? "checked" : "unchecked") : "",
      isField(el) && !isChoice && el.value ? `value ${quoted(line(el.value, 40))}` : "",
      options.length ? `options ${options.slice(0, 8).map(quoted).join(", ")}${more}` : "",
      el.disabled ? "disabled" : "",
      el.checkVisibility() ? "" : "hidden",
    ].filter(Boolean).join(", ");
  };
  const wanted = "[id], [data-testid], [data-id], a[href], button, input, select, textarea, summary, output, dialog, " +
    "h1, h2, h3, th, li, canvas, [role], [aria-label], [aria-live]";
  const address = location.pathname + location.search + location.hash;
  const lines = [`url() ${line(address, 100)}`, `title() ${line(document.title, 100)}`];
  for (const [question, name] of [["stored", "localStorage"], ["session", "sessionStorage"]]) {
    try {
      for (const key of Object.keys(window[name]).slice(0, 10))
        lines.push(`${question}(${quoted(line(key, 60))}) ${line(window[name].getItem(key), 100)}`);
    } catch {}
  }
  let more = 0;
  for (const el of document.body?.querySelectorAll("*") ?? []) {
    if (["script", "style", "option", "template", "noscript"].includes(el.localName)) continue;
    if (el.localName === "label" && el.control) continue;
    const text = isField(el) ? "" : ownText(el);
    if (!text && !el.matches(wanted)) continue;
    if (lines.length >= most) { more++; continue; }
    lines.push([selectorOf(el), el.localName, text, stateOf(el)].filter(Boolean).join(" | "));
  }
  return more ? [...lines, `(${more} more elements)`] : lines;
}"""


def read_outline(session: WindowSession, url: str) -> tuple[LoadOutcome, tuple[str, ...]]:
    """Load the page and outline it: address, title and storage, then elements in document order, at most 300 lines."""
    loaded = session.load(url)
    lines = session.evaluate(_OUTLINE, _MAX_LINES, outside=True) if loaded.loaded else []
    return loaded, tuple(str(line)[:_MAX_CHARACTERS] for line in lines) if isinstance(lines, list) else ()
