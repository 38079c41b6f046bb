// Charts, drawn by plotly.js when the reader comes near them. Each has the same numbers as a table below it.
const MEASURES = { total: 0, functionality: 1, aesthetics: 2, rate: 3 };
const chartsSection = document.getElementById("charts");
let plotting = null;

if (chartsSection) {
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    plotting = startPlotting();
  }, { rootMargin: "200px" }).observe(chartsSection);
}

async function startPlotting() {
  const told = chartsSection.querySelector(".loading");
  try {
    const [boards] = await Promise.all([load("charts"), loadLibrary(chartsSection.dataset.library)]);
    told.hidden = true;
    const draw = () => drawCharts(boards[Number(state.board) || 0] ?? boards[0]);
    draw();
    chartsSection.addEventListener("change", () => draw());
    addEventListener("themechange", draw);
    listeners.push(() => { if (!chartsSection.closest("[hidden]")) draw(); });
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
  } catch (error) {
    told.textContent = `The charts cannot be drawn: ${error.message}.`;
  }
}

// Our content policy allows no styles out of markup. The library writes some as attributes, which set through the
// style object are allowed, and some in elements, of which it needs only its own: an empty one, filled by script.
async function loadLibrary(address) {
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (name, value) {
    if (name === "style") this.style.cssText = value;
    else setAttribute.call(this, name, value);
  };
  document.head.append(make("style", { id: "plotly.js-style-global" }));
  const createElement = document.createElement;
  document.createElement = (name, options) => createElement.call(document, name === "style" ? "template" : name, options);
  try {
    await loadScript(address);
  } finally {
    document.createElement = createElement;
  }
}

let drawn = "";

function drawCharts(board) {
  const measure = MEASURES[state.measure] ?? 0;
  const colours = palette();
  const wanted = JSON.stringify([board.name, measure, colours, innerWidth]);
  if (wanted === drawn) return;
  drawn = wanted;
  const plots = chartsSection.querySelector(".plots");
  const figures = [scatter(board, colours), ...board.heatmaps.filter(({ values }) => values.length > 1).map((one) => heatmap(one, measure, colours))];
  for (const old of plots.querySelectorAll(".plot")) Plotly.purge(old);
  const opened = new Set([...plots.querySelectorAll("details[open]")].map((one) => one.closest("figure").dataset.name));
  plots.replaceChildren(...figures.map(({ element }) => element));
  for (const { element, traces, layout } of figures) {
    element.querySelector("details").open = opened.has(element.dataset.name);
    Plotly.newPlot(element.querySelector(".plot"), traces, layout, { displayModeBar: false, responsive: false, doubleClick: "reset", scrollZoom: false });
  }
}

function palette() {
  const probe = make("span");
  chartsSection.append(probe);
  const resolved = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(["ink", "quiet", "rule", "paper", "functionality", "track", "low", "middle", "high"].map((name) => [name, resolved(name)]));
  probe.remove();
  return found;
}

function figure(name, title, about, table) {
  const plot = make("div", { class: "plot", "aria-hidden": "true" });
  const element = make("figure", { "data-name": name, class: name },
    make("figcaption", {}, make("strong", {}, title), make("span", { class: "quiet" }, about)),
    plot,
    make("details", {}, make("summary", {}, `${title} as a table`), make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `${title} as a table` }, table)),
  );
  return { element, plot };
}

