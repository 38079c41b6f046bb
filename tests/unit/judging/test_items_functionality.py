"""Known-good and known-bad evidence for the functionality items of the rubric."""

import pytest

from pytest_cookie.core.evidence import SessionEvidence
from pytest_cookie.core.film import FilmSummary
from pytest_cookie.core.page import Box, Canvas, ConsoleMessage, FailedRequest, Media, PageError
from pytest_cookie.core.perception import AxeViolation
from pytest_cookie.core.trace import Change
from pytest_cookie.judging.content import audio_and_video
from pytest_cookie.judging.display import data_display
from pytest_cookie.judging.experience import user_experience
from pytest_cookie.judging.feedback import interaction_feedback
from pytest_cookie.judging.functionality import code_renders, feature_count, no_console_errors
from pytest_cookie.judging.intent import intent_alignment
from pytest_cookie.judging.language import language_consistency
from pytest_cookie.judging.logic import logic_correctness
from pytest_cookie.judging.responsive import responsive_adaptation
from pytest_cookie.judging.subject import Subject
from tests.unit.judging.evidence_builders import (
    ANSWER,
    TEXT,
    case,
    control,
    element,
    evidence,
    inventory,
    layout,
    step,
    styling,
    subject,
    trace,
    views,
)  # fmt: skip

WORKS = [step(index, ref=f"c{index}", change=ANSWER) for index in range(4)]
OWN = "http://artifact.localhost"


def request(url: str, resource_type: str = "script", **fields) -> FailedRequest:
    return FailedRequest(url=url, method="GET", resource_type=resource_type, reason="404", **fields)


def message(text: str, level: str = "error") -> ConsoleMessage:
    return ConsoleMessage(level=level, text=text)


# --- 1


def test_missing_own_parts_are_a_defect_and_foreign_or_refused_ones_are_not():
    bad = code_renders(subject(failed_requests=(request(f"{OWN}/app.js"), request(f"{OWN}/style.css", "stylesheet"))))
    assert bad.score == pytest.approx(0.65)
    assert "/app.js" in bad.defects[0].title
    harmless = (request("https://cdn.example/x.js", blocked=True), request(f"{OWN}/favicon.ico", "image"))
    assert code_renders(subject(failed_requests=harmless)).score == 1


# --- 2

LANDING = case("product-landing", "页面介绍「青屿」，重量 138 g，续航 30 天，屏幕 1.9 英寸。", language="zh")


def test_literals_of_the_brief_are_looked_for():
    full = intent_alignment(subject(of=LANDING, inventory=inventory("青屿 重量138g 续航 30 天 屏幕 1.9英寸")))
    assert full.score == 1
    half = intent_alignment(subject(of=LANDING, inventory=inventory("青屿 重量 138 g")))
    assert half.score == pytest.approx((0.5 - 0.25) / 0.6, abs=1e-3)
    assert "30 天" in half.defects[0].title


def test_what_appears_in_use_is_on_the_page_too():
    used = trace(step(0, ref="b0", change=Change(seen=True, appeared_text=("续航 30 天", "屏幕 1.9 英寸"))))
    assert intent_alignment(subject(of=LANDING, inventory=inventory("青屿 138 g"), trace=used)).score == 1


@pytest.mark.parametrize("of", [case("dashboard", "“A”, 3 kg, 4 kg, 5 kg"), case("article", "An article on bees.")])
def test_intent_is_not_guessed(of):
    assert intent_alignment(subject(of=of)).status == "unmeasured"


# --- 2a

GERMAN_RECIPE = (
    "Ein Becher Mehl wiegt etwa hundertzwanzig Gramm.\nButter wird weich gewogen und nicht geschmolzen.\n"
    "Den Ofen immer zuerst vorheizen, bevor der Teig hineinkommt.\nUmluft ist zwanzig Grad heißer als Oberhitze."
)
GERMAN = "Bitte geben Sie eine gültige Menge ein.\nWählen Sie zuerst die Zutat aus der Liste aus."


def in_german(page):
    return language_consistency(subject(of=case(language="de"), inventory=page, trace=trace(step(0))))


