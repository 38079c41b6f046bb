// Messages that a worker sends itself through a channel of its own, such as to let others have their turn: its time
// stands still until they have arrived. What it sends while it stands still, or without end, waits until it goes on.
(waits, links, runner) => {
  const NativeChannel = MessageChannel, { postMessage, start } = MessagePort.prototype;
  const handler = Object.getOwnPropertyDescriptor(MessagePort.prototype, "onmessage");
  const mostMessages = 1_000, mostMs = 1_000;
  const others = new WeakMap(), areOpen = new WeakSet(), underWay = new WeakMap();
  let kept = [], sent = 0;
  const meet = (port, other) => {
    others.set(port, other);
    underWay.set(port, []);
    port.addEventListener("message", () => underWay.get(port).shift()?.(), true);
  };
  globalThis.MessageChannel = new Proxy(NativeChannel, {
    construct(target, given, made) {
      const channel = Reflect.construct(target, given, made);
      meet(channel.port1, channel.port2);
      meet(channel.port2, channel.port1);
      return channel;
    },
  });
  NativeChannel.prototype.constructor = globalThis.MessageChannel;
  MessagePort.prototype.start = function () {
    areOpen.add(this);
    start.call(this);
  };
  Object.defineProperty(MessagePort.prototype, "onmessage", {
    ...handler,
    set(does) {
      areOpen.add(this);
      handler.set.call(this, does);
    },
  });

  const send = (port, { data, transferred }) => {
    const other = others.get(port);
    if (areOpen.has(other)) underWay.get(other).push(waits.begin(mostMs));
    sent++;
    postMessage.call(port, data, transferred);
  };
  MessagePort.prototype.postMessage = function (data, options) {
    const packed = links.packed(data, options);
    if (runner.isRunning() && sent < mostMessages) {
      send(this, packed);
      return;
    }
    kept.push([this, packed]);
    runner.knock();
  };
  return {
    areWaiting: () => kept.length > 0,
    release: () => {
      sent = 0;
      for (const [port, packed] of kept.splice(0)) send(port, packed);
    },
  };
}
