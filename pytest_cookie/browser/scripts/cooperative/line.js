// A channel to each worker that tells it when time stops.
(time, settings) => {
  const nativePost = MessagePort.prototype.postMessage, postToWorker = globalThis.Worker?.prototype.postMessage;
  const ends = new Set();
  const tell = () => { for (const end of ends) nativePost.call(end, time.state()); };
  return {
    receive: () => addEventListener("message", (event) => {
      event.stopImmediatePropagation();
      event.ports[0].onmessage = ({ data }) => time.obey(data);
    }, { once: true, capture: true }),
    connect: (worker) => {
      const channel = new MessageChannel();
      postToWorker.call(worker, "time", [channel.port2]);
      ends.add(channel.port1);
    },
    handedOn: () => ({ epochMs: settings.epochMs, state: time.state() }),
    hold: tell,
    release: tell,
  };
}