def test_the_briefs_language_is_expected():
    assert language_consistency(subject()).score == 1
    assert in_german(inventory(GERMAN)).score == 1
    foreign = in_german(inventory())
    assert foreign.score == 0
    assert foreign.defects[0].severity == "critical"


def test_an_english_message_in_a_german_page_is_told_with_its_step():
    used = trace(
        step(
            3,
            "type",
            ref="b1",
            value="abc",
            change=Change(seen=True, appeared_text=("Please enter a valid number above zero",)),
        )
    )
    mixed = language_consistency(
        subject(of=case(language="de"), inventory=inventory(f"{GERMAN}\n{GERMAN_RECIPE}"), trace=used)
    )
    assert mixed.score is not None
    assert 0 < mixed.score < 1
    assert mixed.defects[0].step == 3
    assert "English" in mixed.defects[0].why


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh", "青屿空气质量仪，激光传感器八秒出数\nType-C\nPM2.5 / CO₂\n规格参数与常见问题"),
        ("ja", "電車の時刻表を表示します。\n次の電車を待っています\n時刻表一覧表示\n東京駅前広場"),
        ("ko", "장바구니에 상품을 담았습니다\n주문 내역을 확인하세요"),
        ("pt", "Escolha a quantidade e o ingrediente da receita.\nO resultado aparece logo abaixo do campo."),
        ("es", "Elige la cantidad y el ingrediente de la receta.\nEl resultado aparece justo debajo."),
        ("fr", "Choisissez la quantité et l’ingrédient de la recette.\nLe résultat s’affiche juste en dessous."),
    ],
)  # fmt: skip
def test_each_language_is_known_as_itself(language, text):
    assert (
        language_consistency(subject(of=case(language=language), inventory=inventory(text), trace=trace(step(0)))).score
        == 1
    )


def test_names_numbers_and_labels_prove_nothing():
    few = inventory("OK\nDashboard\n12 kg\nhttps://example.org/a/b\nReset")
    assert (
        language_consistency(subject(of=case(language="de"), inventory=few, trace=trace(step(0)))).status
        == "unmeasured"
    )


def test_filler_latin_is_no_spanish():
    filler = inventory(f"{TEXT}\nLorem ipsum dolor sit amet, consectetur adipisicing elit saepe nostrum ullam.")
    assert language_consistency(subject(inventory=filler)).score == 1


def test_a_language_that_the_brief_names_is_welcome():
    lesson = case(language="de", brief="Eine Seite, mit der ich Englisch lernen kann.")
    page = inventory(GERMAN + "\nThe quick brown fox jumps over the lazy dog.")
    assert language_consistency(subject(of=lesson, inventory=page, trace=trace(step(0)))).score == 1


def test_english_labels_in_another_interface_are_told():
    page = inventory("器材管理页面，显示全部器材\nNext\nPrev\n今日应还的器材列表")
    measured = language_consistency(subject(of=case(language="zh"), inventory=page, trace=trace(step(0))))
    assert measured.score is not None
    assert measured.score < 1
    assert "“Next”, “Prev”" in measured.defects[0].title
    assert language_consistency(subject(inventory=inventory(f"{TEXT}\nNext\nPrev"))).score == 1


# --- 3


def uses(*changes: Change, **fields):
    return trace(*(step(index, ref=f"b{index}", change=change, **fields) for index, change in enumerate(changes)))


def test_a_dead_button_is_named_with_its_picture():
    measured = logic_correctness(subject(trace=uses(ANSWER, ANSWER, ANSWER, Change())))
    assert measured.score == pytest.approx(1 - 2 / 4)
    defect = measured.defects[0]
    assert defect.title == "Button “Button 3” does nothing"
    assert (defect.selector, defect.step, defect.evidence) == ("#b3", 3, "crawler/steps/003.png")
    assert defect.severity == "major"


def test_dead_controls_of_one_make_are_one_finding():
    controls = tuple(control(f"b{i}", f"Edit {i}", kind="edit") for i in range(4))
    measured = logic_correctness(subject(inventory=inventory(controls=controls), trace=uses(*[Change()] * 4, ANSWER)))
    assert measured.score == 0
    assert "and 3 more like it" in measured.defects[0].title
    assert len(measured.defects) == 1


