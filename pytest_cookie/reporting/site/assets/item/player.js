// Keeps film or picture, playhead and step list at the same page time. Must be the last file: it returns early without a player.
const player = document.querySelector(".player");
if (!player) return;
const whole = Number(player.dataset.seconds);
const film = player.querySelector("video");
const still = player.querySelector(".still");
const track = player.querySelector(".lanes");
const playhead = player.querySelector(".playhead");
const played = player.querySelector(".played");
const hint = player.querySelector(".hint");
const now = player.querySelector("[data-now]");
const doing = player.querySelector("[data-doing]");
const list = player.querySelector(".beside");
const keys = Object.fromEntries([...player.querySelectorAll("[data-go]")].map((one) => [one.dataset.go, one]));
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const begun = (item) => item.querySelector("a[href^='#t=']").getAttribute("href").slice(3);
const steps = [...player.querySelectorAll(".steps > li")].map((item, number, items) => ({
  item,
  at: begun(item),
  begin: Number(begun(item)),
  end: number + 1 < items.length ? Number(begun(items[number + 1])) : whole,
  name: `Step ${item.id.slice(5)}: ${item.querySelector("h3").textContent.trim()}`,
  picture: item.querySelector(":scope > a.picture"),
}));
let seconds = 0;
let current = -1;
let wanted = null;
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

// Without a film, show the picture taken after the last finished step.
const showStill = () => {
  const past = steps.filter((one) => one.picture && one.end <= seconds + 0.0005).pop() ?? steps.find((one) => one.picture);
  still.hidden = !past;
  if (!past || still.src === past.picture.href) return;
  still.src = past.picture.href;
  still.alt = past.picture.querySelector("img").alt;
};

const highlight = (number) => {
  if (number === current || !steps[number]) return;
  steps[current]?.item.removeAttribute("aria-current");
  current = number;
  const { item, name } = steps[number];
  item.setAttribute("aria-current", "step");
  doing.textContent = name;
  if (list.scrollHeight > list.clientHeight + 1) {
    const top = item.getBoundingClientRect().top - list.getBoundingClientRect().top + list.scrollTop;
    list.scrollTo({ top: top - 8, behavior: calm.matches ? "auto" : "smooth" });
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
  keys.previous.disabled = current <= 0 && seconds <= 0;
  keys.next.disabled = current >= steps.length - 1;
  if (!filmed) showStill();
};

const seek = (value, number) => {
  const target = Math.min(Math.max(value, 0), whole);
  if (filmed) {
    wanted = number === undefined ? null : { number, until: target };
    film.currentTime = target;
  }
  show(target, number);
};
// Several steps may begin at the same time: remember the requested one until the film moves on.
const follow = () => {
  if (!filmed || film.seeking) return;
  if (wanted && Math.abs(film.currentTime - wanted.until) > 0.05) wanted = null;
  show(film.currentTime, wanted?.number);
};

const showPlaying = () => {
  player.toggleAttribute("data-playing", playing());
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
const go = (by) => {
  const number = by < 0 && seconds > (steps[current]?.begin ?? 0) + 0.25 ? current : current + by;
  if (steps[number]) seek(steps[number].begin, number);
};

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
  seek(mark ? Number(mark.dataset.seek) : valueAt(event));
});
track.addEventListener("pointermove", (event) => {
  const value = Math.min(Math.max(valueAt(event), 0), whole);
  if (dragging) seek(value);
  hint.hidden = event.pointerType === "touch" && !dragging;
  hint.textContent = `${written(value)} ${steps[stepAt(value)]?.name ?? ""}`;
  hint.style.left = `${(100 * value) / whole}%`;
  hint.classList.toggle("left", value > whole / 2);
});
for (const over of ["pointerup", "pointercancel"]) track.addEventListener(over, () => { dragging = false; });
track.addEventListener("pointerleave", () => { hint.hidden = true; });

const nudge = Math.max(0.1, whole / 100);
const moves = {
  ArrowRight: () => seek(seconds + nudge),
  ArrowUp: () => seek(seconds + nudge),
  ArrowLeft: () => seek(seconds - nudge),
  ArrowDown: () => seek(seconds - nudge),
  PageDown: () => go(1),
  PageUp: () => go(-1),
  Home: () => seek(0, 0),
  End: () => seek(whole, steps.length - 1),
  " ": toggle,
};
track.addEventListener("keydown", (event) => {
  const move = moves[event.key];
  if (!move || !plain(event)) return;
  event.preventDefault();
  move();
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
const bring = () => {
  const stage = player.querySelector(".stage-of");
  stage.scrollIntoView({ block: stage.offsetHeight > innerHeight ? "start" : "nearest" });
};
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link || !plain(event)) return;
  const hash = link.getAttribute("href");
  if (!arrive(hash)) return;
  if (hash.startsWith("#t=")) {
    event.preventDefault();
    history.replaceState(null, "", hash);
    if (!calm.matches && !player.contains(link)) play();
  }
  requestAnimationFrame(() => { bring(); track.focus({ preventScroll: true }); });
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
    film.hidden = true;
    show(seconds);
  });
}
show(0, 0);
if (arrive(location.hash)) bring();
