"""Diffs as models write them: applied exactly and whole, or not at all."""

import difflib
import random
from pathlib import Path

import pytest

from pytest_cookie.generation.coding.diff import read_diff
from pytest_cookie.generation.coding.patching import patched_text
from pytest_cookie.generation.coding.project_paths import RefusedError
from tests.unit.generation.coding.desks import desk, refused, use

TEXT = "".join(f"line {n}\n" for n in range(1, 21))


def patch(body: str, path: str = "a.ts") -> str:
    return f"--- a/{path}\n+++ b/{path}\n{body}"


def after(body: str, text: str = TEXT) -> str:
    (change,) = read_diff(patch(body))
    return patched_text(text, change.hunks, "a.ts")


def test_difflib_and_ours_agree_on_random_texts():
    draw = random.Random(11)
    for _ in range(300):
        old = [draw.choice(["a", "b", "", " c", "-", "+", "--- x", "@ @", "é"]) for _ in range(draw.randint(0, 30))]
        new = list(old)
        for _ in range(draw.randint(1, 5)):
            at = draw.randint(0, len(new))
            new[at : at + draw.randint(0, 3)] = [f"n{draw.randint(0, 9)}" for _ in range(draw.randint(0, 3))]
        if old == new:
            continue
        lines = difflib.unified_diff(old, new, "a/x", "b/x", lineterm="", n=3)
        before, wanted = ("".join(f"{line}\n" for line in some) for some in (old, new))
        (change,) = read_diff("\n".join(lines) + "\n")
        assert patched_text(before, change.hunks, "x") == wanted


SEVERAL = """```diff
diff --git a/src/app.mjs b/src/app.mjs
index 1..2 100644
--- a/src/app.mjs
+++ b/src/app.mjs
@@ -1,3 +1,3 @@
 export function App() {
-  return '<main>Nothing here yet.</main>'
+  return '<main>Yes</main>'
 }

diff --git a/src/new.ts b/src/new.ts
new file mode 100644
--- /dev/null
+++ b/src/new.ts
@@ -0,0 +1,2 @@
+one
+two
--- a/src/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-gone
```"""


def test_a_patch_of_several_files_is_applied(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="src/old.ts", content="gone\n")
    said = use(at, "apply_patch", patch=SEVERAL)
    assert said.splitlines() == ["src/app.mjs: changed, 1 hunk", "src/new.ts: made", "src/old.ts: removed"]
    assert "Yes" in at.workspace.read_text("src/app.mjs")
    assert at.workspace.read_text("src/new.ts") == "one\ntwo\n"
    assert not at.workspace.exists("src/old.ts")


def test_numbers_of_headers_are_hints_alone():
    wanted = TEXT.replace("line 7\n", "line seven\n")
    for header in ("@@ -7,1 +7,1 @@", "@@ -1,99 +3,2 @@ function x()", "@@", "@@ @@"):
        assert after(f"{header}\n line 6\n-line 7\n+line seven\n line 8\n") == wanted


def test_of_alike_places_the_one_that_the_header_names_is_taken():
    text = "a\nx\nb\nx\nc\nx\n"
    assert after("@@ -4 +4 @@\n-x\n+y\n", text) == "a\nx\nb\ny\nc\nx\n"
    assert after("@@ -1,2 +1,3 @@\n a\n+n\n x\n@@ -4 +5 @@\n-x\n+y\n", text) == "a\nn\nx\nb\nx\nc\nx\n".replace(
        "b\nx", "b\ny"
    )
    with pytest.raises(RefusedError, match="occur 3 times"):
        after("@@ -9 +9 @@\n-x\n+y\n", text)


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("@@ -1,2 +1,2 @@\n line 1\n-line two\n+x\n", "'line two'"),
        ("@@ -2 +2 @@\n-line 2 \n+x\n", "'line 2 '"),  # no fuzz: a space is a space
        ("@@ -2 +2 @@\n-LINE 2\n+x\n", "'LINE 2'"),
        ("@@ -1,3 +1,2 @@\n line 1\n-line 3\n line 2\n", "in this order"),
        ("@@ -9 +9 @@\n-line 9\n+x\n@@ -2 +2 @@\n-line 2\n+x\n", "hunk 2"),  # hunks follow one another
        ("@@ -3,0 +4 @@\n+x\n", "without a context line"),
    ],
)
def test_what_does_not_fit_exactly_is_not_applied(tmp_path: Path, body: str, says: str):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content=TEXT)
    use(at, "create_file", path="b.ts", content=TEXT)
    good = patch("@@ -1 +1 @@\n-line 1\n+x\n", "b.ts")
    assert says in refused(at, "apply_patch", patch=good + patch(body))


INVALID_PATCHES = [
    ("", "changes no file"),
    ("hello", "line 1"),
    ("*** Begin Patch\n*** Update File: a\n", "changes no file"),
    ("--- a/x\n", "line 1"),
    (patch("x"), "a hunk begins with @@"),
    (patch("@@ -1 +1 @@\n"), "makes no change"),
    (patch("@@ -1 +1 @@\n same\n"), "makes no change"),
    (patch("@@ -1 +1 @@\nline\n"), "a space, a plus or a minus"),
    (patch("@@ nonsense @\n-a\n"), "a hunk begins with a line such as"),
    ("--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", "renames x to y"),
    ("--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", "before or after"),
    ("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", "rename"),
    ("GIT binary patch\nliteral 3\n", "binary"),
    (patch("@@ -1 +1 @@\n-a\n+b\n") * 2, "twice"),
    ("x" * 400_001, "400 kB"),
]


def test_what_is_no_patch_is_told(subtests):
    for text, says in INVALID_PATCHES:
        with subtests.test(repr(text)), pytest.raises(RefusedError, match=says):
            read_diff(text)


def test_files_that_are_or_are_not_there(tmp_path: Path):
    at = desk(tmp_path)
    assert "is there already" in refused(
        at, "apply_patch", patch="--- /dev/null\n+++ b/index.html\n@@ -0,0 +1 @@\n+x\n"
    )
    assert "there is no file" in refused(at, "apply_patch", patch=patch("@@ -1 +1 @@\n-a\n+b\n", "none.ts"))
    use(at, "create_file", path="a.ts", content="a\nb\n")
    half = "--- a/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"
    assert "leaves lines of it" in refused(at, "apply_patch", patch=half)
    use(at, "apply_patch", patch="--- a/a.ts\n+++ /dev/null\n")
    assert not at.workspace.exists("a.ts")


def test_line_ends_and_a_missing_last_one_stay():
    assert after("@@ -2 +2 @@\n-b\n+x\n", "a\r\nb\r\nc") == "a\r\nx\r\nc"
    assert after("@@ -2 +2 @@\n-b\n\\ No newline at end of file\n+x\n", "a\nb") == "a\nx"
    assert after("@@ -1 +1,2 @@\n a\n+\n", "a\n") == "a\n\n"


def test_a_patch_of_great_repetition_ends():
    body = "@@ -1 +1 @@\n" + " \n" * 4_000 + "-x\n+y\n"
    with pytest.raises(RefusedError, match="do not occur"):
        after(body, "\n" * 390_000)