def test_a_page_on_which_nothing_works_is_critical():
    measured = logic_correctness(subject(trace=uses(Change(), Change(), Change())))
    assert measured.score == 0
    assert measured.defects[-1].title == "Nothing on the page does anything"
    assert measured.defects[-1].severity == "critical"


def test_focus_and_a_ring_around_the_control_are_no_effect():
    ring = Change(focus="#b0", url=f"{OWN}/#", dom_changed=1)
    assert logic_correctness(subject(trace=uses(ring, ANSWER, ANSWER, ANSWER))).score == pytest.approx(0.5)


def test_the_focus_jumping_elsewhere_is_an_effect():
    assert logic_correctness(subject(trace=uses(Change(focus="#email"), ANSWER, ANSWER, ANSWER))).score == 1


def test_a_script_that_was_refused_is_named_as_the_likely_reason():
    refused = request("https://cdn.example/bootstrap.js", blocked=True)
    measured = logic_correctness(subject(trace=uses(ANSWER, ANSWER, ANSWER, Change()), failed_requests=(refused,)))
    assert "cdn.example/bootstrap.js" in measured.defects[0].why


@pytest.mark.parametrize(
    "fields",
    [
        {"disabled": True},
        {"selected": True},
        {"role": "radio", "checked": True},
        {"role": "link", "href": "https://example.org/"},
        {"role": "link", "href": "mailto:a@example.org"},
        {"role": "link", "href": f"{OWN}/#top"},
    ],
)
def test_silence_that_is_right_is_excused(fields):
    controls = (control("b0", **fields), *(control(f"b{i}") for i in range(1, 4)))
    first = step(0, ref="b0", role=fields.get("role", "button"))
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)]
    measured = logic_correctness(subject(inventory=inventory(controls=controls), trace=trace(first, *answered)))
    assert measured.score == 1
    assert measured.defects == ()


def test_a_placeholder_link_is_dead():
    links = tuple(control(f"b{i}", role="link", href=f"{OWN}/#!" if i % 2 else f"{OWN}/#") for i in range(4))
    used = trace(*(step(i, ref=f"b{i}", role="link") for i in range(4)))
    measured = logic_correctness(subject(inventory=inventory(controls=links), trace=used))
    assert measured.score == 0
    assert "does nothing" in measured.defects[0].title


def test_all_placeholders_of_a_template_are_one_finding():
    kinds = {"b0": f"{OWN}/#", "b1": f"{OWN}/#!", "b2": "#"}
    links = tuple(control(ref, role="link", href=href, kind=ref) for ref, href in kinds.items())
    used = trace(*(step(i, ref=f"b{i}", role="link") for i in range(3)), step(3, ref="b3", change=ANSWER))
    measured = logic_correctness(subject(inventory=inventory(controls=links), trace=used))
    assert len(measured.defects) == 1
    assert "and 2 more like it" in measured.defects[0].title
    assert "placeholder" in measured.defects[0].why


def test_an_exception_of_the_page_that_a_link_leads_to_is_that_pages():
    error = PageError(message="TypeError: cannot read price")
    away = ANSWER.model_copy(update={"url": f"{OWN}/shop.html"})
    used = trace(step(0, ref="b0", role="link", change=away, page_errors=(error,)), step(1, ref="b1", change=ANSWER))
    title = logic_correctness(subject(trace=used)).defects[0].title
    assert title.startswith("Link “Button 0” leads to a page that throws an error")


def test_a_reset_after_a_reload_has_nothing_to_do():
    def defects(kind: str):
        before = step(4, kind, ref="b9", role="textbox", change=Change(seen=True, states=("Name: value “A” → “”",)))
        works = [step(i, ref=f"b{i}", change=ANSWER) for i in range(4)]
        return logic_correctness(subject(trace=trace(*works, before, step(5, ref="b5", purpose="destroy")))).defects

    assert defects("reload") == ()
    assert "does nothing" in defects("type")[0].title


def test_the_one_that_is_chosen_already_is_excused():
    swatches = tuple(control(f"b{i}", f"Colour {i}", kind="swatch") for i in range(4))
    used = trace(*(step(i, ref=f"b{i}", change=ANSWER if i else Change()) for i in range(4)))
    measured = logic_correctness(subject(inventory=inventory(controls=swatches), trace=used))
    assert measured.score == 1
    assert measured.defects == ()


