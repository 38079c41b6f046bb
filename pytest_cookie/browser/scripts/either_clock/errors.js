// A flood of errors drowns whoever listens, as one on the console does: after so many that nobody caught, in a document or
// a worker, they are neither reported nor told to the page, whose own listeners could throw again at each.
() => {
  const CAP = 1_000, AT_TARGET = 2;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { preventDefault, stopImmediatePropagation } = Event.prototype;
  const phase = getOwnPropertyDescriptor(Event.prototype, "eventPhase").get;
  let errors = 0;
  const count = (event) => {
    // not those of elements, which pass on their way, nor what the page sends itself
    if (!event.isTrusted || apply(phase, event, []) !== AT_TARGET || ++errors <= CAP) return;
    apply(preventDefault, event, []);
    apply(stopImmediatePropagation, event, []);
  };
  for (const kind of ["error", "unhandledrejection"]) globalThis.addEventListener?.(kind, count, true);
}
