"""What lies under a bar that users can put away. Only a press in a real browser tells whether a button does that."""

from pytest_cookie.core.deployment import ORIGIN
from pytest_cookie.core.perception import MOBILE, Layout, ViewportPerception
from pytest_cookie.exploration.page_scripts import run_script
from pytest_cookie.exploration.perception.out_of_reach import Covered, confirm_covered

PAGE = """<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Shop</title><style>
  body { margin: 0 } .bar { position: fixed; left: 0; right: 0; height: 120px; background: #fff; BAR }
  nav { position: fixed; left: 0; right: 0; bottom: 0; height: 50px; background: #eee }
</style><h1 style="margin: 0; line-height: 60px">Our mountain house</h1><div style="height: 3000px"></div>
<p style="margin: 0 0 60px">The address of the house</p><nav><a href=#home>Home</a> <a href=#cart>Cart</a></nav>
<div class=bar id=bar>We use cookies. CONTENT</div>"""
HIDE = "onclick=\"bar.style.display='none'\""
SLIDE = HIDE.replace("bar.style.display='none'", "bar.style.cssText='transition: .3s; transform: translateY(100%)'")
BELOW, ABOVE = "bottom: 0", "top: 0"
PUT_AWAY = {
    "Accept": (BELOW, f"<button {HIDE}>Accept</button>"),
    "Got it": (BELOW, f"<button {HIDE}>Got it!</button>"),
    "a cross": (BELOW, f"<button {HIDE} aria-label=Close>×</button>"),
    "Reject, beside settings": (ABOVE, f"<button>Settings</button><button {HIDE}>Reject all</button>"),
    "Chinese": (ABOVE, f"<button {HIDE}>同意</button>"),
    "a link": (BELOW, f"<a href=#ok {HIDE}>No thanks</a>"),
    "one that slides out": (BELOW, f"<button {SLIDE}>OK</button>"),
}  # fmt: skip
STAYS = {
    "a dead button": (BELOW, "<button>Accept</button>"),
    "no button": (ABOVE, "Read on"),
    "a button for something else": (BELOW, "<button>Order now</button>"),
}


def measure(session) -> Covered:
    return Covered.model_validate({**run_script(session, "targets", 10), **run_script(session, "ends", 10)})


def covered_at_first_and_in_the_end(session_of, place: str, content: str) -> list[bool]:
    session = session_of(PAGE.replace("BAR", place).replace("CONTENT", content))
    session.resize(MOBILE)
    layout = Layout(overflow_px=0, document_height=3000, **dict(measure(session)))
    view = ViewportPerception(viewport=MOBILE, screenshot="static/mobile.png", text_length=80, ink=0.1, layout=layout)

    def load_at(viewport) -> object:
        return session.load(f"{ORIGIN}/")

    (confirmed,) = confirm_covered(session, [view], load_at, lambda: measure(session))
    layouts = (view.layout, confirmed.layout)
    return [bool(one.covered_controls or one.buried_controls or one.buried_texts) for one in layouts]


def test_what_lies_under_a_bar_that_users_put_away_is_not_covered(session_of, subtests):
    for name, page in PUT_AWAY.items():
        with subtests.test(name):
            assert covered_at_first_and_in_the_end(session_of, *page) == [True, False]


def test_what_lies_under_a_bar_that_stays_is_covered(session_of, subtests):
    for name, page in STAYS.items():
        with subtests.test(name):
            assert covered_at_first_and_in_the_end(session_of, *page) == [True, True]
