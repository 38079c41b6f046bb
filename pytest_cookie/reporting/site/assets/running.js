// Runs before any code of the artifact. No content security policy blocks WebRTC to loopback ports, so WebRTC is removed
// here, and frames, whose windows would have their own, are removed before they load. All functions used later are saved
// now, because the artifact may change every prototype.
(() => {
  delete self.RTCPeerConnection;
  delete self.webkitRTCPeerConnection;
  const uncurried = Function.prototype.call.bind.bind(Function.prototype.call);
  const remove = uncurried(Element.prototype.remove);
  const find = uncurried(DocumentFragment.prototype.querySelectorAll);
  const count = uncurried(Object.getOwnPropertyDescriptor(NodeList.prototype, "length").get);
  const countLive = uncurried(Object.getOwnPropertyDescriptor(HTMLCollection.prototype, "length").get);
  const observe = uncurried(MutationObserver.prototype.observe);
  const Observer = MutationObserver;
  const names = ["iframe", "frame", "object", "embed", "fencedframe"];
  const selector = names.join();
  const live = [0, 1, 2, 3, 4].map((index) => document.getElementsByTagName(names[index]));
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
    const root = attach(this, options);
    observe(new Observer(() => inRoot(root)), root, { childList: true, subtree: true });
    return root;
  };
  delete Element.prototype.setHTMLUnsafe;
  delete ShadowRoot.prototype.setHTMLUnsafe;
  delete Document.parseHTMLUnsafe;
  // with the base address set to the folder, a link within the page would lead to another page
  addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#']");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    location.hash = link.getAttribute("href");
  });
  document.currentScript.remove();
})();
