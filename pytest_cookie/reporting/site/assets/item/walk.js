// The walk through an item: timeline, list of steps, film and the selected step show the same page time. Must be the last
// file: it returns early without a timeline.
const walk = document.querySelector(".walk");
if (!walk) return;
const whole = Number(walk.dataset.seconds);
const film = walk.querySelector("video");
const track = walk.querySelector(".lanes");
const playhead = walk.querySelector(".playhead");
const played = walk.querySelector(".played");
const hint = walk.querySelector(".hint");
const now = walk.querySelector("[data-now]");
const list = walk.querySelector(".walk-list");
const selected = walk.querySelector("[data-selected]");
const keys = Object.fromEntries([...walk.querySelectorAll("[data-go]")].map((one) => [one.dataset.go, one]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const moments = [...walk.querySelectorAll(".moment")];
const steps = moments.map((item, number) => ({
  item,
  link: list.querySelector(`a[href="#${item.id}"]`),
  at: item.dataset.begins,
  begin: Number(item.dataset.begins),
  end: number + 1 < moments.length ? Number(moments[number + 1].dataset.begins) : whole,
  name: `Step ${item.id.slice(5)}: ${item.querySelector("h3").textContent.trim()}`,
}));
let seconds = 0;
let current = -1;
let wanted = null;
let stopAt = Infinity;
let timer = 0;
let filmed = Boolean(film);
const written = (value) => {
  const tenths = Math.round(value * 10);
  return `${Math.floor(tenths / 600)}:${((tenths % 600) / 10).toFixed(1).padStart(4, "0")}`;
};
const stepAt = (value) => {
  let found = 0;
  steps.forEach((one, number) => { if (one.begin <= value + 0.0005) found = number; });
  return found;
};
const playing = () => (filmed ? !film.paused && !film.ended : timer !== 0);
const highlight = (number) => {
  if (number === current || !steps[number]) return;
  if (steps[current]) {
    steps[current].item.removeAttribute("data-current");
    steps[current].link.removeAttribute("aria-current");
  }
  current = number;
  const { item, link } = steps[number];
  item.setAttribute("data-current", "");
  link.setAttribute("aria-current", "step");
  if (list.scrollHeight > list.clientHeight + 1) {
    const top = link.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    list.scrollTo({ top: top - list.clientHeight / 3, behavior: calm.matches ? "auto" : "smooth" });
  }
};
const show = (value, number = stepAt(value)) => {
  seconds = Math.min(Math.max(value, 0), whole);
  const share = `${(100 * seconds) / whole}%`;
  playhead.style.left = share;
  played?.setAttribute("width", share);
  now.textContent = written(seconds);
  highlight(number);
  track.setAttribute("aria-valuenow", seconds.toFixed(3));
  track.setAttribute("aria-valuetext", `${written(seconds)} of ${written(whole)}${steps[number] ? `, ${steps[number].name}` : ""}`);
  keys.previous.disabled = current <= 0;
  keys.next.disabled = current >= steps.length - 1;
};
const seek = (value, number) => {
  const target = Math.min(Math.max(value, 0), whole);
  stopAt = Infinity;
  if (filmed) {
    wanted = number === undefined ? null : { number, until: target };
    film.currentTime = target;
  }
  show(target, number);
};
// Several steps may begin at the same time: remember the requested one until the film moves on.
const follow = () => {
  if (!filmed || film.seeking) return;
  if (film.currentTime >= stopAt) {
    wanted = { number: current, until: film.currentTime };
    stopAt = Infinity;
    film.pause();
  }
  if (wanted && Math.abs(film.currentTime - wanted.until) > 0.05) wanted = null;
  show(film.currentTime, wanted?.number);
};
const showPlaying = () => {
  walk.toggleAttribute("data-playing", playing());
  keys.play.setAttribute("aria-label", playing() ? "Pause" : "Play");
};
const pause = () => {
  if (filmed) film.pause();
  clearInterval(timer);
  timer = 0;
  showPlaying();
};
const play = () => {
  if (seconds >= whole - 0.05) seek(0);
  if (filmed) {
    film.play().catch(() => {});
    return;
  }
  timer = setInterval(() => {
    show(seconds + 0.1);
    if (seconds >= whole) pause();
  }, 100);
  showPlaying();
};
const toggle = () => (playing() ? pause() : play());
// Selects a step, which is said to screen readers. The address follows, so that it can be copied; it adds nothing to the
// history.
const select = (number) => {
  const one = steps[number];
  if (!one) return;
  if (!filmed) pause();
  seek(one.begin, number);
  selected.textContent = one.name;
  history.replaceState(null, "", `#${one.item.id}`);
};
const playStep = (number) => {
  if (!filmed || calm.matches || !steps[number]) return;
  play();
  stopAt = steps[number].end - 0.02;
};
const go = (by) => select(current + by);
const valueAt = (event) => {
  const box = track.getBoundingClientRect();
  return (whole * (event.clientX - box.left)) / box.width;
};
let dragging = false;
track.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  dragging = true;
  track.setPointerCapture(event.pointerId);
  const mark = event.target.closest("[data-seek]");
  const number = mark?.dataset.step ? steps.findIndex((one) => one.item.id === `step-${mark.dataset.step}`) : -1;
  seek(mark ? Number(mark.dataset.seek) : valueAt(event), number < 0 ? undefined : number);
});
track.addEventListener("pointermove", (event) => {
  const value = Math.min(Math.max(valueAt(event), 0), whole);
  if (dragging && (event.movementX || event.movementY)) seek(value);
  const mark = event.target.closest("[data-seek]");
  hint.hidden = event.pointerType === "touch" && !dragging;
  hint.textContent = `${written(value)} ${mark ? mark.textContent : (steps[stepAt(value)]?.name ?? "")}`;
  hint.style.left = `${(100 * value) / whole}%`;
  hint.classList.toggle("left", value > whole / 2);
});
for (const over of ["pointerup", "pointercancel"]) track.addEventListener(over, () => { dragging = false; });
track.addEventListener("pointerleave", () => { hint.hidden = true; });
const nudge = Math.max(0.1, whole / 100);
const moves = {
  ArrowUp: () => seek(seconds + nudge),
  ArrowDown: () => seek(seconds - nudge),
  PageDown: () => go(1),
  PageUp: () => go(-1),
  Home: () => select(0),
  End: () => seek(whole, steps.length - 1),
};
track.addEventListener("keydown", (event) => {
  const move = moves[event.key];
  if (!move || !plain(event)) return;
  event.preventDefault();
  move();
});
// ← and → walk from anywhere that does not use them itself; space plays where it would press nothing.
const own = "input, select, textarea, dialog, iframe, pre, .scrolls, [role='region']";
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || !plain(event) || dialog.open) return;
  const { target, key } = event;
  if ((key === "ArrowRight" || key === "ArrowLeft") && !target.closest(own)) {
    event.preventDefault();
    go(key === "ArrowRight" ? 1 : -1);
    if (!walk.contains(target)) {
      bring();
      track.focus({ preventScroll: true });  // so that space plays
    }
  } else if (key === " " && walk.contains(target) && !target.closest(`button, summary, ${own}`)) {
    event.preventDefault();
    toggle();
  }
});
keys.previous.addEventListener("click", () => go(-1));
keys.next.addEventListener("click", () => go(1));
keys.play.addEventListener("click", toggle);
keys.play.disabled = false;
// #t=1.343 is a page time, #step-2 a step; both work as links on this page and as shared addresses.
const arrive = (hash) => {
  const moment = /^#t=(\d+(?:\.\d+)?)$/.exec(hash);
  const step = steps.findIndex((one) => `#${one.item.id}` === hash);
  if (!moment && step < 0) return false;
  const exact = moment ? steps.findIndex((one) => one.at === moment[1]) : step;
  seek(moment ? Number(moment[1]) : steps[step].begin, exact < 0 ? undefined : exact);
  return true;
};
const bring = () => walk.scrollIntoView({ block: "start" });
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link || !plain(event)) return;
  const hash = link.getAttribute("href");
  if (!arrive(hash)) return;
  event.preventDefault();
  history[walk.contains(link) ? "replaceState" : "pushState"](null, "", hash);  // “back” leads to where one came from
  if (list.contains(link)) return;
  playStep(current);
  if (walk.contains(link)) return;
  bring();
  track.focus({ preventScroll: true });
});
addEventListener("hashchange", () => { if (arrive(location.hash)) bring(); });
if (film) {
  // The native controls would cover the film; our buttons offer everything the timeline does not.
  film.controls = false;
  film.tabIndex = -1;
  film.addEventListener("click", toggle);
  keys.sound?.addEventListener("click", () => {
    film.muted = !film.muted;
    keys.sound.setAttribute("aria-pressed", String(film.muted));
  });
  keys.whole.hidden = !film.requestFullscreen;
  keys.whole.addEventListener("click", () => { film.requestFullscreen().catch(() => {}); });
  document.addEventListener("fullscreenchange", () => { film.controls = document.fullscreenElement === film; });
  const frame = () => {
    follow();
    if (playing()) requestAnimationFrame(frame);
  };
  film.addEventListener("play", () => { showPlaying(); if (!calm.matches) frame(); });
  for (const name of ["pause", "ended"]) film.addEventListener(name, showPlaying);
  for (const name of ["timeupdate", "seeked"]) film.addEventListener(name, follow);
  film.addEventListener("error", () => {
    filmed = false;
    film.closest(".walk-main").classList.remove("filmed");
    film.parentElement.hidden = true;
    show(seconds);
  });
}
walk.setAttribute("data-ready", "");
show(0, 0);
if (arrive(location.hash)) bring();
