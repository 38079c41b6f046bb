// A scrolling region must be reachable by keyboard; one that does not scroll must not be a tab stop.
const scrolling = new ResizeObserver((entries) => {
  for (const { target: box } of entries) {
    const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
});
for (const box of document.querySelectorAll("main [role='region'][tabindex='0']")) scrolling.observe(box);
