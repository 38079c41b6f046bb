// Follows the scripts that confine the artifact and give it storage, and runs before any code of the artifact. All
// functions are saved, because the artifact may change every prototype.
(() => {
  const script = document.currentScript;
  const uncurried = Function.prototype.call.bind.bind(Function.prototype.call);
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
