"""A user's own functions for outside services: read from a file, used by the tools, distinct errors when they break."""

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from pytest_cookie.browser.host import BrowserHost
from pytest_cookie.core.artifact import ItemKey
from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.coding.generator import CodingGenerator
from pytest_cookie.generation.coding.services import read_services
from pytest_cookie.generation.coding.tool_context import Services
from pytest_cookie.llm.models import Models
from pytest_cookie.protocols.contract.roles import Roles
from pytest_cookie.protocols.contract.settings import Settings
from pytest_cookie.protocols.cookie.composition import compose
from pytest_cookie.protocols.run.model_access import ModelAccess
from tests.unit.generation.coding.desks import CASE, PROMPTS, TINY, Scripted, WordBuilder, desk, refused, says, use

LAB = """
import io
from PIL import Image

def search(query):
    return f"three answers to {query}"

def fetch(url):
    if not url.startswith("https://docs.example/"):
        raise PermissionError("only docs.example can be fetched")
    return {"https://docs.example/a": "a page", "https://docs.example/b": 5}[url]

def draw(description, width, height):
    if description == "nothing":
        return b"no picture"
    written = io.BytesIO()
    Image.new("RGB", (width, height), "teal").save(written, "PNG")
    return written.getvalue()
"""


def lab(folder: Path, text: str = LAB) -> Services:
    (folder / "lab.py").write_text(text)
    return read_services(folder / "lab.py")


def test_a_file_says_what_is_on(tmp_path: Path):
    at = desk(tmp_path, services=lab(tmp_path))
    assert "three answers to maps" in use(at, "web_search", query="maps")
    assert "a page" in use(at, "web_fetch", url="https://docs.example/a")
    assert "A picture of 40×30 px is at" in use(
        at, "generate_image", path="a.png", description="a lake", width=40, height=30
    )
    with Image.open(io.BytesIO(at.workspace.read_bytes("a.png"))) as picture:
        assert (picture.size, picture.getpixel((0, 0))) == ((40, 30), (0, 128, 128))


def test_what_the_file_does_not_have_stays_off(tmp_path: Path):
    services = lab(tmp_path, "def search(query): return query\nfetch = None\n")
    assert (services.fetch, services.draw) == (None, None)
    at = desk(tmp_path, services=services)
    assert "off in this run" in refused(at, "web_fetch", url="https://docs.example/a")
    assert "a placeholder" in use(at, "generate_image", path="a.png", description="a lake")


def test_a_refusal_is_told_to_the_model(tmp_path: Path):
    at = desk(tmp_path, services=lab(tmp_path))
    assert "only docs.example can be fetched" in refused(at, "web_fetch", url="http://127.0.0.1:9/")


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("web_fetch", {"url": "https://docs.example/c"}, "fetch of the coding_services broke: KeyError"),
        ("web_fetch", {"url": "https://docs.example/b"}, "answers with int, no str"),
        ("generate_image", {"path": "a.png", "description": "nothing"}, "returned no valid picture for a.png"),
    ],
)
def test_what_breaks_is_the_machinerys_fault(tmp_path: Path, tool: str, arguments: dict[str, str], said: str):
    at = desk(tmp_path, services=lab(tmp_path))
    with pytest.raises(GenerationError, match=said):
        use(at, tool, **arguments)


def test_a_model_hears_the_answer_and_the_talk_keeps_it(tmp_path: Path):
    chat = Scripted(
        [
            says("", ("web_search", {"query": "maps"}), ("web_fetch", {"url": "http://127.0.0.1:9/"})),
            says("", ("create_file", {"path": "src/new.mjs", "content": "export const a = 1\n"}), ("finish", {})),
        ]
    )
    made = CodingGenerator("openai/any", chat, PROMPTS, TINY, WordBuilder(), services=lab(tmp_path))
    made.generate(CASE, ItemKey(case="c", model="openai/any", mode="react"), tmp_path / "item/artifact")
    found, refusal = chat.heard(1)
    assert "three answers to maps" in found
    assert refusal == "Not done: fetch does not do that: only docs.example can be fetched"
    lines = (tmp_path / "item/coding.jsonl").read_text().splitlines()
    assert any("three answers to maps" in json.loads(line).get("text", "") for line in lines)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise RuntimeError('no key')", "RuntimeError: no key"),
        ("def search(query", "SyntaxError"),
        ("def look_up(query): ...", "has no function search, fetch or draw"),
    ],
)
def test_a_file_that_is_of_no_use_is_the_users_error(tmp_path: Path, text: str, said: str):
    with pytest.raises(UsageError, match=said):
        lab(tmp_path, text)


def test_another_file_is_another_identity(tmp_path: Path):
    assert lab(tmp_path).identity == lab(tmp_path).identity != lab(tmp_path, f"{LAB}\n").identity


def test_a_run_hands_them_to_whoever_builds(tmp_path: Path):
    services, settings = lab(tmp_path), Settings()
    models: Models = ModelAccess(root=tmp_path, run=tmp_path / "run").models(settings)
    stages = compose(settings, BrowserHost(), models, Roles(), mode="react", services=services)
    generator = stages.generator_of("openai/any")
    assert isinstance(generator, CodingGenerator)
    assert generator.services is services
