"""`Reader`: opens pages of a report from disk, as somebody who was sent the folder, and hears what goes wrong."""

from importlib.resources import files
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page

_HEIGHT, _TIMEOUT_MS = 800, 15_000


class Reader:
    """`complaints` are errors, warnings and requests to anywhere but the disk; not what `forgives` is a part of."""

    def __init__(self, browser: Browser, folder: Path, *, forgives: str = "\0") -> None:
        self._browser = browser
        self._folder = folder
        self._forgives = forgives
        self._contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def open(self, name: str, *, width: int = 1280, scheme: str = "light", **options: object) -> Page:
        viewport = {"width": width, "height": _HEIGHT}
        context = self._browser.new_context(viewport=viewport, color_scheme=scheme, **options)
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(_TIMEOUT_MS)
        page.on("pageerror", lambda error: self._complain(str(error)))
        page.on("console", lambda line: self._complain(line.text) if line.type in {"error", "warning"} else None)
        page.on("request", lambda one: None if _is_near(one.url) else self._complain(one.url))
        name, mark, fragment = name.partition("#")
        page.goto((self._folder / name).as_uri() + mark + fragment)
        return page

    def _complain(self, text: str) -> None:
        if self._forgives not in text:
            self.complaints.append(text)

    def close(self) -> None:
        for context in self._contexts:
            context.close()


def _is_near(url: str) -> bool:
    return url.startswith(("file:", "data:", "blob:", "about:"))


def accessibility_violations(page: Page) -> list[dict[str, object]]:
    """What axe-core finds, as it reports it."""
    page.evaluate((files("pytest_cookie") / "third_party/axe.min.js").read_text(encoding="utf-8"))
    # its preloading would fetch the stylesheet, which the page's policy forbids
    found: list[dict[str, object]] = page.evaluate("async () => (await axe.run({ preload: false })).violations")
    return found


def check_accessibility(page: Page) -> None:
    found = accessibility_violations(page)
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"][:3]]) for rule in found] == []