def test_what_only_looks_clickable_needs_company():
    def measured(count: int):
        boxes = tuple(control(f"b{i}", f"Bar {i}", role="generic", tag="div", kind="bar") for i in range(count))
        silent = [step(i, ref=f"b{i}", role="generic") for i in range(count)]
        answered = [step(i, ref=f"c{i}", change=ANSWER) for i in range(4, 8)]
        return logic_correctness(subject(inventory=inventory(controls=boxes), trace=trace(*silent, *answered)))

    assert measured(1).defects == ()
    assert [defect.severity for defect in measured(2).defects] == ["minor"]
    half_a_root = 2**0.5 / 2
    assert measured(2).score == pytest.approx(1 - 2 * half_a_root / (4 + half_a_root), abs=1e-3)


def test_silence_on_an_emptied_page_proves_nothing():
    emptied = step(
        0, "type", ref="b0", role="textbox", value="q", change=Change(seen=True, dom_removed=80, appeared_text=("0",))
    )
    sort = step(1, ref="b1")
    again = step(2, "reload", change=Change(seen=True, dom_added=80))
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in (3, 4, 5)]
    assert logic_correctness(subject(trace=trace(emptied, sort, again, *answered))).defects == ()
    assert logic_correctness(subject(trace=trace(emptied, again, sort, *answered))).defects != ()


def test_untested_is_not_broken():
    unreachable = step(3, ref="b3", outcome="unreachable", problem="covered")
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(3)]
    assert logic_correctness(subject(trace=trace(*answered, unreachable))).score == 1


def test_a_field_that_takes_text_is_neither_dead_nor_a_working_part():
    typed = Change(seen=True, pixels=0.001, states=("Button 3: value “” → “abc”",))
    fields = [step(3, "type", ref="b3", role="textbox", value="abc", change=typed)]
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(2)]
    measured = logic_correctness(subject(trace=trace(*answered, *fields)))
    assert measured.score == pytest.approx(2 / 3, abs=1e-3)


def test_exceptions_in_use_are_attributed_to_the_action():
    error = PageError(message="TypeError: cannot read price", step=1)
    used = trace(
        step(0, ref="b0", change=ANSWER, page_errors=(error,)),
        *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
    )
    measured = logic_correctness(subject(trace=used))
    assert measured.score == pytest.approx(0.5)
    assert "throws an error: TypeError" in measured.defects[0].title


def test_the_same_exception_from_several_inputs_is_one_cause():
    error = PageError(message="TypeError: cannot read price")
    throwing = [step(i, ref=f"b{i}", change=ANSWER, page_errors=(error,)) for i in range(4)]
    answered = [step(i, ref=f"c{i}", change=ANSWER) for i in range(4, 8)]
    measured = logic_correctness(subject(trace=trace(*throwing, *answered)))
    assert measured.score == pytest.approx(1 - 2 * 2 / (2 + 4), abs=1e-3)
    assert len(measured.defects) == 1
    assert "and 3 more like it" in measured.defects[0].title


def test_an_error_that_was_there_before_is_not_the_actions():
    error = PageError(message="TypeError: cannot read price")
    used = trace(
        step(0, ref="b0", change=ANSWER, page_errors=(error,)),
        *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
    )
    assert logic_correctness(subject(trace=used, page_errors=(error,))).score == 1


def test_own_requests_that_fail_in_use_are_a_defect_and_refused_ones_are_not():
    def measured(failed: FailedRequest, **fields):
        used = trace(
            step(0, ref="b0", change=ANSWER, failed_requests=(failed,), **fields),
            *(step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 4)),
        )
        return logic_correctness(subject(trace=used))

    assert measured(request(f"{OWN}/api/rides", "fetch")).score == pytest.approx(0.5)
    assert measured(request("https://api.example/rides", "fetch", blocked=True)).score == 1
    assert measured(request(f"{OWN}/not%20an%20address", "fetch"), intent="invalid").score == 1


