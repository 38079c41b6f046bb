"""A library of packages that a test makes: small, and without any registry."""

import json
from pathlib import Path

from pytest_cookie.deployment.library.library import Library


def put(library: Path, name: str, version: str, files: dict[str, str], *, folder: str = "", **fields: object) -> Path:
    """A package as npm would install it, in a folder of its own where another version has its name."""
    package = library / "node_modules" / (folder or name)
    for path, text in (files | {"package.json": json.dumps({"name": name, "version": version, **fields})}).items():
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(text)
    return package


def put_module(
    library: Path, name: str, version: str, parts: dict[str, tuple[str, bool]], text: dict[str, str]
) -> None:
    """ES modules of it as `build_modules.mjs` leaves them: part to file and default export, file to content."""
    folder = library / "modules" / f"{name.replace('/', '+')}@{version}"
    folder.mkdir(parents=True)
    (folder / "index.json").write_text(json.dumps(parts))
    for file, content in text.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content)


def fake_library(folder: Path) -> Library:
    """Two versions of `tiny`, one of `three`, `@scope/pack`, a view that needs `tiny`, and two families of fonts."""
    files = {
        "index.js": "globalThis.tiny = 'VERSION';",
        "dist/tiny.js": "globalThis.tiny = 'VERSION, from dist';",
        "dist/tiny.css": "body { background: rgb(1, 2, 3) }",
        "esm/a.js": "import { b } from './b.js'; export const a = b + 1;",
        "esm/b.js": "export const b = 41;",
    }
    for version, where in (("2.4.1", ""), ("1.9.0", "tiny-1")):
        told = {path: text.replace("VERSION", version) for path, text in files.items()}
        put(folder, "tiny", version, told, folder=where, main="index.js", jsdelivr="dist/tiny.js")
    put(folder, "three", "0.128.0", {"build/three.min.js": "globalThis.THREE = { REVISION: '128' };"})
    put(folder, "@scope/pack", "3.0.0", {"main.js": "globalThis.pack = 3;"}, unpkg="main.js")
    put(folder, "jquery", "3.7.1", {"dist/jquery.min.js": "globalThis.$ = 'jQuery';"})
    put(folder, "view", "1.0.0", {"index.js": ""})
    for version in ("2.4.1", "1.9.0"):
        content = f"export const version = '{version}'; export default version;"
        put_module(folder, "tiny", version, {"": ("index.js", True), "extra": ("extra.js", False)}, {
            "index.js": content, "extra.js": "export { version as of } from './index.js';",
        })  # fmt: skip
    needs = 'import { version } from "pytest-cookie-library:tiny@>=1#"; export const seen = `view of ${version}`;'
    put_module(folder, "view", "1.0.0", {"": ("index.js", False)}, {"index.js": needs})
    face = "@font-face {\n  font-family: 'NAME';\n  font-style: STYLE;\n  font-display: swap;\n  font-weight: WEIGHT;\n"
    face += "  src: url(./files/FILE.woff2) format('woff2');\n  unicode-range: U+0000-00FF;\n}\n"

    def styled(name: str, style: str, weight: str, file: str) -> str:
        return face.replace("NAME", name).replace("STYLE", style).replace("WEIGHT", weight).replace("FILE", file)

    put(folder, "@fontsource-variable/some-sans", "5.1.0", {
        "wght.css": styled("Some Sans Variable", "normal", "100 900", "some-sans-latin-wght-normal"),
        "wght-italic.css": styled("Some Sans Variable", "italic", "100 900", "some-sans-latin-wght-italic"),
        "files/some-sans-latin-wght-normal.woff2": "a font",
    })  # fmt: skip
    put(folder, "@fontsource/plain", "5.2.0", {"400.css": styled("Plain", "normal", "400", "plain-latin-400-normal")})
    return Library(folder, "fake")
