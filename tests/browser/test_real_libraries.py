"""A page of real libraries that npm installs: React and Babel, Three, Tailwind, fonts, ES modules."""

import json
import os
import shutil
from pathlib import Path

import pytest

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.browser.settings import SessionSettings
from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.deployment.gateway import Gateway
from pytest_cookie.deployment.library.install import OWN, find_library, install_library
from pytest_cookie.deployment.site import StaticSite

CHOSEN = (
    "react-18.3.1", "react-dom-18.3.1", "babel-standalone-7", "three-0.160.1", "@tailwindcss/browser", "clsx",
    "@fontsource/pacifico",
)  # fmt: skip
TOOLS = ("esbuild", "es-module-lexer", "cjs-module-lexer")
PAGE = """<!doctype html><meta charset="utf-8"><title>Real</title>
<script src="https://cdn.jsdelivr.net/npm/@tailwindcss/browser@4"></script>
<link rel="stylesheet" href="https://fonts.googleapis.com/css2?family=Pacifico&display=swap">
<script crossorigin src="https://unpkg.com/react@18/umd/react.production.min.js"></script>
<script crossorigin src="https://unpkg.com/react-dom@18/umd/react-dom.production.min.js"></script>
<script src="https://unpkg.com/@babel/standalone@7/babel.min.js"></script>
<script type="importmap">{"imports": {
  "three": "https://cdn.jsdelivr.net/npm/three@0.160.0/build/three.module.js",
  "three/addons/": "https://cdn.jsdelivr.net/npm/three@0.160.0/examples/jsm/"
}}</script>
<h1 class="text-4xl text-red-600" style="font-family: Pacifico">Heading</h1><div id="root"></div>
<script type="text/babel">
  const Counter = () => <button>at {React.useState(3)[0]}</button>;
  ReactDOM.createRoot(document.getElementById("root")).render(<Counter/>);
</script>
<script type="module">
  import { Vector3 } from "three";
  import { OrbitControls } from "three/addons/controls/OrbitControls.js";
  import React from "https://esm.sh/react@18.2.0";
  import { createElement } from "https://esm.sh/react@18";
  import { createRoot } from "https://esm.sh/react-dom@18.2.0/client";
  import clsx from "https://esm.sh/clsx";
  const isOne = createElement === React.createElement;
  window.noted = [new Vector3(3, 4, 0).length(), typeof OrbitControls, isOne, clsx("a", "b")];
  const place = document.body.appendChild(document.createElement("p"));
  createRoot(place).render(createElement(() => React.useState("by a hook")[0]));
</script>"""
SEEN = """() => ({ noted, button: document.querySelector('button').textContent,
  hook: document.querySelector('p').textContent,
  colour: getComputedStyle(document.querySelector('h1')).color !== 'rgb(0, 0, 0)',
  fonts: [...document.fonts].filter((face) => face.status === 'loaded').map((face) => face.family) })"""


def few_packages(folder: Path) -> Path:
    """A project with a few of our own choice, in the very versions of our lock file; npm makes a lock file of them."""
    manifest = json.loads((OWN / "package.json").read_text())
    needs = {name: manifest["dependencies"][name] for name in CHOSEN}
    tools = {name: manifest["devDependencies"][name] for name in TOOLS}
    lock = json.loads((OWN / "package-lock.json").read_text())
    kept = {path: entry for path, entry in lock["packages"].items() if path and _is_needed(path)}
    root = {"name": "few", "version": "0.0.0", "dependencies": needs, "devDependencies": tools}
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps(root))
    (folder / ".npmrc").write_text("legacy-peer-deps=true\n")
    few = {"name": "few", "version": "0.0.0", "lockfileVersion": 3, "requires": True, "packages": {"": root, **kept}}
    (folder / "package-lock.json").write_text(json.dumps(few))
    return folder


def _is_needed(path: str) -> bool:
    name = path.removeprefix("node_modules/").partition("/node_modules/")[0]
    return name in (*CHOSEN, *TOOLS, "loose-envify", "js-tokens") or name.startswith("@esbuild/")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_a_page_of_real_libraries(tmp_path: Path, browser_host: BrowserHost, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))
    project = few_packages(tmp_path / "few")
    assert find_library(project) is None
    library = install_library(project)
    assert find_library(project) == library
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_text(PAGE)
    gateway = Gateway(StaticSite(tmp_path / "site", "index.html"), library=library)
    try:
        with browser_host.open_session(SessionSettings(gateway.address)) as session:
            happened = session.load(f"{ORIGIN}/").happenings
            session.settle(1_000)
            seen = session.evaluate(SEEN)
    finally:
        gateway.close()
    assert happened.failed_requests == ()
    assert happened.page_errors == ()
    assert seen == {
        "noted": [5, "function", True, "a b"],
        "button": "at 3",
        "hook": "by a hook",
        "colour": True,
        "fonts": ["Pacifico"],
    }
