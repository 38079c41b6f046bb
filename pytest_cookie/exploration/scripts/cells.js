// axe-core looks at every element for every rule, without a pause: of too many it is not asked at all, before any is measured.
const refuseMoreThan = (most) => {
  let all = 0;
  const count = (root) => {
    const inside = root.querySelectorAll("*");
    all += inside.length;
    if (all <= most) for (const el of inside) if (el.shadowRoot) count(el.shadowRoot);
  };
  count(document);
  if (all > most) throw new Error(`the page has ${all} elements or more, of which axe-core would not find an end`);
};
refuseMoreThan(argument.most.elements);

// How large axe-core's cells are to be. It enters every box into each cell that it covers, and a page chooses how large
// its boxes are: one of 33 million px has more cells than memory holds. So cells grow until there are few enough.
const cellSizeFor = (usual) => {
  const mostCells = 2e6, mostRows = 50_000;
  const boxesIn = (root) => Array.from(root.querySelectorAll("*"), (el) =>
    [el.getBoundingClientRect(), ...(el.shadowRoot ? boxesIn(el.shadowRoot) : [])]).flat();
  const boxes = boxesIn(document);
  const reach = boxes.reduce((most, { left, right, top, bottom }) => Math.max(most, -left, right, -top, bottom), 0);
  const cells = (size) => boxes.reduce((sum, { width, height }) => sum + (1 + width / size) * (1 + height / size), 0);
  let size = usual;
  while (size < reach && (reach / size > mostRows || cells(size) > mostCells)) size *= 2;
  return size;
};
