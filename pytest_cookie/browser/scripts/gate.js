// Runs before the page's own scripts, where virtual time rules: see `LoadGate`.
(path) => {
  if (window !== window.top || !location.protocol.startsWith("http")) return;
  fetch(path, { cache: "no-store" }).catch(() => {});
}
