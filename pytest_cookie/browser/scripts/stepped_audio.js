// An AudioContext that renders in step with page time: below it is an OfflineAudioContext that is let run to the
// present moment whenever `render` is called, and stands still between. Its sound is read off at the last node before
// the destination. It is one channel wide and of fixed length, because the browser keeps all that such a context gave.
(hub) => {
  const Native = window.AudioContext, Offline = window.OfflineAudioContext;
  if (!Native || !Offline) return null;
  const defaultRate = 48_000;  // a frame of 16 ms is exactly six quanta
  const quantum = 128, longestSeconds = 900, piece = 4_096, patience = 10_000, mostContexts = 32;
  const base = BaseAudioContext.prototype, offline = Offline.prototype, real = Native.prototype, node = AudioNode.prototype;
  const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
  const nativeTime = getter(base, "currentTime"), nativeState = getter(base, "state");
  const nativeDestination = getter(base, "destination");
  const { suspend, resume, startRendering } = offline;
  const nativeSuspend = real.suspend;
  const { connect, disconnect } = node;
  const { createGain, createChannelSplitter, createAnalyser } = base;
  const startBuffer = AudioBufferSourceNode.prototype.start;

  // As in the user's browser, sound waits for a press or a key: of this document, of one around it, or of one of the
  // same origin that led here.
  const cameFrom = (address) => { try { return new URL(address).origin; } catch { return ""; } };
  let isUsed = window === window.parent && cameFrom(document.referrer) === location.origin;
  // Once it is used, or gone, its listeners are taken off again: a frame that is loaded anew would leave more and more.
  const done = new AbortController();
  const use = (event) => {
    if (!event.isTrusted || event.key === "Escape") return;
    isUsed = true;
    done.abort();
  };
  // The window of an empty first document goes on with the document that is loaded into it.
  window.addEventListener("pagehide", () => { if (location.href !== "about:blank") done.abort(); });
  for (let around = window; around; around = around === around.parent ? null : around.parent) {
    try {
      const notes = around.__cookie, heard = notes?.hearsKeys;
      for (const type of ["keydown", "mousedown", "pointerdown", "pointerup", "touchend"])
        around.addEventListener(type, use, { capture: true, passive: true, signal: done.signal });
      if (notes) notes.hearsKeys = heard;  // that it is we who listen says nothing of the page
    } catch {  // of another origin, which may lend its presses
      isUsed = Boolean(document.featurePolicy?.allowsFeature("autoplay"));
      break;
    }
  }

  const steppers = new WeakMap(), taps = new WeakMap(), outlets = new WeakMap();
  const running = new Set();

  class Stepper {
    constructor(context) {
      this.context = context;
      this.rate = context.sampleRate;
      this.state = "suspended";
      // for how long it ran until `since`; of its first quantum an offline context loses the sound
      this.elapsedMs = quantum / this.rate * 1000;
      this.since = null;       // page time of its start, null while stopped
      this.begun = [];         // where each run began: { frame, ms }
      this.rendered = 0;       // frames
      this.target = null;      // frames that are being rendered
      this.isStarted = false;
      this.waiting = [];       // calls of resume() that came before any press
      this.lastHeard = 0;
      this.processors = new Set();
      this.limit = Math.floor(longestSeconds * this.rate / quantum) * quantum;
      this.tap();
    }

    tap() {
      const destination = nativeDestination.call(this.context);
      const tap = createGain.call(this.context);
      tap.channelCount = 2;
      tap.channelCountMode = "explicit";
      const splitter = createChannelSplitter.call(this.context, 2);
      connect.call(tap, splitter);
      this.ears = [0, 1].map((channel) => {
        const ear = createAnalyser.call(this.context);
        ear.fftSize = piece;
        connect.call(splitter, ear, channel);
        connect.call(ear, destination);
        return ear;
      });
      this.heard = this.ears.map(() => new Float32Array(piece));
      taps.set(destination, tap);
      // what a page can ask and set of a real destination, which an offline one refuses
      Object.defineProperties(destination, {
        maxChannelCount: { get: () => 2 },
        channelCount: { get: () => tap.channelCount, set: (count) => { tap.channelCount = Math.min(count, 2); } },
        channelInterpretation: { get: () => tap.channelInterpretation, set: (word) => { tap.channelInterpretation = word; } },
      });
    }

    get currentMs() { return this.elapsedMs + (this.since === null ? 0 : hub.now() - this.since); }
    get frames() { return Math.floor(this.currentMs * this.rate / 1000 / quantum + 1e-6) * quantum; }
    // A node that is connected takes a quantum to be heard: so the last one before the present is left for the next time.
    get due() { return Math.min(this.frames - (this.state === "closed" ? 0 : quantum), this.limit); }
    // at what time of this context something happens that happens at `ms` of page time, during the present run
    timeAt(ms) { return (this.elapsedMs + ms - this.since) / 1000; }

    run() {
      const frame = this.frames;
      this.elapsedMs = frame / this.rate * 1000;  // whole quanta, or two runs would overlap by a part of one
      this.state = "running";
      this.since = hub.now();
      this.begun.push({ frame, ms: this.since });
      running.add(this);
      retire();
      hub.wake();
    }

    halt(state) {
      this.elapsedMs = this.currentMs;
      this.since = null;
      this.state = state;
    }

    // "done": there is nothing more to render up to now. "late": it is being rendered. "flush": the browser has not
    // yet noted that the last piece is done, which takes a task.
    render() {
      if (this.target !== null && !this.collect()) return "late";
      const { due } = this;
      if (this.rendered >= due) return this.finish();
      if (this.isStarted && nativeState.call(this.context) !== "suspended") return "flush";
      this.target = Math.min(due, this.nextStop());
      suspend.call(this.context, this.target / this.rate).catch(() => {});
      (this.isStarted ? resume : startRendering).call(this.context).catch(() => {});
      this.isStarted = true;
      if (!this.collect()) return "late";
      return this.rendered >= due ? this.finish() : "flush";
    }

    finish() {
      if (this.rendered >= this.limit) hub.note(`sound after ${longestSeconds} s of one AudioContext is not recorded`);
      if (this.since === null || this.rendered >= this.limit) running.delete(this);
      return "done";
    }

    nextStop() {
      const stops = [...this.processors].map((processor) => processor.nextStop(this.rendered));
      return Math.min(this.rendered + piece, ...stops);
    }

    collect() {
      const target = this.target / this.rate - 0.5 / this.rate;
      for (let i = 0; nativeTime.call(this.context) < target; i++) if (i > patience) return false;
      const first = this.rendered, count = this.target - first;
      this.rendered = this.target;
      this.target = null;
      this.ears.forEach((ear, channel) => ear.getFloatTimeDomainData(this.heard[channel]));
      const samples = new Float32Array(2 * count);
      for (const channel of [0, 1]) {
        const heard = this.heard[channel].subarray(piece - count);
        for (let i = 0; i < count; i++) samples[2 * i + channel] = heard[i];
      }
      this.hand(first, samples);
      for (const processor of this.processors) processor.process(this.rendered);
      return true;
    }

    // each run has its own place in page time
    hand(first, samples) {
      const end = first + samples.length / 2;
      if (samples.some((sample) => sample !== 0)) this.lastHeard = end;
      while (this.begun.length > 1 && this.begun[1].frame <= first) this.begun.shift();
      this.begun.forEach((run, i) => {
        const from = Math.max(first, run.frame), to = Math.min(end, this.begun[i + 1]?.frame ?? end);
        if (from >= to) return;
        const start = Math.round((run.ms + hub.toPageMs()) * this.rate / 1000) - run.frame + from;
        hub.hear(start, this.rate, samples.slice(2 * (from - first), 2 * (to - first)));
      });
    }
  }

  // Pages that make a new context for every beep and close none: the one that has been silent longest gives way.
  const retire = () => {
    if (running.size <= mostContexts) return;
    const silence = (stepper) => (stepper.rendered - stepper.lastHeard) / stepper.rate;
    const oldest = [...running].reduce((one, other) => (silence(other) > silence(one) ? other : one));
    running.delete(oldest);
    hub.note(`more than ${mostContexts} AudioContexts at once; the longest silent ones are not recorded any more`);
  };

  hub.followers.push({
    isPending: () => false,
    isActive: () => running.size > 0,
    giveUp: () => { for (const stepper of running) if (stepper.target !== null) running.delete(stepper); },
    render: () => {
      const all = [...running].map((stepper) => stepper.render());
      return ["flush", "late"].find((next) => all.includes(next)) ?? "done";
    },
  });

  // --- what the page sees ---

  // what the browser itself says of an offline context is not what the page is to hear
  const silenced = (context, ...types) => {
    const stop = (event) => { if (event.isTrusted) event.stopImmediatePropagation(); };
    for (const type of types) context.addEventListener(type, stop);
    return context;
  };
  const make = (options, target) => {
    const rate = options?.sampleRate ?? defaultRate;
    const made = Reflect.construct(Offline, [1, Math.ceil(longestSeconds * rate) || 1, rate], target);
    const stepper = new Stepper(silenced(made, "statechange", "complete"));
    steppers.set(made, stepper);
    return stepper;
  };
  const Stepped = new Proxy(Native, {
    construct: (target, [options], made) => {
      const stepper = make(options, made);
      hub.setTimeout(() => { if (isUsed && stepper.state === "suspended" && !stepper.wasHalted) change(stepper, "running"); }, 0);
      return stepper.context;
    },
  });
  const change = (stepper, state) => {
    if (stepper.state === state) return;
    if (state === "running") stepper.run(); else stepper.halt(state);
    if (state === "running") for (const resolve of stepper.waiting.splice(0)) resolve();
    stepper.context.dispatchEvent(new Event("statechange"));
  };
  const soon = (stepper, state) => {
    if (stepper.state === "closed") return Promise.reject(new DOMException("The AudioContext is closed.", "InvalidStateError"));
    stepper.wasHalted = state !== "running";
    if (state === "running" && !isUsed) return new Promise((resolve) => stepper.waiting.push(resolve));
    return new Promise((resolve) => hub.setTimeout(() => { change(stepper, state); resolve(); }, 0));
  };

  const of = (context) => {
    const stepper = steppers.get(context);
    if (!stepper) throw new TypeError("Illegal invocation");
    return stepper;
  };
  const properties = {
    state: (context) => of(context).state,
    currentTime: (context) => of(context).frames / context.sampleRate,
    baseLatency: (context) => quantum / context.sampleRate,
    outputLatency: () => 0,
    sinkId: () => "",
  };
  for (const [name, get] of Object.entries(properties)) {
    Object.defineProperty(real, name, { configurable: true, enumerable: true, get() { return get(this); } });
  }
  // belong to a real output device
  for (const name of ["playoutStats", "playbackStats"]) delete real[name];
  const methods = {
    resume() { return soon(of(this), "running"); },
    suspend() { return soon(of(this), "suspended"); },
    close() { return soon(of(this), "closed"); },
    getOutputTimestamp() { return { contextTime: this.currentTime, performanceTime: performance.now() }; },
    setSinkId() { return Promise.resolve(); },
  };
  for (const [name, value] of Object.entries(methods)) {
    Object.defineProperty(real, name, { configurable: true, enumerable: true, writable: true, value });
  }
  Object.defineProperty(real, "constructor", { configurable: true, writable: true, value: Stepped });
  for (const name of ["AudioContext", "webkitAudioContext"]) {
    if (name in window) Object.defineProperty(window, name, { configurable: true, writable: true, value: Stepped });
  }

  const inlet = (to) => taps.get(to) ?? to;
  node.connect = function (to, ...rest) {
    const reached = connect.call(outlets.get(this) ?? this, inlet(to), ...rest);
    return reached === undefined ? undefined : to;
  };
  node.disconnect = function (...to) {
    return disconnect.call(outlets.get(this) ?? this, ...to.map(inlet));
  };

  // Rendering lags behind page time by up to a step; sound that starts now must not start earlier.
  const atOnce = (prototype, name) => {
    const native = prototype[name];
    prototype[name] = function (when = 0, ...rest) {
      const stepper = steppers.get(this.context);
      const earliest = stepper ? stepper.frames / stepper.rate : 0;
      if (stepper && name === "start" && isUsed && stepper.state === "suspended" && !stepper.wasHalted)
        hub.setTimeout(() => change(stepper, "running"), 0);
      return native.call(this, when >= 0 && when < earliest ? earliest : when, ...rest);
    };
    Object.defineProperty(prototype[name], "name", { value: name });
  };
  atOnce(AudioScheduledSourceNode.prototype, "start");
  atOnce(AudioScheduledSourceNode.prototype, "stop");
  atOnce(AudioBufferSourceNode.prototype, "start");

  // --- what the browser does beside the page ---

  const decode = base.decodeAudioData;
  base.decodeAudioData = function decodeAudioData(data, success, failure) {
    const landed = hub.land(decode.call(this, data));
    // a page that gave callbacks looks at no promise
    if (success || failure) landed.then(success, failure ?? (() => {}));
    return landed;
  };
  const loose = new WeakSet();
  const offlineSuspend = offline.suspend;
  offline.suspend = function (...when) {
    loose.add(this);  // the page decides when it goes on
    return offlineSuspend.apply(this, when);
  };
  offline.startRendering = function () {
    const landed = hub.land(startRendering.call(this), () => !loose.has(this));
    landed.then((renderedBuffer) => {
      this.dispatchEvent(new OfflineAudioCompletionEvent("complete", { renderedBuffer }));
    }, () => {});
    return landed;
  };
  window.OfflineAudioContext = new Proxy(Offline, {
    construct: (target, given, made) => silenced(Reflect.construct(target, given, made), "complete"),
  });
  Object.defineProperty(offline, "constructor", { configurable: true, writable: true, value: window.OfflineAudioContext });
  if ("AudioWorklet" in window) {  // only a secure context has it
    const addModule = AudioWorklet.prototype.addModule;
    AudioWorklet.prototype.addModule = function (...given) { return hub.land(addModule.apply(this, given)); };
  }

  return {
    Context: Stepped, real, steppers, outlets,
    make: () => make({}, Native), stepperOf: of, tapOf: (context) => taps.get(nativeDestination.call(context)),
    connect, createGain, startBuffer,
    // what goes there directly is rendered and not heard
    silentDestination: (context) => nativeDestination.call(context),
    // a real one that never runs
    makeStill: () => { const still = new Native(); nativeSuspend.call(still); return still; },
    decode: (context, data) => decode.call(context, data),
  };
}
