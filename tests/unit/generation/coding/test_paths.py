"""No path leads out of the project, by no spelling, and read-only files stay as they are."""

import random
from pathlib import Path

import pytest

from pytest_cookie.generation.coding.project_paths import RefusedError, checked_path, is_read_only
from pytest_cookie.generation.coding.workspace import Workspace, WorkspaceLimits
from tests.unit.generation.coding.desks import desk, refused, use

OUTSIDE = [
    "../secret", "src/../../secret", "..", "./..", "src/..", "/etc/passwd", "//etc/passwd", "\\etc\\passwd",
    "..\\secret", "C:\\secret", "c:/secret", "~/secret", "~root/x", "src/..\\..\\x", "a\0b", "a\nb", "a\x1b[2Jb",
    "", " ", ".", "src/ app.mjs", "src/app.mjs.", "src/a*b", "src/a:b", "CON|", "x" * 101, "a/" * 120 + "b",
    "node_modules/react/x.js", "src/Node_Modules/x.js", ".git/config", "dist/index.html", "Dist/x", "build/x", "out/x", "file:///etc/passwd",
]  # fmt: skip
READS = ("read_file", "delete_file")


@pytest.mark.parametrize("path", OUTSIDE, ids=ascii)
def test_a_path_that_leads_elsewhere_or_is_odd_is_refused_by_every_tool(tmp_path: Path, path: str):
    (tmp_path / "secret").write_text("canary")
    at = desk(tmp_path)
    said = [refused(at, name, path=path) for name in READS]
    said.append(refused(at, "create_file", path=path, content="x"))
    said.append(refused(at, "edit_file", path=path, old="a", new="b"))
    assert not any("canary" in one for one in said)
    assert (tmp_path / "secret").read_text() == "canary"
    assert sorted(one.name for one in tmp_path.iterdir()) == ["project", "secret"]


