// Loads the artifact into its frame when the reader presses the button.
const button = document.querySelector("[data-run]");
const frame = document.querySelector("iframe[data-src]");
if (button && frame) {
  button.disabled = false;
  button.addEventListener("click", () => {
    const running = frame.hasAttribute("src");
    if (running) frame.removeAttribute("src");
    else frame.src = frame.dataset.src;
    frame.hidden = running;
    button.textContent = running ? "Run the artifact here" : "Stop the artifact";
    button.setAttribute("aria-expanded", String(!running));
  });
}
