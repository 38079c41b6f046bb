// Charts, drawn by plotly.js when they are about to scroll into view. Each has a table with the same numbers below it.
const RATE = { title: "Runnable", label: "runnable", digits: 1, lower: false, unit: "%" };
const chartsSection = document.getElementById("charts");

if (chartsSection) {
  new IntersectionObserver((entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    startPlotting();
  }, { rootMargin: "200px" }).observe(chartsSection);
}

async function startPlotting() {
  const status = chartsSection.querySelector(".loading");
  try {
    const [boards] = await Promise.all([load("charts"), loadLibrary(chartsSection.dataset.library)]);
    status.hidden = true;
    const draw = () => { if (!chartsSection.closest("[hidden]")) drawCharts(boards[Number(state.board) || 0] ?? boards[0]); };
    draw();
    addEventListener("themechange", draw);
    listeners.push(draw);
    let width = innerWidth;
    addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; draw(); } });
  } catch (error) {
    status.textContent = `The charts cannot be drawn: ${error.message}.`;
  }
}

// Our content security policy forbids inline styles. plotly.js writes style attributes, which are allowed when set
// through the style object, and style elements, of which it needs only its own: an empty one, filled by script.
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
  const measure = measureOf(board);
  const colours = palette();
  const wanted = JSON.stringify([board.name, measure.place, colours, innerWidth]);
  if (wanted === drawn) return;
  drawn = wanted;
  const plots = chartsSection.querySelector(".plots");
  const axes = axesOf(board.scores);
  const judged = axes ? board.points.filter((one) => axes.every(({ place }) => one.scores[place][0] !== null)) : [];
  const compared = board.heatmaps.filter(({ values, rows }) => values.length > 1 && rows.flat().some((one) => known([one?.[measure.place]]).length));
  const figures = [...(judged.length ? [scatter(board, judged, axes, colours)] : []), ...compared.map((one) => heatmap(one, measure, board.scores.length, colours))];
  for (const old of plots.querySelectorAll(".plot")) Plotly.purge(old);
  const opened = new Set([...plots.querySelectorAll("details[open]")].map((one) => one.closest("figure").dataset.name));
  plots.replaceChildren(...figures.map(({ element }) => element));
  if (!figures.length) plots.append(make("p", { class: "missing" }, "No judged items."));
  for (const { element, traces, layout, filters } of figures) {
    element.querySelector("details").open = opened.has(element.dataset.name);
    const plot = element.querySelector(".plot");
    Plotly.newPlot(plot, traces, layout, { displayModeBar: false, responsive: false, doubleClick: "reset", scrollZoom: false });
    if (!filters) continue;
    plot.on("plotly_click", ({ points: [{ pointIndex }] }) => {
      const [row, column] = pointIndex;
      if (row === undefined || column === undefined) return;
      change(filters(row, column));
      showGallery();
    });
  }
}

const placed = (scores) => scores.map((spec, place) => ({ ...spec, place }));
const mainOf = (scores) => placed(scores).find((spec) => spec.ranks);

// What the heatmaps show: a score, by default the one that ranks, or the runnable rate.
function measureOf({ scores }) {
  if (state.measure === "rate") return { ...RATE, place: scores.length };
  return placed(scores).find((spec) => spec.id === state.measure) ?? mainOf(scores);
}

// The axes of the scatter plot: the first two scores that do not rank, or the only one and the one that ranks.
function axesOf(scores) {
  const others = placed(scores).filter((spec) => !spec.ranks);
  return others.length > 1 ? others.slice(0, 2) : others.length ? [others[0], mainOf(scores)] : null;
}

function palette() {
  const probe = make("span");
  chartsSection.append(probe);
  const resolved = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const found = Object.fromEntries(["ink", "quiet", "rule", "paper", "tone-1", "track", "low", "middle", "high"].map((name) => [name, resolved(name)]));
  probe.remove();
  return found;
}

