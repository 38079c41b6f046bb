"""A model's work built in the real sandbox: the message about a mistake, and that the machine is out of reach."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import BuildError
from pytest_cookie.generation.coding.generator import CodingGenerator
from pytest_cookie.sandbox.archive_extraction import Allowance
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.builder import Builder, BuildSettings
from pytest_cookie.sandbox.tools import find_node
from tests.unit.generation.coding.desks import CASE, PROMPTS, TINY, Scripted, says


@pytest.fixture(scope="module")
def builder(tmp_path_factory: pytest.TempPathFactory) -> Builder:
    try:
        find_bubblewrap(find_node())
    except BuildError as error:
        pytest.skip(f"no build works here: {error}")
    store = tmp_path_factory.mktemp("store")
    return Builder(BuildSettings(store=store))


APP = (
    "export function App() {\n  return '<main>' + ['Emma', 'Faust'].map((t) => `<p>${t}</p>`).join('') + '</main>'\n}\n"
)
WRONG = APP.replace(".join('')", ".join(''")
DONE = ("finish", {})
PEEK = """import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'

export function App() {
  const seen = []
  for (const path of PATHS) {
    try { seen.push(readFileSync(path, 'utf8')) } catch { seen.push('unseen') }
  }
  return '<main>' + seen.join(' ') + '</main>'
}
"""


def test_a_mistake_is_heard_of_as_node_tells_it_mended_and_built(tmp_path: Path, builder: Builder):
    chat = Scripted(
        [
            says(
                "", ("read_file", {"path": "src/app.mjs"}), ("create_file", {"path": "src/app.mjs", "content": WRONG})
            ),
            says("", ("build", {})),
            says("", ("edit_file", {"path": "src/app.mjs", "old": ".join(''", "new": ".join('')"}), ("build", {})),
            says("", ("finish", {"summary": "two books"})),
        ]
    )
    key = ItemKey(case="c", model="openai/any", mode="react")
    made = CodingGenerator("openai/any", chat, PROMPTS, TINY, builder).generate(CASE, key, tmp_path / "artifact")
    heard = chat.heard(2)[-1]
    assert heard.startswith("It does not build (syntax")
    assert "SyntaxError" in heard
    assert "./src/app.mjs:2" in heard
    assert str(tmp_path) not in heard
    assert chat.heard(3)[-1].startswith("It builds: 1 files")
    lines = [json.loads(line) for line in (tmp_path / "coding.jsonl").read_text().splitlines()]
    builds = [line["build"] for line in lines if "build" in line]
    assert [build["isolation"] for build in builds] == ["bubblewrap", "bubblewrap"]
    assert [build["failure"] and build["failure"]["kind"] for build in builds] == ["syntax", None]
    told = builder.build(tmp_path / "artifact", tmp_path / "dist", entry=made.entry or "")
    assert told.build.failure is None
    assert "<main><p>Emma</p><p>Faust</p></main>" in (tmp_path / "dist" / "index.html").read_text()


def test_what_a_model_wrote_sees_nothing_of_the_machine_when_it_is_built(tmp_path: Path, builder: Builder):
    canary = tmp_path / "canary"
    canary.write_text("the canary sings")
    canary.chmod(0o644)
    paths = json.dumps([str(canary), "/etc/passwd", "/proc/1/environ", "../canary"])
    peek = PEEK.replace("PATHS", paths)
    chat = Scripted([says("", ("create_file", {"path": "src/app.mjs", "content": peek}), ("finish", {}))])
    key = ItemKey(case="c", model="openai/any", mode="react")
    CodingGenerator("openai/any", chat, PROMPTS, TINY, builder).generate(CASE, key, tmp_path / "artifact")
    builder.build(tmp_path / "artifact", tmp_path / "dist")
    page = (tmp_path / "dist" / "index.html").read_text()
    assert "<main>unseen unseen" in page
    assert "canary sings" not in page
    assert "root:" not in page


def test_a_build_that_passes_a_limit_is_ended_and_named(tmp_path: Path, builder: Builder):
    small = Builder(replace(builder.settings, allowance=Allowance(total_bytes=100_000)))
    huge = APP.replace("'</main>'", "'x'.repeat(1_000_000)")
    wrong, right = (("create_file", {"path": "src/app.mjs", "content": text}) for text in (huge, APP))
    chat = Scripted([says("", wrong, ("build", {})), says("", right, DONE)])
    key = ItemKey(case="c", model="openai/any", mode="react")
    CodingGenerator("openai/any", chat, PROMPTS, TINY, small).generate(CASE, key, tmp_path / "artifact")
    assert chat.heard(1)[-1].startswith("It does not build (output)")
