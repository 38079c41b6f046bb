// Item page: pictures enlarge in a dialog; a step's time plays the film from there; the artifact runs in its frame only when asked to.
"use strict";
(() => {
  const dialog = document.querySelector("dialog.enlarged");
  const holder = dialog.querySelector(".enlarged-picture");
  const caption = dialog.querySelector("p");
  let opener = null;

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-enlarge]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    opener = link;
    const small = link.querySelector("img");
    const large = new Image(small.width, small.height);
    large.src = link.href;
    large.alt = small.alt;
    large.width = small.getAttribute("width");
    large.height = small.getAttribute("height");
    holder.replaceChildren(large);
    caption.textContent = small.alt;
    dialog.showModal();
    holder.scrollTo(0, 0);
  });
  dialog.querySelector("button").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  dialog.addEventListener("close", () => { holder.replaceChildren(); opener?.focus(); });

  const film = document.querySelector(".film video");
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-film]");
    if (!film || !link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    film.currentTime = Number(link.dataset.film);
    film.scrollIntoView({ block: "nearest" });
    film.focus({ preventScroll: true });
    film.play().catch(() => {});
  });

  const button = document.querySelector("[data-run]");
  const frame = document.querySelector("iframe[data-src]");
  if (!button || !frame) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const running = frame.hasAttribute("src");
    if (running) frame.removeAttribute("src");
    else frame.src = frame.dataset.src;
    frame.hidden = running;
    button.textContent = running ? "Run the artifact here" : "Stop the artifact";
    button.setAttribute("aria-expanded", String(!running));
  });
})();