def test_a_game_that_answers_to_no_key_is_critical():
    stage = Canvas(selector="canvas", box=Box(x=0, y=0, width=1280, height=720), blank=False)
    keys = trace(*(step(i, "press", value=key) for i, key in enumerate(("ArrowUp", "ArrowLeft", "Space"))))
    measured = logic_correctness(
        subject(of=case("action"), inventory=inventory(canvases=(stage,), controls=()), trace=keys)
    )
    assert measured.score == 0
    assert [defect.severity for defect in measured.defects if "stage" in defect.title] == ["critical"]


def test_on_a_stage_in_motion_silence_proves_nothing():
    stage = Canvas(selector="canvas", box=Box(x=0, y=0, width=1280, height=720), blank=False)
    start = step(0, ref="b0", change=Change(seen=True, pixels=0.4, states=("the page began to move",)))
    keys = [step(i + 1, "hold", value=f"{key}:600") for i, key in enumerate(("ArrowUp", "ArrowLeft", "ArrowDown"))]
    pad = step(4, ref="b1")
    pause = step(5, "press", value="p", change=Change(seen=True, states=("what moved stands still",)))
    playing = trace(start, *keys, pad, pause)
    game = subject(of=case("action"), inventory=inventory(canvases=(stage,)), trace=playing)
    measured = logic_correctness(game)
    assert measured.score == 1
    assert measured.defects == ()
    still = trace(start, *keys, pad, pause, step(6, ref="b2"))
    dead = logic_correctness(subject(of=case("action"), inventory=inventory(canvases=(stage,)), trace=still))
    assert [defect.title for defect in dead.defects] == ["Button “Button 2” does nothing"]


def test_a_drawing_is_not_a_button():
    drawing = control("b0", "Night sky", role="img", tag="canvas")
    pointed = step(0, ref="b0", role="img")
    answered = [step(i, ref=f"b{i}", change=ANSWER) for i in range(1, 5)]
    measured = logic_correctness(subject(inventory=inventory(controls=(drawing,)), trace=trace(pointed, *answered)))
    assert measured.defects == ()


def test_a_crash_in_use_leaves_a_quarter_at_most():
    measured = logic_correctness(
        subject(trace=uses(ANSWER, ANSWER, ANSWER, ANSWER).model_copy(update={"stopped": "crashed"}))
    )
    assert measured.score == 0.25
    assert measured.defects[0].severity == "critical"


def test_feature_count_grows_slowly_with_what_works():
    def measured(working: int, of=None):
        return feature_count(subject(of=of, trace=uses(*[ANSWER] * working, Change())))

    assert measured(3).score == pytest.approx(0.8)
    assert measured(15).score == pytest.approx(0.9)
    assert measured(2).score < measured(3).score < measured(4).score < measured(15).score < measured(16).score < 1
    assert "3 inputs answered, 1 did nothing" in measured(3).reason
    assert measured(3, case("wallboard")).status == "unmeasured"


def test_a_button_that_only_changes_its_own_look_is_half_a_fault():
    own = control("b0").box
    look = Change(seen=True, pixels=0.003, regions=(own,), dom_changed=1)
    measured = logic_correctness(subject(trace=uses(look, ANSWER, ANSWER, ANSWER)))
    assert measured.defects[0].severity == "minor"
    assert "look another way itself" in measured.defects[0].title
    assert 0.5 < measured.score < 1


def test_several_of_one_make_that_change_their_own_look_are_choices():
    controls = tuple(control(f"b{i}", kind="swatch" if i < 3 else f"b{i}") for i in range(6))
    look = Change(seen=True, pixels=0.003, regions=(controls[0].box,), dom_changed=1)
    page = inventory(controls=controls)
    measured = logic_correctness(subject(inventory=page, trace=uses(look, look, look, ANSWER, ANSWER, ANSWER)))
    assert measured.score == 1


def test_the_one_of_its_make_that_only_changes_its_own_look_is_half_a_fault():
    def defects(selector: str):
        controls = tuple(control(f"b{i}", kind="tool") for i in range(4))
        look = Change(seen=True, pixels=0.003, regions=(controls[0].box,), dom_changed=1)
        used = [step(i, ref=f"b{i}", selector=selector, change=look if i == 2 else ANSWER) for i in range(4)]
        return logic_correctness(subject(inventory=inventory(controls=controls), trace=trace(*used))).defects

    assert [one.severity for one in defects("#bar > button")] == ["minor"]
    assert defects("th:nth-of-type(2) > button") == ()


