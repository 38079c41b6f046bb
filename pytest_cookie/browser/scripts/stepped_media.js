// <audio> and <video> in page time. The browser's own player is held at a rate of 0, where it keeps all its manners
// (loading, autoplay, play and pause, its controls) but never moves; where it is follows from page time. A video is
// brought to its picture by seeking, step by step; the sound is decoded from the source and mixed by an AudioContext.
(hub, { Player, busy }) => {
  const media = HTMLMediaElement.prototype;
  const own = (name) => Object.getOwnPropertyDescriptor(media, name);
  const native = Object.fromEntries(
    ["currentTime", "playbackRate", "defaultPlaybackRate", "ended", "seeking", "volume", "muted", "src"]
      .map((name) => [name, own(name)]),
  );
  const { play, pause, load } = media;
  const HAVE_NOTHING = 0, HAVE_FUTURE_DATA = 3;

  const players = new WeakMap();

  // --- what the browser's player says ---

  const adopt = (element) => {
    let player = players.get(element);
    if (player || element.srcObject) return player;
    player = new Player(element);
    players.set(element, player);
    hold(element);
    for (const type of Object.keys(heard)) element.addEventListener(type, hear);
    return player;
  };
  const hold = (element) => {
    native.defaultPlaybackRate.set.call(element, 0);
    native.playbackRate.set.call(element, 0);
  };
  // loading events depend on the machine, so they are dispatched at the end of a step
  const arrives = (player, event) => {
    event.stopImmediatePropagation();
    hub.later(() => player.tell(event.type));
  };
  const silence = (player, event) => event.stopImmediatePropagation();
  // the seeks by which a picture is brought make the browser say these again and again
  const once = (player, event) => {
    (player.told.has(event.type) ? silence : arrives)(player, event);
    player.told.add(event.type);
    if (event.type === "canplaythrough") player.isLoading = false;
  };
  const heard = {
    loadstart: (player) => {
      player.isLoading = true;
      player.told.clear();
      busy.add(player);
      hub.wake();
    },
    emptied: (player) => {
      if (!player.isReset) player.reset();
      player.isReset = false;
    },
    durationchange: arrives, resize: arrives, loadedmetadata: arrives,
    loadeddata: once, canplay: once, canplaythrough: once,
    waiting: (player, event) => (player.isPlayAwaited ? arrives : silence)(player, event),
    error: (player, event) => { arrives(player, event); player.isLoading = false; },
    suspend: (player, event) => { silence(player, event); player.isLoading = false; },
    progress: silence, stalled: silence, timeupdate: silence, ratechange: silence, ended: silence,
    seeking: (player, event) => {
      silence(player, event);
      if (player.seeks === 0) player.seek(native.currentTime.get.call(player.element));  // by its controls
    },
    seeked: (player, event) => { silence(player, event); player.seeks = Math.max(0, player.seeks - 1); },
    play: (player, event) => {
      if (player.isPlayAwaited) return;
      player.isPlayAwaited = true;  // begun by its controls, or by itself
      if (player.isLoading) arrives(player, event);
    },
    playing: (player, event) => {
      if (!player.isPlayAwaited) { silence(player, event); return; }
      player.isPlayAwaited = false;
      event.stopImmediatePropagation();
      const begin = () => { player.begin(); player.tell("playing"); };
      if (player.isLoading || player.wasUnready) hub.later(begin); else begin();
      player.wasUnready = false;
    },
    pause: (player) => { player.isPlayAwaited = false; if (player.since !== null) player.freeze(); },
    volumechange: (player) => player.relevel(),
  };
  const known = new WeakSet();
  const hear = (event) => {
    if (!event.isTrusted || known.has(event)) return;
    known.add(event);
    const player = players.get(event.target);
    if (player) heard[event.type](player, event);
  };
  for (const type of Object.keys(heard)) {
    window.addEventListener(type, (event) => {
      if (!(event.target instanceof HTMLMediaElement)) return;
      if (type === "loadstart") adopt(event.target);
      hear(event);
    }, true);
  }

  // --- what the page says ---

  const create = Document.prototype.createElement;
  Document.prototype.createElement = function createElement(...given) {
    const element = create.apply(this, given);
    if (element instanceof HTMLMediaElement) adopt(element);
    return element;
  };
  const NativeAudio = window.Audio;
  window.Audio = new Proxy(NativeAudio, {
    construct: (target, given, made) => {
      const element = Reflect.construct(target, given, made);
      adopt(element);
      return element;
    },
  });

  media.play = function () {
    const player = adopt(this);
    if (!player) return play.call(this);
    const isReady = this.readyState >= HAVE_FUTURE_DATA;
    if (this.paused) { player.isPlayAwaited = true; player.wasUnready = !isReady; }
    const promise = play.call(this);
    player.begin();
    if (isReady) return promise;
    busy.add(player);
    return hub.land(promise, () => player.isAwaited);
  };
  media.pause = function () {
    const player = players.get(this);
    if (player && player.since !== null) { player.freeze(); player.tellSoon("timeupdate"); }
    return pause.call(this);
  };
  media.load = function () {
    players.get(this)?.resetNow();
    return load.call(this);
  };
  media.fastSeek = function (to) { this.currentTime = to; };

  const redefine = (name, get, set) => {
    Object.defineProperty(media, name, {
      ...native[name],
      get() {
        const player = players.get(this);
        return player ? get(player) : native[name].get.call(this);
      },
      ...(set && { set(value) {
        const player = adopt(this);
        if (player) set(player, value); else native[name].set.call(this, value);
      } }),
    });
  };
  redefine("currentTime", (player) => player.position, (player, value) => {
    const to = Number(value);
    if (!Number.isFinite(to) || player.element.readyState === HAVE_NOTHING) native.currentTime.set.call(player.element, value);
    if (player.element.readyState === HAVE_NOTHING) player.at = Math.max(0, to); else player.seek(to);
  });
  redefine("ended", (player) => player.isOver && !player.element.loop);
  redefine("seeking", (player) => player.isSeeking);
  const rates = { playbackRate: "rate", defaultPlaybackRate: "defaultRate" };
  for (const [name, field] of Object.entries(rates)) {
    redefine(name, (player) => player[field], (player, value) => {
      try { native[name].set.call(player.element, value); } finally { hold(player.element); }  // which may throw
      const at = player.position;
      player[field] = Number(value);
      if (field === "rate") player.rebase(at);
      player.tellSoon("ratechange");
    });
  }
  for (const name of ["volume", "muted"]) {
    redefine(name, (player) => native[name].get.call(player.element), (player, value) => {
      native[name].set.call(player.element, value);
      player.relevel();
    });
  }
  Object.defineProperty(media, "src", {
    ...native.src,
    set(value) {
      players.get(this)?.resetNow();
      native.src.set.call(this, value);
    },
  });

  // A stream has no time of its own: the browser plays it as it comes.
  const release = (element) => {
    const player = players.get(element);
    if (!player) return;
    player.reset();
    players.delete(element);
    busy.delete(player);
    native.defaultPlaybackRate.set.call(element, 1);
    native.playbackRate.set.call(element, 1);
  };
  const source = own("srcObject"), streamed = new Set();
  Object.defineProperty(media, "srcObject", {
    ...source,
    set(stream) {
      if (stream) release(this);
      source.set.call(this, stream);
      if (stream) for (const tell of streamed) tell(this);
    },
  });

  return { adopt, streamed };
}
