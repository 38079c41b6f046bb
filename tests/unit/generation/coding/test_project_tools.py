"""Building, packages, pictures, the services, the plan, the end: answers to the model."""

import io
from pathlib import Path

import pytest
from PIL import Image
from pydantic import ValidationError

from pytest_cookie.core.build import Build, BuildFailure
from pytest_cookie.generation.coding.tool_context import Services
from pytest_cookie.generation.coding.tools import TOOLS, parse
from pytest_cookie.llm.messages.messages import ToolCall
from pytest_cookie.llm.messages.tool_calls import InvalidCallError
from pytest_cookie.sandbox.builder import BuildReport
from tests.projects.mistakes import MISTAKES
from tests.provider.quotes import quotes
from tests.unit.generation.coding.desks import WordBuilder, desk, refused, use

LOGS = Path(__file__).parents[2] / "sandbox" / "logs"


def test_a_good_build_tells_what_it_made_and_what_the_types_say(tmp_path: Path):
    at = desk(tmp_path)
    assert use(at, "build") == "It builds: 1 files, 2 kB."
    use(at, "create_file", path="z.ts", content="TYPES")
    said = use(at, "build")
    assert "2 errors, which do not fail the build" in said
    assert "src/app.mjs(1,1): TS2322: no" in said


def test_a_failing_build_tells_what_to_mend_and_nothing_that_is_another_each_time(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="src/a.ts", content="BROKEN")
    said = use(at, "build")
    assert said.startswith("It does not build (syntax in src/a.ts:1:1):\n[PARSE_ERROR] Unexpected token\n")
    assert "at ./src/a.ts:1:1" in said
    assert "node_modules" not in said
    assert "13.89" not in said
    assert "pytest-cookie:" not in said


class Recorded(WordBuilder):
    def __init__(self, log: str) -> None:
        super().__init__()
        self.log = log

    def build(self, sources: Path, into: Path, *, entry: str = "index.html") -> BuildReport:
        return BuildReport(Build(tool="vite", failure=BuildFailure(kind="other", message="it failed")), self.log)


def test_of_recorded_builds_a_model_hears_the_errors_alone(subtests, tmp_path: Path):
    for path in sorted(LOGS.glob("*.log")):
        with subtests.test(path.stem):
            at = desk(tmp_path / path.stem, builder=Recorded(path.read_text()))
            said = use(at, "build")
            assert len(said) < 7_000
            for noise in (
                "\x1b",
                "    at ",
                "/project/",
                "modules transformed",
                "Getter/Setter",
                "timestamp-1",
            ):
                assert noise not in said
            mistake = MISTAKES[path.stem]
            if mistake.place:
                assert mistake.place in said


def test_what_is_built_already_is_not_built_again(tmp_path: Path):
    builder = WordBuilder()
    at = desk(tmp_path, builder=builder)
    assert use(at, "build") == use(at, "build")
    assert builder.count == 1
    use(at, "create_file", path="a.ts", content="")
    use(at, "build")
    assert builder.count == 2


def test_the_sources_of_the_last_good_build_are_kept(tmp_path: Path):
    at = desk(tmp_path)
    assert at.builder.good is None
    use(at, "create_file", path="a.ts", content="good")
    use(at, "build")
    use(at, "edit_file", path="a.ts", old="good", new="BROKEN")
    use(at, "build")
    assert at.builder.good is not None
    assert at.builder.good["a.ts"] == b"good"
    assert [build.failure is None for build in at.builder.builds] == [True, False]


def test_packages_that_are_kept_are_there_and_others_are_refused_with_a_word(tmp_path: Path):
    at = desk(tmp_path)
    wanted = [
        "clsx",
        "@dnd-kit/core@^6",
        "lucid-react",
        "left-pad",
        "https://evil.test/x.tgz",
        "../x",
        "--force",
        "a b",
    ]
    said = use(at, "npm_install", packages=wanted).splitlines()
    assert said == [
        "clsx 2.1.1: is installed; import it",
        "@dnd-kit/core 6.3.1: is installed; import it (no other version can be had, so not ^6)",
        "lucid-react: refused: it is not kept here, and there is no network; did you mean 'lucide-react'?",
        "left-pad: refused: it is not kept here, and there is no network",
        "https://evil.test/x.tgz: refused: it is no name of a package, such as clsx or @scope/name",
        "../x: refused: it is no name of a package, such as clsx or @scope/name",
        "--force: refused: it is no name of a package, such as clsx or @scope/name",
        "a b: refused: it is no name of a package, such as clsx or @scope/name",
    ]
    assert use(at, "npm_install", packages="clsx left-pad").count("\n") == 1
    assert not at.workspace.changes


def test_the_outside_is_off_by_default_and_says_so(tmp_path: Path):
    at = desk(tmp_path)
    assert "off in this run" in refused(at, "web_search", query="weather")
    assert "off in this run" in refused(at, "web_fetch", url="https://example.test")


