// The items, and which of them match the filters.
const catalogue = { series: [], cases: [], items: [], scores: [], ranking: 0, main: { digits: 1, label: "", lower: false } };
const LABELS = ["id", "domain", "leaf", "difficulty", "language", "page_type", "voice", "brief"];
const FILTERS = ["domain", "leaf", "difficulty", "language", "page_type", "voice"];

async function loadItems() {
  const { scores, series, cases, blocks, finds } = await load("catalogue");
  catalogue.finds = finds;
  catalogue.scores = scores;
  catalogue.ranking = scores.findIndex((spec) => spec.ranks);
  catalogue.main = scores[catalogue.ranking];
  catalogue.series = series.map(([model, mode, judge, agent, protocol]) => ({ model, mode, judge, agent, protocol }));
  catalogue.cases = cases.map((labels, index) => {
    const one = Object.fromEntries(LABELS.map((label, place) => [label, labels[place]]));
    return { ...one, index, text: labels.join("\n").toLowerCase(), items: [] };
  });
  catalogue.blocks = blocks.length;
  const loaded = await Promise.all(blocks.map((_, number) => load(`items-${number}`)));
  loaded.forEach((columns, number) => addBlock(columns, number));
  const distinct = (field) => new Set(catalogue.series.map((one) => one[field])).size > 1;
  catalogue.distinguishing = ["mode", "judge", "agent", "protocol"].filter(distinct);
}

function addBlock(columns, block) {
  const names = Object.keys(columns);
  columns.case.forEach((_, place) => {
    const item = { block, place, text: null };
    for (const name of names) item[name] = columns[name][place];
    item.main = item.scores[catalogue.ranking];
    item.of = catalogue.cases[item.case];
    item.by = catalogue.series[item.series];
    item.href = item.folder ? `${item.folder}/index.html` : "";
    item.image = item.folder && item.outcome !== 2 ? `${item.folder}/${item.picture || "evidence/static/thumbnail.jpg"}` : "";
    item.screen = item.image && `${item.folder}/evidence/static/viewport.png`;
    item.of.items.push(item);
    catalogue.items.push(item);
  });
}

async function findingsOf(item) {
  const [listed, cause, more] = (await load(`findings-${item.block}`))[item.place];
  return { listed: listed.map(([dimension, severity, title, why]) => ({ dimension, severity: SEVERITIES[severity], title, why })), cause, more };
}

// Findings are several times larger than all other data, so they are loaded only when someone searches.
const texts = { read: 0, all: null }; // how many blocks, and the promise of all

function loadTexts(progress) {
  texts.all ??= (async () => {
    const perBlock = Map.groupBy ? Map.groupBy(catalogue.items, (item) => item.block) : groupByBlock();
    for (let block = 0; block < catalogue.blocks; block += 1) {
      const found = await load(`findings-${block}`);
      for (const item of perBlock.get(block)) {
        const [listed, cause] = found[item.place];
        item.text = `${listed.map(([, , title, why, kind]) => `${title}\n${why}\n${kind}`).join("\n")}\n${cause}`.toLowerCase();
      }
      texts.read = block + 1;
      progress();
    }
  })();
  return texts.all;
}

function groupByBlock() {
  const groups = new Map();
  for (const item of catalogue.items) groups.set(item.block, [...(groups.get(item.block) ?? []), item]);
  return groups;
}

const nameOf = (series) => [series.model, ...catalogue.distinguishing.map((field) => series[field])].join(" · ");

function fittingSeries() {
  const wanted = new Set(state.model);
  return catalogue.series.filter((one) => (!wanted.size || wanted.has(one.model)) && (!state.mode || one.mode === state.mode));
}

const limit = (text) => (text === undefined || text === "" || Number.isNaN(Number(text)) ? null : Number(text));

function fits() {
  const search = (state.q ?? "").trim().toLowerCase();
  const finding = (state.finding ?? "").trim().toLowerCase();
  const [low, high] = [limit(state.min), limit(state.max)];
  const inText = (item, part) => (item.text ?? item.worst.toLowerCase()).includes(part);
  return (item, inCase) =>
    (!state.slice || item.slices?.includes(state.slice))
    && (!state.outcome || OUTCOMES[item.outcome] === state.outcome)
    && (low === null || (item.main !== null && item.main >= low))
    && (high === null || (item.main !== null && item.main <= high))
    && (!finding || inText(item, finding))
    && (!search || inCase || item.by.model.toLowerCase().includes(search) || inText(item, search));
}

// The content of the grid: columns, rows of cells (repeats share a cell), number of items, and the mean of each column.
function select() {
  const columns = fittingSeries();
  const place = new Map(columns.map((one, index) => [one, index]));
  const fit = fits();
  const search = (state.q ?? "").trim().toLowerCase();
  const rows = [];
  let shown = 0;
  const sums = columns.map(() => []);
  for (const one of catalogue.cases) {
    if (FILTERS.some((label) => state[label] && one[label] !== state[label])) continue;
    const inCase = search !== "" && one.text.includes(search);
    const cells = columns.map(() => []);
    let any = false;
    for (const item of one.items) {
      const column = place.get(item.by);
      if (column === undefined || !fit(item, inCase)) continue;
      cells[column].push(item);
      any = true;
      shown += 1;
    }
    if (!any) continue;
    const values = cells.map((items) => average(items));
    values.forEach((value, column) => { if (value !== null) sums[column].push(value); });
    rows.push({ case: one, cells, values });
  }
  return { columns, rows: sorted(rows), shown, means: sums.map(mean) };
}

function sorted(rows) {
  const keys = {
    best: (row) => upwards(mean(known(row.values))),
    worst: (row) => negative(upwards(mean(known(row.values)))),
    difference: (row) => spread(known(row.values)),
    disagreement: (row) => withinModels(row),
  };
  if (!Object.hasOwn(keys, state.sort ?? "")) return rows;
  const key = keys[state.sort];
  const keyed = rows.map((row) => ({ row, by: key(row) ?? -Infinity }));
  return keyed.sort((one, other) => other.by - one.by || one.row.case.index - other.row.case.index).map(({ row }) => row);
}

const upwards = (value) => (catalogue.main.lower ? negative(value) : value);
const negative = (value) => (value === null ? null : -value);
const spread = (values) => (values.length > 1 ? Math.max(...values) - Math.min(...values) : null);

// The widest spread of the score that ranks within one model: repeats, modes, or several judges.
function withinModels(row) {
  const values = new Map();
  for (const item of row.cells.flat()) {
    if (item.main !== null) values.set(item.by.model, [...(values.get(item.by.model) ?? []), item.main]);
  }
  const spreads = known([...values.values()].map(spread));
  return spreads.length ? Math.max(...spreads) : null;
}
