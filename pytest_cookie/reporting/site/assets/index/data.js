// Data chunks are script files that pass JSON to `cookieData`: a page opened from disk may load scripts but not fetch.
const awaited = new Map();
const chunks = new Map();

Object.defineProperty(window, "cookieData", {
  value: (name, contents) => {
    awaited.get(name)?.(contents);
    awaited.delete(name);
  },
});

function load(name) {
  if (!chunks.has(name)) {
    chunks.set(name, new Promise((resolve, reject) => {
      awaited.set(name, resolve);
      loadScript(`data/${name}.js`).then(
        () => { if (awaited.has(name)) reject(new Error(`data/${name}.js does not contain ${name}`)); },
        reject,
      );
    }));
  }
  return chunks.get(name);
}

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => { script.remove(); resolve(); };
    script.onerror = () => { script.remove(); reject(new Error(`${address} could not be loaded`)); };
    document.head.append(script);
  });
}