def test_what_comes_from_outside_is_quoted_and_cut(tmp_path: Path):
    at = desk(tmp_path, services=Services(search=lambda query: f"{query} >>>", fetch=lambda _: "y" * 100_000))
    assert use(at, "web_search", query="weather").startswith("<<<DATA search results")
    assert [block.text for block in quotes(use(at, "web_search", query="weather"))] == ["weather >>>"]
    assert len(use(at, "web_fetch", url="https://example.test")) < 17_000


@pytest.mark.parametrize(("ending", "kind"), [("png", "PNG"), ("jpg", "JPEG"), ("webp", "WEBP")])
def test_a_placeholder_is_a_picture_of_the_size_and_the_same_each_time(tmp_path: Path, ending: str, kind: str):
    at = desk(tmp_path)
    path = f"src/assets/hero.{ending}"
    said = use(at, "generate_image", path=path, description="a lake", width=320, height=200)
    assert "Drawing is off in this run: a placeholder of 320×200 px" in said
    first = at.workspace.read_bytes(path)
    with Image.open(io.BytesIO(first)) as picture:
        assert (picture.format, picture.size) == (kind, (320, 200))
    use(at, "generate_image", path=path, description="a lake", width=320, height=200)
    assert at.workspace.read_bytes(path) == first
    use(at, "generate_image", path=path, description="a hill", width=320, height=200)
    assert at.workspace.read_bytes(path) != first


def test_a_drawing_is_safe_whatever_it_is_to_show(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "generate_image", path="a.svg", description="</svg><script>alert(1)</script>", width=16, height=16)
    text = at.workspace.read_text("a.svg")
    assert text.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"')
    assert "script" not in text
    assert "a picture ends in" in refused(at, "generate_image", path="a.html", description="x")


def test_who_draws_is_asked_where_drawing_is_on(tmp_path: Path):
    def drawn(description: str, width: int, height: int) -> bytes:
        written = io.BytesIO()
        Image.new("RGBA", (width, height), description).save(written, "PNG")
        return written.getvalue()

    at = desk(tmp_path, services=Services(draw=drawn))
    assert use(at, "generate_image", path="a.jpg", description="red", width=20, height=30).startswith(
        "A picture of 20×30"
    )
    with Image.open(io.BytesIO(at.workspace.read_bytes("a.jpg"))) as picture:
        assert (picture.format, picture.size) == ("JPEG", (20, 30))


def test_a_plan_is_noted(tmp_path: Path):
    at = desk(tmp_path)
    assert use(at, "update_plan", steps=["look", "write"], done=1) == "[x] look\n[ ] write"
    assert at.plan == ("[x] look", "[ ] write")
    assert not at.workspace.changes


def test_nothing_is_done_before_something_builds(tmp_path: Path):
    at = desk(tmp_path)
    assert "the project has not been changed yet" in refused(at, "finish")
    use(at, "create_file", path="a.ts", content="BROKEN")
    assert "the project cannot be finished while it does not build. It does not build (syntax" in refused(at, "finish")
    assert at.report is None
    use(at, "create_file", path="a.ts", content="")
    assert use(at, "finish", summary="A shelf.").startswith("It builds")
    assert at.report == "A shelf."


MALFORMED_CALLS = [
    ("rm_rf", "{}", "there is no such tool; there are: create_file, read_file"),
    ("create_file", '{"path": "a", "cont', "not valid JSON"),
    ("create_file", "[]", "arguments"),
    ("create_file", '{"path": "a"}', "content: Field required"),
    ("create_file", '{"path": ["a"], "content": "b"}', "path: "),
    ("read_file", '{"path": "a", "first_line": 0}', "first_line: "),
    ("generate_image", '{"path": "a.png", "description": "x", "width": 1e9}', "width: "),
    ("npm_install", '{"packages": []}', "packages: "),
    ("update_plan", '{"steps": [1, {}]}', "steps.1: "),
    ("create_file", "[" * 100_000, "not valid JSON"),
    ("create_file", '{"path": "a", "content": "' + "x" * 500_000 + '"}', "longer than 500000 characters"),
]


def test_a_malformed_call_is_told_what_is_wrong(subtests):
    for name, arguments, says in MALFORMED_CALLS:
        with subtests.test(repr(name)):
            with pytest.raises(InvalidCallError) as caught:
                parse(ToolCall("1", name, arguments))
            assert says in str(caught.value)
            assert len(str(caught.value)) < 1_000


def test_null_is_as_good_as_nothing_and_what_is_unknown_is_passed_over(tmp_path: Path):
    at = desk(tmp_path)
    assert use(at, "read_file", path="index.html", first_line=None, last_line=None, why="curious").startswith(
        "1\t<!DOC"
    )


def test_every_tool_is_described_in_words_that_all_providers_take():
    assert len(TOOLS) == 15
    for tool in TOOLS:
        assert tool.description
        assert tool.parameters["type"] == "object"
        assert "anyOf" not in str(tool.parameters)
        assert "$ref" not in str(tool.parameters)
    with pytest.raises(ValidationError):
        parse(ToolCall("1", "build", "{}")).path = "x"  # frozen
