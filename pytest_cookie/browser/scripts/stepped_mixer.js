// Mixes what the media elements of a frame play, by an AudioContext of our own, and decodes it for that.
(hub, audio) => {
  const fetch = window.fetch.bind(window);
  const mostBytes = 60_000_000, mostKept = 64, lingerMs = 100;
  let stepper = null;
  const ready = () => (stepper ??= audio.make());

  const input = () => {
    const { context } = ready(), gain = context.createGain();
    gain.connect(context.destination);
    return gain;
  };
  const run = () => { if (ready().since === null) stepper.run(); };
  // nothing plays any more: then nothing needs to be mixed, once the last of it has been
  let lastNeeded = 0;
  const rest = (now, isNeeded) => {
    if (isNeeded) lastNeeded = now;
    if (stepper !== null && stepper.since !== null && now > lastNeeded + lingerMs) stepper.halt("suspended");
  };

  const decode = async (source) => {
    const url = new URL(source, document.baseURI);
    if (!["data:", "blob:"].includes(url.protocol) && url.origin !== window.origin) throw new Error("it is of another origin");
    const answer = await fetch(source);
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    const data = await answer.arrayBuffer();
    if (data.byteLength > mostBytes) throw new Error(`it has more than ${mostBytes} bytes`);
    return audio.decode(ready().context, data);
  };
  const kept = new Map();
  const sound = (source) => {
    if (!kept.has(source)) {
      if (kept.size >= mostKept) kept.clear();
      kept.set(source, decode(source).catch((error) => {
        hub.note(`no sound was found in ${source.slice(0, 200)}: it has none, or cannot be decoded (${String(error).slice(0, 200)})`);
        return null;
      }));
    }
    return kept.get(source);
  };

  return { input, run, rest, fetch: sound };
}
