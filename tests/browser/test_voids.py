"""Voids between parts of a page. Only a browser draws the page, and tells what appears when it is scrolled to."""

from pytest_cookie.core.perception import DESKTOP, Layout, ViewportPerception
from pytest_cookie.exploration.perception.voids import with_voids

TOP, END = "<h1>Harbour boats</h1><p>Every day at nine.</p>", "<h2 id=t>Fees</h2><p>Adults 4, children 2.</p>"
VOID = [
    f"{TOP}<div style='height:500px'></div>{END}",
    f"{TOP}<section style='padding-bottom:600px;background:linear-gradient(#fff, #dde)'>Boats</section>{END}",
    f"<div style='border:0 solid #888;border-width:0 1px'>{TOP}<p style='margin-top:900px'></p>{END}</div>",
]
LATE = "<div id=late style='height:900px'></div>"
REVEAL = """<script>new IntersectionObserver((all) => all.forEach((one) => {
  one.target.innerHTML = one.isIntersecting ? '<p style="margin-bottom:60px">A row</p>'.repeat(9) : '';
})).observe(document.querySelector('#late'))</script>"""
NOT_VOID = [
    f"<section style='min-height:100vh'>{TOP}</section>{END}",
    f"{TOP}<canvas width=900 height=500></canvas>{END}",
    f"{TOP}<div style='height:500px;background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)'></div>{END}",
    f"{TOP}<div style='height:500px;opacity:0'>Later</div>{END}",
    f"{TOP}<div style='height:500px;width:600px;border:1px dashed #777'></div>{END}",
    f"{TOP}<div style='height:500px;overflow-y:auto;border-bottom:1px solid'></div>{END}",
    f"{TOP}<div style='height:1500px'><p style='position:sticky;top:0'>Pinned</p></div>{END}",
    f"{TOP}<main style='min-height:70vh'>Boats</main>{END}",
    f"{TOP}<div style='height:300px'></div>{END}",
    f"{TOP}<div style='height:500px'></div>",
]


def voids_of(session, folder) -> list[tuple[str, str]]:
    session.full_screenshot(folder / "page.png")
    layout = Layout(overflow_px=0, document_height=1500)
    view = ViewportPerception(viewport=DESKTOP, screenshot="page.png", text_length=9, ink=0.1, layout=layout)
    return [(void.detail, void.text) for void in with_voids(session, view, folder).layout.voids]


def test_half_a_window_of_nothing_is_a_void_unless_it_is_meant(session_of, tmp_path, subtests):
    session = session_of("<!doctype html><title>t</title><body>")
    for pages, expected in ((VOID, 1), (NOT_VOID, 0)):
        for body in pages:
            with subtests.test(body):
                session.evaluate("(html) => { document.body.innerHTML = html; return null; }", body)
                assert len(voids_of(session, tmp_path)) == expected


def test_what_appears_when_it_is_scrolled_to_is_no_void(session_of, tmp_path):
    session = session_of(f"<!doctype html><title>t</title>{TOP}{LATE}{END}{REVEAL}")
    assert len(voids_of(session, tmp_path)) == 0
