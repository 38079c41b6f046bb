"""Each operator changes a page as documented and reproducibly, leaves no trace of itself, and can decline a page."""

import re
import time
from functools import cache
from random import Random

import pytest

from pytest_cookie.calibration.artifact_page import ArtifactPage
from pytest_cookie.calibration.markup import parse_elements
from pytest_cookie.calibration.mutation_operator import Mutant, MutationOperator
from pytest_cookie.calibration.mutation_operators import MUTATION_OPERATORS
from pytest_cookie.checks.registry import BUILT_IN
from pytest_cookie.core.perception import Styling
from pytest_cookie.core.verdict import Finding
from pytest_cookie.judging.measures.runnable import explain_not_runnable, find_gone_blank
from pytest_cookie.judging.rubric.dimensions import AESTHETIC_ITEMS, FUNCTIONAL_ITEMS
from pytest_cookie.judging.rubric.items.design_refinement import measure_design_refinement
from pytest_cookie.judging.rubric.table import RUBRIC
from tests.unit.calibration.pages import ODD, RICH, TEXT_ALONE, page_of
from tests.unit.judging.evidence_builders import subject
from tools.reference.findings import kinds_of

BY_ID = {operator.id: operator for operator in MUTATION_OPERATORS}

CHANGES = {
    "element-missing": r"display: none !important",
    "no-interaction": r"stopImmediatePropagation",
    "partial": r"closest\('[^']+, [^']+'\)",
    "wrong-element": r"\?\.click\(\)",
    "wrong-type": r'<input[^>]*type="text"',
    "stripped": r"a\[href\], button, input, select[^{]*\{ display: none.*\n\* \{ pointer-events: none",
    "covered": r"position: fixed; inset: 0",
    "unfocused": r"outline: 0 !important",
    "wrong-effect": r"backgroundColor = lit",
    "effect-on-wrong-element": r"event\.isTrusted",
    "wrong-position": r"position: relative !important; left: -?\d+px",
    "position-after": r"at\.style\.left = '-?\d+px'",
    "no-feedback": r'\[role="status"\].*display: none',
    "alert-storm": r"alert\(",
    "unchecked": r"<form novalidate id=\"find\">",
    "error-on-use": r"\(at\)\.forEach",
    "error-at-load": r"querySelector\('\.\w+-panel'\)\.classList",
    "stale-state": r"\.ariaDescription = ",
    "lost-on-reload": r"getItem\('pots' \+ '\.v2'\)",
    "stuck-after-uses": r"uses > \d",
    "stuck-control": r"\(sent \+= 1\) > 1",
    "dead-form": r"\['submit'\]",
    "dead-keys": r"<head>\s*<script>\s*for \(const type of \['keydown'",
    "wrong-function": r"width \+ height|pots \* 1",
    "undefined-shown": r"\$\{pot\.nameText\}",
    "timer-drift": r"\}, 1[3-8]\d\d\);",
    "slow-handler": r"settle",
    "late-answer": r"setTimeout\(\(\) => event\.target\.dispatchEvent",
    "janky-loop": r"setInterval\(measure",
    "blank-after-a-second": r"document\.body\.replaceChildren",
    "low-contrast": r"opacity: \.3\d?",
    "overlap": r"margin-top: -\d+px",
    "shifted": r"rotate\(",
    "overflow-375": r"@media \(max-width: 700px\)",
    "truncated-text": r"white-space: nowrap",
    "clashing-colours": r"hsl\(\d+ 95% 55%\)",
    "ragged-type": r"nth-child\(5n \+ 5\)",
    "crammed": r"padding: 0 !important",
    "tiny-text": r"font-size: [78]px",
    "still": r"transition: none",
    "stretched-pictures": r"object-fit: fill",
    "wrong-language": r"Save changes|Delete|Cancel|Show details|Settings|Go back|Export file|Last updated|Add new",
    "filler": r"(?i)lorem|eiusmod|nostrud",
    "broken-images": r'src="\w+/photo-\d+\.jpg"',
    "broken-characters": r"Ã",
    "no-figures": r"(?:NaN|undefined)",
}
GONE = {
    "lifeless": r"<script|onclick",
    "unlabelled": r"<label|aria-label|alt=",
    "unchecked": r"\brequired\b|\bmin=|\bmax=",
    "blank": r"<p|<button|<h1",
    "truncated-source": r"</body>|</html>",
    "unstyled": r"<style",
    "no-viewport": r"viewport",
    "no-headings": r"<(?:h1|h2|main|section|header)\b",
}


