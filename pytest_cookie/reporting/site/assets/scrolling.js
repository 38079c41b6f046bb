// A scrolling region must be reachable by keyboard; one that does not scroll must not be a tab stop. A table of which
// columns are out of sight says how many.
const sayColumns = (box) => {
  const heads = [...(box.querySelector("thead tr:last-child")?.cells ?? [])];
  const right = box.getBoundingClientRect().right;
  const beyond = heads.filter((cell) => cell.getBoundingClientRect().right > right + 8).length;
  let note = box.nextElementSibling;
  if (!note?.classList.contains("more-columns")) {
    if (!beyond) return;
    note = document.createElement("p");
    note.className = "note more-columns";
    box.after(note);
  }
  note.hidden = beyond === 0;
  note.textContent = `${beyond} more ${beyond === 1 ? "column" : "columns"} to the right: scroll the table sideways.`;
};
const scrolling = new ResizeObserver((entries) => {
  for (const { target: box } of entries) {
    const scrolls = box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1;
    if (scrolls) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    if (box.classList.contains("scrolls")) sayColumns(box);
  }
});
for (const box of document.querySelectorAll("main [role='region'][tabindex='0']")) {
  scrolling.observe(box);
  if (box.classList.contains("scrolls")) box.addEventListener("scroll", () => sayColumns(box), { passive: true });
}
