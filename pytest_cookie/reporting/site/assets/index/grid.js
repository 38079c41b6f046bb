// Queries by models. Only visible cells are in the page: there may be a thousand rows, and a column per model and mode.
const grid = {
  box: document.getElementById("grid"),
  selection: { columns: [], rows: [], means: [], shown: 0 },
  rows: new Map(),
  active: { row: 0, column: 0 }, // column 0 is the query itself
  size: { row: 0, column: 0, first: 0, roomy: false },
};

const OVERSCAN = 2;
const FEW_COLUMNS = 4;

function showGrid(selection) {
  grid.selection = selection;
  grid.active = { row: 0, column: 0 };
  grid.box.scrollTop = 0;
  layGrid();
}

function layGrid() {
  const { columns, rows } = grid.selection;
  measureGrid(columns.length);
  const { first, column, row } = grid.size;
  const box = grid.box;
  box.style.setProperty("--columns", `${first}px repeat(${columns.length}, ${column}px)`);
  box.style.setProperty("--row", `${row}px`);
  box.style.width = `${first + columns.length * column + 2}px`;
  box.classList.toggle("roomy", grid.size.roomy);
  box.setAttribute("aria-rowcount", rows.length + 1);
  box.setAttribute("aria-colcount", columns.length + 1);
  grid.rows.clear();
  grid.body = make("div", { role: "rowgroup", class: "rows" });
  grid.body.style.height = `${rows.length * row}px`;
  grid.body.style.width = `${first + columns.length * column}px`;
  box.replaceChildren(make("div", { role: "rowgroup", class: "heads" }, headRow()), grid.body);
  drawRows();
}

// A name of a model, which a narrow column breaks after a slash.
const breakable = (name) => name.split("/").flatMap((part, place) => (place ? ["/", make("wbr"), part] : [part]));

function measureGrid(count) {
  const narrow = innerWidth <= 600;
  const width = overview.clientWidth;
  const roomy = count <= FEW_COLUMNS && !narrow;
  const first = narrow ? 116 : roomy ? 264 : 216;
  const least = narrow ? 104 : roomy ? 208 : 152;
  const column = Math.max(least, Math.min(roomy ? 400 : 200, Math.floor((width - first - 2) / Math.max(count, 1))));
  const shot = Math.round(((column - 16) * 9) / 16);
  grid.size = { first, column, roomy, row: shot + (roomy ? 164 : 56) };
}

function headRow() {
  const row = make("div", { role: "row", class: "row", "aria-rowindex": 1 }, make("div", { role: "columnheader", class: "about", "aria-colindex": 1 }, "Case"));
  grid.selection.columns.forEach((series, index) => {
    const variant = catalogue.distinguishing.map((field) => series[field]).join(" · ");
    const average = grid.selection.means[index];
    row.append(make("div", { role: "columnheader", class: "model", "aria-colindex": index + 2 },
      make("span", { class: "id" }, ...breakable(series.model)),
      make("span", { class: "quiet" }, [variant, average === null ? "not judged" : `mean ${score(average)}`].filter(Boolean).join(" · ")),
    ));
  });
  return row;
}

function drawRows() {
  const rows = visible(grid.box.scrollTop, grid.box.clientHeight, grid.size.row, grid.selection.rows.length);
  const columns = visible(grid.box.scrollLeft, grid.box.clientWidth - grid.size.first, grid.size.column, grid.selection.columns.length);
  for (const [index, { element }] of grid.rows) {
    if (!rows.includes(index) && !element.contains(document.activeElement)) {
      element.remove();
      grid.rows.delete(index);
    }
  }
  for (const index of rows) {
    if (!grid.rows.has(index)) grid.rows.set(index, newRow(index));
    fillRow(index, columns);
  }
  rove();
}

