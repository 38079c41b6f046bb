// Light or dark: as the system has it until the reader chooses, then as chosen. In the head, so that no page flashes.
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const chosen = (value) => {
    try {
      if (value) localStorage.setItem("pytest-cookie-theme", value);
      return localStorage.getItem("pytest-cookie-theme");
    } catch {
      return value ?? null; // a browser that keeps nothing for pages from disk
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
    const say = () => { button.textContent = current() === "dark" ? "Light colours" : "Dark colours"; };
    button.addEventListener("click", () => show(chosen(current() === "dark" ? "light" : "dark")));
    addEventListener("themechange", say);
    say();
    header.append(button);
  });
})();
