"""Weak contrast is confirmed in the window that shows the text. Only a browser draws fixed backgrounds, scrolls to a
text, and runs axe-core."""

import pytest

from pytest_cookie.core.page_layout import Shift
from pytest_cookie.exploration.legibility import measure_whole_page, note_colours_at_rest
from pytest_cookie.exploration.perception.page_layout import measure_layout
from pytest_cookie.exploration.perception.static_perception import _accessibility
from pytest_cookie.exploration.perception.window_contrast import RULE, confirm_contrast, confirm_faint
from pytest_cookie.judging.visual.palette import measure_faint_share

LINES = "".join(f"<p style='margin:260px 0 0'>Harbour walk number {number}</p>" for number in range(8))
PALE = "<p style='margin:0;color:#e4e4e4;background:#fff;width:400px'>Tickets at the pier</p>"
DARK = "background:linear-gradient(#0b1020, #1a2440)"
HEAD = "<!doctype html><html lang=en><title>t</title><style>html{height:100%}body{margin:0}"
WINDOWED = {
    "a fixed layer": f"{HEAD}body{{color:#e8e8f0}}</style><div style='position:fixed;inset:0;z-index:-1;{DARK}'></div>",
    "a background of the window": f"{HEAD}body{{color:#e8e8f0;height:100%;{DARK} fixed}}</style>",
    "a short body": f"{HEAD}body{{color:#e8e8f0;height:100%;background:#0b1020}}</style>",
}


def confirmed(session, folder):
    """The number of weak texts by axe-core before and after, and the share of faint letters after."""
    session.full_screenshot(folder / "page.png")
    composition = measure_layout(session, folder / "page.png", Shift())
    report, problem = _accessibility(session)
    assert composition is not None, problem
    axe, composition = confirm_contrast(session, report.violations, composition, listed=10)
    assert composition is not None
    counts = [sum(one.count for one in some if one.rule == RULE) for some in (report.violations, axe)]
    return *counts, measure_faint_share(composition, 2.5)


def test_only_text_that_is_weak_in_its_window_is_called_so(session_of, tmp_path, subtests):
    for name, page in WINDOWED.items():
        with subtests.test(name):
            before, weak, share = confirmed(session_of(page + LINES + PALE), tmp_path)
            assert weak == 1
            assert before == 1 if name == "a short body" else before > 5, "axe-core takes white for a fixed layer"
            assert share == pytest.approx(0.1, abs=0.05)


def test_a_theme_over_a_fixed_layer_is_legible(session_of, tmp_path):
    session = session_of(f"{HEAD}</style><style id=y></style><i id=l></i><main>{LINES}</main>")
    note_colours_at_rest(session)
    theme = f"body{{color:#fefefe}}#l{{position:fixed;inset:0;z-index:-1;{DARK}}}"
    session.evaluate("(css) => { document.querySelector('#y').textContent = css; return null; }", theme)
    found = measure_whole_page(session, tmp_path / "dark.png", max_height=3_000)
    assert found is not None
    assert found.faint, "the picture of the whole page shows the layer in the first window only"
    assert confirm_faint(session, found).faint == ()


def test_the_fill_of_drawn_text_is_its_colour(session_of, tmp_path, subtests):
    rows = [("#221a17", "a station", 7.0, 21.0), ("#f0e6d4", "a ghost", 1.0, 1.4)]
    for fill, text, least, most in rows:
        with subtests.test(text):
            drawing = (
                "<svg width=300 height=80><rect width=300 height=80 fill='#f4e9d8'/>"
                f"<text x=20 y=50 font-size=24 fill='{fill}'>{text}</text></svg>"
            )
            session = session_of(f"{HEAD}body{{color:#f4e9d8;background:#2a211b}}</style>{drawing}")
            session.full_screenshot(tmp_path / "page.png")
            composition = measure_layout(session, tmp_path / "page.png", Shift())
            assert composition is not None
            (drawn,) = (one for one in composition.texts if one.text == text)
            assert drawn.contrast is not None
            assert least <= drawn.contrast <= most
