// Every clock that a script can ask shows page time, in whole milliseconds, and all of them agree.
(time) => {
  const NativeDate = Date;
  const named = (name, does) => Object.defineProperty(does, "name", { value: name });
  const replace = (holder, name, does) => {
    const native = holder?.[name];
    if (native) holder[name] = named(name, does(native));
  };

  replace(Performance.prototype, "now", () => () => time.now());
  Object.defineProperty(Performance.prototype, "timeOrigin", { configurable: true, enumerable: true, get: time.originMs });
  globalThis.Date = new Proxy(NativeDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length ? given : [time.today()], made),
    apply: () => new NativeDate(time.today()).toString(),
    get: (target, name, receiver) => (name === "now" ? time.today : Reflect.get(target, name, receiver)),
  });
  NativeDate.prototype.constructor = globalThis.Date;

  if (globalThis.Temporal) {
    const { Instant, Now } = Temporal;
    const instant = () => Instant.fromEpochMilliseconds(time.today());
    const here = (zone) => instant().toZonedDateTimeISO(zone ?? Now.timeZoneId());
    replace(Now, "instant", () => instant);
    replace(Now, "zonedDateTimeISO", () => here);
    replace(Now, "plainDateTimeISO", () => (zone) => here(zone).toPlainDateTime());
    replace(Now, "plainDateISO", () => (zone) => here(zone).toPlainDate());
    replace(Now, "plainTimeISO", () => (zone) => here(zone).toPlainTime());
  }
  const formats = Intl.DateTimeFormat.prototype, format = Object.getOwnPropertyDescriptor(formats, "format");
  const formatters = new WeakMap();
  Object.defineProperty(formats, "format", {
    ...format,
    get() {
      if (!formatters.has(this)) {
        const native = format.get.call(this);
        formatters.set(this, (date) => native(date === undefined ? time.today() : date));
      }
      return formatters.get(this);
    },
  });
  replace(formats, "formatToParts", (native) => function (date) {
    return native.call(this, date === undefined ? time.today() : date);
  });

  const stamps = new WeakMap();
  Object.defineProperty(Event.prototype, "timeStamp", {
    configurable: true, enumerable: true,
    get() {
      if (!stamps.has(this)) stamps.set(this, time.now());
      return stamps.get(this);
    },
  });
  if (!globalThis.AnimationTimeline) return;
  const timeline = Object.getOwnPropertyDescriptor(AnimationTimeline.prototype, "currentTime");
  Object.defineProperty(AnimationTimeline.prototype, "currentTime", {
    ...timeline,
    get() {
      const told = timeline.get.call(this);
      return typeof told === "number" ? Math.round(told) : told;
    },
  });
}
