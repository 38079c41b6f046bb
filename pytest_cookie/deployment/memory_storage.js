// Runs before any code of an artifact that a reader's browser shows in a sandboxed frame with an opaque origin, where storage
// throws: pages that keep their state would break at their first line. This storage lives in the window's name, so it
// survives a reload of the frame and nothing else.
(() => {
  const MARK = "artifact-storage:";
  let saved = { local: {}, session: {} };
  try {
    if (name.startsWith(MARK)) saved = JSON.parse(name.slice(MARK.length));
  } catch { /* another page's name */ }
  const keep = () => {
    const text = MARK + JSON.stringify(saved);
    if (text.length > 5_000_000) throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    self.name = text;
  };
  const storage = (kind) => {
    const items = () => saved[kind];
    const methods = {
      getItem: (key) => (Object.hasOwn(items(), String(key)) ? items()[String(key)] : null),
      setItem: (key, value) => { items()[String(key)] = String(value); keep(); },
      removeItem: (key) => { delete items()[String(key)]; keep(); },
      clear: () => { saved[kind] = {}; keep(); },
      key: (index) => Object.keys(items())[index] ?? null,
    };
    return new Proxy(methods, {
      get: (target, key) => (key === "length" ? Object.keys(items()).length
        : Object.hasOwn(target, key) ? target[key] : typeof key === "string" ? items()[key] : undefined),
      set: (target, key, value) => { methods.setItem(key, value); return true; },
      has: (target, key) => Object.hasOwn(items(), key),
      deleteProperty: (target, key) => { methods.removeItem(key); return true; },
      ownKeys: () => Object.keys(items()),
      getOwnPropertyDescriptor: (target, key) => (Object.hasOwn(items(), key)
        ? { value: items()[key], writable: true, enumerable: true, configurable: true } : undefined),
    });
  };
  const replace = (property, kind) => {
    try { self[property].length; } catch { Object.defineProperty(self, property, { value: storage(kind), configurable: true }); }
  };
  replace("localStorage", "local");
  replace("sessionStorage", "session");
  try { document.cookie; } catch { Object.defineProperty(document, "cookie", { value: "", writable: true, configurable: true }); }
})();
