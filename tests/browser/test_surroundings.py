"""What is around a page's controls, asked in a real Chromium: its frame, and what it marks as the present one."""

import pytest

from pytest_cookie.exploration.page_facts import read_page_facts

FRAMED = """<!doctype html><html lang=en><title>t</title><body BODY>
<main hidden><button>Old view</button></main>
<div class=sidebar><button id=palette>Palette</button></div><MAIN><h1>Board</h1>
<a href="other.html">Elsewhere</a><a href="index.html#here">Here</a>
<form role=none><input name=contains><input name=closest></form><button id=add>New card</button></MAIN>"""


@pytest.mark.parametrize(("main", "body"), [("main", ""), ("div", "class=has-sidebar")])
def test_the_frame_of_a_page_is_what_lies_around_it_and_leads_away_from_it(session_of, main, body):
    session = session_of(FRAMED.replace("MAIN", main).replace("BODY", body))
    controls = session.observe().inventory.controls
    around = read_page_facts(session, controls)
    framed = {one.name: around.of(one).frame for one in controls if one.role in ("button", "link")}
    assert framed == {"Palette": True, "Elsewhere": True, "Here": False, "New card": False}


PAGES = """<!doctype html><html lang=en><title>t</title>
<ul><li class="page active"><a href="#">1</a></li><li class=page><a href="#">2</a></li></ul>
<div><button class="range is-active">7 days</button><button class=range>30 days</button></div>
<p><button class=active>Alone</button></p>
<ol><li class=active><a href="#">a</a></li><li class=active><a href="#">b</a></li></ol>"""


def test_the_one_that_is_marked_among_its_like_is_where_one_is(session_of):
    session = session_of(PAGES)
    controls = session.observe().inventory.controls
    around = read_page_facts(session, controls)
    assert [one.name for one in controls if around.of(one).current] == ["1", "7 days"]
