// Filters and sorts the queries, with the view in the address, and plays the films of a query together.
const form = document.getElementById("filters");
const list = document.getElementById("rows");
const said = document.getElementById("shown");
const queries = [...list.children].map((item) => ({
  item,
  ...item.dataset,
  kinds: item.dataset.kinds.split(" "),
  text: item.textContent.toLowerCase(),
}));
const FIELDS = ["strand", "mode", "domain", "difficulty", "language"];
const number = (text) => (text === "" ? null : Number(text));

const tests = {
  q: (one, value) => value.toLowerCase().split(/\s+/).every((word) => one.text.includes(word)),
  change: (one, value) => ({ worse: number(one.gain) < 0, better: number(one.best) > 0, different: number(one.spread) > 0 })[value] ?? true,
  findings: (one, value) => (value in { came: 1, went: 1 } ? Number(one[value]) > 0 : true),
  kind: (one, value) => one.kinds.includes(value),
  ...Object.fromEntries(FIELDS.map((name) => [name, (one, value) => one[name] === value])),
};
const orders = {
  loss: (one) => number(one.gain),
  gain: (one) => (one.best === "" ? null : -Number(one.best)),
  "": (one) => (one.spread === "" ? null : -Number(one.spread)),
};

function compareBy(value) {
  if (!value) return (one, other) => one.name.localeCompare(other.name);
  return (one, other) => {
    const [a, b] = [value(one), value(other)];
    return a === null || b === null ? (a === null) - (b === null) : a - b;
  };
}

function showQueries() {
  for (const control of form.elements) if (control.name && control !== document.activeElement) control.value = state[control.name] ?? "";
  const asked = Object.entries(tests).filter(([name]) => state[name]);
  let count = 0;
  for (const one of queries) {
    one.item.hidden = !asked.every(([name, test]) => test(one, state[name]));
    count += !one.item.hidden;
  }
  const value = state.sort === "name" ? null : (orders[state.sort ?? ""] ?? orders[""]);
  list.append(...[...queries].sort(compareBy(value)).map((one) => one.item));
  form.classList.toggle("active", asked.length > 0 || Boolean(state.sort));
  said.textContent = `${count.toLocaleString("en")} of ${queries.length.toLocaleString("en")} ${queries.length === 1 ? "case" : "cases"}`;
  document.getElementById("nothing").hidden = count > 0;
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", (event) => change({ [event.target.name]: event.target.value.trim() }, { gradually: event.target.name === "q" }));
form.addEventListener("reset", () => setTimeout(() => change(Object.fromEntries([...Object.keys(tests), "sort"].map((name) => [name, ""])))));
listeners.push(showQueries);
addEventListener("popstate", () => { if (state.kind) form.scrollIntoView({ block: "start" }); });
document.addEventListener("click", (event) => { if (event.target.closest("a[href^='#kind=']")) form.scrollIntoView({ block: "start" }); });
showQueries();

// All films of a query have the page time of the slider; one that is shorter waits at its end.
for (const box of list.querySelectorAll(".together")) {
  const films = [...box.closest(".query").querySelectorAll("video")];
  const [button, slider, output] = ["button", "input", "output"].map((name) => box.querySelector(name));
  const whole = Number(slider.max);
  const longest = films.reduce((one, other) => (Number(other.dataset.seconds) > Number(one.dataset.seconds) ? other : one));
  const playing = () => films.some((film) => !film.paused && !film.ended);
  const say = (seconds) => { output.textContent = `${seconds.toFixed(1)} of ${whole.toFixed(1)} s`; };
  const label = () => { button.textContent = playing() ? "Pause" : "Play"; };
  const seek = (seconds) => {
    for (const film of films) film.currentTime = Math.min(seconds, Number(film.dataset.seconds));
    slider.value = seconds;
    say(seconds);
  };
  button.addEventListener("click", () => {
    if (playing()) {
      for (const film of films) film.pause();
      return;
    }
    seek(Number(slider.value) >= whole - 0.1 ? 0 : Number(slider.value));
    for (const film of films) if (film.currentTime < Number(film.dataset.seconds) - 0.05) film.play().catch(() => {});
  });
  slider.addEventListener("input", () => seek(Number(slider.value)));
  for (const film of films) for (const name of ["play", "pause", "ended"]) film.addEventListener(name, label);
  longest.addEventListener("timeupdate", () => {
    if (longest.seeking) return;
    slider.value = longest.currentTime;
    say(longest.currentTime);
    for (const film of films) if (film !== longest && !film.paused && Math.abs(film.currentTime - longest.currentTime) > 0.3) film.currentTime = longest.currentTime;
  });
  box.hidden = false;
}
