// Filters of the index page. Their state lives in the address (#model=…&q=…), so that a view can be shared.
"use strict";
(() => {
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const nothing = document.getElementById("nothing");
  const unfiltered = shown.textContent;
  const cases = [...document.querySelectorAll(".case")].map((row) => ({
    row,
    text: row.querySelector(".about").textContent.toLowerCase(),
    cells: [...row.querySelectorAll(".cell")].map((cell) => ({ cell, text: cell.textContent.toLowerCase() })),
  }));
  const controls = [...form.elements].filter((control) => control.name);

  const wanted = () => Object.fromEntries(controls.map((control) => [control.name, control.value.trim()]));
  const fits = (data, names, want) => names.every((name) => !want[name] || data[name] === want[name]);

  function apply() {
    const want = wanted();
    const search = want.q.toLowerCase();
    let items = 0;
    for (const { row, text, cells } of cases) {
      const rowFits = fits(row.dataset, ["domain", "difficulty", "language"], want);
      const rowFound = !search || text.includes(search);
      let visible = 0;
      for (const { cell, text: own } of cells) {
        const show = rowFits && (rowFound || own.includes(search)) && fits(cell.dataset, ["model", "outcome"], want);
        cell.hidden = !show;
        visible += show ? 1 : 0;
      }
      row.hidden = visible === 0;
      items += visible;
    }
    const filtered = Object.values(want).some(Boolean);
    shown.textContent = filtered ? `${items} of ${shown.dataset.items} ${shown.dataset.items === "1" ? "item" : "items"} shown` : unfiltered;
    nothing.hidden = items > 0 || cases.length === 0;
    form.classList.toggle("active", filtered);
  }

  function remember() {
    const set = Object.entries(wanted()).filter(([, value]) => value);
    const hash = new URLSearchParams(set).toString();
    history.replaceState(null, "", hash ? `#${hash}` : location.pathname + location.search);
  }

  function recall() {
    if (location.hash && !location.hash.includes("=")) return; // a link to a section, not a filter
    const stored = new URLSearchParams(location.hash.slice(1));
    for (const control of controls) control.value = stored.get(control.name) ?? "";
    apply();
  }

  form.addEventListener("input", () => { apply(); remember(); });
  form.addEventListener("reset", () => setTimeout(() => { apply(); remember(); }));
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", recall);
  form.hidden = false;
  recall();
})();