const font = (colours, size = 12) => ({ family: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif", size, color: colours.quiet });
const plain = { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", showlegend: false };
const available = () => document.getElementById("overview").clientWidth;

function scatter({ points, name }, colours) {
  const shown = points.filter((one) => one.functionality[0] !== null && one.aesthetics[0] !== null);
  const costs = known(shown.map(({ cost }) => cost));
  const dearest = Math.max(...costs, 0);
  const about = dearest > 0 ? `Bars: 95 % intervals. Area: cost an item, at most ${money(dearest)}${costs.length < shown.length ? "; a ring where it is not known" : ""}.` : "Bars: 95 % intervals.";
  const [width, narrow] = [available(), innerWidth <= 600];
  const height = narrow ? 340 : 460;
  const errors = (field) => ({
    type: "data", symmetric: false, thickness: 1, width: 0, color: colours.quiet,
    array: shown.map((one) => (one[field][2] === null ? 0 : one[field][2] - one[field][0])),
    arrayminus: shown.map((one) => (one[field][1] === null ? 0 : one[field][0] - one[field][1])),
  });
  const size = ({ cost }) => (dearest > 0 && cost !== null ? Math.max(6, 36 * Math.sqrt(cost / dearest)) : 10);
  const axis = (title) => ({ title: { text: title, font: font(colours, 13) }, gridcolor: colours.rule, zeroline: false, tickfont: font(colours), automargin: true, nticks: 8 });
  const { element } = figure("scatter", "Functionality and aesthetics", about, pointTable(points));
  const places = labelPlaces(shown, size, width, height);
  return {
    element,
    traces: [{
      type: "scatter", mode: "markers+text", x: shown.map((one) => one.functionality[0]), y: shown.map((one) => one.aesthetics[0]),
      text: shown.map((one) => one.model), textposition: places, textfont: { ...font(colours, narrow ? 11 : 12), color: colours.ink }, cliponaxis: false,
      customdata: shown.map((one) => [score(one.total[0]), money(one.cost), one.items]),
      hovertemplate: "<b>%{text}</b><br>functionality %{x:.1f}<br>aesthetics %{y:.1f}<br>total %{customdata[0]}<br>%{customdata[1]} an item, %{customdata[2]} items<extra></extra>",
      marker: { size: shown.map(size), opacity: 0.85, symbol: shown.map(({ cost }) => (dearest > 0 && cost === null ? "circle-open" : "circle")), color: colours.functionality, line: { color: colours.paper, width: 1 } },
      error_x: errors("functionality"), error_y: errors("aesthetics"),
    }],
    layout: { ...plain, width, height, margin: { l: 56, r: narrow ? 16 : 96, t: 24, b: 56 }, font: font(colours), xaxis: axis("Functionality"), yaxis: axis("Aesthetics"), hovermode: "closest", title: undefined, meta: name },
  };
}

// Names beside their points so that they do not lie on each other, as far as four sides allow.
function labelPlaces(points, size, width, height) {
  const [xs, ys] = ["functionality", "aesthetics"].map((field) => points.map((one) => one[field][0]));
  const scale = (values, length) => length / Math.max(1, 1.3 * (Math.max(...values) - Math.min(...values)));
  const [perX, perY] = [scale(xs, width), scale(ys, height)];
  const taken = points.map((one, index) => ({ x: xs[index] * perX, y: ys[index] * perY, w: size(one), h: size(one) }));
  const apart = (a, b) => Math.abs(a.x - b.x) * 2 >= a.w + b.w || Math.abs(a.y - b.y) * 2 >= a.h + b.h;
  return points.map((one, index) => {
    const [w, h, r] = [one.model.length * 7 + 4, 16, size(one) / 2 + 4];
    const { x, y } = taken[index];
    const sides = { "top center": { x, y: y + r + h / 2, w, h }, "bottom center": { x, y: y - r - h / 2, w, h }, "middle right": { x: x + r + w / 2, y, w, h }, "middle left": { x: x - r - w / 2, y, w, h } };
    const free = Object.keys(sides).find((side) => taken.every((other, place) => place === index || apart(sides[side], other))) ?? "top center";
    taken.push(sides[free]);
    return free;
  });
}

function heatmap({ label, field, values, models, rows }, measure, colours) {
  const numbers = rows.map((row) => row.map((one) => (one ? one[measure] : null)));
  const all = known(numbers.flat());
  const narrow = innerWidth <= 600;
  const wide = field === "domain" || field === "language" || values.length > 6;
  const width = wide || narrow ? available() : Math.min(available(), Math.max(544, (available() - 32) / 2));
  const longest = Math.max(...models.map((one) => one.length));
  const left = Math.min(narrow ? 112 : 200, 16 + longest * 7);
  const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
  const column = (width - left - 16) / values.length;
  const slanted = Math.max(...values.map((one) => one.length)) * 7 > column;
  const { element } = figure(`heatmap ${wide ? "wide" : ""}`, `By ${label.toLowerCase()}`, `From ${score(Math.min(...all))}, faint, to ${score(Math.max(...all))}, strong.${numbers.flat().includes(null) ? " Nothing was judged where there is no number." : ""}`, heatTable(label, values, models, rows, measure));
  const top = slanted ? Math.min(128, Math.max(...values.map((one) => one.length)) * 5 + 16) : 32;
  return {
    element,
    traces: [{
      type: "heatmap", z: numbers, x: values.map((_, index) => index), y: models.map((_, index) => index), xgap: 2, ygap: 2, hoverongaps: false,
      zmin: Math.min(...all), zmax: Math.max(...all, Math.min(...all) + 1), showscale: false,
      colorscale: [[0, colours.low], [0.5, colours.middle], [1, colours.high]],
      texttemplate: column >= 28 ? "%{z:.0f}" : "", textfont: { size: column >= 40 ? 12 : 10 },
      customdata: rows.map((row, model) => row.map((one, value) => [models[model], values[value], one ? one[4] : 0])),
      hovertemplate: "<b>%{customdata[0]}</b><br>%{customdata[1]}: %{z:.1f}<br>%{customdata[2]} items<extra></extra>",
    }],
    layout: {
      ...plain, width, height: top + models.length * 28 + 16, margin: { l: left, r: slanted ? 48 : 16, t: top, b: 8 }, font: font(colours),
      xaxis: { side: "top", tickangle: slanted ? -35 : 0, tickvals: values.map((_, index) => index), ticktext: values.map((one) => short(one, 24)), tickfont: font(colours), showgrid: false, zeroline: false, fixedrange: true },
      yaxis: { autorange: "reversed", tickvals: models.map((_, index) => index), ticktext: models.map((one) => short(one, Math.floor((left - 12) / 7.2))), tickfont: font(colours), showgrid: false, zeroline: false, fixedrange: true },
    },
  };
}

function table(heads, rows) {
  return make("table", { class: "figures" },
    make("thead", {}, make("tr", {}, heads.map((head, index) => make("th", { scope: "col", class: index ? "number" : null }, head)))),
    make("tbody", {}, rows.map(([head, ...values]) => make("tr", {}, make("th", { scope: "row" }, head), values.map((value) => make("td", { class: "number" }, value))))),
  );
}

const interval = ([value, low, high]) => (low === null ? score(value) : `${score(value)} (${low.toFixed(0)}–${high.toFixed(0)})`);
const pointTable = (points) => table(["Model", "Functionality", "Aesthetics", "Total", "Cost an item", "Items"], points.map((one) => [one.model, interval(one.functionality), interval(one.aesthetics), interval(one.total), money(one.cost), one.items]));
const heatTable = (label, values, models, rows, measure) => table(["Model", ...values], models.map((model, index) => [model, ...rows[index].map((one) => (one ? score(one[measure]) : NOTHING))]));
