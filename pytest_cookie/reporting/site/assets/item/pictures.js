// Opens pictures in a dialog and returns the focus when it closes.
const dialog = document.querySelector("dialog.enlarged");
const holder = dialog.querySelector(".enlarged-picture");
const caption = dialog.querySelector("p");
let opener = null;

const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-enlarge]");
  if (!link || !plain(event)) return;
  event.preventDefault();
  opener = link;
  const small = link.querySelector("img");
  const large = new Image(small.width, small.height);
  large.src = link.href;
  large.alt = small.alt;
  large.width = Number(small.getAttribute("width")) || small.naturalWidth;
  large.height = Number(small.getAttribute("height")) || small.naturalHeight;
  const marks = link.parentElement.querySelector("svg.outline");
  const frame = document.createElement("div");
  frame.className = "outlined";
  frame.append(large, ...(marks ? [marks.cloneNode(true)] : []));
  holder.replaceChildren(frame);
  caption.textContent = small.alt;
  dialog.showModal();
  holder.scrollTo(0, 0);
});
dialog.querySelector("button").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("close", () => { holder.replaceChildren(); opener?.focus(); });
// A clipped picture begins a little above its first mark, so that the mark is seen.
const reveal = (box) => {
  const mark = (Number(box.dataset.top) / 100) * box.scrollHeight;
  box.scrollTop = mark > box.clientHeight * 0.7 ? mark - box.clientHeight / 3 : 0;
};
const resized = new ResizeObserver((entries) => { for (const { target } of entries) reveal(target); });
for (const box of document.querySelectorAll(".clipped[data-top]")) resized.observe(box);
// How much the upper of two pictures shows.
for (const range of document.querySelectorAll("[data-over]")) {
  const upper = range.closest("figure").querySelector(".over img:last-child");
  const told = range.parentElement.querySelector("output");
  const fade = () => {
    upper.style.opacity = String(range.valueAsNumber / 100);
    told.textContent = `${range.value} %`;
  };
  range.disabled = false;
  range.addEventListener("input", fade);
}
