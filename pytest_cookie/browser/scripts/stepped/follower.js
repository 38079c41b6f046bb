// A document whose workers are let go on after each step of page time, by whoever steps it, who calls `follow`.
(parts, settings) => {
  const tell = window[settings.binding];
  if (typeof tell !== "function") return;
  delete window[settings.binding];
  const mostRounds = 8, mostNotes = 20;
  const pageMs = performance.now.bind(performance), today = Date.now;

  // A document without workers costs nothing: it says so when that changes.
  let isAwake = false, notes = [];
  const wake = () => {
    if (isAwake) return;
    isAwake = true;
    tell("");
  };
  const note = (text) => {
    if (notes.length < mostNotes) notes.push(text);
    wake();
  };
  const links = parts.links({ clock: { now: pageMs, today }, wake, note, allAnswered: () => links.deliver() });
  parts.workers(parts, settings, links.line);

  // What workers say may lead to more that they are sent, at the same time; but not for ever.
  let step = -1, rounds = 0, untilMs = 0;
  const follow = (now) => {
    if (now !== step) {
      step = now;
      rounds = 0;
      untilMs = pageMs();
    }
    const isUnfinished = links.isBusy() || links.deliver() || (rounds++ < mostRounds && links.ask(untilMs, rounds === 1));
    if (isUnfinished) return { next: "flush", asked: links.asked() };
    isAwake = links.nextMs() < Infinity || links.wantsFrame();
    return { next: "done", isAwake, notes: notes.splice(0) };
  };
  Object.defineProperty(window, settings.binding, { value: Object.freeze({ follow, giveUp: links.giveUp, end: links.end }) });
}