function figure(name, title, about, table) {
  return make("figure", { "data-name": name, class: name },
    make("figcaption", {}, make("strong", {}, title), make("span", { class: "quiet" }, about)),
    make("div", { class: "plot", "aria-hidden": "true" }),
    make("details", {}, make("summary", {}, `${title} as a table`), make("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `${title} as a table` }, table)),
  );
}

const font = (colours, size = 12) => ({ family: "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif", size, color: colours.quiet });
const plain = { paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", showlegend: false };
// plotly.js interprets HTML tags and entities in labels: a model's name must not become a link.
const literal = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const available = () => document.getElementById("overview").clientWidth;

function scatter({ points, scores }, judged, [across, upwards], colours) {
  const main = mainOf(scores);
  const at = (spec) => (one) => one.scores[spec.place];
  const costs = known(judged.map(({ cost }) => cost));
  const dearest = Math.max(...costs, 0);
  const [width, narrow] = [available(), innerWidth <= 600];
  const box = { width, height: narrow ? 340 : 460, l: 56, r: narrow ? 16 : 96, t: 24, b: 56 };
  const ranges = [rangeOf(judged.map(at(across)), across), rangeOf(judged.map(at(upwards)), upwards)];
  const errors = (spec) => ({
    type: "data", symmetric: false, thickness: 1, width: 0, color: colours.quiet,
    array: judged.map(at(spec)).map(([value, , high]) => (high === null ? 0 : high - value)),
    arrayminus: judged.map(at(spec)).map(([value, low]) => (low === null ? 0 : value - low)),
  });
  const size = ({ cost }) => (dearest > 0 && cost !== null ? Math.max(6, 36 * Math.sqrt(cost / dearest)) : 10);
  const axis = (spec, range) => ({ title: { text: literal(headingOf(spec)), font: font(colours, 13) }, range, gridcolor: colours.rule, zeroline: false, tickfont: font(colours), nticks: 8 });
  const places = labelPlaces(judged, [at(across), at(upwards)], size, ranges, box);
  const notes = judged.some((one) => at(across)(one)[1] !== null || at(upwards)(one)[1] !== null) ? ["Bars: 95 % intervals."] : [];
  if (dearest > 0) notes.push(`Dot area: cost per item, at most ${money(dearest)}${costs.length < judged.length ? "; a ring means unknown cost" : ""}.`);
  if (places.includes(null)) notes.push("Names of crowded points are hidden: hover over a point, or open the table.");
  return {
    element: figure("scatter", `${across.title} and ${upwards.label}`, notes.join(" "), pointTable(points, scores)),
    traces: [{
      type: "scatter", mode: "markers+text", x: judged.map((one) => at(across)(one)[0]), y: judged.map((one) => at(upwards)(one)[0]),
      text: judged.map((one, index) => (places[index] ? literal(one.model) : "")), textposition: places.map((one) => one ?? "top center"),
      textfont: { ...font(colours, narrow ? 11 : 12), color: colours.ink }, cliponaxis: false,
      customdata: judged.map((one) => [literal(one.model), score(at(main)(one)[0], main), money(one.cost), one.items]),
      hovertemplate: `<b>%{customdata[0]}</b><br>${hovered(across)} %{x:.${across.digits}f}<br>${hovered(upwards)} %{y:.${upwards.digits}f}<br>${hovered(main)} %{customdata[1]}<br>%{customdata[2]} per item, %{customdata[3]} items<extra></extra>`,
      marker: { size: judged.map(size), opacity: 0.85, symbol: judged.map(({ cost }) => (dearest > 0 && cost === null ? "circle-open" : "circle")), color: colours["tone-1"], line: { color: colours.paper, width: 1 } },
      error_x: errors(across), error_y: errors(upwards),
    }],
    layout: { ...plain, width, height: box.height, margin: { l: box.l, r: box.r, t: box.t, b: box.b }, font: font(colours), xaxis: axis(across, ranges[0]), yaxis: axis(upwards, ranges[1]), hovermode: "closest" },
  };
}

const headingOf = ({ title, unit }) => (unit ? `${title} (${unit})` : title);
// A label within a template of plotly.js, which would replace %{…}.
const hovered = ({ label }) => literal(label).replaceAll("%{", "% {");

// The axis range: all intervals, and some room for points and names.
function rangeOf(intervals, spec) {
  const values = known(intervals.flat());
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = Math.max((spec.high - spec.low) / 100, 0.12 * (high - low));
  return [low - room, high + room];
}

// For each point, a side on which its name fits without overlapping anything; null if there is no such side.
function labelPlaces(points, [x, y], size, [xs, ys], box) {
  const across = (value) => box.l + ((value - xs[0]) / (xs[1] - xs[0])) * (box.width - box.l - box.r);
  const down = (value) => box.height - box.b - ((value - ys[0]) / (ys[1] - ys[0])) * (box.height - box.t - box.b);
  const taken = points.map((one) => ({ x: across(x(one)[0]), y: down(y(one)[0]), w: size(one), h: size(one) }));
  const apart = (a, b) => Math.abs(a.x - b.x) * 2 >= a.w + b.w || Math.abs(a.y - b.y) * 2 >= a.h + b.h;
  const within = ({ x, y, w, h }) => x - w / 2 >= box.l && x + w / 2 <= box.width && y - h / 2 >= 0 && y + h / 2 <= box.height - box.b;
  return points.map((one, index) => {
    const [w, h, r] = [one.model.length * 7 + 4, 16, size(one) / 2 + 4];
    const own = taken[index];
    const side = (dx, dy) => ({ x: own.x + dx, y: own.y + dy, w, h });
    const sides = { "top center": side(0, -r - h / 2), "bottom center": side(0, r + h / 2), "middle right": side(r + w / 2, 0), "middle left": side(-r - w / 2, 0) };
    const free = Object.keys(sides).find((name) => within(sides[name]) && taken.every((other, place) => place === index || apart(sides[name], other)));
    if (free) taken.push(sides[free]);
    return free ?? null;
  });
}

function heatmap({ label, about, counted, field, filter, values, models, rows }, measure, items, colours) {
  const numbers = rows.map((row) => row.map((one) => (one ? one[measure.place] : null)));
  const all = known(numbers.flat());
  const ends = [Math.min(...all), Math.max(...all)];
  if (measure.lower) ends.reverse();
  const narrow = innerWidth <= 600;
  const wide = values.length > 6 || Math.max(...values.map((one) => one.length)) > 16;
  const width = wide || narrow ? available() : Math.min(available(), Math.max(544, (available() - 32) / 2));
  const longest = Math.max(...models.map((one) => one.length));
  const left = Math.min(narrow ? 112 : 200, 16 + longest * 7);
  const column = (width - left - 16) / values.length;
  const slanted = Math.max(...values.map((one) => one.length)) * 7 > column;
  const filters = (row, column) => ({ [field]: filter + values[column], model: [models[row]], query: "" });
  const element = figure(`heatmap ${wide ? "wide" : ""}`, `By ${label.toLowerCase()}`, `${about ? `${about}. ` : ""}A click shows the items of a cell. Faint is ${score(ends[0], measure)}, strong is ${score(ends[1], measure)}.${numbers.flat().includes(null) ? " Cells without a number have no judged items." : ""}`, heatTable(label, values, models, rows, measure, filters));
  const [least, most] = [Math.min(...all), Math.max(...all, Math.min(...all) + 10 ** (1 - measure.digits))];
  const hues = [colours.low, colours.middle, colours.high];
  const scale = (measure.lower ? hues.reverse() : hues).map((colour, place) => [place / 2, colour]);
  const labelled = column < 28 ? [] : numbers.flatMap((row, y) => row.map((z, x) => ({ x, y, z }))).filter(({ z }) => z !== null);
  const top = slanted ? Math.min(128, Math.max(...values.map((one) => one.length)) * 5 + 16) : 32;
  return {
    element,
    filters,
    traces: [{
      type: "heatmap", z: numbers, x: values.map((_, index) => index), y: models.map((_, index) => index), xgap: 2, ygap: 2, hoverongaps: false,
      zmin: least, zmax: most, showscale: false, colorscale: scale,
      customdata: rows.map((row, model) => row.map((one, value) => [literal(models[model]), literal(values[value]), one ? one[items + 1] : 0])),
      hovertemplate: "<b>%{customdata[0]}</b><br>%{customdata[1]}: %{z:." + measure.digits + "f}<br>%{customdata[2]} " + literal(counted) + "<extra></extra>",
    }, {
      // plotly.js labels all cells that are not dark in one colour, too faint on the medium ones: draw our own numbers
      type: "scatter", mode: "text", hoverinfo: "skip", x: labelled.map(({ x }) => x), y: labelled.map(({ y }) => y), text: labelled.map(({ z }) => z.toFixed(Math.max(0, measure.digits - 1))),
      textfont: { ...font(colours, column >= 40 ? 12 : 10), color: labelled.map(({ z }) => inkOn(between(scale, (z - least) / (most - least)))) },
    }],
    layout: {
      ...plain, width, height: top + models.length * 28 + 16, margin: { l: left, r: slanted ? 48 : 16, t: top, b: 8 }, font: font(colours),
      xaxis: { side: "top", tickangle: slanted ? -35 : 0, tickvals: values.map((_, index) => index), ticktext: shortened(values, 24).map(literal), tickfont: font(colours), ticks: "", showgrid: false, zeroline: false, fixedrange: true, range: [-0.5, values.length - 0.5] },
      yaxis: { range: [models.length - 0.5, -0.5], tickvals: models.map((_, index) => index), ticktext: shortened(models, Math.floor((left - 12) / 7.2)).map(literal), tickfont: font(colours), ticks: "", showgrid: false, zeroline: false, fixedrange: true },
    },
  };
}

// Names of at most `most` letters, shortened in the middle: models of one provider differ at the end.
function shortened(names, most) {
  const kept = most - 1;
  return names.map((name) => (name.length > most ? `${name.slice(0, Math.floor(kept / 2))}…${name.slice(name.length - Math.ceil(kept / 2))}` : name));
}

const channels = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

// The colour at a position of a scale, as [red, green, blue].
function between(scale, place) {
  const next = Math.max(1, scale.findIndex(([end]) => place <= end));
  const [[start, from], [end, to]] = [scale[next - 1], scale[next]];
  return channels(from).map((value, index) => value + ((channels(to)[index] - value) * (place - start)) / (end - start));
}

// Black or white, whichever has more contrast: at least 4.5:1 on any colour (WCAG 2.2, relative luminance).
function inkOn(colour) {
  const [red, green, blue] = colour.map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? "#000000" : "#ffffff";
}

function table(heads, rows) {
  return make("table", { class: "figures" },
    make("thead", {}, make("tr", {}, heads.map((head, index) => make("th", { scope: "col", class: index ? "number" : null }, head)))),
    make("tbody", {}, rows.map(([head, ...values]) => make("tr", {}, make("th", { scope: "row" }, head), values.map((value) => make("td", { class: "number" }, value))))),
  );
}

function interval([value, low, high], spec) {
  const ends = [low, high].map((end) => end?.toFixed(Math.max(0, spec.digits - 1)));
  return low === null ? score(value, spec) : `${score(value, spec)} (${ends.join("–")})`;
}
const pointTable = (points, scores) => table(["Model", ...scores.map(headingOf), "Cost per item", "Items"], points.map((one) => [one.model, ...scores.map((spec, place) => interval(one.scores[place], spec)), money(one.cost), one.items]));
const heatTable = (label, values, models, rows, measure, filters) => table(["Model", ...values], models.map((model, row) => [model, ...rows[row].map((one, column) => (one ? make("a", { href: address(filters(row, column)), "data-gallery": "" }, score(one[measure.place], measure)) : NOTHING))]));
