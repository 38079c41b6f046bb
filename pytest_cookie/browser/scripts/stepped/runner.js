// A worker stands still between two orders; an order says up to when it may go on, and what it was sent until then.
// Whatever runs, runs in a task of its own at a time of its own; what it has to say is told with the answer.
({ time, natives, waits, links, startTimer, nativeNow }) => {
  const mostTasks = 1_000, mostRounds = 8, patienceMs = 3_000, longMs = 5_000;
  const post = globalThis.postMessage.bind(globalThis), close = globalThis.close.bind(globalThis);
  const nativePost = MessagePort.prototype.postMessage, channel = new MessageChannel();
  let outbox = [], isRunning = false, isClosed = false, hasKnocked = false, began = 0, ports = null, load = null, next = null;

  channel.port1.onmessage = () => next();
  const turn = () => new Promise((resolve) => {
    next = resolve;
    nativePost.call(channel.port2, 0);
  });

  const tell = (told) => {
    const messages = outbox;
    outbox = [];
    post({ ...told, messages }, links.transfers(messages));
  };
  const knock = () => {
    if (isRunning || hasKnocked || isClosed) return;
    hasKnocked = true;
    tell({ isAnswer: false });
  };
  globalThis.postMessage = (data, options) => {
    outbox.push(links.packed(data, options));
    if (!isRunning) knock(); else if (nativeNow() - began > longMs) tell({ isAnswer: false });  // the clock no longer waits
  };
  globalThis.close = () => {
    if (isClosed) return;
    isClosed = true;
    natives.clear();
    tell({ isAnswer: true, isClosed, nextMs: Infinity, wantsFrame: false });
    close();
  };

  const rest = async () => {
    await turn();
    natives.rest();
    while (waits.areUnderWay()) {
      await waits.over();
      await turn();
    }
  };
  const pass = async (untilMs) => {
    for (let tasks = 0; tasks < mostTasks && natives.nextMs() <= untilMs; tasks++) {
      natives.fire();
      await rest();
    }
    time.set(untilMs);
  };
  const begin = async () => {
    const loading = (async () => load())();
    load = null;
    waits.attend(loading).catch(reportError);
    await rest();
  };
  const passInWorkers = async (untilMs, isFrame) => {
    for (let round = 0; round < mostRounds && links.ask(untilMs, isFrame && round === 0); round++) {
      await Promise.race([links.answers(), new Promise((resolve) => startTimer(resolve, patienceMs))]);
      links.giveUp();
      links.deliver();
      await links.deliveries();
      await rest();
      await pass(untilMs);
    }
  };
  const carryOut = async ({ untilMs, isFrame, messages }) => {
    if (load) await begin();
    for (const message of messages) {
      await pass(Math.min(message.atMs, untilMs));
      dispatchEvent(links.event(message));
      await rest();
    }
    await pass(untilMs);
    if (isFrame && natives.wantsFrame()) {
      natives.frame();
      await rest();
    }
    await passInWorkers(untilMs, isFrame);
  };
  const obey = async (order) => {
    isRunning = true;
    hasKnocked = false;
    began = nativeNow();
    ports.release();
    await carryOut(order);
    isRunning = false;
    if (isClosed) return;
    const nextMs = ports.areWaiting() ? -Infinity : Math.min(natives.nextMs(), links.nextMs());
    tell({ isAnswer: true, nextMs, wantsFrame: natives.wantsFrame() || links.wantsFrame() });
  };
  return {
    knock,
    isRunning: () => isRunning,
    // What comes from the browser itself is an order; what we hand on to the worker's own script is not.
    listen: (itsPorts, loading) => {
      ports = itsPorts;
      load = loading;
      addEventListener("message", (event) => {
        if (!event.isTrusted) return;
        event.stopImmediatePropagation();
        obey(event.data);
      }, true);
    },
  };
}
