"""Texts that appear in use: those in new and faint colours are found, those that are meant to be faint are not."""

from pytest_cookie.exploration.legibility import measure_legibility, measure_whole_page, note_colours_at_rest
from pytest_cookie.exploration.pictures import decode_pixels

AT_REST = "<main id=m><p>What the page says at rest, in black on white.</p><p style='color:#ddd'>A pale line</p></main>"
DIALOG = "position:fixed;inset:90px;background:#0f1115"
FAINT = [
    f"<div role=dialog style='{DIALOG}'><p id=t style='color:#2c2f36'>Sure?</p></div>",
    "<p id=t style='color:#f1f1f0'>This address is not known.</p>",
    "<button id=t style='background:#123;color:#1a2a3a;border:0'>Save it</button>",
    "<input id=t value='My own words' style='background:#fff;color:#f2f2ef'>",
    "<textarea id=t style='background:#111;color:#222;height:200px'>\n\n\nFar below</textarea>",
]
MEANT = [
    "<p style='color:#ddd'>As pale as the line at rest</p>",
    "<button disabled style='background:#fff;color:#e9e9e8'>Not now</button>",
    "<label style='color:#e9e9e7'><input type=checkbox disabled> Not now</label>",
    "<p style='color:#e9e9e6;text-decoration:line-through'>Buy milk</p>",
    "<p style='opacity:.45;color:#888'>Done long ago</p>",
    "<p aria-hidden=true style='color:#e9e9e5'>Ornament</p>",
    "<input placeholder='Your name' style='color:#e9e9e4'>",
    "<p style='color:#e9e9e3'>★ ✓</p>",
    "<p style='color:#123;clip-path:inset(100%)'>Not drawn</p>",
    "<textarea style='background:#111;color:#eee;height:200px'>\n\n\nFar below</textarea>",
    "<p style='color:#fff;background:#135'>Saved.</p>",
    "<div style='position:fixed;left:0;top:300px;font:40px/40px sans-serif;color:#124'>Half under a message</div>"
    "<b style='position:fixed;background:#124;left:0;top:0;right:0;height:318px'></b>",
]


def faint_in(session, html: str) -> list[str]:
    """The faint texts of a state that has `html` besides what the page shows at rest."""
    session.evaluate("(html) => { document.querySelector('#s').innerHTML = html; return null; }", html)
    session.wait(100)
    found = measure_legibility(session, lambda: decode_pixels(session.picture()))
    return [item.selector for item in found.faint] if found else []


def test_only_what_became_hard_to_read_is_found(session_of):
    session = session_of(f"<!doctype html><title>t</title><body>{AT_REST}<div id=s></div>")
    note_colours_at_rest(session)
    for html in FAINT:
        assert faint_in(session, html) == ["#t"], html
    for html in MEANT:
        assert faint_in(session, html) == [], html


def test_a_dark_theme_is_measured_beyond_the_window(session_of, tmp_path):
    dark = "body{background:#111;color:#eee} code{color:#222}"
    page = f"<title>t</title><style id=y></style>{AT_REST}<p style='margin-top:1500px'>See <code>let a = 0</code></p>"
    session = session_of(page)
    note_colours_at_rest(session)
    session.evaluate("(css) => { document.querySelector('#y').textContent = css; return null; }", dark)
    found = measure_whole_page(session, tmp_path / "dark.png", max_height=3_000)
    assert found is not None
    assert [(item.text, item.ground) for item in found.faint] == [("let a = 0", "#111111")]
    assert found.recoloured > 0.8
