// What a worker waits for that the browser does in machine time: while some of it is under way, its time stands still;
// but not for ever, since an answer may have no end.
(startTimer, stopTimer) => {
  const patienceMs = 3_000;
  let underWay = 0, nobodyWaits = null;
  const begin = (mostMs = patienceMs) => {
    let isOver = false;
    const end = () => {
      if (isOver) return;
      isOver = true;
      stopTimer(timer);
      if (--underWay === 0) nobodyWaits?.();
    };
    underWay++;
    const timer = startTimer(end, mostMs);
    return end;
  };
  const attend = (promise) => {
    const end = begin();
    promise.then(end, end);
    return promise;
  };
  const awaited = (holder, ...names) => {
    for (const name of names) {
      const native = holder?.[name];
      if (typeof native !== "function") continue;
      const does = { [name](...given) {
        const told = native.apply(this, given);
        return told instanceof Promise ? attend(told) : told;
      } };
      holder[name] = does[name];
    }
  };
  const reading = ["arrayBuffer", "blob", "bytes", "formData", "json", "text"];
  awaited(globalThis, "fetch", "createImageBitmap");
  for (const kind of ["Response", "Request", "Blob"]) awaited(globalThis[kind]?.prototype, ...reading);
  awaited(globalThis.ReadableStreamDefaultReader?.prototype, "read");
  awaited(globalThis.OffscreenCanvas?.prototype, "convertToBlob");
  awaited(globalThis.WebAssembly, "compile", "compileStreaming", "instantiate", "instantiateStreaming");
  awaited(globalThis.SubtleCrypto?.prototype, "decrypt", "deriveBits", "deriveKey", "digest", "encrypt", "exportKey",
    "generateKey", "importKey", "sign", "unwrapKey", "verify", "wrapKey");
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    this.addEventListener("loadend", begin(), { once: true });
    return send.call(this, body);
  };
  return {
    begin, attend,
    areUnderWay: () => underWay > 0,
    over: () => (underWay ? new Promise((over) => { nobodyWaits = over; }) : null),
  };
}