def mutate(operator: MutationOperator, page: ArtifactPage, seed: int = 1) -> Mutant | None:
    return operator.mutate(page, Random(f"{seed}:{operator.id}"))


@cache
def mutate_rich(name: str) -> Mutant | None:
    return mutate(BY_ID[name], page_of(RICH))


def test_there_are_enough_of_both_dimensions():
    assert len(MUTATION_OPERATORS) == len(BY_ID) >= 24
    aesthetic = [operator for operator in MUTATION_OPERATORS if operator.dimension == "aesthetics"]
    assert len(aesthetic) >= 12
    assert {item for operator in MUTATION_OPERATORS for item in operator.items} <= AESTHETIC_ITEMS | FUNCTIONAL_ITEMS
    assert set(CHANGES) | set(GONE) == set(BY_ID)


def test_it_changes_a_page_as_it_says(subtests):
    for operator in MUTATION_OPERATORS:
        with subtests.test(operator.id):
            done = mutate_rich(operator.id)
            assert done is not None
            assert done.where
            if operator.id in CHANGES:
                assert re.search(CHANGES[operator.id], done.page.html), done.page.html
                assert not re.search(CHANGES[operator.id], RICH)
            if operator.id in GONE:
                assert not re.search(GONE[operator.id], _without_styles(done.page.html, operator)), done.page.html
                assert re.search(GONE[operator.id], RICH)


def _without_styles(html: str, operator: MutationOperator) -> str:
    return (
        html if operator.id in ("unstyled", "truncated-source") else re.sub(r"<style>.*?</style>", "", html, flags=re.S)
    )


def test_the_same_seed_gives_the_same_twin(subtests):
    for operator in MUTATION_OPERATORS:
        with subtests.test(operator.id):
            assert mutate(operator, page_of(RICH)) == mutate_rich(operator.id)


def test_another_seed_hits_something_else():
    found = {done.where for seed in range(12) if (done := mutate(BY_ID["no-interaction"], page_of(RICH), seed))}
    assert len(found) >= 3


def test_the_source_does_not_say_what_was_done_to_it(subtests):
    for operator in MUTATION_OPERATORS:
        with subtests.test(operator.id):
            done = mutate_rich(operator.id)
            assert done is not None
            before = RICH.casefold()
            added = [line for line in done.page.html.casefold().splitlines() if line.strip() and line not in before]
            told = "\n".join(added).replace("preventdefault", "")
            words = (
                "defect",
                "twin",
                "broken",
                "fault",
                "sabot",
                "bug",
                "calibrat",
                "seed",
                "cookie",
                "inject",
                operator.id,
            )
            assert not [word for word in words if word in told]
            assert "/*" not in told
            assert "<!--" not in told
            assert not re.search(r"(?<!:)//", told)


def test_a_page_of_words_alone_has_no_controls_to_spoil():
    page = page_of(TEXT_ALONE)
    impossible = {operator.id for operator in MUTATION_OPERATORS if mutate(operator, page) is None}
    assert {
        "element-missing", "no-interaction", "partial", "wrong-element", "wrong-type", "stripped", "lifeless",
        "wrong-effect",
        "effect-on-wrong-element", "wrong-position", "no-feedback", "error-on-use", "stale-state", "lost-on-reload",
        "stuck-control", "dead-form", "dead-keys", "wrong-function", "undefined-shown", "timer-drift", "slow-handler",
        "late-answer", "unstyled", "no-viewport", "still", "stretched-pictures", "broken-images", "broken-characters",
        "no-figures", "unchecked", "unlabelled", "no-headings",
    } <= impossible  # fmt: skip
    assert {"blank", "low-contrast", "overflow-375", "tiny-text"}.isdisjoint(impossible)


