"""What models get wrong in a project, and what that is to be called."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pytest_cookie.core.build import FailureKind

BASE = Path(__file__).parent / "base"
_APP = (BASE / "src/App.tsx").read_text()
_MANIFEST = (BASE / "package.json").read_text()
_CONFIG = (BASE / "vite.config.ts").read_text()
_HTML = (BASE / "index.html").read_text()
_CARD = (BASE / "src/components/Card.tsx").read_text()


@dataclass(frozen=True)
class Mistake:
    """`changed` are files by path, None for one that is gone. `kind` None: it builds all the same.

    `words` are in the message, `place` is the file that is named; `type_errors` is what the check of types counts.
    """

    changed: Mapping[str, str | bytes | None]
    kind: FailureKind | None
    words: str = ""
    place: str = ""
    type_errors: int = 0

    def write(self, folder: Path) -> Path:
        """The whole project with the mistake in it."""
        contents: dict[str, bytes] = {
            path.relative_to(BASE).as_posix(): path.read_bytes() for path in BASE.rglob("*") if path.is_file()
        }
        for name, content in self.changed.items():
            if content is None:
                contents.pop(name)
            else:
                contents[name] = content if isinstance(content, bytes) else content.encode()
        for name, content in contents.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        return folder


def _app(old: str, new: str) -> dict[str, str | bytes | None]:
    assert old in _APP
    return {"src/App.tsx": _APP.replace(old, new)}


def _first(line: str) -> dict[str, str | bytes | None]:
    return {"src/App.tsx": f"{line}\n{_APP}"}


def _manifest(**fields: object) -> dict[str, str | bytes | None]:
    return {"package.json": json.dumps(json.loads(_MANIFEST) | fields)}


def _without_linux(lock: Path) -> str:
    """As npm writes it where `node_modules` of another platform lies beside it."""
    content = json.loads(lock.read_text())
    content["packages"] = {place: entry for place, entry in content["packages"].items() if "linux-" not in place}
    return json.dumps(content, indent=2)


_DEPENDENCIES = json.loads(_MANIFEST)["dependencies"]

MISTAKES: dict[str, Mistake] = {
    "phantom_icon": Mistake(_app("Coffee", "CoffeeBeans"), "phantom_import", "CoffeeBeans", "src/App.tsx"),
    "missing_dependency": Mistake(
        _first("import { motion } from 'framer-motion'; console.log(motion)"),
        "missing_dependency",
        "framer-motion",
        "src/App.tsx",
    ),
    "missing_scoped_dependency": Mistake(
        _first("import { Slot } from '@radix-ui/react-slot'; console.log(Slot)"),
        "missing_dependency",
        "@radix-ui/react-slot",
        "src/App.tsx",
    ),
    "syntax_in_tsx": Mistake(_app("</Card>", ""), "syntax", "", "src/App.tsx"),
    "declared_twice": Mistake(_first("const cup = 1; const cup = 2"), "syntax", "cup", "src/App.tsx"),
    "exported_twice": Mistake(_first("export default 1"), "syntax", "default", "src/App.tsx"),
    "type_error": Mistake(_app("useState(0)", "useState<string>(0)"), None, type_errors=1),
    "type_imported_as_a_value": Mistake(
        _first("import { CardProps } from '@/components/Card'; export type P = CardProps"),
        "phantom_import",
        "CardProps",
        "src/App.tsx",
    ),
    "bad_vite_config": Mistake(
        {"vite.config.ts": _CONFIG.replace("plugins: [react()", "plugins: [reactPlugin()")}, "config", "reactPlugin"
    ),
    "syntax_in_vite_config": Mistake({"vite.config.ts": _CONFIG.replace("})\n", "")}, "config", ""),
    "vite_config_of_a_missing_plugin": Mistake(
        {"vite.config.ts": f"import svgr from 'vite-plugin-svgr'\n{_CONFIG.replace('[react()', '[svgr(), react()')}"},
        "missing_dependency",
        "vite-plugin-svgr",
    ),
    "wrong_entry": Mistake({"index.html": _HTML.replace("main.tsx", "index.tsx")}, "config", "src/index.tsx"),
    "no_index_html": Mistake({"index.html": None}, "config", "index.html"),
    "wrong_case_of_a_path": Mistake(
        _app("components/Card", "components/card"), "phantom_import", "card", "src/App.tsx"
    ),
    "alias_that_nobody_knows": Mistake(
        _app("@/components/Card", "~/components/Card"), "phantom_import", "~/components/Card", "src/App.tsx"
    ),
    "missing_picture": Mistake(
        _first("import logo from './logo.png'; console.log(logo)"), "phantom_import", "./logo.png", "src/App.tsx"
    ),
    "missing_part_of_a_package": Mistake(
        _first("import x from 'react-dom/hooks'; console.log(x)"), "phantom_import", "react-dom", ""
    ),
    "circular_import": Mistake(
        {"src/components/Card.tsx": f"import App from '../App'\nexport const root = () => App\n{_CARD}"}, None
    ),
    "huge_asset": Mistake({"public/film.mp4": b"\0" * 70_000_000}, "output", "64 MB"),
    "syntax_in_css": Mistake({"src/index.css": "@import 'tailwindcss';\n.card { color: red;\n"}, "syntax", "", ""),
    "unknown_class_applied": Mistake(
        {"src/index.css": "@import 'tailwindcss';\n.card { @apply bg-teel-500; }\n"}, "syntax", "bg-teel-500", ""
    ),
    "unknown_class_used": Mistake(_app("bg-teal-800", "bg-teel-900"), None),
    "css_of_a_missing_package": Mistake(
        {"src/index.css": "@import 'tailwindcss';\n@import 'tw-animate-css';\n"}, "missing_dependency", "tw-animate-css"
    ),
    "missing_css": Mistake({"src/index.css": "@import './theme.css';\n"}, "phantom_import", "theme.css"),
    "postcss_plugin_missing": Mistake(
        {"postcss.config.js": "export default { plugins: { autoprefixer: {} } }\n"},
        "missing_dependency",
        "autoprefixer",
    ),
    "variable_of_the_environment": Mistake(_first("console.log(import.meta.env.VITE_KEY.length)"), None),
    "module_of_node": Mistake(
        _first("import { readFileSync } from 'fs'; console.log(readFileSync)"), None, type_errors=1
    ),
    "await_at_the_top": Mistake(_first("export const page = await fetch('/').then((r) => r.text())"), None),
    "loop_without_end_in_the_page": Mistake(_first("if (location.hash === '#x') while (true) {}"), None),
    "syntax_in_package_json": Mistake(
        {"package.json": _MANIFEST.replace('"type": "module",', '"type": "module",,')}, "syntax", "", "package.json"
    ),
    "syntax_in_json": Mistake(
        {**_first("import cups from './cups.json'; console.log(cups)"), "src/cups.json": '{"a": 1,}'}, "syntax", ""
    ),
    "lock_file_of_before": Mistake(
        _manifest(dependencies={**_DEPENDENCIES, "zustand": "5.0.0"}), "lock_file", "zustand"
    ),
    "lock_file_of_another_platform": Mistake(
        {"package-lock.json": _without_linux(BASE / "package-lock.json")}, "lock_file", "linux-"
    ),
    "no_build": Mistake(_manifest(scripts={}, dependencies={}, devDependencies={}), "config", "build"),
    "script_that_is_not_there": Mistake(_manifest(scripts={"build": "node build.mjs"}), "config", "build.mjs"),
    "program_that_is_not_there": Mistake(_manifest(scripts={"build": "webpack"}), "missing_dependency", "webpack"),
    "script_that_fails": Mistake(_manifest(scripts={"build": "echo no luck && exit 3"}), "other", "no luck"),
    "built_elsewhere": Mistake(
        _manifest(scripts={"build": "mkdir -p site && cp index.html site"}), "config", "dist or build or out"
    ),
}
