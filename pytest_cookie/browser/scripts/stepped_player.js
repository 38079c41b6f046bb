// The position of a media element in page time: its picture and its sound. See `stepped_media.js`.
(hub, audio, mixer) => {
  const { pause } = HTMLMediaElement.prototype;
  const native = { pause, currentTime: Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "currentTime") };
  const pictureMs = 16, updateMs = 250, lastPictureSeconds = 0.01;
  const HAVE_FUTURE_DATA = 3, EMPTY = 0, LOADING = 2;

  const busy = new Set();  // that load or play

  class Player {
    constructor(element) {
      this.element = element;
      this.at = 0;             // seconds into the media when it was last set going or stopped
      this.since = null;       // page time of its start, null while stopped
      this.rate = 1;
      this.defaultRate = 1;
      this.isOver = false;
      this.isLoading = false;
      this.isSeeking = false;
      this.isPlayAwaited = false;
      this.seeks = 0;          // that the browser has not done yet
      this.shown = 0;          // position of the picture in seconds; NaN if it has to be loaded again
      this.told = new Set();   // events that are dispatched once per load
      this.sound = undefined;  // an AudioBuffer, null if there is none
      this.wanted = "";        // the source whose sound is being fetched
    }

    get isAwaited() { return (this.isLoading && this.element.networkState === LOADING) || this.seeks > 0; }
    get length() { return this.element.duration; }
    get position() {
      if (this.since === null) return this.at;
      const reached = this.at + (hub.now() - this.since) / 1000 * this.rate;
      return reached < this.length || Number.isNaN(this.length) ? reached : this.length;
    }

    tell(type) { this.element.dispatchEvent(new Event(type)); }
    tellSoon(type) { hub.setTimeout(() => this.tell(type), 0); }

    begin() {
      if (this.since !== null || this.element.paused || this.element.readyState < HAVE_FUTURE_DATA) return;
      if (this.isOver) { this.at = 0; this.isOver = false; }
      this.since = hub.now();
      busy.add(this);
      hub.wake();
      this.rearm();
      this.updates = hub.setTimeout(() => this.update(), updateMs);
    }

    update() {
      this.updates = hub.setTimeout(() => this.update(), updateMs);
      this.tell("timeupdate");
    }

    freeze() {
      this.at = this.position;
      this.since = null;
      hub.clearTimeout(this.updates);
      hub.clearTimeout(this.ending);
      this.resound();
    }

    // changes of its position: a seek, a rate
    rebase(at) {
      this.at = at;
      if (this.since === null) return;
      this.since = hub.now();
      this.rearm();
    }

    rearm() {
      hub.clearTimeout(this.ending);
      if (this.rate > 0 && Number.isFinite(this.length)) {
        const left = (this.length - this.at) / this.rate * 1000 - (hub.now() - this.since);
        this.ending = hub.setTimeout(() => this.end(), Math.max(0, Math.ceil(left)));
      }
      this.resound();
    }

    end() {
      if (this.since === null) return;
      if (this.element.loop && this.length > 0) {
        // not `now`: a loop must not lose the part of a millisecond by which timers are late
        this.since += (this.length - this.at) / this.rate * 1000;
        this.at = 0;
        this.source = null;  // which ends by itself, to the sample
        this.rearm();
        for (const type of ["seeking", "timeupdate", "seeked"]) this.tell(type);
        return;
      }
      this.source = null;
      this.freeze();
      this.at = this.length;
      this.isOver = true;
      native.pause.call(this.element);
      this.tell("timeupdate");
      this.tellSoon("ended");
    }

    seek(to) {
      const length = Number.isFinite(this.length) ? this.length : Infinity;
      this.isSeeking = true;
      this.isOver = false;
      this.rebase(Math.min(Math.max(0, to), length));
      this.shown = NaN;
      busy.add(this);
      this.tellSoon("seeking");
      hub.later(() => {
        this.isSeeking = false;
        this.tell("timeupdate");
        this.tell("seeked");
      });
    }

    reset() {
      if (this.since !== null) this.freeze();
      this.told.clear();
      Object.assign(this, { at: 0, isOver: false, isSeeking: false, shown: 0, sound: undefined, wanted: "", rate: this.defaultRate });
    }

    // the page loads it again: the event of the browser comes late
    resetNow() {
      this.isReset = this.element.networkState !== EMPTY;
      this.reset();
    }

    // --- picture ---

    show() {
      if (!(this.element instanceof HTMLVideoElement) || !this.element.videoWidth) return;
      const at = this.position;
      if (this.since === null ? at === this.shown : Math.abs(at - this.shown) * 1000 < pictureMs) return;
      this.shown = at;
      if (!this.element.seekable.length || this.element.seekable.end(0) === 0) {
        hub.note(`the picture of ${this.element.currentSrc.slice(0, 200)} stands still: its server allows no seeking`);
        return;
      }
      this.seeks++;
      native.currentTime.set.call(this.element, Math.max(0, Math.min(at, this.length - lastPictureSeconds)));
    }

    // --- sound ---

    get level() { return this.element.muted ? 0 : this.element.volume; }

    relevel() {
      this.loudness?.setValueAtTime(this.level, this.gain.context.currentTime);
      if (this.isHeard !== Boolean(this.source)) this.resound();
    }

    // the gain through which it sounds, in the context of whoever asked for it, else in ours
    through(gain) {
      this.gain = gain;
      this.loudness = gain.gain;  // kept: a gain that is dressed as something else has none
      this.loudness.value = this.level;
      this.resound();
    }

    get isHeard() { return this.since !== null && this.rate > 0 && this.sound !== null && this.level > 0; }

    resound() {
      this.source?.stop();
      this.source = null;
      if (this.isHeard) {
        if (!this.gain) { this.through(mixer.input()); return; }
        mixer.run();
        if (this.sound) this.schedule();
      }
    }

    schedule() {
      const stepper = audio.stepperOf(this.gain.context);
      if (stepper.since === null) return;
      const source = this.gain.context.createBufferSource();
      source.buffer = this.sound;
      source.playbackRate.value = this.rate;
      source.connect(this.gain);
      // sound decoded during playback is not late: rendering waited for it
      const when = Math.max(stepper.timeAt(this.since), stepper.rendered / stepper.rate, 0);
      const offset = this.at + (when - stepper.timeAt(this.since)) * this.rate;
      if (offset < this.sound.duration) { audio.startBuffer.call(source, when, offset); this.source = source; }
      if (this.rate !== 1) hub.note("a media element that plays faster or slower is recorded with its pitch changed");
    }

    // between two steps: a request takes the page time if it is made within one
    fetchSound() {
      const source = this.element.currentSrc;
      if (!source || this.wanted === source) return;
      this.wanted = source;
      hub.work(mixer.fetch(source).then((sound) => {
        if (this.wanted !== source) return;
        this.sound = sound;
        this.resound();
      }));
    }
  }

  hub.followers.push({
    isActive: () => busy.size > 0,
    giveUp: () => { for (const player of busy) { player.isLoading = false; player.seeks = 0; } },
    isPending: () => {
      for (const player of busy) {
        if (player.isLoading) continue;  // it has no picture yet
        player.show();
        if (player.isHeard && player.sound === undefined) player.fetchSound();
        if (player.isHeard && player.sound && !player.source) player.resound();  // its context runs again
      }
      return [...busy].some((player) => player.isAwaited);
    },
    render: (now) => {
      for (const player of busy) {
        if (player.since === null && !player.isAwaited) busy.delete(player);
      }
      mixer.rest(now, [...busy].some((player) => player.isHeard));
      return "done";
    },
  });

  return { Player, busy };
}
