// The element itself, as a handle. Called with `dom.js`.
(dom, { ref, selector }) => {
  const remembered = ref ? dom.notes.refs.holders.get(ref)?.deref() : null;
  return remembered && dom.isConnected(remembered) ? remembered : selector ? dom.find(selector) : null;
}
