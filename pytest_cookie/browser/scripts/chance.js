// Runs before the page's own scripts, in every frame and worker: random numbers follow a seed. `seedOf` is
// `either_clock/seed.js`.
(settings, seedOf) => {
  const firstSeed = seedOf(settings);
  let seed = null;
  // mulberry32: small, fast, good enough for games and placeholder data
  const next = () => {
    seed ??= firstSeed();
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
  Math.random = function random() { return next() / 4294967296; };

  const isIntegers = (array) => ArrayBuffer.isView(array) && !/^(DataView|Float)/.test(array[Symbol.toStringTag] ?? "DataView");
  const native = Crypto.prototype.getRandomValues;
  Crypto.prototype.getRandomValues = function getRandomValues(array) {
    if (!isIntegers(array) || array.byteLength > 65536) return native.call(this, array);  // which throws as it should
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 24;
    return array;
  };
  if (!("randomUUID" in Crypto.prototype)) return;  // only a secure context has it
  Crypto.prototype.randomUUID = function randomUUID() {
    const bytes = this.getRandomValues(new Uint8Array(16));
    bytes[6] = (bytes[6] & 15) | 64;
    bytes[8] = (bytes[8] & 63) | 128;
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
}
