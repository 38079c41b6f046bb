// The view state, kept in the address after the #: views can be shared, and the back button works.
const LISTS = ["model"];
const state = read();
const listeners = [];

function read() {
  const stored = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
  const found = Object.fromEntries(LISTS.map((name) => [name, stored.getAll(name)]));
  for (const [name, value] of stored) if (!LISTS.includes(name)) found[name] = value;
  return found;
}

function address(changes = {}) {
  const wanted = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...state, ...changes })) {
    for (const one of Array.isArray(value) ? value : [value]) if (one) wanted.append(name, one);
  }
  return `#${wanted}`; // keep the # even without parameters: an address without it would reload the page
}

// `gradually`: while the user types, the address follows, but only the first change adds a history entry.
function change(changes, { gradually = false } = {}) {
  const before = address();
  Object.assign(state, changes);
  const after = address();
  if (after === before) return;
  if (gradually) history.replaceState(null, "", after);
  else history.pushState(null, "", after);
  notify();
}

function recall() {
  if (location.hash && !location.hash.includes("=")) return; // a link to a section, not a state
  for (const name of Object.keys(state)) delete state[name];
  Object.assign(state, read());
  notify();
}

function notify() {
  for (const listener of listeners) listener();
}

addEventListener("popstate", recall);

// Links within the page. The browser's default would scroll to the top for #, and drop the state for the skip link.
document.addEventListener("click", (event) => {
  const to = event.target.closest("a[href^='#']")?.getAttribute("href");
  if (!to || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (to !== "#" && !to.includes("=")) {
    document.getElementById(to.slice(1)).focus();
  } else if (to !== (location.hash || "#")) {
    history.pushState(null, "", to);
    recall();
  }
  if (event.target.closest("[data-gallery]")) showGallery();
});
// The gallery, after a click on a slice, a kind of finding or a cell of a chart.
function showGallery() {
  const heading = document.getElementById("cases");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: "start" });
}
