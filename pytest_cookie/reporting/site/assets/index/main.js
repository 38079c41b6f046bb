// Connects the form, the address, the grid and the query view.
const form = document.getElementById("filters");
const overview = document.getElementById("overview");
const querySection = document.getElementById("query");
const shown = document.getElementById("shown");
const unfiltered = shown?.textContent;
const TYPED = ["q", "finding", "min", "max"];
const SEARCHES = ["q", "finding"]; // always shown; a phone folds the other filters
const NARROWING = [...TYPED, ...FILTERS, "slice", "mode", "outcome", "model"];
let selected = "";
let place = { page: 0, down: 0, across: 0 };

let edited = null; // the control being changed: its value is newer than the state

const controls = () => [...document.querySelectorAll("#filters [name], #charts [name]")];

function fillForm() {
  for (const control of controls()) {
    if (control === edited) continue;
    if (control.type === "checkbox") control.checked = state.model.includes(control.value);
    else control.value = state[control.name] ?? "";
  }
  const picked = form.querySelector(".picked");
  if (picked) picked.textContent = state.model.length ? (state.model.length === 1 ? state.model[0] : `${state.model.length} chosen`) : "all";
  if ([...NARROWING, "sort"].some((name) => !SEARCHES.includes(name) && state[name]?.length)) unfold(true);
  form.classList.toggle("active", NARROWING.some((name) => state[name]?.length) || Boolean(state.sort));
}

function unfold(all) {
  form.classList.toggle("unfolded", all);
  form.querySelector(".more").setAttribute("aria-expanded", String(all));
}

function apply() {
  fillForm();
  const key = JSON.stringify([...NARROWING, "sort"].map((name) => state[name]));
  if (key !== selected) {
    selected = key;
    showSelection();
    searchTexts(key);
  }
  showView();
}

function showSelection() {
  const selection = select();
  showGrid(selection);
  say(selection.shown);
}

function say(count) {
  const narrowed = NARROWING.some((name) => state[name]?.length);
  const all = catalogue.items.length.toLocaleString("en");
  shown.textContent = narrowed ? `${count.toLocaleString("en")} of ${all} ${catalogue.items.length === 1 ? "item" : "items"} shown` : unfiltered;
  document.getElementById("nothing").hidden = count > 0;
  grid.box.hidden = count === 0;
}

// A search starts in the loaded texts and continues in the findings as they arrive.
function searchTexts(key) {
  if (!searching() || texts.read === catalogue.blocks) return;
  loadTexts(sayProgress).then(
    () => { if (key === selected) showSelection(); },
    (error) => { if (searching()) shown.textContent = `Findings cannot be searched: ${error.message}`; },
  );
}

const searching = () => Boolean((state.q ?? "").trim() || (state.finding ?? "").trim());

function sayProgress() {
  if (searching()) shown.textContent = `Searching findings, ${Math.round((100 * texts.read) / catalogue.blocks)} %`;
}

function showView() {
  const one = Boolean(state.query);
  const was = overview.hidden;
  if (one && !was) place = { page: scrollY, down: grid.box.scrollTop, across: grid.box.scrollLeft };
  overview.hidden = one;
  querySection.hidden = !one;
  document.body.classList.toggle("one-query", one);
  document.title = one ? `${state.query} · ${unnamed}` : unnamed;
  if (one) {
    showQuery(querySection, grid.selection).then(() => {
      querySection.querySelector("h2").focus({ preventScroll: true });
      scrollTo(0, 0);
    }, (error) => { querySection.append(make("p", { class: "missing" }, `Some items cannot be shown: ${error.message}`)); });
  } else if (was) {
    layGrid();
    Object.assign(grid.box, { scrollTop: place.down, scrollLeft: place.across });
    scrollTo(0, place.page);
  }
}

const unnamed = document.title;

function wanted() {
  const changes = { model: [] };
  for (const control of controls()) {
    if (control.type === "checkbox") { if (control.checked) changes.model.push(control.value); }
    else changes[control.name] = control.value.trim();
  }
  return changes;
}

let typing = "";

function follow(event) {
  const gradually = TYPED.includes(event.target.name) && typing === event.target.name;
  typing = TYPED.includes(event.target.name) ? event.target.name : "";
  edited = event.target;
  change(wanted(), { gradually });
  edited = null;
}

// Closes the list of models when the reader clicks or tabs elsewhere, or presses Escape.
function closeWhenLeft(pick) {
  const close = (event) => { if (pick.open && !pick.contains(event.target)) pick.open = false; };
  document.addEventListener("pointerdown", close);
  document.addEventListener("focusin", close);
  pick.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !pick.open) return;
    pick.open = false;
    pick.querySelector("summary").focus();
  });
}

async function start() {
  if (!form) return;
  try {
    await loadItems();
  } catch (error) {
    shown.textContent = `The items cannot be shown: ${error.message}.`;
    return;
  }
  form.hidden = false;
  grid.box.hidden = false;
  form.addEventListener("input", follow);
  form.querySelector(".more").addEventListener("click", () => unfold(!form.classList.contains("unfolded")));
  for (const pick of form.querySelectorAll(".pick")) closeWhenLeft(pick);
  form.addEventListener("focusout", () => { typing = ""; fillForm(); });
  form.addEventListener("reset", () => setTimeout(() => change({ ...Object.fromEntries([...NARROWING, "sort"].map((name) => [name, ""])), model: [] })));
  form.addEventListener("submit", (event) => event.preventDefault());
  chartsSection?.addEventListener("input", (event) => change({ [event.target.name]: event.target.value }));
  listeners.push(apply);
  apply();
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width && !overview.hidden) { width = innerWidth; layGrid(); } });
  document.documentElement.dataset.ready = "";
}

start();