@pytest.mark.parametrize("path", ["../secret", "/etc/passwd", "a/../../x"])
def test_a_patch_and_a_list_cannot_leave_either(tmp_path: Path, path: str):
    at = desk(tmp_path)
    assert refused(at, "apply_patch", patch=f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n")
    assert refused(at, "list_files", folder=path)
    assert refused(at, "generate_image", path=f"{path}.svg", description="x")
    assert use(at, "glob", pattern=path) == "(no file)"
    assert refused(at, "grep", pattern="x", files=path)


def test_random_paths_stay_inside_or_are_refused(tmp_path: Path):
    draw = random.Random(7)
    pieces = ["..", ".", "", "/", "src", "a", "\\", "~", "é", "e\u0301", ":", "\0", " ", "x.ts", "node_modules", "..."]
    at = desk(tmp_path)
    outside = {path for path in tmp_path.rglob("*") if not path.is_relative_to(at.workspace.root)}
    taken = 0
    for _ in range(3_000):
        path = draw.choice(["", "/", "./", ""]) + "/".join(draw.choices(pieces, k=draw.randint(1, 5)))
        try:
            at.workspace.write_text(path, "x")
        except RefusedError:
            continue
        taken += 1
        assert (at.workspace.root / checked_path(path)).resolve().is_relative_to(at.workspace.root)
        at.workspace.delete(path)
    assert taken > 50
    assert {path for path in tmp_path.rglob("*") if not path.is_relative_to(at.workspace.root)} == outside


def test_spellings_of_one_path_are_one_file(tmp_path: Path):
    at = desk(tmp_path)
    for path in ("src/é.ts", "./src//e\u0301.ts", " src/./é.ts "):
        use(at, "create_file", path=path, content=path)
    assert [path for path in at.workspace.paths() if path.endswith(".ts")] == ["src/é.ts"]


@pytest.fixture
def linked(tmp_path: Path) -> Workspace:
    """A project with links in it, which no tool makes: to a file, to a folder, to itself, to a missing file."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text("canary")
    workspace = desk(tmp_path).workspace
    (workspace.root / "file").symlink_to(tmp_path / "outside" / "secret")
    (workspace.root / "folder").symlink_to(tmp_path / "outside")
    (workspace.root / "src" / "self").symlink_to(workspace.root)
    (workspace.root / "src" / "gone").symlink_to(tmp_path / "outside" / "new")
    return workspace


@pytest.mark.parametrize("path", ["file", "folder/secret", "folder/new", "src/self/src/app.mjs", "src/gone", "folder"])
def test_links_are_followed_nowhere(linked: Workspace, path: str, tmp_path: Path):
    for deed in (
        lambda: linked.read_text(path),
        lambda: linked.write_text(path, "x"),
        lambda: linked.delete(path),
        lambda: linked.exists(path),
        lambda: linked.size(path),
    ):
        with pytest.raises(RefusedError, match="link"):
            deed()
    assert [one.name for one in (tmp_path / "outside").iterdir()] == ["secret"]
    assert (tmp_path / "outside" / "secret").read_text() == "canary"


def test_links_are_not_listed_and_not_handed_on(linked: Workspace):
    assert linked.paths() == ("build.mjs", "index.html", "package.json", "src/app.mjs")
    assert set(linked.snapshot()) == set(linked.paths())


@pytest.mark.parametrize(
    "path",
    [
        "package.json", "./package.json", "PACKAGE.JSON", "src/ui", "src/ui/button.tsx", "src/UI/deep/new.tsx",
        "vite.config.js", "vite.config.mts", "Vite.Config.ts",
    ],
)  # fmt: skip
def test_read_only_files_stay_and_none_is_made_beside_them(tmp_path: Path, path: str):
    at = desk(tmp_path)
    said = [
        refused(at, "create_file", path=path, content="{}"),
        refused(at, "edit_file", path=path, old="a", new="b"),
        refused(at, "delete_file", path=path),
        refused(at, "apply_patch", patch=f"--- /dev/null\n+++ b/{path}\n@@ -0,0 +1 @@\n+x\n"),
    ]
    assert all("is read-only: it is part of the scaffold" in one for one in said)


def test_what_only_looks_read_only_is_not():
    patterns = {"package.json", "src/ui", "vite.config.*"}
    for path in ("src/package.json", "src/uix", "src/uix/a.ts", "my.vite.config.ts", "src/vite.config.ts"):
        assert not is_read_only(path, patterns)


def test_read_only_files_can_be_read_and_are_marked(tmp_path: Path):
    at = desk(tmp_path)
    assert '1\t{\n2\t  "name": "tiny"' in use(at, "read_file", path="package.json")
    listed = use(at, "list_files").splitlines()
    assert [line.endswith("read-only)") for line in listed] == [True, False, True, False]


def test_sizes_and_counts_are_bounded(tmp_path: Path):
    at = desk(tmp_path, limits=WorkspaceLimits(text_bytes=2_000, picture_bytes=500, total_bytes=4_000, files=7))
    assert "split it" in refused(at, "create_file", path="a.ts", content="é" * 1_001)
    assert "smaller" in refused(at, "generate_image", path="a.png", description="x", width=2_048, height=2_048)
    use(at, "create_file", path="a.ts", content="x" * 2_000)
    assert "MB" in refused(at, "create_file", path="b.ts", content="x" * 1_900)
    use(at, "create_file", path="a.ts", content="y" * 2_000)  # replaces the previous file
    use(at, "create_file", path="b.ts", content="")
    use(at, "create_file", path="c.ts", content="")
    assert "7 files" in refused(at, "create_file", path="d.ts", content="")
    use(at, "create_file", path="c.ts", content="1")


def test_a_file_is_no_folder_and_a_folder_no_file(tmp_path: Path):
    at = desk(tmp_path)
    assert "is a file" in refused(at, "create_file", path="index.html/x", content="")
    assert "is a folder" in refused(at, "create_file", path="src", content="")
    assert "is a folder" in refused(at, "read_file", path="src")
    assert "is a folder" in refused(at, "delete_file", path="src")


def test_an_empty_folder_goes_with_its_last_file(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="a/b/c.ts", content="")
    use(at, "delete_file", path="a/b/c.ts")
    assert not (at.workspace.root / "a").exists()
    assert at.workspace.root.is_dir()
