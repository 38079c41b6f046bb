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
  holder.replaceChildren(large);
  caption.textContent = small.alt;
  dialog.showModal();
  holder.scrollTo(0, 0);
});
dialog.querySelector("button").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
dialog.addEventListener("close", () => { holder.replaceChildren(); opener?.focus(); });
