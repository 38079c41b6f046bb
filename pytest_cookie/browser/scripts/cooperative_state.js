// Tells one frame whether time passes from now on. Before `cooperative_time.js` has run, it is left there for it.
(state) => {
  const time = window.__cookieTime;
  if (time?.obey) time.obey(state);
  else if (!time || time.turn < state.turn) Object.defineProperty(window, "__cookieTime", { value: state, configurable: true });
}
