// The index page. Its parts share one scope: elements, data, state, selection, tables, cells, grid, query, charts, main.

// Data is inserted as text only: elements are created here and never parsed from markup.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const NOTHING = "–";
const SEVERITIES = ["critical", "major", "minor"];
const OUTCOMES = ["scored", "failed", "unscored"];
const numbered = (number, noun, plural = `${noun}s`) => `${number.toLocaleString("en")} ${number === 1 ? noun : plural}`;
// Scores are shown with the digits of their specification; without one, of the score that ranks.
const score = (value, { digits } = catalogue.main) => (value === null || value === undefined ? NOTHING : value.toFixed(digits));
const shareOf = (value, { low, high }) => (value === null ? 0 : Math.min(100, Math.max(0, (100 * (value - low)) / (high - low))));
const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
const known = (values) => values.filter((value) => value !== null && value !== undefined);

function money(usd) {
  if (usd === null || usd === undefined) return "unknown";
  if (usd === 0) return "$0";
  return usd >= 0.1 ? `$${usd.toFixed(2)}` : `$${usd.toFixed(4)}`;
}

function duration(seconds) {
  if (seconds < 60) return seconds >= 10 ? `${seconds.toFixed(0)} s` : `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  const rest = Math.round(seconds) % 60;
  if (minutes < 60) return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function tokens(number) {
  if (number < 10_000) return number.toLocaleString("en");
  return number < 999_500 ? `${(number / 1000).toFixed(0)} k` : `${(number / 1e6).toFixed(1)} M`;
}

const SVG = "http://www.w3.org/2000/svg";

function bar(percent, tone) {
  const picture = document.createElementNS(SVG, "svg");
  for (const [name, given] of [["class", `bar ${tone}`], ["aria-hidden", "true"], ["width", "100%"], ["height", "6"]]) picture.setAttribute(name, given);
  for (const [kind, width] of [["track", 100], ["fill", percent]]) {
    const part = document.createElementNS(SVG, "rect");
    part.setAttribute("class", kind);
    part.setAttribute("width", `${width}%`);
    part.setAttribute("height", "6");
    picture.append(part);
  }
  return picture;
}

// The mean of each score that does not rank, over some items.
function otherScores(items) {
  const row = (spec, value) =>
    make("div", {}, make("dt", {}, spec.title), make("dd", {}, make("span", { class: "scorebar" }, make("span", { class: "figure" }, score(value, spec)), bar(shareOf(value, spec), spec.tone))));
  const rows = catalogue.scores.map((spec, place) => (spec.ranks ? null : row(spec, average(items, place))));
  return rows.some((one) => one) ? make("dl", { class: "dimensions" }, rows) : null;
}
