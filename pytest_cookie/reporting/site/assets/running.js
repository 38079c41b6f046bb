// Follows the script that confines the artifact, and runs before any code of the artifact.
(() => {
  // with the base address set to the folder, a link within the page would lead to another page
  addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href^='#']");
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    location.hash = link.getAttribute("href");
  });
  document.currentScript.remove();
})();
