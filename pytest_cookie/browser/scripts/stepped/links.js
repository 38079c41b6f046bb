// Whoever has made workers (a document or a worker): what he sends them is kept until he lets them go on, and they
// answer with all that they have to say. So both happen at the same page time on every machine.
({ clock, wake, note = () => {}, allAnswered = () => {} }) => {
  const { postMessage, terminate } = globalThis.Worker?.prototype ?? {}, clone = globalThis.structuredClone;
  const links = new Map();  // by worker, in the order in which they were made

  const packed = (data, options) => {
    const transfer = [...(Array.isArray(options) ? options : options?.transfer ?? [])];
    return clone({ data, transferred: transfer }, { transfer });
  };
  const transfers = (messages) => messages.flatMap(({ transferred }) => transferred);
  const event = ({ data, transferred }) =>
    new MessageEvent("message", { data, ports: transferred.filter((one) => one instanceof MessagePort) });

  const send = (worker, data, options) => {
    const link = links.get(worker);
    if (!link) return false;
    link.queue.push({ atMs: clock.now(), ...packed(data, options) });
    wake();
    return true;
  };
  const hear = (link, told) => {
    link.heard.push(...told.messages);
    if (told.isAnswer) Object.assign(link, { isAsked: false, nextMs: told.nextMs, wantsFrame: told.wantsFrame });
    else link.nextMs = -Infinity;  // it asks to be let go on
    if (told.isClosed) Object.assign(link, { isClosed: true, queue: [], nextMs: Infinity });
    wake();
    if (told.isAnswer && link === current) askNext();
  };

  const connect = (worker) => {
    const link = { queue: [], heard: [], nextMs: -Infinity, wantsFrame: false, isAsked: false, isClosed: false };
    links.set(worker, link);
    worker.addEventListener("message", (native) => {
      if (!native.isTrusted) return;
      native.stopImmediatePropagation();
      hear(link, native.data);
    }, true);
    // a worker that could not even be loaded
    worker.addEventListener("error", (error) => {
      if (error.isTrusted && !(error instanceof ErrorEvent) && link === current) askNext();
    }, true);
    wake();
  };
  if (postMessage) {
    Worker.prototype.postMessage = function (data, options) {
      if (!send(this, data, options)) postMessage.call(this, data, options);
    };
    Worker.prototype.terminate = function () {
      const link = links.get(this);
      links.delete(this);
      terminate.call(this);
      if (link && link === current) askNext();
    };
  }

  // One after the other, so that their side effects have a fixed order, too.
  let row = [], order = null, current = null, asked = 0, answered = null;
  const askNext = () => {
    current = null;
    while (row.length && !current) {
      const [worker, link] = row.shift();
      if (!links.has(worker) || link.isAsked || link.isClosed) continue;
      const messages = link.queue;
      Object.assign(link, { queue: [], isAsked: true });
      postMessage.call(worker, { ...order, messages }, transfers(messages));
      current = link;
      asked++;
    }
    if (current) return;
    answered?.();
    allAnswered();
  };
  // Whether there was any worker to be asked; one that has not answered yet to an earlier order is not.
  const ask = (untilMs, isFrame) => {
    const hasReason = (link) => link.queue.length || link.nextMs <= untilMs || (isFrame && link.wantsFrame);
    row = Array.from(links).filter(([, link]) => !link.isAsked && !link.isClosed && hasReason(link));
    order = { untilMs, isFrame };
    askNext();
    return current !== null;
  };

  // Each message in a task of its own, all of which are queued at once.
  const turns = new MessageChannel(), deliveries = [];
  let delivered = null;
  const nativePost = MessagePort.prototype.postMessage;
  turns.port1.onmessage = () => {
    const [worker, message] = deliveries.shift();
    if (links.has(worker)) worker.dispatchEvent(event(message));
    if (!deliveries.length) delivered?.();
  };
  const deliver = () => {
    for (const [worker, link] of links) {
      for (const message of link.heard.splice(0)) {
        deliveries.push([worker, message]);
        nativePost.call(turns.port2, 0);
      }
    }
    return deliveries.length > 0;
  };

  // One that has not answered yet says so when it does.
  const nextMs = ({ queue, heard, isAsked, nextMs: ownMs }) => {
    if (heard.length) return -Infinity;
    if (isAsked) return Infinity;
    return queue.length ? -Infinity : ownMs;
  };
  const open = () => Array.from(links.values()).filter((link) => !link.isClosed || link.heard.length);
  return {
    packed, transfers, event, ask, deliver,
    line: {
      connect, saysWhenToLoad: true, receive: () => {},
      leave: (address) => note(`a worker is not stepped, it runs in machine time: ${String(address).slice(0, 200)}`),
      handedOn: () => ({ state: { pageMs: clock.now(), today: clock.today() } }),
    },
    isBusy: () => current !== null || deliveries.length > 0,
    asked: () => asked,
    answers: () => (current ? new Promise((resolve) => { answered = resolve; }) : null),
    deliveries: () => (deliveries.length ? new Promise((resolve) => { delivered = resolve; }) : null),
    giveUp: () => { if (current) askNext(); },
    // Those that were given up and have not answered since; how many there were.
    end: () => {
      const late = Array.from(links).filter(([, link]) => link.isAsked && link !== current);
      for (const [worker] of late) worker.terminate();
      return late.length;
    },
    nextMs: () => Math.min(Infinity, ...open().map(nextMs)),
    wantsFrame: () => open().some((link) => link.wantsFrame),
  };
}
