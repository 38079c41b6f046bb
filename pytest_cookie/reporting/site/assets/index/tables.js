// Tables sorted by a click on a heading. Cells without a value stay at the end in both directions.
for (const table of document.querySelectorAll("table.sortable")) {
  const headings = [...table.querySelectorAll("thead th")];
  for (const [column, heading] of headings.entries()) {
    if (!("sorts" in heading.dataset)) continue;
    const button = make("button", { type: "button", class: "sorts" }, ...heading.childNodes);
    heading.replaceChildren(button);
    button.addEventListener("click", () => {
      const falling = heading.getAttribute("aria-sort") ? heading.getAttribute("aria-sort") === "ascending" : isNumeric(table, column);
      for (const other of headings) other.removeAttribute("aria-sort");
      heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
      sortRows(table, column, falling ? -1 : 1);
    });
  }
}

const valueAt = (row, column) => row.cells[column].dataset.value;
const isNumeric = (table, column) => [...table.tBodies[0].rows].every((row) => !Number.isNaN(Number(valueAt(row, column))));

function sortRows(table, column, direction) {
  const numeric = isNumeric(table, column);
  const compare = (one, other) => {
    const [a, b] = [valueAt(one, column), valueAt(other, column)];
    if (a === "" || b === "") return (a === "") - (b === "");
    return direction * (numeric ? Number(a) - Number(b) : a.localeCompare(b));
  };
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort(compare));
}
