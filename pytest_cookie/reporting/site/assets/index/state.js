// What is shown, as the address has it after its #: a view can be shared, and the browser's back button leads back.
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
  return `#${wanted}`; // a mere # for nothing: an address without one would load the page again
}

// `gradually`: while a word is typed or a slider drawn, the address follows, but only the first step makes a history.
function change(changes, { gradually = false } = {}) {
  const before = address();
  Object.assign(state, changes);
  const after = address();
  if (after === before) return;
  if (gradually) history.replaceState(null, "", after);
  else history.pushState(null, "", after);
  tell();
}

function recall() {
  if (location.hash && !location.hash.includes("=")) return; // a link to a section, not a state
  for (const name of Object.keys(state)) delete state[name];
  Object.assign(state, read());
  tell();
}

function tell() {
  for (const listener of listeners) listener();
}

addEventListener("popstate", recall);

// Links in the page. By itself a browser would scroll to the top for #, and for the skip link lose the state.
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
});
