// Light or dark: the system's setting until the reader chooses one. Runs in the head to avoid a flash of the other theme.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (value) => {
    try {
      if (value) localStorage.setItem("pytest-cookie-theme", value);
      return localStorage.getItem("pytest-cookie-theme");
    } catch {
      return value ?? null; // some browsers have no storage for pages opened from disk
    }
  };
  const show = (theme) => {
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    dispatchEvent(new Event("themechange"));
  };
  const current = () => root.dataset.theme ?? (dark.matches ? "dark" : "light");

  show(chosen());
  dark.addEventListener("change", () => show(chosen()));
  addEventListener("DOMContentLoaded", () => {
    const header = document.querySelector("header.page");
    if (!header) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "theme";
    const showLabel = () => { button.textContent = current() === "dark" ? "Light colours" : "Dark colours"; };
    button.addEventListener("click", () => show(chosen(current() === "dark" ? "light" : "dark")));
    addEventListener("themechange", showLabel);
    showLabel();
    header.append(button);
  });
})();
