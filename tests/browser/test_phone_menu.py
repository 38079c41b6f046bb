"""Whether the menu of a phone layout closes after its link. Only presses in a real browser tell."""

from pytest_cookie.core.perception import MOBILE
from pytest_cookie.exploration.perception.phone_menu import find_stuck_menu

PAGE = """<!doctype html><html lang=en><meta name=viewport content="width=device-width"><title>Inn</title><style>
  body { margin: 0 } header { position: sticky; top: 0; background: #fff; height: 56px }
  nav { display: none; position: fixed; inset: 56px 0 0 0; background: #fff; STYLE } nav.open { display: block }
  nav a { display: block; padding: 24px } section { min-height: 900px }
</style><header>OPENER <nav id=nav><a href=#rooms>Rooms</a><a href=#prices>Prices</a><a href=#way>The way</a></nav>
</header><main><section id=rooms><h2>Rooms</h2></section><section id=prices><h2>Prices</h2></section><section id=way>
<h2>The way to us</h2></section></main><script>SCRIPT</script>"""
OPENER = "<button aria-label='Open menu' id=open>☰</button>"
TOGGLES = "document.querySelector('header > *').onclick = () => nav.classList.toggle('open');"
CLOSES = "nav.onclick = () => nav.classList.remove('open');"
STUCK = {
    "a page of links": (OPENER, "", TOGGLES),
    "a button without a name": ("<button class=burger><i></i></button>", "", TOGGLES),
    "a sheet": (OPENER, "bottom: auto", TOGGLES),
}
FREE = {
    "it closes": (OPENER, "", TOGGLES + CLOSES),
    "it slides out": (OPENER, "transition: transform .3s; display: block; transform: translateX(-100%)",
        "open.onclick = () => { nav.style.transform = 'none' }; nav.onclick = () => { nav.style.transform = '' };"),
    "another view": (OPENER, "", TOGGLES + "onhashchange = () => { nav.remove(); };"),
    "no menu": ("<b>Inn</b>", "display: flex; position: static", ""),
    "a button for something else": ("<button>Book</button>", "", TOGGLES),
    "it does not open": (OPENER, "", ""),
}  # fmt: skip


def find(session_of, opener: str, style: str, script: str):
    page = PAGE.replace("OPENER", opener).replace("STYLE", style).replace("SCRIPT", script)
    session = session_of(page, load=False)
    session.resize(MOBILE)
    session.load("http://artifact.localhost/")
    return find_stuck_menu(session)


def test_a_menu_that_stays_open_after_its_link_is_found(session_of, subtests):
    for name, page in STUCK.items():
        with subtests.test(name):
            found = find(session_of, *page)
            assert found is not None
            assert found.text == "The way"
            assert found.covers > 0.2


def test_a_menu_that_closes_is_not(session_of, subtests):
    for name, page in FREE.items():
        with subtests.test(name):
            assert find(session_of, *page) is None