# --- breakdowns


def test_a_layer_over_everything_is_critical():
    page = inventory(controls=tuple(control(f"b{i}", covered=True) for i in range(4)))
    kept = [step(i, ref=f"b{i}", outcome="unreachable", problem="covered by body > div") for i in range(4)]
    measured = logic_correctness(subject(inventory=page, trace=trace(*kept)))
    assert measured.score == 0
    assert measured.defects[0].severity == "critical"
    assert "takes every press" in measured.defects[0].title
    assert interaction_feedback(subject(inventory=page, trace=trace(*kept))).score == 0


def test_parts_of_a_drawing_that_lie_over_one_another_are_no_layer():
    page = inventory(controls=tuple(control(f"b{i}", covered=True) for i in range(4)))
    kept = [step(i, ref=f"b{i}", target="", outcome="unreachable", problem="covered by #plan") for i in range(4)]
    assert not any(
        "takes every press" in one.title
        for one in logic_correctness(subject(inventory=page, trace=trace(*kept))).defects
    )


def test_a_page_that_falls_silent_after_some_uses():
    alive = [step(i, ref=f"b{i % 4}", change=ANSWER) for i in range(4)]
    dead = [step(4 + i, ref=f"b{i % 4}") for i in range(6)]
    fell = logic_correctness(subject(trace=trace(*alive, *dead)))
    assert fell.score <= 0.25
    assert fell.defects[0].title == "The page stops answering after 4 uses"
    others = [step(4 + i, ref=f"b{4 + i}") for i in range(6)]
    dead_from_the_start = logic_correctness(subject(trace=trace(*alive, *others)))
    assert not any("stops answering" in defect.title for defect in dead_from_the_start.defects)


def test_a_script_that_does_not_parse_is_item_1s():
    error = PageError(message="SyntaxError: Unexpected end of input")
    assert code_renders(subject(page_errors=(error,))).score == 0
    assert no_console_errors(subject(page_errors=(error,))).score == 1
    data = PageError(message="SyntaxError: Unexpected token '<', \"<!doctype\" is not valid JSON")
    assert code_renders(subject(page_errors=(data,))).score == 1
    assert no_console_errors(subject(page_errors=(data,))).score < 1


# --- 4


@pytest.mark.parametrize(
    "line",
    [
        "Total: NaN",
        "NaN Gramm",
        "undefined",
        "Infinity%",
        "Preis: null",
        "[object Object]",
        "Invalid Date",
        "Hello {{ name }}",
        "Hi ${user.name}",
        "Lorem ipsum dolor",
        "caf\ufffd",
        "MÃ¼nchen",
        "itâ€™s",
    ],
)
def test_marks_of_bad_data_are_found_at_load_and_in_use(line):
    at_load = data_display(subject(inventory=inventory(f"{TEXT}\n{line}")))
    in_use = data_display(subject(trace=uses(Change(seen=True, appeared_text=(line,)), ANSWER, ANSWER)))
    assert len(at_load.defects) == len(in_use.defects) == 1
    assert at_load.score == in_use.score < 1
    assert in_use.defects[0].step == 0


@pytest.mark.parametrize(
    "line",
    [
        "The nullable field is undefinedly long",
        "A null result is a result",
        "Infinity pool",
        "We explain why 0/0 gives NaN in most programming languages that people use",
        "Müller, Århus, Ångström, façade",
        "Price: $5",
        "São Paulo",
        "Curaçao « naïve »",
    ],
)
def test_ordinary_words_are_no_marks(line):
    assert data_display(subject(inventory=inventory(f"{TEXT}\n{line}"))).defects == ()


def test_code_is_the_subject_of_some_leaves():
    page = inventory(f"{TEXT}\nundefined\n{{{{name}}}}")
    assert data_display(subject(of=case("validator"), inventory=page)).defects == ()


def test_what_was_typed_is_not_the_pages_fault():
    echoed = trace(
        step(0, "type", ref="b0", value="{{x}}", change=Change(seen=True, appeared_text=("{{x}} not found",)))
    )
    assert data_display(subject(trace=echoed)).defects == ()


