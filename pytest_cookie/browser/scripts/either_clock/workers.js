// Workers start with the scripts that rule time there and then load what they were made for; what connects them with
// whoever made them is the clock's own `line`. Where that cannot be done (a policy forbids blobs), it is a plain worker.
(parts, settings, line) => {
  const NativeWorker = globalThis.Worker;
  const { createObjectURL, revokeObjectURL } = URL;
  const base = () => settings.address ?? document.baseURI;

  // --- in a worker: the line, and addresses relative to its original script ---
  if (settings.address) {
    line.receive();
    const absolute = (address) => (typeof address === "string" ? new URL(address, settings.address).href : address);
    const { importScripts: load, fetch: get } = globalThis;
    const { open } = XMLHttpRequest.prototype, NativeRequest = Request;
    if (!settings.isBlob) {
      globalThis.importScripts = (...addresses) => load(...addresses.map(String).map(absolute));
      globalThis.fetch = (what, ...rest) => get(absolute(what), ...rest);
      XMLHttpRequest.prototype.open = function (method, address, ...rest) {
        return open.call(this, method, absolute(String(address)), ...rest);
      };
      globalThis.Request = new Proxy(NativeRequest, {
        construct: (target, [what, ...rest], made) => Reflect.construct(target, [absolute(what), ...rest], made),
      });
    }
    const { prototype } = WorkerNavigator, cores = Object.getOwnPropertyDescriptor(prototype, "hardwareConcurrency");
    Object.defineProperty(prototype, "hardwareConcurrency", {
      ...cores,
      get: new Proxy(cores.get, { apply: () => settings.processors }),
    });
    Object.defineProperty(globalThis, "location", { configurable: true, value: new URL(settings.address) });
  }
  if (!NativeWorker) return;

  // --- in a document or a worker: its own workers ---
  const blobs = new Map(), seedStep = 0x9e3779b1;
  const firstSeed = parts.seed(settings);
  let seed = null;
  URL.createObjectURL = function (of) {
    const address = createObjectURL.call(URL, of);
    if (of instanceof Blob) blobs.set(address, of);
    return address;
  };
  URL.revokeObjectURL = function (address) {
    blobs.delete(String(address));
    revokeObjectURL.call(URL, address);
  };
  const script = (text) => createObjectURL.call(URL, new Blob([text], { type: "text/javascript" }));
  const forbidden = () => {
    const policies = globalThis.document?.querySelectorAll("meta[http-equiv='content-security-policy' i]") ?? [];
    return Array.from(policies).some(({ content }) => /worker-src|child-src|script-src|default-src/.test(content));
  };
  const own = (address, blob) => {
    seed = ((seed ?? firstSeed()) + seedStep) >>> 0;
    const kept = { epochMs: settings.epochMs, processors: navigator.hardwareConcurrency };
    return { ...line.handedOn(), ...kept, seed, address: address.href, isBlob: Boolean(blob) };
  };
  // The script to load instead; null if it must not be replaced.
  const beginning = (given, options) => {
    const address = new URL(String(given), base());
    const blob = address.protocol === "blob:" ? blobs.get(String(given)) : null;
    const isForeign = !blob && address.protocol !== "data:" && address.origin !== globalThis.origin;
    if (forbidden() || isForeign || (!blob && address.protocol === "blob:")) return null;
    // a page may take back its own address at once
    const loaded = JSON.stringify(blob ? createObjectURL.call(URL, blob) : address.href);
    const sources = Object.entries(parts).map(([name, part]) => `${name}: ${part}`).join(",\n");
    const begin = (load) => "((parts, settings, load) => parts.entry(parts, settings, load))"
      + `({ ${sources} }, ${JSON.stringify(own(address, blob))}, ${load});\n`;
    const isModule = options?.type === "module";
    if (line.saysWhenToLoad) return script(begin(isModule ? `() => import(${loaded})` : `() => importScripts(${loaded})`));
    if (!isModule) return script(`${begin(null)}importScripts(${loaded});`);
    return script(`import ${JSON.stringify(script(begin(null)))};\nimport ${loaded};`);
  };
  globalThis.Worker = new Proxy(NativeWorker, {
    construct(target, given, made) {
      let instead = null;
      try { instead = beginning(...given); } catch { /* not an address: the browser says so itself */ }
      if (!instead) {
        line.leave?.(given[0]);
        return Reflect.construct(target, given, made);
      }
      const worker = Reflect.construct(target, [instead, ...given.slice(1)], made);
      line.connect(worker);
      return worker;
    },
  });
  NativeWorker.prototype.constructor = globalThis.Worker;
}