def test_odd_pages_never_break_it(subtests):
    for name in ODD:
        with subtests.test(repr(name)):
            page = page_of(ODD[name])
            for operator in MUTATION_OPERATORS:
                done = mutate(operator, page)
                assert done is None or done.page.files != page.files


def test_a_page_that_is_not_text_is_left_alone_by_most():
    page = ArtifactPage({"index.html": bytes(range(256)) * 40, "logo.png": b"\x89PNG"}, "index.html")
    for operator in MUTATION_OPERATORS:
        done = mutate(operator, page)
        assert done is None or done.page.files["logo.png"] == b"\x89PNG"


def test_a_huge_page_is_read_in_time():
    huge = RICH.replace("</main>", "<p title='a > b'>Noch ein Absatz mit Worten.</p>\n" * 30_000 + "</main>")
    started = time.monotonic()
    assert len(parse_elements(huge)) > 5_000
    assert mutate(BY_ID["no-interaction"], page_of(huge)) is not None
    assert mutate(BY_ID["blank"], page_of("x" * 4_000_000)) is None
    # a bound on growth and not on speed: quadratic work would take minutes
    assert time.monotonic() - started < 60


def test_scripts_in_files_of_their_own_are_changed_there():
    page = page_of(
        "<html><body><p id='n'>1</p><script src='app.js'></script></body></html>", app_js="$('n').textContent = a;"
    )
    done = mutate(BY_ID["stale-state"], page)
    assert done is not None
    assert done.page.text("app.js") == "$('n').ariaDescription = a;"
    assert done.words == ("#n",)
    assert done.page.html == page.html


def test_what_a_page_is_for_is_hit_before_its_frame():
    frame = "".join(f"<button>Place {n}</button>" for n in range(20))
    page = page_of(f"<body><nav>{frame}</nav><main><button>Add pot</button></main></body>")
    assert {done.where for seed in range(5) if (done := mutate(BY_ID["no-interaction"], page, seed))} == {
        "button Add pot"
    }


def test_what_stands_in_scripts_and_comments_is_no_element():
    page = page_of("<body><!-- <button>a</button> --><script>const b = '<button>b</button>'</script><p>c</p></body>")
    assert mutate(BY_ID["no-interaction"], page) is None


def finding(item: str, title: str, *, dimension: str = "functionality") -> Finding:
    return Finding.model_validate(
        {"dimension": dimension, "severity": "major", "title": title, "why": "…", "item": item}
    )


def test_a_finding_names_a_defect_by_item_and_word():
    dead = BY_ID["no-interaction"]
    target = ("Topf hinzufügen", "#add")
    assert dead.is_named_by(finding("3", "Button “Topf hinzufügen” does nothing"), target)
    assert not dead.is_named_by(finding("3", "Button “Zurück” does nothing"), target)
    assert not dead.is_named_by(finding("9", "“Topf hinzufügen” is pale", dimension="aesthetics"), target)
    # a judge without a rubric: the dimension
    assert dead.is_named_by(finding("", "#add: nothing happens"), target)
    assert not dead.is_named_by(finding("", "#add is ugly", dimension="aesthetics"), target)


def test_a_victim_without_a_telling_name_is_named_by_what_is_wrong():
    dead = BY_ID["no-interaction"]
    assert dead.is_named_by(finding("3", "A button does nothing"), ("+",))
    assert not dead.is_named_by(finding("3", "A button is grey"), ("+",))
    assert not dead.is_named_by(finding("3", "A button does nothing"), ("保存",))
    assert dead.is_named_by(finding("3", "“保存” is grey"), ("保存",))


