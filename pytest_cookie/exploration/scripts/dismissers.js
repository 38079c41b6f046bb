// Buttons in fixed layers, by which users may put them away.
(limit) => {
  const found = [];
  for (const element of first('button, [role="button"], input[type="button"], input[type="submit"], a[href^="#"], a:not([href])', MOST.controls)) {
    if (found.length >= limit) break;
    const rect = rectOf(element);
    if (rect.width < 2 || rect.height < 2 || element.disabled || !isLayered(element) || !isShown(element) || faintness(element) < 0.1) continue;
    const name = element.getAttribute("aria-label") || element.innerText || element.value || element.title;
    found.push({ ...report(element), text: clean(name) });
  }
  return { dismissers: found };
}
