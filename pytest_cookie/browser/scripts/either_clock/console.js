// A flood of messages drowns whoever listens: after so many of them, in a document or a worker, the console is silent.
() => {
  const CAP = 1_000;
  const { apply } = Reflect;
  let messages = 0;
  const silent = () => {};
  // Calls are counted where the proxy looks up what to do with one: no function of ours is then under way while the
  // browser writes the message down, which keeps the page's own line as its source, however the page came by `log`.
  const counted = { __proto__: null, get apply() { return ++messages > CAP ? silent : apply; } };
  for (const name of Object.keys(console)) {
    if (typeof console[name] === "function") console[name] = new Proxy(console[name], counted);
  }
  if (console.context) console.context = () => console;  // would give another one, that is not counted
}
