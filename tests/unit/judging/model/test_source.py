"""How source is shown that is too long: its skeleton stays, blobs go first, and hostile texts take no time."""

import pytest

from pytest_cookie.judging.model.source import read_excerpt
from pytest_cookie.judging.model.source_cutting import (
    cut_source,
    drop_data,
    drop_layout,
    drop_looks,
    fair_shares,
)

PAGE = """<!DOCTYPE html>
<html lang="en"><head><title>Rides</title><style>
{style}
</style></head><body><main id="app"><h1>Rides</h1><button id="add">Add</button></main>
<script>
{script}
</script></body></html>"""


def functions(count: int) -> str:
    return "\n".join(
        f"function ride{n}(list) {{\n  const first{n} = list[0];\n" + "  list.sort();\n" * 10 + "}"
        for n in range(count)
    )


def test_what_fits_is_not_touched():
    page = PAGE.format(style="a{}", script=functions(3))
    assert cut_source(page, len(page)) == page


def test_the_skeleton_and_the_beginnings_of_functions_stay():
    page = PAGE.format(style="a { color: red }\n" * 50, script=functions(100))
    cut = cut_source(page, 9_000)
    assert len(cut) <= 9_000
    for kept in ('<button id="add">Add</button>', "function ride0(list) {", "const first50", "function ride99(list) {"):
        assert kept in cut
    assert "lines left out" in cut
    assert cut.rstrip().endswith("</html>")


def test_long_literals_and_minified_lines_go_before_the_code():
    blob = "x=" + "+".join(f"f({n})" for n in range(5_000))
    page = PAGE.format(
        style="", script=f'const story = "{"la " * 2_000}";\n{blob}\nfunction real() {{\n  return 42;\n}}'
    )
    cut = cut_source(page, 4_000)
    assert len(cut) <= 4_000
    assert "return 42;" in cut
    assert "characters left out" in cut


def test_encoded_data_is_dropped_always():
    page = f'<img src="data:image/png;base64,{"iVBOR" * 1_000}"><p>Text</p>'
    assert drop_data(page).startswith('<img src="data:image/png;base64,[… 5000 characters of data …]"')
    assert "<p>Text</p>" in drop_data(page)


def test_what_pictures_show_goes_from_the_styles_of_a_long_source_and_nothing_else(tmp_path, subtests):
    rest = ".card { color: red; padding: 4px; display: none; transition: color 1s }"
    rules = {
        rest: ".card {display: none; transition: color 1s}",
        ".card:hover { color: blue; }": ".card:hover { color: blue; }",
        "@keyframes in { from { color: red } 40% { top: 3px } }": "from { color: red } 40% { top: 3px }",
        "@media (width < 600px) { .a { color: red } .b { overflow: hidden } }": "@media (width < 600px) {",
        ".only-looks { color: red }": "",
    }
    fill = ".fill { margin: 3px; padding: 3px }\n" * 100
    path = tmp_path / "index.html"
    for rule, kept in rules.items():
        with subtests.test(rule):
            script = functions(100)
            path.write_text(PAGE.format(style=f"{fill}{rule}\n", script=script))
            excerpt = read_excerpt(tmp_path, 100_000)
            text = excerpt.files[0].text
            assert kept in text
            assert "fill" not in text
            assert "only-looks" not in text
            assert "\n".join(line.strip() for line in script.split("\n")) in text
            assert text.count("\n") == path.read_text().count("\n"), "lines keep their numbers"
            assert "are left out" in excerpt.left_out
            path.write_text(PAGE.format(style=f"{fill}{rule}\n", script="run();"))
            assert "fill" in read_excerpt(tmp_path, 100_000).files[0].text, "a short source is whole"


def test_indentation_and_outlines_of_vector_pictures_are_left_out():
    page = f'<svg>\n    <path d="M0 {"1.5 2 " * 40}z"/>\n  <path d="M0 0h24v24z"/>\n\n</svg>'
    shown = drop_layout("a.html", page)
    assert shown.split("\n")[1].startswith('<path d="[… 24')
    assert shown.split("\n")[2:] == ['<path d="M0 0h24v24z"/>', "", "</svg>"]
    assert drop_layout("notes.md", page) == page


def test_small_files_are_whole_and_long_ones_share_the_rest():
    assert fair_shares([10, 1_000, 1_000], 500) == [10, 245, 245]
    assert fair_shares([10, 20], 500) == [10, 20]
    assert fair_shares([], 500) == []


@pytest.mark.parametrize("limit", [0, 1, 40, 500])
def test_no_limit_is_passed(limit):
    assert len(cut_source(PAGE.format(style="a{}", script=functions(50)), limit)) <= limit


def test_several_files_come_pages_first_and_what_is_missing_is_said(tmp_path):
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "app.js").write_text(functions(400))
    (tmp_path / "index.html").write_text("<h1>Rides</h1>")
    (tmp_path / "style.css").write_text("a { color: red }")
    (tmp_path / "photo.png").write_bytes(b"\x89PNG")
    excerpt = read_excerpt(tmp_path, 5_000)
    assert [file.path for file in excerpt.files] == ["index.html", "js/app.js", "style.css"]
    assert excerpt.files[0].text == "<h1>Rides</h1>"
    assert excerpt.shown <= 5_000 < excerpt.characters
    assert "1 file(s) are too long" in excerpt.left_out


def test_links_out_of_the_artifact_are_not_read(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("top secret")
    folder = tmp_path / "artifact"
    folder.mkdir()
    (folder / "index.html").write_text("<p>")
    (folder / "link.txt").symlink_to(secret)
    assert [file.path for file in read_excerpt(folder, 100).files] == ["index.html"]


HOSTILE = [
    "a" * 400_000, "[1," * 150_000, ("'" + "x" * 299) * 1_500, ("A" * 399 + " ") * 1_000, "<script" * 60_000,
    "<script>x</style>" * 25_000, "<script></script>" * 25_000, "data:" * 80_000, ">" * 400_000, '"\\' * 200_000,
    "{\n" * 200_000, "\u0130<script>" * 40_000, "\\" * 400_000, "<style>" * 60_000,
    "<style>" + "a{b:c}" * 60_000, "<style>" + "a{" * 100_000 + "}" * 100_000, 'd="' + "M0 " * 100_000,
]  # fmt: skip


def test_hostile_source_is_cut_in_one_reading(subtests):
    for text in HOSTILE:
        with subtests.test(text=text[:12]):
            shown = drop_looks("a.html", drop_layout("a.html", drop_data(text)))
            assert len(cut_source(shown, 5_000)) <= 5_000
