// Follows the script that confines the artifact, and runs before any code of the artifact. The frame is sandboxed with an
// opaque origin, where storage throws; pages that keep their state would break at their first line. This storage lives
// in the window's name, so it survives a reload of the frame and nothing else. All functions are saved, because the
// artifact may change every prototype.
(() => {
  const script = document.currentScript;
  const uncurried = Function.prototype.call.bind.bind(Function.prototype.call);
  const MARK = "annotate-storage:";
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
  // A link or form that leads elsewhere is refused, with an error in place of the page that is to be judged: it does nothing
  const { origin } = location;
  const stay = (event, address) => {
    const to = URL.canParse(address, document.baseURI) ? new URL(address, document.baseURI) : null;
    if (to && /^https?:$/.test(to.protocol) && to.origin !== origin) event.preventDefault();
  };
  addEventListener("click", (event) => {
    const link = event.composedPath().find((one) => one.localName === "a" || one.localName === "area");
    if (link?.getAttribute("href")) stay(event, link.getAttribute("href"));
  }, true);
  addEventListener("submit", (event) => stay(event, event.submitter?.getAttribute("formaction") ?? event.target.getAttribute("action") ?? ""), true);
  // F2 gives the keyboard back to the application, which decides whether to heed it. Keys that arrive here until it has
  // done so are handed on. They carry a seal, which stands in this text only: no code of the page can make up a key.
  const seal = "SEAL-OF-THIS-FRAME";
  const post = parent.postMessage.bind(parent);
  const read = (field) => uncurried(Object.getOwnPropertyDescriptor(KeyboardEvent.prototype, field).get);
  const [keyOf, hasShift, hasControl, hasAlt, hasMeta] = ["key", "shiftKey", "ctrlKey", "altKey", "metaKey"].map(read);
  const stop = uncurried(Event.prototype.stopImmediatePropagation);
  const prevent = uncurried(Event.prototype.preventDefault);
  let isLeaving = false;
  const leave = (event) => {
    if (!event.isTrusted) return;
    const key = keyOf(event);
    if (key === "F2") {
      isLeaving = seal !== "";
      post("annotate:leave", "*");
    } else if (isLeaving) {
      if (!hasControl(event) && !hasAlt(event) && !hasMeta(event)) post("annotate:key:" + seal + (hasShift(event) ? ":1:" : ":0:") + key, "*");
    } else return;
    stop(event);
    prevent(event);
  };
  let faults = 0;
  const tell = () => { if (seal && (faults += 1) <= 100) post("annotate:fault:" + seal, "*"); };
  if (parent !== self) {
    addEventListener("keydown", leave, true);
    for (const fault of ["error", "unhandledrejection"]) addEventListener(fault, tell, true);
    for (const end of ["blur", "pointerdown"]) addEventListener(end, (event) => { if (event.isTrusted) isLeaving = false; }, true);
  }
  script?.remove();
})();