def built_in(item: str, kind: str, title: str, **fields) -> Finding:
    return finding(item, title, **fields).model_copy(update={"kind": kind})


def test_a_built_in_finding_names_a_defect_by_its_kind_whatever_its_title():
    unfocused = BY_ID["unfocused"]
    assert unfocused.is_named_by(built_in("14", "invisible-focus", "reworded"), ())
    assert not unfocused.is_named_by(built_in("14", "small-target", "The focus is hard to see"), ())
    assert not unfocused.is_named_by(built_in("4", "invisible-focus", "reworded"), ()), "another item"


def test_a_built_in_finding_must_also_name_the_target_if_the_operator_says_so():
    dead, target = BY_ID["no-interaction"], ("Topf hinzufügen", "#add")
    assert dead.is_named_by(built_in("3", "dead-control", "Button “Topf hinzufügen” is dead"), target)
    assert dead.is_named_by(
        built_in("3", "dead-control", "A button is dead").model_copy(update={"selector": "#add"}), target
    )
    assert not dead.is_named_by(built_in("3", "dead-control", "Button “Zurück” is dead"), target)
    assert not dead.is_named_by(built_in("3", "error-on-use", "Button “Topf hinzufügen” throws"), target)
    assert dead.is_named_by(built_in("3", "dead-control", "A button is dead"), ("+",)), "the target has no name"


def test_every_kind_of_an_operator_is_reported_by_one_of_its_items(subtests):
    """Findings on an artifact that is no page have item 1."""
    reported = {item.id: set(kinds_of(item.measure)) for item in RUBRIC}
    for check in BUILT_IN:
        reported[check.item] |= set(kinds_of(check.find))
    reported["1"] |= set(kinds_of(explain_not_runnable)) | set(kinds_of(find_gone_blank))
    for operator in MUTATION_OPERATORS:
        with subtests.test(operator.id):
            possible = {kind for item in operator.items for kind in reported[item]}
            assert operator.kinds
            assert len(set(operator.kinds)) == len(operator.kinds)
            assert {kind for kind in operator.kinds if kind not in possible} == set()


def test_a_plain_page_names_nothing_but_missing_styles():
    bare = Styling(font_sizes={"16": 300}, font_families={"Times New Roman": 300}, styled_rules=3, hover_rules=1)
    for styling in (bare, bare.model_copy(update={"unstyled": True})):
        defect = measure_design_refinement(subject(styling=styling)).defects[0]
        told = built_in("10", defect.kind.value, defect.title, dimension="aesthetics")
        assert [operator.id for operator in MUTATION_OPERATORS if operator.is_named_by(told, ())] == ["unstyled"]


SCRIPTED = """<!doctype html><html><head><script>
const frame = '<head></head><body></body>';
let title = "Pots", style = 'dark';
</script></head><body title="Pots" style="margin: 0"><p>Some pots to choose from</p></body></html>"""


@pytest.mark.parametrize("operator", ["unlabelled", "unstyled", "low-contrast", "alert-storm"])
def test_what_a_script_says_of_markup_stands_as_it_is(operator: str):
    mutant = BY_ID[operator].mutate(page_of(SCRIPTED), Random(0))
    assert mutant is not None
    script = SCRIPTED[SCRIPTED.index("<script>") : SCRIPTED.index("</script>")]
    assert script in mutant.page.html


def test_a_page_that_is_not_utf8_stays_as_it_is_where_nothing_is_changed():
    page = ArtifactPage({"index.html": "<p>Café</p>".encode("latin-1")}, "index.html")
    assert BY_ID["no-viewport"].mutate(page, Random(0)) is None


def test_a_finding_names_a_defect_by_a_word_and_not_by_a_part_of_one():
    operator = BY_ID["wrong-type"]
    said = Finding(
        title="Button Save does not update anything", item="3", dimension="functionality", severity="major", why=""
    )
    assert not operator.is_named_by(said, ("date",))
    assert operator.is_named_by(said.model_copy(update={"title": "The date cannot be entered"}), ("date",))
