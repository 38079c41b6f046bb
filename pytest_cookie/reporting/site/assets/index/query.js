// One query, side by side: every model's items with their findings, repeats and modes together.
const FEW_FINDINGS = 4;

async function showQuery(section, selection) {
  const one = catalogue.cases.find(({ id }) => id === state.query);
  if (!one) {
    section.replaceChildren(back(), make("h2", { id: "query-title", tabindex: -1 }, "No such case"), make("p", {}, `This run has no case ${state.query}.`));
    return;
  }
  const series = new Set(fittingSeries());
  const items = one.items.filter((item) => series.has(item.by)).sort((a, b) => a.series - b.series || a.repeat - b.repeat);
  const cards = make("div", { class: "cards" });
  section.replaceChildren(
    make("div", { class: "ways" }, back(), ...beside(one, selection)),
    make("h2", { id: "query-title", tabindex: -1, dir: "auto" }, one.id),
    make("p", { class: "labels" }, [`${one.domain} / ${one.leaf}`, one.difficulty, one.language, one.page_type].join(" · ")),
    make("blockquote", { lang: one.language, dir: "auto" }, one.brief),
    ...left(one, items),
    cards,
  );
  const bySeries = new Map();
  for (const item of items) bySeries.set(item.by, [...(bySeries.get(item.by) ?? []), item]);
  for (const [by, members] of bySeries) cards.append(await card(by, members));
}

const back = () => make("a", { href: address({ query: "" }), class: "back" }, "← All cases");

function beside(one, { rows }) {
  const place = rows.findIndex((row) => row.case === one);
  const link = (row, text) => (row ? make("a", { href: address({ query: row.case.id }) }, text) : null);
  return place < 0 ? [] : [link(rows[place - 1], "Previous case"), link(rows[place + 1], "Next case"), make("span", { class: "quiet" }, `${place + 1} of ${rows.length}`)];
}

function left(one, items) {
  const rest = one.items.length - items.length;
  if (!rest) return [];
  return [make("p", { class: "note" }, `${items.length} of ${numbered(one.items.length, "item")} shown. `, make("a", { href: address({ model: [], mode: "" }) }, "Show all"))];
}

async function card(by, items) {
  const first = items[0];
  const name = make("h3", {}, items.length === 1 && first.href ? make("a", { href: first.href }, nameOf(by)) : nameOf(by));
  const figures = make("p", { class: "verdict" }, make("span", { class: "total" }, score(average(items))));
  if (items.length > 1) figures.append(make("span", { class: "quiet" }, `mean of ${numbered(items.length, "repeat")}, ${range(items) || "no scores"}`));
  figures.append(...outcomes(items));
  const shown = make("article", { class: "card" }, name);
  if (items.length > 1) shown.append(make("ul", { class: "repeats" }, items.map(repeat)));
  else shown.append(first.href ? make("a", { href: first.href, class: "opens", tabindex: -1, "aria-hidden": "true" }, picture(items)) : picture(items));
  shown.append(figures);
  if (items.some((item) => item.outcome !== 2)) shown.append(otherScores(items) ?? "");
  shown.append(make("p", { class: "took quiet" }, took(items)));
  for (const item of items) shown.append(...(await findings(item, items.length > 1)));
  return shown;
}

function repeat(item) {
  const label = `Repeat ${item.repeat}: ${score(item.main)}`;
  return make("li", {}, picture([item]), item.href ? make("a", { href: item.href }, label) : label, " ", ...outcomes([item]));
}

function took(items) {
  const sum = (values) => values.reduce((whole, value) => whole + value, 0);
  const [input, output] = [0, 1].map((side) => sum(items.map((item) => item.tokens[side])));
  const cost = items.some((item) => item.cost === null) ? null : sum(items.map((item) => item.cost));
  const parts = [duration(sum(items.map((item) => item.seconds ?? 0)))];
  if (input || output || cost) parts.unshift(money(cost), `${tokens(input)} tokens in, ${tokens(output)} out`);
  return parts.join(" · ");
}

async function findings(item, several) {
  const { listed, cause, more } = await findingsOf(item);
  const shown = several ? [make("h4", {}, `Repeat ${item.repeat}`)] : [];
  if (cause) shown.push(make("p", { class: "cause" }, `Unscored: ${cause}`));
  if (!listed.length) return cause ? shown : [...shown, make("p", { class: "quiet" }, item.outcome === 2 ? "Not judged." : "No findings.")];
  const lines = listed.map(finding);
  shown.push(make("ol", { class: "found" }, lines.slice(0, FEW_FINDINGS)));
  const rest = lines.slice(FEW_FINDINGS);
  if (rest.length) shown.push(make("details", {}, make("summary", {}, `${rest.length + more} more`), make("ol", { class: "found" }, rest), more ? make("p", { class: "quiet" }, `${more} more on its page`) : null));
  return shown;
}

function finding({ severity, title, why, dimension }) {
  return make("li", { title: why },
    make("span", { class: `severity ${severity}` }, severity),
    make("span", { dir: "auto" }, title),
    make("span", { class: "unseen" }, catalogue.scores[dimension] ? `, ${catalogue.scores[dimension].label}` : ""),
  );
}
