"""The table of `pytest-cookie cases`."""

from pytest_cookie.core.labels import DIFFICULTIES, LANGUAGES
from pytest_cookie.core.slices import CaseLabels, ItemPart, SliceSpec
from pytest_cookie.dataset import taxonomy
from pytest_cookie.reporting.case_distribution import balance_lines, label_lines
from tests.unit.dataset.case_builder import make_case

CASES = [
    make_case("a", leaf="puzzle", language="zh", level="hard"),
    make_case("b", leaf="puzzle", language="en", level="easy"),
    make_case("c", leaf="action", language="zh", level="hard"),
    make_case("d", leaf="archive", language="de", level="medium"),
]


def row(lines: list[str], name: str) -> dict[str, str]:
    (line,) = [line for line in lines if line.startswith(name + "  ")]
    names = ["cases", *DIFFICULTIES, *LANGUAGES]
    cells = line[len(name) :].split()
    leaves = [cells.pop(0)] if "/" in cells[0] else [""]
    return dict(zip(["leaves", *names], leaves + cells, strict=True))


def test_every_row_counts_what_belongs_to_it():
    lines = balance_lines(CASES, 100)
    games = row(lines, "  games")
    assert games == {**dict.fromkeys(LANGUAGES, "·"), "leaves": "2/4", "cases": "3", "easy": "1", "medium": "·",
                     "hard": "2", "expert": "·", "zh": "2", "en": "1"}  # fmt: skip
    assert row(lines, "dynamic")["leaves"] == "2/34"
    assert row(lines, "static")["de"] == row(lines, "static")["medium"] == "1"
    assert row(lines, "  content")["cases"] == "0"
    hard = row(lines, "dynamic hard")
    assert (hard["leaves"], hard["cases"], hard["zh"], hard["en"]) == ("", "2", "2", "·")
    everything = row(lines, "all")
    assert (everything["leaves"], everything["cases"], everything["hard"]) == ("3/54", "4", "2")
    assert [line.split() for line in lines if line.startswith("share")] == [
        ["share", "25%", "25%", "50%", "0%", "50%", "25%", "0%", "0%", "0%", "25%", "0%", "0%"]
    ]


def test_all_domains_stand_in_the_taxonomys_order():
    lines = balance_lines(CASES, 100)
    named = [line.split()[0] for line in lines[2:15]]
    domains = [domain.slug for domain in taxonomy().domains]
    assert named == ["static", *domains[:3], "dynamic", *domains[3:]]


def test_leaves_without_a_case_are_named():
    lines = balance_lines(CASES, 100)
    assert "51 leaves have no case:" in lines
    assert "  games: strategy, educational" in lines
    assert "  simulation: physics, numerical, scenario" in lines
    assert balance_lines(CASES, 100, leaves=False)[-1].startswith("51 leaves have no case; ")
    everything = [make_case(leaf.slug, leaf=leaf.slug) for leaf in taxonomy().leaves]
    assert balance_lines(everything, 100)[-1] == "All 54 leaves have a case."


def test_it_fits_into_a_hundred_cells_at_a_thousand_cases():
    languages = ["zh"] * 3 + ["en"] * 3 + list(LANGUAGES[2:])
    leaves = taxonomy().leaves
    cases = [
        make_case(f"c{n}", leaf=leaves[n % 54].slug, language=languages[n % 12], level=DIFFICULTIES[n % 4])
        for n in range(1200)
    ]
    lines = balance_lines(cases, 100)
    assert max(map(len, lines)) <= 100
    table = [line for line in lines if not line.startswith("─")][:-1]
    assert len({len(line) for line in table}) == 1


def test_without_any_case_everything_is_missing():
    lines = balance_lines([], 100)
    assert row(lines, "all")["leaves"] == "0/54"
    assert "54 leaves have no case:" in lines


def test_labels_of_a_protocol_are_counted():
    specs = (SliceSpec(id="topic", label="topic"), SliceSpec(id="tags", label="tag", part="interactions"))
    parts = (ItemPart(slices={"tags": ("link", "button")}), ItemPart(slices={"tags": ("button",)}), ItemPart())
    labels = [CaseLabels({"topic": "shop"}, parts), CaseLabels({"topic": "blog"}), CaseLabels({"topic": "blog"})]
    assert label_lines(labels, specs, 80) == ["topic: blog 2, shop 1", "tag of 3 interactions: button 2, link 1"]
    assert label_lines([CaseLabels({})], specs, 80) == []
