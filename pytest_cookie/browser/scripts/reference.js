// A fixed piece of a page's work, a third each: scripts, layout, drawing. Runs in a blank page of ours, at once.
() => {
  const compute = () => {
    const counts = new Map();
    let state = 12345;
    for (let i = 0; i < 600000; i++) {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const key = state % 2039;
      counts.set(key, (counts.get(key) ?? 0) + Math.sqrt(state));
    }
    return [...counts.values()].sort((a, b) => a - b).length;
  };

  const layOut = () => {
    const grid = document.createElement("div");
    grid.style.cssText = "display: grid; grid-template-columns: repeat(8, 1fr); width: 900px; font: 14px sans-serif";
    for (let i = 0; i < 180; i++) {
      const cell = document.createElement("p");
      cell.textContent = `cell ${i} has some words that break into lines`;
      grid.append(cell);
    }
    document.body.append(grid);
    let height = 0;
    for (let turn = 0; turn < 4; turn++) {
      grid.style.width = `${900 - turn * 60}px`;
      height += grid.offsetHeight;
    }
    grid.remove();
    return height;
  };

  const draw = () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 400;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    for (let i = 0; i < 1200; i++) {
      context.fillStyle = `hsla(${i * 7 % 360}, 80%, 50%, 0.4)`;
      context.beginPath();
      context.arc((i * 37) % 400, (i * 53) % 400, 30 + (i % 40), 0, 7);
      context.fill();
    }
    return context.getImageData(0, 0, 400, 400).data[40000];
  };

  return [compute(), layOut(), draw()];
}
