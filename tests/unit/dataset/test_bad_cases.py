"""Every way to write a case wrongly, with the exact line that a person gets to read."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import UsageError
from pytest_cookie.dataset import load_cases

LANGUAGES = "zh, en, fr, es, ja, de, ko, pt"
SCORES = "functional_logic, page_interaction, data_system, visual_design, user_experience, dynamic_simulation"
MISSING_SCORE = "is missing; write 1 (easy), 2 (medium) or 3 (hard)"


def case(*lines: str, leaf: str = "puzzle", language: str = "en", case_id: str = "a") -> str:
    fields = [f"- id: {case_id}", "  brief: b", f"  leaf: {leaf}", f"  language: {language}"]
    return "cases:\n" + "".join(f"  {line}\n" for line in (*fields, *(f"  {line}" for line in lines)))


FIVE = "functional_logic: 1, page_interaction: 1, data_system: 1, user_experience: 1, dynamic_simulation: 1"

BAD = {
    "leaf": (case(leaf="puzle"), ["4: cases[0].leaf: unknown leaf 'puzle'; did you mean 'puzzle'?"]),
    "leaf-type": (case(leaf="[puzzle]"), ["4: cases[0].leaf: must be text"]),
    "leaf-of-file": (
        "leaf: puzle\ncases:\n  - {id: a, brief: b, language: en}\n  - {id: b, brief: b, language: en}\n",
        ["1: leaf: unknown leaf 'puzle'; did you mean 'puzzle'?"],
    ),
    "language": (case(language="it"), [f"5: cases[0].language: must be one of {LANGUAGES}, not 'it'"]),
    "language-of-file": (
        "language: it\ncases:\n  - {id: a, brief: b, leaf: puzzle}\n",
        [f"1: language: must be one of {LANGUAGES}, not 'it'"],
    ),
    "missing": (
        "cases:\n  - id: a\n  - brief: b\n    leaf: puzzle\n",
        [
            "2: cases[0].brief: is missing; write the task as a user would phrase it",
            f"2: cases[0].language: is missing; write the language of the brief: {LANGUAGES}",
            "2: cases[0].leaf: is missing; "
            "write the leaf of the brief, or one leaf for all cases at the top of the file",
            "3: cases[1].id: is missing; write a short name in lowercase letters, digits and hyphens",
            f"3: cases[1].language: is missing; write the language of the brief: {LANGUAGES}",
        ],
    ),
    "brief-empty": (
        case().replace("brief: b", 'brief: "  "'),
        ["3: cases[0].brief: is empty"],
    ),
    "brief-list": (case().replace("brief: b", "brief: [b]"), ["3: cases[0].brief: must be text"]),
    "id-form": (
        case(case_id="Tiles!"),
        [
            "2: cases[0].id: must be at most 60 lowercase letters, digits, `-`, `_` and `.`, "
            "starting with a letter or digit, not 'Tiles!'"
        ],
    ),
    "id-label": (
        case(case_id="hardware-shop"),
        [
            "2: cases[0].id: 'hardware-shop' contains the label 'hard', so `-k hard` would select it; "
            "use for example 'equipment-shop'"
        ],
    ),
    "id-domain": (
        case(case_id="content-planner"),
        [
            "2: cases[0].id: 'content-planner' contains the label 'content', so `-k content` would select it; "
            "use for example 'text-planner'"
        ],
    ),
    "score": (
        case(
            "complexity:",
            "  visual_design:",
            "    score: 7",
            "    reason: r",
            f"  {FIVE.replace(', ', chr(10) + ' ' * 6)}",
        ),
        ["8: cases[0].complexity.visual_design.score: must be 1, 2 or 3, not 7"],
    ),
    "score-alone": (
        case(f"complexity: {{{FIVE}, visual_design: high}}"),
        ["6: cases[0].complexity.visual_design: must be 1, 2 or 3, not 'high'"],
    ),
    "score-missing": (
        case(f"complexity: {{{FIVE}, visual_design: {{reason: r}}}}"),
        [f"6: cases[0].complexity.visual_design.score: {MISSING_SCORE}"],
    ),
    "score-list": (
        case(f"complexity: {{{FIVE}, visual_design: [2]}}"),
        ["6: cases[0].complexity.visual_design: must be 1, 2 or 3, or a `score` with a `reason`, not a list"],
    ),
    "dimension-missing": (case(f"complexity: {{{FIVE}}}"), [f"6: cases[0].complexity.visual_design: {MISSING_SCORE}"]),
    "dimension-unknown": (
        case(f"complexity: {{{FIVE}, visual_design: 1, visual: 2}}"),
        ["6: cases[0].complexity.visual: is not a known field; did you mean 'visual_design'?"],
    ),
    "complexity-number": (
        case("complexity: 2"),
        [f"6: cases[0].complexity: must be six scores of 1, 2 or 3: {SCORES}, not 2"],
    ),
    "reason-field": (
        case(f"complexity: {{{FIVE}, visual_design: {{score: 1, raeson: r}}}}"),
        ["6: cases[0].complexity.visual_design.raeson: is not a known field; did you mean 'reason'?"],
    ),
    "version": (case("version: 0"), ["6: cases[0].version: must be a whole number from 1, not 0"]),
    "version-text": (case("version: new"), ["6: cases[0].version: must be a whole number from 1, not 'new'"]),
    "field": (case("breif: b"), ["6: cases[0].breif: is not a known field; did you mean 'brief'?"]),
    "field-far": (
        case("x: 1"),
        [
            "6: cases[0].x: is not a known field; the known fields are id, brief, leaf, language, complexity, voice, "
            "source, version, artifact, entry, cdn"
        ],
    ),
    "derived": (
        case("domain: games", "difficulty: hard"),
        [
            "6: cases[0].domain: is derived from `leaf`; remove it",
            "7: cases[0].difficulty: is derived from `complexity`; remove it",
        ],
    ),
    "merge": (case("<<: {source: s}"), ["6: cases[0].<<: is not supported; write the merged fields out"]),
    "twice": (case("source: s", "source: t"), ["7: cases[0].source: appears twice; keep one"]),
    "entry-alone": (
        case("entry: demo.html"),
        ["6: cases[0].entry: needs an `artifact:`: it is the page to open in the ready files"],
    ),
    "artifact": (
        case("artifact: [a.html]"),
        ["6: cases[0].artifact: must be the path of an HTML file or of a folder with an index.html"],
    ),
    "field-of-file": (
        "lief: puzzle\n" + case(),
        ["1: lief: is not a known field; did you mean 'leaf'?"],
    ),
    "cases-mapping": ("cases:\n  id: a\n", ["1: cases: must be a list: start each case with `- id: …`"]),
    "cases-empty": ("cases: []\n", ["1: cases: is an empty list; write at least one case: `- id: …`"]),
    "case-text": (
        "- a\n- {id: b, brief: b, leaf: puzzle, language: en}\n",
        ["1: [0]: must be a case with fields: `- id: …`"],
    ),
    "no-cases": ("a: 1\n", ["1: has no `cases:` list, so this is not a file of cases"]),
    "lone-case": (
        "id: a\nbrief: b\n",
        ["1: has no `cases:` list, so this is not a file of cases; put the case into that list: `- id: …`"],
    ),
    "empty": ("", ["1: contains no cases; write `cases:` and a list of cases below it"]),
    "text": ("<h1>hello</h1>\n", ["1: contains no cases; write `cases:` and a list of cases below it"]),
}


def said(path: Path) -> list[str]:
    with pytest.raises(UsageError) as caught:
        load_cases(path)
    return str(caught.value).splitlines()


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_problem_names_file_line_and_field(subtests, folder):
    for name, (text, problems) in BAD.items():
        with subtests.test(name=name):
            (folder / "my.yaml").write_text(text, encoding="utf-8")
            lines = said(folder / "my.yaml")
            if "The leaves are:" in lines:
                assert lines[lines.index("The leaves are:") + 10] == "  games: puzzle, action, strategy, educational"
                lines = lines[: lines.index("The leaves are:")]
            assert lines == [f"my.yaml:{problem}" for problem in problems]


def test_all_problems_of_all_files_are_said_at_once(folder):
    (folder / "b.yaml").write_text(case(language="it", case_id="b"))
    (folder / "a.yml").write_text(case("version: 0"))
    (folder / "c.yaml").write_text("cases: [\n")
    lines = said(folder)
    assert [line.split(":")[0] for line in lines] == ["a.yml", "b.yaml", "c.yaml"]


def test_a_duplicate_id_names_both_places_even_in_a_bad_case(folder):
    (folder / "a.yaml").write_text(case())
    (folder / "b.yaml").write_text("# a comment\n" + case(language="it"))
    assert said(folder) == [
        "b.yaml:3: cases[0].id: 'a' is already the id of the case at a.yaml:2; use a unique id",
        f"b.yaml:6: cases[0].language: must be one of {LANGUAGES}, not 'it'",
    ]


def test_an_id_may_contain_its_own_domain_and_page_type(folder):
    (folder / "my.yaml").write_text(case(case_id="dynamic-games"))
    assert load_cases(folder)[0].id == "dynamic-games"


def test_a_long_list_of_problems_is_cut(folder):
    (folder / "my.yaml").write_text("cases:\n" + "  - {brief: b, leaf: puzzle, language: en}\n" * 70)
    lines = said(folder)
    assert len(lines) == 51
    assert lines[-1] == "… and 20 more"


def test_what_is_quoted_from_the_file_stays_short_and_on_its_line(folder):
    (folder / "my.yaml").write_text(case(f'"x\\n{"y" * 900}": 1', leaf="z" * 1_000_000, case_id="games-a"))
    lines = said(folder / "my.yaml")
    assert [line.split(": ")[0] for line in lines[:2]] == ["my.yaml:4", "my.yaml:6"]
    assert lines[2] == "The leaves are:"
    assert max(map(len, lines)) < 1_200


def test_files_outside_the_working_folder_are_named_in_full(tmp_path_factory, folder):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "my.yaml"
    elsewhere.write_text("a: 1\n")
    assert said(elsewhere) == [f"{elsewhere}:1: has no `cases:` list, so this is not a file of cases"]


def test_a_path_that_is_not_there_names_the_nearest(folder):
    (folder / "cases.yaml").write_text(case())
    assert said(folder / "case.yaml") == [
        f"{folder}/case.yaml: no such file or folder of cases; did you mean 'cases.yaml'?"
    ]
    assert said(folder / "x/y") == [f"{folder}/x/y: no such file or folder of cases"]


def test_a_folder_without_cases_says_how_to_evaluate_ready_files(folder):
    (folder / "index.html").write_text("<h1>hello</h1>")
    first, *example = said(folder)
    assert first.startswith(f"{folder}: no *.yaml or *.yml file below this folder")
    (folder / "my.yaml").write_text("\n".join(example))
    assert load_cases(folder)[0].artifact == folder / "index.html"


def test_a_page_in_the_place_of_cases_says_the_same(folder):
    (folder / "tiles.html").write_text("<h1>hello</h1>")
    first, *example = said(folder / "tiles.html")
    assert "is a page, not a file of cases" in first
    (folder / "my.yaml").write_text("\n".join(example))
    assert load_cases(folder)[0].artifact == folder / "tiles.html"
