// One cell of the grid: the items of one series for one query; repeats share a cell.
// `loading=lazy` loads pictures thousands of pixels ahead, which is too many in a wide grid of large pictures.
const nearing = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target: box } of entries) {
    if (!isIntersecting) continue;
    nearing.unobserve(box);
    const image = make("img", { src: box.dataset.picture, width: 480, height: 270, alt: "", decoding: "async" });
    // if the thumbnail is missing or broken, show the full first screen
    image.addEventListener("error", () => {
      if (image.getAttribute("src") === box.dataset.screen) box.replaceChildren(noPicture());
      else image.src = box.dataset.screen;
    });
    box.append(image);
  }
}, { rootMargin: "200px" });

const noPicture = () => make("p", { class: "missing" }, "no screenshot");

function picture(items) {
  const shown = items.find((item) => item.image);
  const box = make("div", { class: "shot", "data-picture": shown?.image, "data-screen": shown?.screen });
  if (shown) nearing.observe(box);
  else box.append(noPicture());
  if (items.length > 1) box.classList.add("several");
  return box;
}

function outcomes(items) {
  const counts = OUTCOMES.map((name, index) => [name, items.filter((item) => item.outcome === index).length]).slice(1);
  return counts.filter(([, count]) => count).map(([name, count]) => make("span", { class: `outcome ${name}` }, items.length > 1 ? `${count} ${name}` : name));
}

function defects(items) {
  if (items.every((item) => item.outcome === 2)) return "";
  const counts = SEVERITIES.map((name, index) => [name, items.reduce((sum, item) => sum + item.defects[index], 0)]);
  return counts.filter(([, count]) => count).map(([name, count]) => `${count} ${name}`).join(", ") || (catalogue.finds ? "no findings" : "");
}

// The mean of a score, by default of the one that ranks.
const average = (items, place = catalogue.ranking) => mean(known(items.map((item) => item.scores[place])));

function range(items) {
  const values = known(items.map((item) => item.main));
  const digits = Math.max(0, catalogue.main.digits - 1);
  return values.length > 1 ? `${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)}` : "";
}

function inWords(items, series) {
  const value = average(items);
  const parts = [nameOf(series), value === null ? "no score" : `${catalogue.main.label} ${score(value)}`];
  if (items.length > 1) parts.push(numbered(items.length, "repeat"));
  parts.push(...outcomes(items).map((one) => one.textContent));
  return parts.join(", ");
}

// The link of a cell: its item, or all its items side by side if there are several.
function target(items) {
  return items.length === 1 && items[0].href ? items[0].href : address({ query: items[0].of.id, model: [items[0].by.model] });
}

function cell(items, series, { roomy }) {
  if (!items.length) return make("div", { role: "gridcell", class: "cell none", tabindex: -1 }, make("span", { class: "unseen" }, `${nameOf(series)}: no item`));
  const link = make("a", { href: target(items), tabindex: -1, "aria-label": `${inWords(items, series)}, on ${items[0].of.id}` });
  const figures = make("p", { class: "verdict" }, make("span", { class: "total" }, score(average(items))));
  if (items.length > 1) figures.append(make("span", { class: "quiet" }, `${items.length} × ${range(items)}`));
  figures.append(...outcomes(items));
  link.append(picture(items), figures);
  if (roomy) {
    if (items.some((item) => item.outcome !== 2)) link.append(otherScores(items) ?? "");
    link.append(make("p", { class: "defects" }, defects(items)), make("p", { class: "worst", dir: "auto" }, items[0].worst));
  }
  return make("div", { role: "gridcell", class: "cell" }, link);
}

function rowHead(one) {
  const labels = [`${one.domain} / ${one.leaf}`, one.difficulty, one.language, one.page_type].join(" · ");
  return make("div", { role: "rowheader", class: "about" },
    make("a", { href: address({ query: one.id }), tabindex: -1, class: "id", dir: "auto" }, one.id, make("span", { class: "unseen" }, ", side by side")),
    make("p", { class: "labels" }, labels),
    make("p", { class: "brief", lang: one.language, dir: "auto" }, one.brief),
  );
}
