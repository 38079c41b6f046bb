"""What the brief asks for, looked for in what people see."""

from dataclasses import replace

import pytest

from pytest_cookie.core.page import Box, Canvas, CanvasText
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.brief.presence import check_requirements
from pytest_cookie.judging.brief.unneeded import is_unneeded
from pytest_cookie.judging.measures.content_amount import grade_amount, weigh_fullness
from pytest_cookie.judging.rubric.items.intent_alignment import find_missing_parts
from pytest_cookie.judging.visual.visible_content import VisibleContent
from tests.unit.judging.evidence_builders import STAGE, case, control, inventory, page_in_use, step, subject, trace

BRIEF = "A list with a search field and filters (cups, plates, bowls), 1,250 g each. Undo, please. No login."


def _answers(page, *kinds):
    return {check.requirement.value: check.answer for check in check_requirements(page, *kinds).checked}


def test_controls_are_known_by_role_type_name_or_text():
    shown = inventory("Everything", controls=(control("c0", "Find", role="searchbox"), control("c1", "Take it back")))
    assert _answers(subject(of=case(brief=BRIEF), inventory=shown), "control") == {
        "search": "met", "filter": "missing", "undo": "missing",
    }  # fmt: skip
    named = inventory("Filtering\nUndo", controls=(control("c0", "Search all"),))
    assert set(_answers(subject(of=case(brief=BRIEF), inventory=named), "control").values()) == {"met"}


@pytest.mark.parametrize("text", ["Cup, PLATE and bowl", "cups plates bowls", "Ｃｕｐｓ · Plates · Bowls"])
def test_names_are_met_in_any_case_width_and_inflection(text):
    page = subject(of=case(brief=BRIEF), inventory=inventory(text, controls=()))
    assert set(_answers(page, "name").values()) == {"met"}


@pytest.mark.parametrize(("text", "met"), [("1250 g", True), ("1.250 g", True), ("1 250 g", True), ("125 g", False)])
def test_figures_are_met_in_any_spelling(text, met):
    page = subject(of=case("article", BRIEF), inventory=inventory(text, controls=()))
    assert _answers(page, "figure") == {"1,250g": "met" if met else "missing"}


def test_what_was_never_shown_but_is_written_is_unknown_where_pages_are_used():
    page = replace(subject(of=case(brief=BRIEF), inventory=inventory("x", controls=())), source_text="<b>Undo</b> cups")
    assert (_answers(page, "control")["undo"], _answers(page, "name")["cups"]) == ("unknown", "unknown")


def test_what_appears_in_use_is_seen_unless_nobody_could_see_it():
    for shown, answer in ((True, "met"), (False, "missing")):
        used = trace(step(0, ref="b0", change=Change(seen=True, shown=shown, appeared_text=("bowls",))))
        page = subject(of=case(brief=BRIEF), inventory=inventory("x", controls=()), trace=used)
        assert _answers(page, "name")["bowls"] == answer


def _canvas(*texts: str) -> Canvas:
    drawn = tuple(CanvasText(text=text, x=10, y=20 * number, size=16) for number, text in enumerate(texts))
    return Canvas(selector="canvas", box=Box(x=0, y=0, width=800, height=400), texts=drawn)


@pytest.mark.parametrize(("at_rest", "in_use"), [(("3 bowls left",), ()), ((), ("3 bowls left",))])
def test_texts_on_canvases_are_seen_and_count_as_content(at_rest, in_use):
    shown = inventory("x", controls=(), canvases=(_canvas(*at_rest),))
    page = page_in_use(step(0, kind="look", canvas_texts=in_use), of=case(brief=BRIEF), inventory=shown)
    assert _answers(page, "name")["bowls"] == "met"
    assert page.letters == len("x3bowlsleft")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1–15 of 120 orders", ()),
        ("Page 1 of 8", ()),
        ("Seite 2 von 9", ()),
        ("第 1 页", ()),
        ("x", ("Previous", "Next")),
    ],
)
def test_what_is_shown_in_other_words_is_seen(text, names):
    controls = tuple(control(f"b{number}", name) for number, name in enumerate(names))
    page = subject(of=case(brief="A table with 15 rows per page."), inventory=inventory(text, controls=controls))
    assert _answers(page, "control") == {"pagination": "met"}
    without = subject(of=case(brief="A table with 15 rows per page."), inventory=inventory("15 rows", controls=()))
    assert _answers(without, "control") == {"pagination": "missing"}


def test_what_may_show_at_another_width_is_unknown():
    brief = "Notes. On phones show tabs. A dark mode, with a switch."
    page = subject(of=case(brief=brief), inventory=inventory("x", controls=(control("b0", "Dark"),)))
    assert _answers(page, "control") == {"tabs": "missing", "theme": "met"}
    phone = replace(page, source_text='<div role="tab" hidden>Write</div>')
    assert _answers(phone, "control")["tabs"] == "unknown"


def test_what_may_be_drawn_is_not_missed():
    brief = "A catching game with a basket and a countdown. It stops when I switch tabs."
    drawn = subject(of=case("action", brief), inventory=inventory("x", controls=(), canvases=(STAGE,)))
    answers = {**_answers(drawn, "control"), **_answers(drawn, "part")}
    assert answers.pop("countdown") == "unknown"
    assert "tabs" not in answers  # those of the browser
    assert set(answers.values()) <= {"unknown"}
    written = subject(of=case("action", brief), inventory=inventory("x", controls=()))
    assert _answers(written, "part")["countdown"] == "missing"