function visible(start, length, size, count) {
  const first = Math.max(0, Math.floor(start / size) - OVERSCAN);
  const last = Math.min(count - 1, Math.ceil((start + length) / size) + OVERSCAN);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

function newRow(index) {
  const head = rowHead(grid.selection.rows[index].case);
  head.setAttribute("aria-colindex", 1);
  const element = make("div", { role: "row", class: "row", "aria-rowindex": index + 2 }, head);
  element.style.top = `${index * grid.size.row}px`;
  grid.body.insertBefore(element, following(grid.rows, index)?.element ?? null);
  return { element, cells: new Map() };
}

function fillRow(index, columns) {
  const { element, cells } = grid.rows.get(index);
  for (const [column, old] of cells) {
    if (!columns.includes(column) && !old.contains(document.activeElement)) {
      old.remove();
      cells.delete(column);
    }
  }
  for (const column of columns) {
    if (cells.has(column)) continue;
    const drawn = cell(grid.selection.rows[index].cells[column], grid.selection.columns[column], grid.size);
    drawn.style.gridColumn = column + 2;
    drawn.setAttribute("aria-colindex", column + 2);
    element.insertBefore(drawn, following(cells, column) ?? null);
    cells.set(column, drawn);
  }
}

// The element that follows in document order, which is the order in which screen readers read it.
function following(drawn, index) {
  const after = Math.min(...[...drawn.keys()].filter((other) => other > index));
  return drawn.get(after);
}

// One cell of the grid is a tab stop; arrow keys move it (roving tabindex).
const stop = (place) => {
  const row = grid.rows.get(place.row);
  const element = place.column ? row?.cells.get(place.column - 1) : row?.element.firstElementChild;
  return element?.querySelector("a") ?? element ?? null;
};

function rove() {
  const current = stop(grid.active) ?? grid.body.querySelector("a");
  for (const other of grid.body.querySelectorAll('[tabindex="0"]')) if (other !== current) other.tabIndex = -1;
  if (current) current.tabIndex = 0;
}

function moveTo(row, column) {
  const { rows, columns } = grid.selection;
  grid.active = { row: Math.max(0, Math.min(rows.length - 1, row)), column: Math.max(0, Math.min(columns.length, column)) };
  const head = grid.box.querySelector(".heads").offsetHeight;
  const top = grid.active.row * grid.size.row;
  if (top < grid.box.scrollTop) grid.box.scrollTop = top;
  else if (top + grid.size.row + head > grid.box.scrollTop + grid.box.clientHeight) grid.box.scrollTop = top + grid.size.row + head - grid.box.clientHeight;
  const left = (grid.active.column - 1) * grid.size.column;
  if (grid.active.column === 0) grid.box.scrollLeft = 0;
  else if (left < grid.box.scrollLeft) grid.box.scrollLeft = left;
  else if (left + grid.size.column + grid.size.first > grid.box.scrollLeft + grid.box.clientWidth) grid.box.scrollLeft = left + grid.size.column + grid.size.first - grid.box.clientWidth;
  drawRows();
  stop(grid.active)?.focus({ preventScroll: true });
}

function keyInGrid(event) {
  const { row, column } = grid.active;
  const page = Math.max(1, Math.floor(grid.box.clientHeight / grid.size.row) - 1);
  const whole = event.ctrlKey || event.metaKey;
  const moves = {
    ArrowDown: [row + 1, column], ArrowUp: [row - 1, column], ArrowRight: [row, column + 1], ArrowLeft: [row, column - 1],
    PageDown: [row + page, column], PageUp: [row - page, column],
    Home: whole ? [0, 0] : [row, 0], End: whole ? [Infinity, Infinity] : [row, Infinity],
  };
  if (!(event.key in moves) || event.altKey) return;
  event.preventDefault();
  moveTo(...moves[event.key]);
}

if (grid.box) {
  let drawing = 0;
  grid.box.addEventListener("scroll", () => { drawing ||= requestAnimationFrame(() => { drawing = 0; drawRows(); }); }, { passive: true });
  grid.box.addEventListener("keydown", keyInGrid);
  grid.box.addEventListener("focusin", (event) => {
    const place = event.target.closest(".rows .row > *");
    if (!place) return;
    grid.active = { row: Number(place.parentElement.getAttribute("aria-rowindex")) - 2, column: Number(place.getAttribute("aria-colindex")) - 1 };
    rove();
  });
}
