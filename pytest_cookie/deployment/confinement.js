// Runs before any code of an artifact that a reader's browser shows. No content security policy blocks WebRTC to
// loopback ports, so WebRTC is removed here, and frames, whose windows would have their own, are removed before they
// load. That needs every shadow root to be known: those that scripts attach are observed, and all other ways to make
// one are closed. All functions used later are saved now, because the artifact may change every prototype.
(() => {
  const globals = Object.getOwnPropertyDescriptors(self);
  for (const name of Object.keys(globals)) {
    if (/^(webkit|moz)?RTC|^WebTransport/.test(name)) delete self[name];
    const made = globals[name].value;
    if (typeof made !== "function") continue;
    for (const one of [made, made.prototype]) {
      if (one) for (const key of Object.getOwnPropertyNames(one)) if (/HTMLUnsafe$/.test(key)) delete one[key];
    }
  }
  const uncurried = Function.prototype.call.bind.bind(Function.prototype.call);
  const remove = uncurried(Element.prototype.remove);
  const find = uncurried(DocumentFragment.prototype.querySelectorAll);
  const count = uncurried(Object.getOwnPropertyDescriptor(NodeList.prototype, "length").get);
  const countLive = uncurried(Object.getOwnPropertyDescriptor(HTMLCollection.prototype, "length").get);
  const observe = uncurried(MutationObserver.prototype.observe);
  const Observer = MutationObserver;
  const names = ["iframe", "frame", "object", "embed", "fencedframe"];
  const selector = names.join(); // compares local names; so must the collections, as `x:iframe` is a frame, too
  const live = names.map((name) => document.getElementsByTagNameNS("*", name));
  const inDocument = () => {
    for (let kind = 0; kind < 5; kind += 1) while (countLive(live[kind])) remove(live[kind][0]);
  };
  const inRoot = (root) => {
    const found = find(root, selector);
    for (let index = count(found) - 1; index >= 0; index -= 1) remove(found[index]);
  };
  observe(new Observer(inDocument), document, { childList: true, subtree: true });
  const attach = uncurried(Element.prototype.attachShadow);
  Element.prototype.attachShadow = function attachShadow(options) {
    const { mode, delegatesFocus, slotAssignment, serializable, customElementRegistry } = options;
    // a clone of a root would not be observed
    const root = attach(this, { mode, delegatesFocus, slotAssignment, serializable, customElementRegistry, clonable: false });
    observe(new Observer(() => inRoot(root)), root, { childList: true, subtree: true });
    return root;
  };
  // The parser makes a shadow root where it reads this word, which is broken in the text of the page, too. A space after
  // a part of the word keeps what the parser reads next from completing it.
  const codeAt = uncurried(String.prototype.charCodeAt);
  const slice = uncurried(String.prototype.slice);
  const word = Array.from("shadowrootmode", (letter) => letter.charCodeAt(0));
  const breakWord = (text) => {
    let broken = "";
    let from = 0;
    let met = 0;
    for (let at = 0; at < text.length; at += 1) {
      const lower = codeAt(text, at) | 32;
      met = lower === word[met] ? met + 1 : lower === word[0] ? 1 : 0;
      if (met < 14) continue;
      broken += slice(text, from, at) + "-";
      from = at;
      met = 0;
    }
    return broken + slice(text, from) + (met ? " " : "");
  };
  const write = uncurried(Document.prototype.write);
  const writeAll = (target, texts, end) => {
    let text = "";
    for (let index = 0; index < texts.length; index += 1) text += texts[index];
    write(target, breakWord(text + end));
  };
  Document.prototype.write = function (...texts) { writeAll(this, texts, ""); };
  Document.prototype.writeln = function (...texts) { writeAll(this, texts, "\n"); };
})();
