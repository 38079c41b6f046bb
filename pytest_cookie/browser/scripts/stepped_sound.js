// Runs before the page's own scripts, in every frame, where virtual time rules: the middle between the page's sound
// (`stepped_audio.js`, `stepped_media.js`) and whoever steps its time, who calls `follow` after each step.
// What the browser does in real time beside the page (decoding, rendering, loading) is waited for while page time
// stands still, and only then told to the page: so it comes at the same page time on every machine.
(settings) => {
  const tell = window[settings.binding];
  if (typeof tell !== "function") return null;
  delete window[settings.binding];
  const clock = Performance.prototype.now.bind(performance);

  let isAwake = false, toPageMs = 0, wantsSamples = true;
  // A page that makes no sound costs nothing: it says so when that changes.
  const wake = () => {
    if (isAwake) return;
    isAwake = true;
    tell("");
  };

  const notes = new Set(), maxNotes = 20;
  let unheard = [];
  const note = (text) => {
    if (unheard.length < maxNotes && !notes.has(text)) { notes.add(text); unheard.push(text); }
  };

  // Told in the order in which it was asked for, not in that in which it was done.
  let arrivals = [];
  const enlist = (isWaitedFor) => {
    const arrival = { isWaitedFor, tell: null };
    arrivals.push(arrival);
    wake();
    return arrival;
  };
  const land = (promise, isWaitedFor = () => true) => new Promise((resolve, reject) => {
    const arrival = enlist(isWaitedFor);
    promise.then((value) => { arrival.tell = () => resolve(value); }, (error) => { arrival.tell = () => reject(error); });
  });
  const later = (does) => { enlist(() => false).tell = does; };
  const arrive = () => {
    const all = arrivals;
    arrivals = all.filter((arrival) => !arrival.tell);
    for (const arrival of all) {
      try { arrival.tell?.(); } catch (error) { reportError(error); }
    }
  };

  // What only we wait for, and is to be there before anything is rendered.
  const works = new Set();
  const work = (promise) => {
    works.add(promise);
    wake();
    const done = () => works.delete(promise);
    promise.then(done, done);
  };

  // A follower has `isPending()`, `render(now)` ("done", "late" or "flush") and `isActive()`.
  const followers = [];
  let sounds = [];
  // asking a follower may begin a work
  const isPending = () => followers.filter((follower) => follower.isPending()).length > 0 || works.size > 0
    || arrivals.some((arrival) => !arrival.tell && arrival.isWaitedFor());

  const follow = (pageMs, wanted) => {
    const now = Math.round(clock());
    toPageMs = pageMs - now;
    wantsSamples = wanted;
    if (isPending()) return { next: "flush" };
    const next = followers.map((follower) => follower.render(now));
    for (const unfinished of ["flush", "late"]) if (next.includes(unfinished)) return { next: unfinished };
    arrive();
    const told = { next: "done", sounds, notes: unheard };
    sounds = [];
    unheard = [];
    isAwake = arrivals.length > 0 || works.size > 0 || followers.some((follower) => follower.isActive());
    return { ...told, isAwake };
  };

  // The clock has waited long enough; what is still missing arrives later.
  const giveUp = () => {
    for (const arrival of arrivals) arrival.isWaitedFor = () => false;
    works.clear();
    for (const follower of followers) follower.giveUp();
  };

  const encode = (samples) => {
    const bytes = new Uint8Array(samples.buffer), at = 8_192;
    let text = "";
    for (let i = 0; i < bytes.length; i += at) text += String.fromCharCode.apply(null, bytes.subarray(i, i + at));
    return btoa(text);
  };
  // `start` is a number of samples since page time 0, so that pieces of one source join exactly.
  const hear = (start, rate, samples) => {
    if (wantsSamples && samples.some((sample) => sample !== 0)) sounds.push({ start, rate, samples: encode(samples) });
  };

  const hub = {
    now: () => Math.round(clock()),
    toPageMs: () => toPageMs,
    setTimeout: window.setTimeout.bind(window),
    clearTimeout: window.clearTimeout.bind(window),
    wake, note, land, later, work, hear, followers,
  };
  Object.defineProperty(window, settings.binding, { value: Object.freeze({ follow, giveUp }) });
  return hub;
}