def test_cut_and_covered_text_at_desktop():
    cut = data_display(subject(views=views(desktop=layout(truncated=(element("Rides in Octo"),)))))
    assert cut.score == pytest.approx(0.9)
    covered = data_display(subject(views=views(desktop=layout(overlapping=(element("Score"),)))))
    assert covered.score == pytest.approx(0.65)
    assert covered.defects[0].evidence == "static/desktop.png"


def test_a_broken_picture_counts_once_whatever_the_leaf():
    broken = Media(
        tag="img", selector="img", source=f"{OWN}/a.png", alt="A", box=Box(x=0, y=0, width=50, height=50), loaded=False
    )
    page = inventory(media=(broken,))
    assert len(data_display(subject(inventory=page)).defects) == 1
    assert data_display(subject(of=case("portfolio"), inventory=page)).defects == ()


# --- 5


def test_errors_at_load_cost_and_warnings_do_not():
    error = PageError(message="ReferenceError: chart is not defined")
    echo = message("Uncaught ReferenceError: chart is not defined")
    assert no_console_errors(subject(page_errors=(error, error), console=(echo,))).score == pytest.approx(0.65)
    assert no_console_errors(subject(console=(message("slow", "warning"), message("hi", "log")))).score == 1
    assert no_console_errors(subject(console=(message("could not parse config"),))).score == pytest.approx(0.9)


def test_refused_requests_are_exempt_but_listed():
    refused = request("https://fonts.example/a.css", "stylesheet", blocked=True)
    measured = no_console_errors(
        subject(failed_requests=(refused,), console=(message("Failed to load resource: net::ERR_FAILED"),))
    )
    assert measured.score == 1
    assert "1 request to other hosts refused, exempt" in measured.reason


def test_an_error_in_a_loop_is_one_defect():
    loop = tuple(PageError(message=f"RangeError: index {index}") for index in range(50))
    assert len(no_console_errors(subject(page_errors=loop)).defects) == 1


# --- 6


def test_overflow_on_a_phone_fails_the_item():
    measured = responsive_adaptation(
        subject(views=views(mobile=layout(overflow_px=120, overflowing=(element("Stations", "table"),))))
    )
    assert measured.score == pytest.approx((0 + 2 / 3) / 2, abs=1e-3)
    assert "120 px too wide at 375 px: “Stations”" in measured.defects[0].title
    assert measured.defects[0].evidence == "static/mobile.png"


def test_several_widths_are_one_finding():
    both = views(tablet=layout(overflow_px=100), mobile=layout(overflow_px=300))
    measured = responsive_adaptation(subject(views=both))
    assert [d.title for d in measured.defects] == [
        "The page is 300 px too wide at 375 px and 100 px too wide at 768 px"
    ]


def test_a_pixel_of_overflow_is_nothing():
    assert responsive_adaptation(subject(views=views(mobile=layout(overflow_px=2)))).score == 1


def test_no_viewport_meta_halves():
    assert responsive_adaptation(subject(styling=styling(viewport_meta=False))).score == pytest.approx(0.5)


def test_text_that_is_cut_at_desktop_too_is_item_4s():
    both = layout(truncated=(element(),))
    assert responsive_adaptation(subject(views=views(desktop=both, mobile=both))).score == 1
    assert responsive_adaptation(subject(views=views(mobile=layout(truncated=(element(),))))).score < 1


def test_widths_that_were_not_recorded_are_unmeasured():
    assert responsive_adaptation(subject(views=views()[:1])).status == "unmeasured"


# --- 14


@pytest.mark.parametrize(
    ("fields", "score"),
    [
        ({"axe": (AxeViolation(rule="label", impact="critical", help="h", count=1, elements=(element(),)),)}, 0.9),
        ({"axe": (AxeViolation(rule="button-name", impact="critical", help="h", count=4),)}, 0.65),
        ({"views": views(desktop=layout(covered_controls=(element(),)))}, 0.65),
        ({"views": views(mobile=layout(covered_controls=(element(),)))}, 0.9),
        ({"views": views(mobile=layout(small_targets=(element(), element(), element())))}, 0.9),
        (
            {"trace": trace(*WORKS, *(step(i, "press", value="Tab", change=Change(focus=f"#b{i}")) for i in range(3)))},
            0.9,
        ),
        (
            {
                "trace": trace(
                    *WORKS,
                    *(step(i, "press", value="Tab", change=Change(focus=f"#b{i}", pixels=0.001)) for i in range(3)),
                )
            },
            1.0,
        ),
    ],
)
def test_experience(fields, score):
    measured = user_experience(subject(**fields))
    assert measured.score == pytest.approx(score)
    assert len(measured.defects) == (0 if score == 1 else 1)