def test_a_control_that_need_not_work_may_be_silent():
    page = subject(of=case(brief="A shop with filters and a cart. The cart need not work."))
    assert is_unneeded(control("c0", "Cart (0)"), page)
    assert not is_unneeded(control("c1", "Filter"), page)


def test_content_counts_once_and_as_far_as_it_is_seen():
    once, often = inventory("A line of text 1\n", controls=()), inventory("A line of text 1\n" * 40, controls=())
    assert grade_amount(subject(inventory=once)) == grade_amount(subject(inventory=often))
    page = subject()
    faint = replace(page, visible_content=VisibleContent(filled=0.0012, shades=1, dark=True))
    assert weigh_fullness(faint).share < 0.1 * weigh_fullness(page).share


def test_a_copy_button_is_known_by_its_words_or_by_what_it_does(subtests):
    briefs = {
        "en": ("A palette with a copy button.", ("Copy", "Copy code", "Copied!", "Copy link to clipboard")),
        "de": ("Eine Palette mit Kopierknopf.", ("Kopieren", "Link in die Zwischenablage kopieren")),
        "fr": ("Une palette avec un bouton copier.", ("Copier le lien", "Copier dans le presse-papiers")),
        "es": ("Una paleta con un botón para copiar.", ("Copiar enlace", "Copiar al portapapeles")),
        "pt": ("Uma paleta com um botão para copiar.", ("Copiar código", "Copiar para a área de transferência")),
        "zh": ("一个可以复制颜色的调色板。", ("复制链接", "复制到剪贴板")),
        "ja": ("色をコピーできるパレット。", ("リンクをコピー", "クリップボードにコピー")),
        "ko": ("색을 복사할 수 있는 팔레트.", ("링크 복사", "클립보드에 복사")),
    }

    def answer(language: str, brief: str, label: str, change: Change | None = None) -> str:
        names = ("Red", "Blue", label)
        controls = tuple(control(f"c{number}", name) for number, name in enumerate(names))
        used = tuple(step(number, ref=f"c{number}", change=Change(seen=True, shown=True)) for number in range(2))
        last = step(2, ref="c2", change=change or Change())
        last = last.model_copy(update={"action": last.action.model_copy(update={"target": label})})
        page = subject(
            of=case(brief=brief, language=language),
            inventory=inventory("Palette", controls=controls),
            trace=trace(*used, last),
        )
        return _answers(page, "control")["copy"]

    for language, (brief, labels) in briefs.items():
        for label in labels:
            with subtests.test(f"{language}: {label}"):
                assert answer(language, brief, label) == "met"
    brief = briefs["en"][0]
    asked = Change(seen=True, shown=False, effects=("copy",))
    with subtests.test("an icon that copies"):
        assert answer("en", brief, "Take", asked) == "met"
    with subtests.test("a button that prints"):
        assert answer("en", brief, "Take", Change(seen=True, effects=("print",))) == "missing"


def test_a_thing_whose_use_is_in_the_trace_is_not_missing(subtests):
    shown = "Oak\nwood\nIron\nmetal\nClay\nearth"

    def press(number, kind="click", **change):
        return step(number, kind, ref=f"b{number}", change=Change(seen=True, shown=True, **change))

    uses = [
        ("filter", press(1, vanished_text=("Iron", "metal", "Clay", "earth"))),
        ("search", press(1, "type", vanished_text=("Iron", "metal"))),
        ("sort", press(1, pixels=0.2)),
        ("pagination", press(1, vanished_text=("Oak", "wood", "Iron"), appeared_text=("Tin", "Lead", "Zinc"))),
    ]
    brief = "A list of materials with search, filter and sorting, 3 per page."
    for missing, use in uses:
        with subtests.test(missing):
            page = page_in_use(use, of=case(brief=brief), inventory=inventory(shown, controls=()))
            answers = _answers(page, "control")
            assert answers.pop(missing) == "unknown"
            assert set(answers.values()) == {"missing"}


def test_what_may_be_there_is_not_missing(subtests):
    rows = [
        ("prices have a currency", "A café with prices.", "Flat white £3", (), "", "pricing"),
        ("boxes may be one", "A list with a filter.", "Oak", (control("c0", "wood", role="checkbox"),), "", "filter"),
        ("marked in the code", "A list with a filter.", "Oak", (), '<div class="filter-bar"></div>', "filter"),
        ("follows the system", "A dark mode, please.", "Oak", (), "@media (prefers-color-scheme: dark) {}", "theme"),
        ("defined in the code", "A shop with a cart.", "Oak", (), "function renderCart() {}", "cart"),
    ]  # fmt: skip
    for name, brief, text, controls, source, value in rows:
        with subtests.test(name):
            page = subject(of=case(brief=brief), inventory=inventory(text, controls=controls))
            page = replace(page, source_text=source)
            assert {**_answers(page, "control"), **_answers(page, "part")}[value] == "unknown"
    bare = replace(
        subject(of=case(brief=rows[1][1]), inventory=inventory("Oak", controls=())), source_text="a.filter(b)"
    )
    assert _answers(bare, "control") == {"filter": "missing"}


def test_a_missing_part_is_told_with_the_words_of_the_brief():
    page = subject(
        of=case(brief="Hello! A list with a search box, by name. Thanks."), inventory=inventory("x", controls=())
    )
    (defect,) = find_missing_parts(page, check_requirements(page, "control"))
    assert "A list with a search box, by name" in defect.why
    assert "search box" in defect.title
