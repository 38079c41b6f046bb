// Messages that a page sends to itself or to a worker: what is sent while time stands still arrives when it goes on,
// so that nothing loops by them meanwhile. What is handed over for good (a transfer) is not kept back.
(time) => {
  let waiting = [];
  const transfers = (given) => Array.isArray(given) ? given.length > 0 : Boolean(given?.transfer?.length);
  const keepingBack = (native) => function postMessage(message, ...rest) {
    if (!time.isFrozen() || transfers(rest[0])) return native.call(this, message, ...rest);
    const copy = structuredClone(message);
    waiting.push(() => native.call(this, copy, ...rest));
  };
  for (const name of ["MessagePort", "Worker", "BroadcastChannel"]) {
    const { prototype } = globalThis[name] ?? {};
    if (prototype) prototype.postMessage = keepingBack(prototype.postMessage);
  }
  if (!globalThis.document) {
    if (globalThis.postMessage) globalThis.postMessage = keepingBack(globalThis.postMessage);
  } else {
    // `postMessage` of a window is left alone: whom the receiver takes for the sender depends on whose function it is
    addEventListener("message", (event) => {
      if (!time.isFrozen() || !event.isTrusted || event.source !== window) return;
      event.stopImmediatePropagation();
      const { data, origin, source, ports } = event;
      waiting.push(() => dispatchEvent(new MessageEvent("message", { data, origin, source, ports: [...ports] })));
    }, true);
  }
  return {
    hold: () => {},
    release: () => {
      const due = waiting;
      waiting = [];
      for (const send of due) send();
    },
  };
}
