"""The requests of a model agent on pages that render again, scroll, cover and clip."""

import json
import re
from pathlib import Path

import pytest

from tests.browser.agent_session import Session, call, last, named
from tests.provider.asked import Asked


def page(name: str) -> str:
    return (Path(__file__).parent / "agent_pages" / f"{name}.html").read_text()


@pytest.fixture
def session(browser_host, gateway_of, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    return Session(browser_host, gateway_of, tmp_path, monkeypatch)


FRUIT = "Apple Banana Cherry Damson Elder Fig Grape Hazel Iris Juniper"


def references(asked: Asked) -> dict[str, str]:
    """By row, from the newest line of each control."""
    return {row: ref for ref, row in re.findall(r'\[(e\d+)\] button "Delete" in="([^"]+)"', asked.text)}


@pytest.mark.long
def test_buttons_of_a_list_keep_their_references_when_it_is_rendered_again(session: Session):
    look = call("look")
    session.run(
        page("list"),
        [
            lambda asked: call("click", ref=named(asked, 'button "Render again"')),
            look,
            lambda asked: call("click", ref=named(asked, 'button "Delete"', "Cherry")),
            look,
            lambda asked: call("type", ref=named(asked, 'textbox "New fruit"'), text="Kiwi"),
            lambda asked: call("click", ref=named(asked, 'button "Add"')),
            look,
            lambda asked: call("click", ref=references(asked)["Cherry"]),
            lambda asked: call("click", ref=references(asked)["Damson"]),
        ],
    )
    first = references(session.asked[0])
    assert list(first) == FRUIT.split()
    complete = [asked for asked in session.asked if ": complete" in last(asked)]
    for asked in complete:
        now = dict(re.findall(r'\[(e\d+)\] button "Delete" in="([^"]+)"', last(asked)))
        assert {ref: row for row, ref in first.items() if ref in now} == {
            ref: row for ref, row in now.items() if row != "Kiwi"
        }
    removed = last(session.asked[3])
    assert f"Gone: {first['Cherry']}" in removed
    assert "New:" not in removed
    kiwi = references(session.asked[-1])["Kiwi"]
    assert kiwi not in first.values()
    answers = [said.text for said in session.asked[-1].messages if said.role == "tool"]
    (gone,) = [text for text in answers if "no longer on the page" in text]
    assert gone.startswith(f"Not carried out. {first['Cherry']} is no longer on the page")
    assert f'gone: [{first["Cherry"]}] button "Delete" row "Cherry"' in gone
    assert f'in its place: [{first["Damson"]}] button "Delete" row "Damson"' in gone
    assert 'text vanished: "Damson"' in last(session.asked[-1])


@pytest.mark.long
def test_elements_that_a_page_reuses_for_other_items_get_the_references_of_those_items(session: Session):
    session.run(
        page("reused"),
        [
            lambda asked: call("click", ref=named(asked, 'button "Done"', "Sweep the yard")),
            call("look"),
            lambda asked: call("click", ref=named(asked, 'button "Likes 3"')),
            lambda asked: call("click", ref=named(asked, 'button "Next page"')),
            call("look"),
        ],
    )
    rows = [dict(re.findall(r'button "Done" in="([^"]+)"', last(asked)) and _rows(asked)) for asked in session.asked]
    first, later, paged = rows[0], rows[2], rows[5]
    assert {row: later[row] for row in later} == {row: first[row] for row in ("Feed the hens", "Mend the fence")}
    assert not set(paged.values()) & set(first.values())
    likes = re.findall(r'\[(e\d+)\] button "Likes (\d)"( tried=1)?', session.asked[-1].text)
    assert len({ref for ref, _, _ in likes}) == 1
    assert likes[-1][1:] == ("4", " tried=1")


def _rows(asked: Asked) -> dict[str, str]:
    return {row: ref for ref, row in re.findall(r'\[(e\d+)\] button "Done" in="([^"]+)"', last(asked))}


def text_in_view(asked: Asked) -> list[str]:
    block = re.findall(r"VISIBLE TEXT\n<<<DATA visible text \w+>>>\n(.*?)\n<<<END", last(asked), re.DOTALL)
    return block[0].splitlines() if block else []


@pytest.mark.long
def test_the_visible_text_is_what_is_in_view_also_after_scrolling(session: Session):
    session.run(
        page("scrolled"),
        [
            call("scroll", x=200, y=60, direction="down", amount=60),
            call("look"),
            call("scroll", direction="bottom"),
            call("look"),
        ],
    )
    first, boxed, bottom = (text_in_view(session.asked[at]) for at in (0, 2, 4))
    assert first == ["Top line", "Box one", "Box two", "Box three", "Shown part"]
    amounts = [re.search(r"text: (.*) what is in view", last(session.asked[at]))[1] for at in (0, 2)]
    assert amounts == ["nothing above, 40 characters below", "16 characters above, 22 characters below"]
    assert boxed == ["Top line", "Box three", "Box four", "Box five", "Shown part"]
    assert bottom == ["Far words inline bold"]
    news = last(session.asked[1])
    assert "- now in view:" in news
    assert "Box four\nBox five" in news
    assert "2 of 5 lines are no longer in view" in news


FRAMED = """<!doctype html><html lang=en><title>Frames</title><p>Outside</p><iframe srcdoc="<p>Inside"></iframe>
<my-part></my-part><p style="position: absolute; top: 5000px">Far</p><script>customElements.define("my-part",
class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: "closed" }).innerHTML = "<p>Shadow</p>" } })
</script>"""


@pytest.mark.slow
def test_text_in_frames_and_shadow_roots_is_in_view_too(session: Session):
    session.run(FRAMED, [call("wait", ms=50)])
    assert text_in_view(session.asked[0]) == ["Outside", "Inside", "Shadow"]
    sealed = FRAMED.replace("<iframe ", "<iframe sandbox ")
    session.run(sealed, [call("wait", ms=50)])
    assert {"Outside", "Far"} <= set(text_in_view(session.asked[0]))


@pytest.mark.long
def test_pictures_are_sent_only_if_the_window_changed_and_earlier_messages_stay(session: Session):
    evidence = session.run(
        page("still"),
        [
            call("wait", ms=100),
            lambda asked: call("press", keys="F9"),
            lambda asked: call("click", ref=named(asked, 'button "Something"')),
            lambda asked: call("click", ref=named(asked, 'button "Elsewhere"')),
        ],
    )
    media = [len(asked.media) for asked in session.asked]
    assert media[:3] == [1, 1, 1]
    assert media[3] >= 2
    assert "The window looks as in the picture after step 0." in last(session.asked[2])
    whole, part = session.asked[3].media[0], session.asked[3].media[-1]
    assert len(part.data) < len(whole.data)
    for before, now in zip(session.asked, session.asked[1:], strict=False):
        assert now.messages[: len(before.messages)] == before.messages
        assert now.tools == before.tools
    assert ": complete" in last(session.asked[4])
    transcript = (Path(session._folder) / "evidence" / "agent" / "transcript.jsonl").read_text().splitlines()
    assert sum("pictures" in json.loads(line) for line in transcript) == 3
    assert evidence.trace.stopped == "finished"


CARDS = """<!doctype html><html lang=en><title>Cards</title><style>
main { height: 300px; display: flex; gap: 40px } .card { width: 200px; height: 90px; background: #eee }
.card:not([draggable]) { cursor: grab } .card.far { cursor: move }</style><main id=board>
<div class=card>Order paper <button>Forward</button> <button>Delete</button></div>
<div class="card far">Book the room <button>Delete</button></div>
<div class=card draggable=true>Send invoices <button>Delete</button></div></main><p id=noted>None</p><script>
let held = null;
board.onpointerdown = (event) => { held = event.target.closest(".card") };
onpointerup = () => { if (held) noted.textContent = `Dropped ${held.firstChild.data}`; held = null };</script>"""


@pytest.mark.long
def test_cards_to_drag_are_listed_by_their_own_words_beside_their_buttons(session: Session):
    evidence = session.run(
        CARDS, [lambda asked: call("drag", ref=named(asked, 'generic "Book the room"'), to_x=600, to_y=400)]
    )
    listed = re.findall(r'\[e\d+\] (\w+ "[^"]*")', session.asked[0].text)
    assert listed == [
        'generic "Order paper"', 'button "Forward"', 'button "Delete"', 'generic "Book the room"', 'button "Delete"',
        'generic "Send invoices"', 'button "Delete"',
    ]  # fmt: skip
    assert "Dropped Book the room" in " ".join(evidence.trace.steps[1].change.appeared_text)
