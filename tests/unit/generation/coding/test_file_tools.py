"""Creating, reading, editing, listing, searching: answers, refusals, and bounded time."""

from pathlib import Path

import pytest

from pytest_cookie.generation.coding.matching import matching
from pytest_cookie.generation.coding.project_paths import RefusedError
from pytest_cookie.generation.coding.replacing import replaced
from pytest_cookie.generation.coding.tool_output import MAX_ANSWER, cut
from tests.unit.generation.coding.desks import desk, refused, use


def test_a_file_is_created_then_replaced(tmp_path: Path):
    at = desk(tmp_path)
    assert use(at, "create_file", path="src/a.ts", content="one\ntwo") == "Created src/a.ts: 2 lines."
    assert use(at, "create_file", path="src/a.ts", content="") == "Replaced src/a.ts: 0 lines."
    assert at.workspace.read_bytes("src/a.ts") == b""
    use(at, "create_file", path="src/b.ts", content="half \ud83d of a character")
    assert "half" in at.workspace.read_text("src/b.ts")


def test_reading_shows_the_lines_that_were_asked_for(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content="".join(f"line {n}\r\n" for n in range(1, 11)))
    assert use(at, "read_file", path="a.ts", first_line=3, last_line=4) == "3\tline 3\n4\tline 4\n(lines 3 to 4 of 10)"
    assert use(at, "read_file", path="a.ts", first_line=10) == "10\tline 10\n(lines 10 to 10 of 10)"
    assert use(at, "read_file", path="a.ts", first_line=11) == "(it has 10 lines)"
    assert use(at, "read_file", path="a.ts", first_line=5, last_line=4) == "(it has 10 lines)"
    assert use(at, "read_file", path="a.ts").count("\n") == 9


def test_what_is_read_is_cut_at_a_line_and_says_so(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content="\n".join(f"{'x' * 90} {n}" for n in range(1, 1_001)))
    said = use(at, "read_file", path="a.ts")
    assert len(said) < MAX_ANSWER + 100
    last = said.splitlines()[-2].split("\t")[0]
    assert said.endswith(f"(lines 1 to {last} of 1000)")
    assert use(at, "read_file", path="a.ts", first_line=int(last) + 1).startswith(f"{int(last) + 1}\t")
    use(at, "create_file", path="b.ts", content="y" * 300_000)
    assert use(at, "read_file", path="b.ts").endswith("… (300,000 characters)")


def test_what_is_no_text_is_not_shown(tmp_path: Path):
    at = desk(tmp_path)
    (at.workspace.root / "a.bin").write_bytes(b"a\0b")
    (at.workspace.root / "b.txt").write_bytes(b"caf\xe9")
    assert "binary file of 3 bytes" in refused(at, "read_file", path="a.bin")
    assert "no text in UTF-8" in refused(at, "read_file", path="b.txt")
    assert "there is no file c.txt" in refused(at, "read_file", path="c.txt")
    assert use(at, "grep", pattern="a", files="*.{bin,txt}") == "(nothing found)"


def test_a_piece_that_stands_once_is_replaced(tmp_path: Path):
    at = desk(tmp_path)
    assert use(at, "edit_file", path="src/app.mjs", old="Nothing here yet.", new="A shelf.") == (
        "Changed src/app.mjs from line 2 on."
    )
    assert "<main>A shelf.</main>" in at.workspace.read_text("src/app.mjs")


def test_a_piece_that_stands_nowhere_or_twice_changes_nothing(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content="  a = 1\nb\n  a = 1\n")
    assert "2 times in the file (lines 1, 3)" in refused(at, "edit_file", path="a.ts", old="a = 1", new="c")
    assert "line 2 differs only in whitespace" in refused(at, "edit_file", path="a.ts", old="\tb\n a = 1", new="c")
    assert "does not occur in the file; the file was not changed" in refused(
        at, "edit_file", path="a.ts", old="zebra", new="c"
    )
    assert "old is empty" in refused(at, "edit_file", path="a.ts", old="", new="c")
    assert "are the same" in refused(at, "edit_file", path="a.ts", old="b", new="b")
    use(at, "edit_file", path="a.ts", old="a = 1", new="c", everywhere=True)
    assert at.workspace.read_text("a.ts") == "  c\nb\n  c\n"


def test_line_ends_of_another_system_stay(tmp_path: Path):
    assert replaced("a\r\nb\r\nc\r\n", "a\nb", "x\ny\nz") == ("x\r\ny\r\nz\r\nc\r\n", 1)
    with pytest.raises(RefusedError):
        replaced("a\nb", "a\r\nb", "x")