def test_a_drawing_that_says_nothing_is_told():
    axe = (AxeViolation(rule="svg-img-alt", impact="serious", help="h", count=2),)
    assert [one.title for one in user_experience(subject(axe=axe)).defects] == ["2 drawings without a description"]


def test_on_a_page_to_read_a_control_under_something_is_told_here():
    covered = inventory(controls=(control("b0", covered=True), control("b1", covered=True)))
    kept = {"outcome": "unreachable", "problem": "covered by body > div"}

    def titles(leaf: str, *steps):
        return [
            d.title for d in user_experience(subject(of=case(leaf), inventory=covered, trace=trace(*steps))).defects
        ]

    assert titles("periodic-report", step(0, ref="b0", **kept)) == ["Something lies over controls: “Button 0”"]
    assert titles("periodic-report", step(0, ref="b0", **kept), step(1, ref="b0", change=ANSWER)) == []
    assert titles("dashboard", step(0, ref="b0", **kept)) == []


def test_controls_that_something_comes_to_lie_over_in_use_are_told():
    def titles(*steps):
        return [defect.title for defect in user_experience(subject(trace=trace(*steps))).defects]

    def kept(index: int, ref: str, by: str = "#view"):
        return step(index, ref=ref, outcome="unreachable", problem=f"covered by {by}")

    between = step(2, ref="b3", change=ANSWER)
    found = titles(kept(1, "b0"), between, kept(3, "b1"))
    assert found == ["Something lies over controls: “Button 0”, “Button 1”"]
    assert titles(kept(1, "b0"), kept(2, "b1")) == []  # a dialog, maybe
    assert titles(kept(1, "b0"), between, kept(3, "b1", "span")) == []
    assert titles(kept(1, "b0"), between, kept(3, "b1"), step(4, ref="b1", change=ANSWER)) == []


def test_keys_of_a_game_must_not_scroll_the_page():
    stage = Canvas(selector="canvas", box=Box(x=0, y=0, width=1280, height=720), blank=False)
    scrolled = step(9, "hold", value="ArrowDown:600", change=Change(seen=True, scrolled_px=167))
    used = trace(*WORKS, scrolled)
    game = user_experience(subject(of=case("action"), inventory=inventory(canvases=(stage,)), trace=used))
    assert game.score == pytest.approx(0.65)
    assert game.defects[0].title == "Keys scroll the page: “ArrowDown”"
    assert user_experience(subject(of=case("article"), trace=used)).score == 1


# --- 16


def test_media_elements_must_load_and_have_controls():
    asked = case(brief="A page with a video.")
    film = Media(
        tag="video",
        selector="video",
        source=f"{OWN}/a.mp4",
        alt=None,
        box=Box(x=0, y=0, width=9, height=9),
        controls=True,
    )
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(film,)))).score == 1
    dead = film.model_copy(update={"loaded": False})
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(dead,)))).score == pytest.approx(0.65)
    bare = film.model_copy(update={"controls": False})
    assert audio_and_video(subject(of=asked, inventory=inventory(media=(bare,)))).score == pytest.approx(0.9)
    assert audio_and_video(subject(of=asked)).status == "unmeasured"


@pytest.mark.parametrize(("sound_file", "score"), [("sound.json", 1.0), ("", 0.4)])
def test_sound_made_by_script_is_heard_in_the_film(sound_file: str, score: float):
    told = {"file": "film.mp4", "duration_ms": 9, "width": 9, "height": 9, "fps_cap": 30, "staleness_ms": 33}
    film = FilmSummary(**told, max_bytes=9, hand_drawn=True, sound_file=sound_file)
    filmed = evidence(sessions=(SessionEvidence(name="crawler", film=film),))
    assert audio_and_video(Subject(case(brief="A drum machine with sound."), filmed)).score == score