def test_edits_of_great_repetition_end(tmp_path: Path):
    text = "\n" * 390_000
    with pytest.raises(RefusedError, match="does not occur"):
        replaced(text, "\n" * 5_000 + "x", "y")
    with pytest.raises(RefusedError, match=r"389999 times|times in the file"):
        replaced(text, "\n", "y")


GLOB = [
    ("**/*.tsx", ["a.tsx", "src/b.tsx", "src/ui/c.tsx"]),
    ("*.tsx", ["a.tsx", "src/b.tsx", "src/ui/c.tsx"]),
    ("./*.tsx", ["a.tsx"]),
    ("src/**", ["src/b.tsx", "src/d.ts", "src/ui/c.tsx"]),
    ("src/*.{ts,tsx}", ["src/b.tsx", "src/d.ts"]),
    ("./src/?.ts", ["src/d.ts"]),
    ("src/[a-c].tsx", ["src/b.tsx"]),
    ("**", ["a.tsx", "src/b.tsx", "src/d.ts", "src/ui/c.tsx"]),
    ("{src,lib}/{b,ui/c}.tsx", ["src/b.tsx", "src/ui/c.tsx"]),
    ("../**", []),
    ("[", []),
    ("{", []),
]


def test_glob(subtests):
    for pattern, found in GLOB:
        with subtests.test(repr(pattern)):
            assert list(matching(("a.tsx", "src/b.tsx", "src/d.ts", "src/ui/c.tsx"), pattern)) == found


def test_globs_that_would_take_for_ever_end():
    paths = tuple(f"{'a' * 90}/{'a' * 90}" for _ in range(200))
    assert matching(paths, "**/" * 60 + "*a*a*a*a*b") == ()
    assert matching(("/".join("a" * 90),), "**/a/" * 30 + "b") == ()
    with pytest.raises(RefusedError, match="alternatives"):
        matching(paths, "{a,b}" * 10)
    with pytest.raises(RefusedError, match="longer than"):
        matching(paths, "*" * 201)


def test_grep_tells_path_line_and_text(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="src/a.tsx", content="const a = useState(0)\nkey={i}\nUSE\n")
    assert use(at, "grep", pattern=r"use\w+\(") == "src/a.tsx:1: const a = useState(0)"
    assert use(at, "grep", pattern="key={i}") == "src/a.tsx:2: key={i}"
    assert use(at, "grep", pattern="USE", ignore_case=True, files="src").count("\n") == 1
    assert use(at, "grep", pattern="useState(0", literal=True).startswith("src/a.tsx:1:")
    assert use(at, "grep", pattern="useS", files="*.tsx") == use(at, "grep", pattern="useS", files="./src/")
    assert "fits no file" in refused(at, "grep", pattern="use", files="*.md")
    assert use(at, "grep", pattern="zebra") == "(nothing found)"


@pytest.mark.parametrize("pattern", ["(a", "(?<=a)b", r"(a)\1", "a{1,2000}", "*", "[z-a]"])
def test_a_pattern_that_is_none_is_told(tmp_path: Path, pattern: str):
    assert "no regular expression of RE2" in refused(desk(tmp_path), "grep", pattern=pattern)


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(a|a|b?)*c", "(.*.*.*.*)*x", "((a{0,30}){0,30})y"])
def test_patterns_that_would_take_for_ever_elsewhere_end(tmp_path: Path, pattern: str):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content=("a" * 50_000 + "b\n") * 4)
    assert use(at, "grep", pattern=pattern, files="a.ts") == "(nothing found)"


def test_what_is_found_and_listed_is_cut(tmp_path: Path):
    at = desk(tmp_path)
    use(at, "create_file", path="a.ts", content=("x" * 5_000 + "\n") * 70 + "y\n" * 300)
    said = use(at, "grep", pattern="x|y")
    assert len(said) < MAX_ANSWER + 200
    assert said.endswith("(there is more; the first 100 are shown)")
    for number in range(600):
        (at.workspace.root / f"f{number:03}").write_text("")
    assert "(and 105 more: ask for a folder or a pattern)" in use(at, "list_files")


def test_a_cut_keeps_beginning_and_end_and_counts_what_is_missing():
    text = "".join(f"line {n}\n" for n in range(10_000))
    short = cut(text, 1_000)
    assert len(short) < 1_100
    assert short.startswith("line 0\nline 1\n")
    assert short.endswith("\nline 9999\n")
    head, _, tail = short.partition("\n[… ")
    left_out = int(tail.split(" ")[0].replace(",", ""))
    assert len(head) + 1 + left_out + len(tail.partition(" …]\n")[2]) == len(text)
    assert cut("short") == "short"
    assert len(cut("x" * 50_000)) < MAX_ANSWER + 100
